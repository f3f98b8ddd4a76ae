"""One user who changes mail and takes it back: a changer, an undo and warrants that are simply granted.

How a warrant comes about is for other tests; here it is about what happens once there is one.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from actions.changing import Changed, Changer
from actions.deeds import Deed
from actions.entries import Entry, Outcome, new_key
from actions.journal import Journal
from actions.snoozes import SnoozeStore
from actions.undo import HeldSendings, Undo, Undone, Wanted
from actions.warrants import Rule, Warrant, WarrantBook
from briefing.mail import MailId
from providers.mailbox_writing import MailboxWriter, MailState, Place
from storage.database import Database
from tests.storage.migrated import migrated

BEGAN = datetime(2026, 3, 4, 8, 0, tzinfo=UTC)
NEXT_MORNING = BEGAN + timedelta(days=1)


async def all_of(parts: AsyncIterator[Changed]) -> Changed:
    """The whole of what is told in parts."""
    changed = Changed()
    async for part in parts:
        changed += part
    return changed


def an_entry(mail: str, **changed: Any) -> Entry:
    """A mail that was archived."""
    inbox = MailState(place=Place.INBOX, read=False, flagged=False)
    plain = Entry(
        key=new_key(),
        act=new_key(),
        call_id="call-1",
        at=BEGAN,
        deed=Deed.ARCHIVE,
        mail_id=MailId(mail),
        mail_after=MailId(mail),
        before=inbox,
        after=replace(inbox, place=Place.ARCHIVE),
        words_hash="w" * 64,
        digest="d" * 64,
        rule=Rule.ASKED_THIS_TURN,
        outcome=Outcome.DONE,
    )
    return replace(plain, **changed)


@asynccontextmanager
async def embedded(folder: Path) -> AsyncIterator[Database]:
    """The database of somebody who runs no server."""
    await migrated(f"sqlite:///{folder}/aloud.db")
    async with Database(f"sqlite:///{folder}/aloud.db") as database:
        yield database


@dataclass
class Clock:
    """Each look at it is a second later."""

    at: datetime = BEGAN

    def __call__(self) -> datetime:
        self.at += timedelta(seconds=1)
        return self.at


@dataclass
class Acting:
    """One call of one user."""

    database: Database
    writers: Mapping[str, MailboxWriter]
    user_id: str = "anna"
    call_id: str = "call-1"
    journal: Journal = field(kw_only=True, default=None)  # type: ignore[assignment]
    held: HeldSendings | None = None
    clock: Clock = field(default_factory=Clock)
    book: WarrantBook = field(default_factory=WarrantBook)
    snoozes: SnoozeStore = field(init=False)
    changer: Changer = field(init=False)
    undoing: Undo = field(init=False)

    def __post_init__(self) -> None:
        self.journal = self.journal or Journal(self.database)
        self.snoozes = SnoozeStore(self.database)
        self.changer = Changer(
            user_id=self.user_id,
            writers=self.writers,
            journal=self.journal,
            book=self.book,
            now=self.clock,
            call_id=self.call_id,
            snoozes=self.snoozes,
        )
        self.undoing = Undo(steps=self.changer.steps, book=self.book, held=self.held)

    def granted(self, deed: Deed, mails: Sequence[MailId], *, label: str = "") -> Warrant:
        return self.book.enter(
            Warrant(
                deed=deed,
                mails=frozenset(mails),
                digest="d" * 64,
                words_hash="w" * 64,
                rule=Rule.ASKED_THIS_TURN,
                number=self.book.next_number(),
                label=label,
            )
        )

    async def do(self, deed: Deed, *mails: MailId, label: str = "", until: datetime | None = None) -> Changed:
        until = until or (NEXT_MORNING if deed is Deed.SNOOZE else None)
        return await all_of(self.changer.in_parts(self.granted(deed, mails, label=label), deed, mails, label=label, until=until))

    async def undo(self, *, count: int = 1, since: datetime | None = None, deed: Deed | None = None) -> Undone:
        wanted = Wanted(count=count, since=since, deed=deed)
        mails = {entry.mail_after for entry in await self.undoing.preview(wanted)}
        return await self.undoing.undo(self.granted(Deed.UNDO, sorted(mails)), wanted)

    async def entries(self) -> list[Entry]:
        """Oldest first."""
        return [entry async for entry in self.journal.everything(self.user_id)][::-1]

    async def outcomes(self) -> list[Outcome]:
        return [entry.outcome for entry in await self.entries()]
