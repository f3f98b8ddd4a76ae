"""A mailbox for an account that is connected but could not be opened: it has a name, and its errors say what would help.

Without it, the account would look empty, and its mail as if it had been dealt with. Listing is repeated while a call lasts; each but the
first tries to open the account, and once that works it is a mailbox like any other. The first listing fails at once, because the user
has already waited for the account to open.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence

from briefing.mail import Envelope, MailId, MailText, ThreadId
from briefing.mail_query import MailQuery
from providers.mailbox import Account, Changes, Envelopes, IdSet, Mailbox, MailboxError, MailboxUnavailableError, SyncToken, UnreadPage


class UnopenedMailbox:
    """Every method raises `refusal` until `opens` has returned a mailbox, which is closed with this; without `opens`, always.

    `opens` may raise `MailboxUnavailableError` or `SignInNeededError`.
    """

    def __init__(
        self,
        account: Account,
        opens: Callable[[], Awaitable[Mailbox]] | None = None,
        *,
        refusal: type[MailboxError] = MailboxUnavailableError,
    ) -> None:
        self._account = account
        self._opens = opens
        self._refusal = refusal
        self._opened: Mailbox | None = None
        self._opening = asyncio.Lock()
        self._asked = False

    @property
    def account(self) -> Account:
        return self._account

    @property
    def reads_at_once(self) -> int:
        return self._opened.reads_at_once if self._opened else 1

    async def unread(self, *, page: str | None = None) -> UnreadPage:
        if self._asked:
            await self._open()
        self._asked = True
        return await self._there().unread(page=page)

    async def unread_count(self) -> int:
        return await self._there().unread_count()

    async def id_set(self, kind: IdSet, *, vips: frozenset[str] = frozenset()) -> frozenset[MailId]:
        return await self._there().id_set(kind, vips=vips)

    async def envelopes(self, ids: Sequence[MailId], *, ahead: bool = False) -> Envelopes:
        return await self._there().envelopes(ids, ahead=ahead)

    async def text(self, mail: MailId) -> MailText:
        return await self._there().text(mail)

    async def original(self, mail: MailId) -> bytes:
        return await self._there().original(mail)

    async def thread(self, thread: ThreadId) -> list[Envelope]:
        return await self._there().thread(thread)

    async def is_sent(self, mail: MailId) -> bool:
        return await self._there().is_sent(mail)

    async def search(self, query: MailQuery, *, limit: int) -> list[MailId]:
        return await self._there().search(query, limit=limit)

    async def written_to(self, *, limit: int) -> frozenset[str]:
        return await self._there().written_to(limit=limit)

    async def changes(self, since: SyncToken, *, ahead: bool = False) -> Changes:
        return await self._there().changes(since, ahead=ahead)

    async def watch(self) -> AsyncGenerator[None]:
        watch = self._there().watch()
        try:
            async for _ in watch:
                yield None
        finally:
            await watch.aclose()

    async def aclose(self) -> None:
        if self._opened:
            await self._opened.aclose()

    async def _open(self) -> None:
        async with self._opening:
            if self._opened is None and self._opens is not None:
                self._opened = await self._opens()

    def _there(self) -> Mailbox:
        if self._opened is None:
            raise self._refusal("the account is not open")
        return self._opened
