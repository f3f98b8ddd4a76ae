"""One user who changes mail and takes it back: a changer, an undo and grants that are simply granted.

How a grant comes about is for other tests; here it is about what happens once there is one.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from actions.changes.changer import Changed, Changer
from actions.changes.entries import ChangeOutcome, Entry, new_key
from actions.changes.journal import Journal
from actions.changes.snoozes import SnoozeStore
from actions.changes.taking_back import HeldSendings, Undone
from actions.changes.undo import Undo, Wanted
from actions.consent.grants import GrantRegister, Rule, SingleUseGrant
from briefing.mail import MailId
from briefing.mail_action import MailAction
from providers.mailbox_writing import MailAttributes, MailboxWriter, Place
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
    inbox = MailAttributes(place=Place.INBOX, read=False, flagged=False)
    plain = Entry(
        key=new_key(),
        act=new_key(),
        call_id="call-1",
        at=BEGAN,
        action=MailAction.ARCHIVE,
        mail_id=MailId(mail),
        mail_after=MailId(mail),
        before=inbox,
        after=replace(inbox, place=Place.ARCHIVE),
        words_hash="w" * 64,
        digest="d" * 64,
        rule=Rule.ASKED_THIS_TURN,
        outcome=ChangeOutcome.DONE,
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
    register: GrantRegister = field(default_factory=GrantRegister)
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
            register=self.register,
            now=self.clock,
            call_id=self.call_id,
            snoozes=self.snoozes,
        )
        self.undoing = Undo(steps=self.changer.steps, register=self.register, held=self.held)

    def granted(self, action: MailAction, mails: Sequence[MailId], *, label: str = "") -> SingleUseGrant:
        return self.register.enter(
            SingleUseGrant(
                action=action,
                mails=frozenset(mails),
                digest="d" * 64,
                words_hash="w" * 64,
                rule=Rule.ASKED_THIS_TURN,
                number=self.register.next_number(),
                label=label,
            )
        )

    async def do(self, action: MailAction, *mails: MailId, label: str = "", until: datetime | None = None) -> Changed:
        until = until or (NEXT_MORNING if action is MailAction.SNOOZE else None)
        return await all_of(self.changer.in_parts(self.granted(action, mails, label=label), action, mails, label=label, until=until))

    async def undo(self, *, count: int = 1, since: datetime | None = None, action: MailAction | None = None) -> Undone:
        wanted = Wanted(count=count, since=since, action=action)
        mails = {entry.mail_after for entry in await self.undoing.preview(wanted)}
        return await self.undoing.undo(self.granted(MailAction.UNDO, sorted(mails)), wanted)

    async def entries(self) -> list[Entry]:
        """Oldest first."""
        return [entry async for entry in self.journal.everything(self.user_id)][::-1]

    async def outcomes(self) -> list[ChangeOutcome]:
        return [entry.outcome for entry in await self.entries()]
