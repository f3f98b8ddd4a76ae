"""The accounts that a user can send from, as the settings and the connected accounts have them.

The installation may have an address of its own: from it goes what is to the user alone, and none of the user's drafts. A Maildir sends by
SMTP, or in a dry run into its own folder, and only from its own user's address. A Gmail account sends if sending is
switched on and the user has allowed it; in a dry run none does.
For Google the permission to change mail would be enough, but the user was not asked for sending with it.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from briefing.mail import Address
from providers.connections.accounts import AccountGoneError, AccountStore, ConnectedAccount, StoredGrant
from providers.connections.credentials import SealBrokenError
from providers.connections.installation import Installation, ToItsUser, known_addresses
from providers.connections.secret_key import SecretKeyMissingError
from providers.gmail.api import GmailApi
from providers.gmail.quota import QuotaBudget
from providers.gmail.quota_lease import QuotaLease, SqlQuotaLedger
from providers.gmail.sender import GmailSender
from providers.google.access import GoogleAccess
from providers.google.client import SEND, GoogleClient
from providers.mailbox import Account, MailboxUnavailableError
from providers.maildir.account import maildir_account
from providers.maildir.dry_run import DryRunSender
from providers.maildir.owners import UserFolderRefusedError, maildirs_of, sending_address
from providers.sender import MailSender, Refusal, SendRefusedError
from providers.settings import Settings
from providers.smtp import SmtpSender, SmtpServer
from storage.database import DatabaseUnavailableError


class ConfiguredSenders:
    """`Senders` over the settings. Nothing is kept open between two sendings: they are rare, and grants change."""

    def __init__(self, settings: Settings, accounts: AccountStore) -> None:
        self._settings = settings
        self._accounts = accounts
        self._client = GoogleClient.of(settings)

    @property
    def dry_run(self) -> bool:
        return self._settings.aloud_sending_dry_run

    @asynccontextmanager
    async def open(self, user_id: str, account: str) -> AsyncIterator[MailSender]:
        folder, installation = self._folders(user_id).get(account), Installation.of(self._settings)
        if folder is not None:
            async with self._from_maildir(user_id, folder) as sender:
                yield sender
        elif installation is not None and account == installation.account.slug:
            async with self._from_installation(user_id, installation) as sender:
                yield sender
        elif self._settings.aloud_sending_dry_run:
            raise SendRefusedError(Refusal.NO_ACCOUNT)
        else:
            async with self._by_gmail(user_id, account) as sender:
                yield sender

    async def accounts(self, user_id: str) -> Sequence[str]:
        """As promised by `Senders`; whether the user has allowed sending is checked when an account is opened."""
        settings = self._settings
        from_maildirs = (settings.aloud_smtp_url or settings.aloud_sending_dry_run) and sending_address(settings, user_id)
        connected = await self._accounts.unopened(user_id) if settings.aloud_sending and not settings.aloud_sending_dry_run else ()
        return (*(self._folders(user_id) if from_maildirs else ()), *(one.slug for one in connected))

    async def able(self, user_id: str) -> Sequence[str]:
        """Those of the accounts from which the user has allowed sending. Raises `DatabaseUnavailableError`."""
        folders, found = self._folders(user_id), list[str]()
        for slug in await self.accounts(user_id):
            with suppress(SendRefusedError):
                if slug in folders or not (await self._grant(user_id, slug))[0].needs_sign_in:
                    found.append(slug)
        return found

    def _folders(self, user_id: str) -> dict[str, Path]:
        try:
            return {maildir_account(folder).slug: folder for folder in maildirs_of(self._settings, user_id)}
        except UserFolderRefusedError:
            return {}

    @asynccontextmanager
    async def _from_maildir(self, user_id: str, folder: Path) -> AsyncIterator[MailSender]:
        url, own, account = self._settings.aloud_smtp_url, sending_address(self._settings, user_id), maildir_account(folder)
        if own is not None and self._settings.aloud_sending_dry_run:
            yield DryRunSender(account=account, address=Address(email=own), folder=folder)
        elif own is None or url is None:
            raise SendRefusedError(Refusal.NO_ACCOUNT)
        else:
            server = SmtpServer.of(url.get_secret_value())
            async with SmtpSender.opened(server, account=account, address=Address(email=own), folder=folder) as sender:
                yield sender

    @asynccontextmanager
    async def _from_installation(self, user_id: str, installation: Installation) -> AsyncIterator[MailSender]:
        try:
            connected = await self._accounts.of_user(user_id)
        except DatabaseUnavailableError:
            raise MailboxUnavailableError("the connected accounts cannot be read") from None
        addresses = known_addresses(self._settings, connected, user_id)
        if not addresses:
            raise SendRefusedError(Refusal.NO_ACCOUNT)
        async with ToItsUser.of_user(installation, Address(email=addresses[0])) as sender:
            yield sender

    @asynccontextmanager
    async def _by_gmail(self, user_id: str, slug: str) -> AsyncIterator[MailSender]:
        one, access = await self._granted(user_id, slug)
        quota = QuotaBudget()
        async with QuotaLease(quota, SqlQuotaLedger(self._accounts.database, user_id, slug)):
            api = GmailApi(access, quota)
            try:
                account = Account(slug=one.slug, label=one.label)
                yield GmailSender(api, account=account, address=Address(email=one.address.lower()))
            finally:
                await api.aclose()

    async def _granted(self, user_id: str, slug: str) -> tuple[ConnectedAccount, GoogleAccess]:
        try:
            one, grant = await self._grant(user_id, slug)
        except DatabaseUnavailableError:
            raise MailboxUnavailableError("the connected accounts cannot be read") from None
        return one, GoogleAccess(grant, self._client)

    async def _grant(self, user_id: str, slug: str) -> tuple[ConnectedAccount, StoredGrant]:
        one = next((each for each in await self._accounts.of_user(user_id) if each.slug == slug), None)
        if one is None or not self._settings.aloud_sending:
            raise SendRefusedError(Refusal.NO_ACCOUNT)
        try:
            grant = await self._accounts.credentials(one)
        except (AccountGoneError, SealBrokenError, SecretKeyMissingError):
            raise SendRefusedError(Refusal.NO_ACCOUNT) from None
        if SEND not in grant.scopes:
            raise SendRefusedError(Refusal.SIGN_IN)
        return one, grant
