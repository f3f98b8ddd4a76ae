"""A connected account that could not be opened when the call began, as a mailbox: it is away until it opens, and then like any other.

It is opened by whoever lists its mail, which is asked for again and again while the call lasts. The first listing is refused
at once: a caller has already waited for it to open.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence

from briefing.mail import Envelope, MailId, MailText, ThreadId
from providers.mailbox import Account, Changes, Envelopes, IdSet, Mailbox, MailboxUnavailableError, SyncToken, UnreadPage


class LateMailbox:
    """`opens` may raise `MailboxUnavailableError` or `SignInNeededError`; what it returns is closed with this."""

    def __init__(self, account: Account, opens: Callable[[], Awaitable[Mailbox]]) -> None:
        self._account = account
        self._opens = opens
        self._opened: Mailbox | None = None
        self._opening = asyncio.Lock()
        self._asked = False

    @property
    def account(self) -> Account:
        """Which account this is."""
        return self._account

    @property
    def reads_at_once(self) -> int:
        """As the account has it, once it is open."""
        return self._opened.reads_at_once if self._opened else 1

    async def unread(self, *, page: str | None = None) -> UnreadPage:
        """As promised by `Mailbox`."""
        if not self._asked:
            self._asked = True
            raise self._away()
        return await (await self._open()).unread(page=page)

    async def id_set(self, kind: IdSet, *, vips: frozenset[str] = frozenset()) -> frozenset[MailId]:
        """As promised by `Mailbox`."""
        return await self._there().id_set(kind, vips=vips)

    async def envelopes(self, ids: Sequence[MailId], *, ahead: bool = False) -> Envelopes:
        """As promised by `Mailbox`."""
        return await self._there().envelopes(ids, ahead=ahead)

    async def text(self, mail: MailId) -> MailText:
        """As promised by `Mailbox`."""
        return await self._there().text(mail)

    async def original(self, mail: MailId) -> bytes:
        """As promised by `Mailbox`."""
        return await self._there().original(mail)

    async def thread(self, thread: ThreadId) -> list[Envelope]:
        """As promised by `Mailbox`."""
        return await self._there().thread(thread)

    async def search(self, query: str, *, limit: int) -> list[MailId]:
        """As promised by `Mailbox`."""
        return await self._there().search(query, limit=limit)

    async def written_to(self, *, limit: int) -> frozenset[str]:
        """As promised by `Mailbox`."""
        return await self._there().written_to(limit=limit)

    async def changes(self, since: SyncToken, *, ahead: bool = False) -> Changes:
        """As promised by `Mailbox`."""
        return await self._there().changes(since, ahead=ahead)

    async def watch(self) -> AsyncGenerator[None]:
        """As promised by `Mailbox`."""
        watch = self._there().watch()
        try:
            async for _ in watch:
                yield None
        finally:
            await watch.aclose()

    async def aclose(self) -> None:
        """As promised by `Mailbox`."""
        if self._opened:
            await self._opened.aclose()

    async def _open(self) -> Mailbox:
        async with self._opening:
            if self._opened is None:
                self._opened = await self._opens()
            return self._opened

    def _there(self) -> Mailbox:
        if self._opened is None:
            raise self._away()
        return self._opened

    def _away(self) -> MailboxUnavailableError:
        return MailboxUnavailableError("the stored credentials could not be read so far")
