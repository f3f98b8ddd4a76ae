"""`aloud forget`: deletes everything stored about a user, and says what it was."""

import contextlib
import shutil
from typing import TYPE_CHECKING, Annotated

import typer

from cli.loading import loading
from cli.screen import fail, load_settings, out, progress
from providers.settings import Settings

if TYPE_CHECKING:
    from session.opening.forgetting import Forgotten

WHAT = {
    "waiting_marks": "mails heard or dealt with, not delivered yet",
    "marks": "mails heard or dealt with",
    "nudges": "mails that something was offered about",
    "preferences": "preferences",
    "changes": "entries about changes of mail",
    "snoozes": "mails put off",
    "drafts": "drafts",
    "outbox": "mails sent, or to be sent",
    "saved_calls": "saved calls",
    "conversations": "conversations",
    "team": "agents of your team, with all that they do and know",
    "correspondences": "briefings by mail, with their replies and answers",
    "memories": "memories of you",
    "model_tokens": "days of use of language models",
    "sessions": "browsers signed in",
    "api_tokens": "tokens for programs",
    "accounts": "connected accounts",
}
WHERE = {"here": "on this machine", "database": "in the database of DATABASE_URL", "redis": "in Redis"}
AWAY = {
    "here": "What is stored on this machine could not be deleted: check that ALOUD_DATA_DIR can be written to and its Aloud is not newer "
    "than this one, then run this again.",
    "database": "The database of DATABASE_URL could not be reached, or is of a newer Aloud: not everything was deleted there. "
    "Check it and run this again.",
    "redis": "Redis could not be reached: not everything was deleted there. Check REDIS_URL and run this again.",
}
IN_FILES = {
    "here": "What was deleted may still be in the files on this machine, because Aloud is using them: end all calls and run this again.",
    "database": "What was deleted may still be in the files of DATABASE_URL, because they are in use, or its user may not clear them: "
    "run this again, or have VACUUM FULL run there.",
    "redis": "What was deleted may still be in the files of Redis, which could not be told to write them anew: "
    "run BGREWRITEAOF or BGSAVE there.",
}
KEPT_BY_POSTGRESQL = (
    "PostgreSQL has its own log of changes, and perhaps replicas and backups: what was deleted is in those until they are overwritten."
)
NOT_REVOKED = "The permission of {} could not be revoked at Google: remove it there yourself, at https://myaccount.google.com/connections."
MAIL_STAYS = "Mail itself was not touched."
SETTINGS_STAY = "Your settings (.env and the environment) are not changed."

User = Annotated[str | None, typer.Argument(metavar="[USER]", help="A user id. Default: ALOUD_USER.", show_default=False)]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask first.")]


def forget(user: User = None, *, yes: Yes = False) -> None:
    """Delete everything Aloud has stored about a user, in every configured store, and say what it was. Mail itself is never touched.

    Let the user's calls end first, because a running call stores new data. What an agent of theirs has just asked a model is still counted,
    as a number of tokens, for some two minutes.
    """
    settings = load_settings()
    user_id = settings.aloud_user if user is None else user
    if not yes:
        typer.confirm(f'Delete all that Aloud has stored about "{user_id}"? Mail itself is not touched.', abort=True)
    with loading():
        from cli.async_run import run  # noqa: PLC0415 - takes seconds to load

    run(_forget(settings, user_id))


async def _forget(settings: Settings, user_id: str) -> None:
    from cli.logs import log_to_file  # noqa: PLC0415 - the same
    from session.opening.forgetting import Kind, erase, forget_user  # noqa: PLC0415 - takes seconds to load
    from web.signing_in.api_tokens import ApiTokens  # noqa: PLC0415 - the same
    from web.signing_in.browser_sessions import SessionStore  # noqa: PLC0415 - the same

    with progress("Deleting…"):
        with contextlib.suppress(OSError):  # what is stored elsewhere can be deleted all the same
            log_to_file(settings, "forget")
        found = await forget_user(settings, user_id, beside={Kind.SESSIONS: SessionStore, Kind.API_TOKENS: ApiTokens})
        if user_id == settings.aloud_user:
            shutil.rmtree(settings.aloud_data_dir / "demo", ignore_errors=True)  # the sample inbox, and what was said to it
        erased = await erase(settings)
    _tell(found, user_id)
    out.print(MAIL_STAYS)
    if user_id == settings.aloud_user:
        out.print(SETTINGS_STAY)
    away = list(dict.fromkeys(one.place for one in found if one.count is None))
    if settings.database_url and settings.database_url.startswith("postgres") and "database" not in away:
        out.print(KEPT_BY_POSTGRESQL)
    left = [AWAY[place] for place in away] + [IN_FILES[place] for place, done in erased.items() if not done and place not in away]
    if not_revoked := sum(one.not_revoked for one in found):
        left.append(NOT_REVOKED.format("one account" if not_revoked == 1 else f"{not_revoked} accounts"))
    if left:
        raise fail("\n".join(left), code=1)


def _tell(found: "tuple[Forgotten, ...]", user_id: str) -> None:
    out.print(f'Deleted about "{user_id}":', markup=False)
    for one in found:
        if one.count is not None:
            out.print(f"  {WHAT[one.kind]}, {WHERE[one.place]}: {one.count}", markup=False)
