"""The accounts that a user has connected, opened for one call.

Nothing here uses the network: a refused grant shows when mail is read. Whatever keeps an account from being opened (its key is missing, its
row does not open) closes that account and no other. The user hears of both in the same way, and can be shown them as well.

The list of accounts is read first, because that needs no key. An account that could not be opened in time is then known to be away; if it
were left out silently, the user would believe that it has no mail.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Self

from inbox.unified import UnifiedInbox
from providers.connections.accounts import AccountGoneError, AccountState, AccountStore, ConnectedAccount
from providers.connections.credentials import SealBrokenError
from providers.connections.secret_key import SecretKeyMissingError
from providers.google.access import GoogleAccess
from providers.google.client import GoogleClient
from providers.mailbox import Account, MailboxUnavailableError, SignInNeededError
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

OPENED_WITHIN_S = 2.0
"""A keyring may wait to be unlocked; a caller does not wait."""

MARKED_WITHIN_S = 2.0

UNLISTED = Account(slug="connected", label="connected")
"""Stands for all connected accounts when the list of them could not be read."""

Tell = Callable[[ConnectedAccount], None]
"""Told of an account whose user has to sign in again, or set the key that it was connected with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedAccount:
    account: ConnectedAccount
    access: GoogleAccess


class ConnectedAccounts:
    """An async context manager. Inside, every account of the user is `opened`, `closed` or `away`.

    Accounts that are `away` could not be opened in time; those in `late` are known by name and may be opened later in the call. Leaving
    the block waits for what is being stored.
    """

    def __init__(
        self,
        store: AccountStore,
        client: GoogleClient,
        user_id: str,
        *,
        tell: Tell | None = None,
        opened_within_s: float = OPENED_WITHIN_S,
    ) -> None:
        self._opened_within_s = opened_within_s
        self._store = store
        self._client = client
        self._user_id = user_id
        self._tell = tell
        self._marking: set[asyncio.Task[None]] = set()
        self.opened: list[OpenedAccount] = []
        self.closed: list[ConnectedAccount] = []
        self.late: list[ConnectedAccount] = []
        self.away: list[Account] = []

    @property
    def addresses(self) -> frozenset[str]:
        """The user's own addresses, in lower case."""
        return frozenset(one.account.address.lower() for one in self.opened)

    def refused(self, slug: str) -> None:
        """A mailbox needs a new sign-in: store that, and report it through `tell`."""
        accounts = {account.slug: account for account in [*(one.account for one in self.opened), *self.closed]}
        if (account := accounts.get(slug)) is None:
            return
        if self._tell:
            self._tell(account)
        if account.opens and not account.needs_sign_in:
            task = asyncio.create_task(self._mark(account, needs_sign_in=True), name="mark account")
            self._marking.add(task)
            task.add_done_callback(self._marking.discard)

    async def open_late(self, account: ConnectedAccount) -> OpenedAccount:
        """Try again with one that was away. Raises `MailboxUnavailableError` or `SignInNeededError`."""
        try:
            await self._open(account)
        except DatabaseUnavailableError:
            raise MailboxUnavailableError("the stored credentials could not be read") from None
        for one in self.opened:
            if one.account.slug == account.slug:
                return one
        if any(closed.slug == account.slug for closed in self.closed):
            raise SignInNeededError("the stored credentials do not open")
        raise MailboxUnavailableError("the account was removed")

    async def remember(self, inbox: UnifiedInbox) -> None:
        """At the end of a call: an account that was refused before and has answered in this call needs no new sign-in any more."""
        answered = inbox.answering - inbox.away.keys()
        for one in self.opened:
            if one.account.needs_sign_in and one.account.slug in answered:
                await self._mark(one.account, needs_sign_in=False)

    async def __aenter__(self) -> Self:
        waiting: list[ConnectedAccount] | None = None
        try:
            async with asyncio.timeout(self._opened_within_s):
                waiting = [*await self._store.unopened(self._user_id)]
                while waiting:
                    await self._open(waiting[0])
                    del waiting[0]
        except (DatabaseUnavailableError, TimeoutError) as error:
            self.late = waiting or []
            self.away = [UNLISTED] if waiting is None else [Account(slug=one.slug, label=one.label) for one in waiting]
            logger.warning("connected accounts are away", extra={"error": type(error).__name__, "accounts": len(self.away)})
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._marking:
            late = (await asyncio.wait(self._marking, timeout=MARKED_WITHIN_S))[1]
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _open(self, account: ConnectedAccount) -> None:
        try:
            grant = await self._store.credentials(account)
        except (SealBrokenError, SecretKeyMissingError) as error:
            logger.warning("a connected account does not open", extra={"error": type(error).__name__})
            state = AccountState.UNREADABLE if isinstance(error, SealBrokenError) else AccountState.KEY_MISSING
            self.closed.append(replace(account, state=state))
        except AccountGoneError:
            pass
        else:
            access = GoogleAccess(grant, self._client)
            self.opened.append(OpenedAccount(account=replace(account, address=grant.address), access=access))

    async def _mark(self, account: ConnectedAccount, *, needs_sign_in: bool) -> None:
        try:
            await self._store.mark(account, needs_sign_in=needs_sign_in)
        except DatabaseUnavailableError:
            logger.warning("the state of an account could not be stored")
