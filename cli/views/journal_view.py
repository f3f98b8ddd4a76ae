"""What `aloud journal` shows: one line per action, with its kind, time and outcome. No mail, label or account is named."""

from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import tzinfo

import typer

from actions.changes.journal import Journal, JournalUnavailableError
from actions.consent.audit import Decision, replay
from cli.async_run import prepare_folder
from cli.screen import fail, out, progress
from providers.settings import Settings
from storage.database import Database

NOTHING = "Nothing has been done yet."
AWAY = "The journal cannot be read: check DATABASE_URL and ALOUD_DATA_DIR."
HOLDS = "The journal's hash chain is intact."
BROKEN = "The journal's hash chain is broken from entry {} on: something was changed or is missing there."
UNREADABLE = "The journal has an entry that cannot be read."
PASSES = "Replayed: every action would be allowed again."


@asynccontextmanager
async def opened_journal(settings: Settings) -> AsyncIterator[Journal]:
    """The journal of all users, in the database of the settings."""
    async with Database(settings.local_database_url) as local:
        if not settings.database_url:
            yield Journal(local)
            return
        async with Database(settings.database_url) as database:
            yield Journal(database, local=local)


def chain_line(broken_at: int | None) -> str:
    return HOLDS if broken_at is None else BROKEN.format(broken_at)


async def show_journal(settings: Settings, user_id: str, *, replayed: bool) -> None:
    """Newest last. Exit code 1 if the hash chain is broken, or if `replayed` finds an action that would be refused."""
    with progress("Reading…"):
        await prepare_folder(settings, "journal")
        async with opened_journal(settings) as journal:
            try:
                broken_at = await journal.verify(user_id)
                acts = replay([entry async for entry in journal.everything(user_id)][::-1])
            except JournalUnavailableError:
                raise fail(AWAY, code=1) from None
            except (ValueError, KeyError):
                raise fail(f"{UNREADABLE} {chain_line(broken_at)}", code=1) from None
    for act in acts:
        out.print(line_of(act, settings.timezone, replayed=replayed), markup=False)
    if not acts:
        out.print(NOTHING)
    faults = [act for act in acts if act.fault] if replayed else []
    if replayed and acts:
        out.print(f"Replayed: {len(faults)} of {len(acts)} would be refused." if faults else PASSES)
    if broken_at is not None:
        raise fail(chain_line(broken_at), code=1)
    out.print(HOLDS)
    if faults:
        raise typer.Exit(1)


def line_of(act: Decision, zone: tzinfo, *, replayed: bool) -> str:
    """`2026-03-09 08:31:05  archive, 3 mails: 2 done, 1 failed`; with `replayed` also why it would be refused."""
    counts = Counter(outcome.value for outcome in act.outcomes)
    became = next(iter(counts)) if len(counts) == 1 else ", ".join(f"{count} {outcome}" for outcome, count in counts.items())
    mails = "1 mail" if act.mails == 1 else f"{act.mails} mails"
    line = f"{act.at.astimezone(zone):%Y-%m-%d %H:%M:%S}  {act.action.replace('_', ' ')}, {mails}: {became}"
    return f"{line}\n    ✗ {act.fault}" if replayed and act.fault else line
