"""Every step of sending that touches something outside the process, counted, and broken at one of them.

A step is one transaction of the database, or one question to the mail server. At the chosen one the process dies (nothing of it runs any
more), or the step's answer is lost; before it has happened, or after.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

from briefing.mail import Address, MailId
from providers.mailbox import MailboxUnavailableError
from providers.sender import MailSender, OutgoingMail, Senders, SendUnknownError, Sent
from storage.database import Database, DatabaseUnavailableError

T = TypeVar("T")


class Killed(BaseException):
    """The process died here; nothing may catch it."""


class Break(StrEnum):
    """What happens at the chosen step."""

    KILLED_BEFORE = "killed before"
    KILLED_AFTER = "killed after"
    LOST_BEFORE = "no answer, and not done"
    LOST_AFTER = "no answer, but done"


@dataclass
class Steps:
    """`names` of the steps so far, in order; the one at `break_at` (from 0) breaks."""

    break_at: int | None = None
    how: Break = Break.KILLED_BEFORE
    names: list[str] = field(default_factory=list)
    broken: bool = False
    dead: bool = False

    def before(self, name: str, lost: Exception) -> bool:
        """Whether this step is the one; raises if it is broken before it happens."""
        if self.dead:
            raise Killed
        self.names.append(name)
        chosen = len(self.names) - 1 == self.break_at
        if chosen:
            self._break(Break.KILLED_BEFORE, Break.LOST_BEFORE, lost)
        return chosen

    def after(self, chosen: bool, lost: Exception) -> None:
        if chosen:
            self._break(Break.KILLED_AFTER, Break.LOST_AFTER, lost)

    def _break(self, killed: Break, unanswered: Break, lost: Exception) -> None:
        self.broken |= self.how in {killed, unanswered}
        if self.how is killed:
            self.dead = True
            raise Killed
        if self.how is unanswered:
            raise lost

    async def take(self, name: str, work: Callable[[], Awaitable[T]], lost: Exception) -> T:
        chosen = self.before(name, lost)
        value = await work()
        self.after(chosen, lost)
        return value


class BreakingDatabase(Database):
    """Breaks at the beginning of a transaction, or once it is committed."""

    def __init__(self, url: str, steps: Steps) -> None:
        super().__init__(url)
        self._steps = steps

    @asynccontextmanager
    async def session(self) -> AsyncIterator[AsyncSession]:
        chosen = self._steps.before("write", DatabaseUnavailableError("broken"))
        async with super().session() as session:
            yield session
        self._steps.after(chosen, DatabaseUnavailableError("broken"))

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncSession]:
        chosen = self._steps.before("read", DatabaseUnavailableError("broken"))
        async with super().reading() as session:
            yield session
        self._steps.after(chosen, DatabaseUnavailableError("broken"))


@dataclass
class BreakingSender:
    """A sender whose every question may be the last."""

    sender: MailSender
    steps: Steps

    @property
    def address(self) -> Address:
        return self.sender.address

    async def ready(self) -> None:
        await self.steps.take("ready", self.sender.ready, MailboxUnavailableError("broken"))

    async def send(self, mail: OutgoingMail) -> Sent:
        return await self.steps.take("send", lambda: self.sender.send(mail), SendUnknownError("broken"))

    async def find_sent(self, message_id: str) -> MailId | None:
        return await self.steps.take("find", lambda: self.sender.find_sent(message_id), MailboxUnavailableError("broken"))

    async def original(self, mail: MailId) -> bytes:
        return await self.steps.take("original", lambda: self.sender.original(mail), MailboxUnavailableError("broken"))


@dataclass
class BreakingSenders:
    """`Senders` that break."""

    senders: Senders
    steps: Steps
    dry_run = False

    def open(self, user_id: str, account: str) -> AbstractAsyncContextManager[MailSender]:
        return self._open(user_id, account)

    @asynccontextmanager
    async def _open(self, user_id: str, account: str) -> AsyncIterator[MailSender]:
        chosen = self.steps.before("open", MailboxUnavailableError("broken"))
        async with self.senders.open(user_id, account) as sender:
            self.steps.after(chosen, MailboxUnavailableError("broken"))
            yield BreakingSender(sender, self.steps)

    async def accounts(self, user_id: str) -> Sequence[str]:
        return await self.senders.accounts(user_id)
