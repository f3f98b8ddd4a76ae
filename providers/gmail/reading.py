"""The questions that a Gmail mailbox asks: the reading half of `GmailApi`, as a Protocol.

Apart from the writing half, so that whoever reads mail cannot change it, and so that a model of Gmail can stand in for the real one.
"""

from collections.abc import Sequence
from typing import Protocol

from providers.gmail.values import HistoryPage, LabelSets, Message, MessagePage, Messages, Profile
from providers.resilience.priority import Priority


class GmailReads(Protocol):
    """One account's mail at Gmail. Ids are Gmail's own.

    Every method may raise `MailboxUnavailableError` or `SignInNeededError`; each is retried and paid from the user's quota by who answers.
    """

    async def profile(self, *, priority: Priority = ...) -> Profile:
        """Whose mailbox it is, and where its history is now (1 unit)."""

    async def list_messages(self, query: str, *, page: str | None = None, most: int = 500, priority: Priority = ...) -> MessagePage:
        """One page of ids, newest first (5 units)."""

    async def messages(self, ids: Sequence[str], *, priority: Priority = ...) -> Messages:
        """Messages without their text (20 units each)."""

    async def labels_of(self, ids: Sequence[str], *, priority: Priority = ...) -> LabelSets:
        """What labels messages have now (20 units each)."""

    async def raw(self, message: str, *, priority: Priority = ...) -> bytes:
        """A whole message (20 units). Raises `MailGoneError`."""

    async def thread(self, thread: str, *, priority: Priority = ...) -> tuple[Message, ...]:
        """All messages of a thread; none if it is gone (40 units)."""

    async def history(self, since: str, *, page: str | None = None, priority: Priority = ...) -> HistoryPage:
        """One page of what happened (2 units). Raises `SyncTokenExpiredError`."""

    async def aclose(self) -> None:
        """Let go of threads and sockets."""
