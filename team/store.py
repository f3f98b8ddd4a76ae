"""All that is stored of teams, put together: each part has its tables in a module of its own."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import delete, select

from actions.sending.sealing import draft_words
from conversations.background_words import BackgroundWords
from providers.connections.credentials import Vault
from providers.durable.enqueueing import forget_work
from storage.database import Database
from team.agents import Agents, delete_agents
from team.inbox_items import InboxItems
from team.insights import Insights
from team.sealed_team import SealedTeam
from team.sessions import WorkSessions
from team.tasks import Tasks
from team.team_rows import StoredAgent, StoredTeam
from team.wake_up import WakeUp, by_the_clock


class TeamStore:
    """The teams of all users. The database belongs to the caller. Every method of every part may raise `DatabaseUnavailableError`."""

    def __init__(self, database: Database, vault: Vault, *, now: Callable[[], datetime], wake: WakeUp = by_the_clock) -> None:
        sealed, words = SealedTeam(vault), BackgroundWords(database, vault)
        self.database = database
        self.sealed = sealed
        self.tasks = Tasks(database, sealed, words, now, wake)
        self.agents = Agents(database, sealed, words, self.tasks, now)
        self.sessions = WorkSessions(sealed, now)
        self.insights = Insights(database, sealed, now)
        self.drafts = draft_words(vault)
        self.items = InboxItems(database, sealed, words, now)


class TeamsOfAll:
    """The teams of every user, for forgetting one of them."""

    def __init__(self, database: Database, url: str) -> None:
        self._database = database
        self._url = url

    async def forget(self, user_id: str) -> int:
        """Delete all teams of the user with everything that is theirs, also what is being worked on and what waits to wake it; returns how
        many agents there were."""
        theirs = select(StoredAgent.agent_id).where(StoredAgent.user_id == user_id)
        async with self._database.reading() as session:
            ids = (await session.scalars(theirs)).all()
        await forget_work(self._database, self._url, ids)  # before their ids are gone, so that it is done again where it fails
        async with self._database.session() as session:
            gone = await delete_agents(session, StoredAgent.user_id == user_id)
            await session.execute(delete(StoredTeam).where(StoredTeam.user_id == user_id))
        await forget_work(self._database, self._url, gone)  # what was queued meanwhile
        return len(gone)
