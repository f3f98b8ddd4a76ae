"""Whether agents of teams work, and how much waits for them."""

from briefing.speech.wording.counts import counted
from cli.doctor.findings import Finding, lacks, works
from providers.durable.at_work import is_anybody_at_work
from providers.settings import Settings
from session.opening.handing_over import now_in_utc, team_store
from storage.database import Database, DatabaseUnavailableError

RESTS = "rests: it needs OPENAI_API_KEY"
NOBODY = "nobody works: `aloud team` does, and `aloud page` starts it"


async def team(settings: Settings) -> Finding:
    if settings.openai_api_key is None:
        return lacks("team", RESTS)
    try:
        async with Database(settings.shared_database_url) as database, team_store(settings, database, wakes=False) as store:
            waiting = await store.tasks.waiting()
            somebody = await is_anybody_at_work(database, now=now_in_utc)
    except DatabaseUnavailableError:
        return lacks("team", "nobody knows: the database cannot be used")
    line = f"{counted(waiting, 'task')} {'waits' if waiting == 1 else 'wait'}"
    return works("team", f"at work; {line}") if somebody else lacks("team", f"{NOBODY}; {line}")
