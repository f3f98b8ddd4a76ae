"""An account that is connected and cannot be opened, as a mailbox: it is named like any other, and says what would help.

Left out instead, it would look like an account without mail, and mail that waits there as if it had been dealt with.
"""

from collections.abc import AsyncGenerator, Sequence

from briefing.mail import Envelope, MailId, MailText, ThreadId
from providers.mailbox import (
    Account,
    Changes,
    Envelopes,
    IdSet,
    MailboxError,
    MailboxUnavailableError,
    SignInNeededError,
    SyncToken,
    UnreadPage,
)


class ClosedMailbox:
    """Every question raises `SignInNeededError`, or `MailboxUnavailableError` where it is only away: nobody could say whether it opens."""

    def __init__(self, account: Account, *, away: bool = False) -> None:
        self._account = account
        self._away = away

    @property
    def account(self) -> Account:
        """Which account this is."""
        return self._account

    @property
    def reads_at_once(self) -> int:
        """None can be read."""
        return 1

    async def unread(self, *, page: str | None = None) -> UnreadPage:
        """Refused."""
        raise self._closed()

    async def id_set(self, kind: IdSet, *, vips: frozenset[str] = frozenset()) -> frozenset[MailId]:
        """Refused."""
        raise self._closed()

    async def envelopes(self, ids: Sequence[MailId], *, ahead: bool = False) -> Envelopes:
        """Refused."""
        raise self._closed()

    async def text(self, mail: MailId) -> MailText:
        """Refused."""
        raise self._closed()

    async def original(self, mail: MailId) -> bytes:
        """Refused."""
        raise self._closed()

    async def thread(self, thread: ThreadId) -> list[Envelope]:
        """Refused."""
        raise self._closed()

    async def search(self, query: str, *, limit: int) -> list[MailId]:
        """Refused."""
        raise self._closed()

    async def written_to(self, *, limit: int) -> frozenset[str]:
        """Refused."""
        raise self._closed()

    async def changes(self, since: SyncToken, *, ahead: bool = False) -> Changes:
        """Refused."""
        raise self._closed()

    async def watch(self) -> AsyncGenerator[None]:
        """Refused."""
        raise self._closed()
        yield

    async def aclose(self) -> None:
        """There is nothing to let go of."""

    def _closed(self) -> MailboxError:
        if self._away:
            return MailboxUnavailableError("the stored credentials could not be read")
        return SignInNeededError("the stored credentials do not open")
