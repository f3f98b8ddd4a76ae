"""The address from which the installation itself writes to its users, and the folder in which their replies come in.

What it sends goes to its user alone, whoever is named, and nothing else leaves from it. The folder is no user's mailbox: of what was sent
only the header is kept there, by which it is found again, and a reply is deleted once it is stored.
"""

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from briefing.mail import Address, MailId
from providers.connections.accounts import ConnectedAccount
from providers.mailbox import Account, Mailbox
from providers.maildir.account import maildir_account
from providers.maildir.mailbox import MaildirMailbox
from providers.maildir.owners import UserFolderRefusedError, maildirs_of, sending_address
from providers.maildir.reading import MaildirFiles
from providers.mime.authentication import ResultsServer
from providers.sender import OutgoingMail, Refusal, SendRefusedError, Sent
from providers.settings import Settings
from providers.smtp import SmtpSender, SmtpServer


@dataclass(frozen=True, slots=True, kw_only=True)
class Installation:
    """`results` is the server that receives for the address."""

    server: SmtpServer
    address: str = field(repr=False)
    folder: Path
    results: ResultsServer

    @classmethod
    def of(cls, settings: Settings) -> Self | None:
        """None where users are written to from their own accounts; so they are in a dry run, of which nothing leaves."""
        url, address, folder = settings.aloud_briefing_smtp_url, settings.aloud_briefing_address, settings.aloud_briefing_maildir
        results = settings.aloud_briefing_authserv_id
        if url is None or address is None or folder is None or results is None or settings.aloud_sending_dry_run:
            return None
        return cls(server=SmtpServer.of(url.get_secret_value()), address=address, folder=folder, results=ResultsServer.of(results))

    @property
    def account(self) -> Account:
        return maildir_account(self.folder)

    def mailbox(self) -> Mailbox:
        """For reading what came in; it knows no user's addresses."""
        return MaildirMailbox(self.folder, account=self.account)

    async def discard(self, mail: MailId) -> None:
        """Delete a mail of the folder; one that is gone, or that cannot be deleted, stays as it is."""
        await asyncio.to_thread(self._discard, self.account.key_of(mail))

    def _discard(self, key: str) -> None:
        with suppress(OSError):
            if (file := MaildirFiles(self.folder).locate(key)) is not None:
                file.path.unlink(missing_ok=True)


class ToItsUser(SmtpSender):
    """Sends from the installation to one user: what is addressed to the sender itself. Anything else is refused."""

    def __init__(self, installation: Installation, user: Address) -> None:
        address = Address(name="Aloud", email=installation.address)
        super().__init__(installation.server, account=installation.account, address=address, folder=installation.folder)
        self._user = user

    @classmethod
    @asynccontextmanager
    async def of_user(cls, installation: Installation, user: Address) -> AsyncIterator[Self]:
        sender = cls(installation, user)
        try:
            yield sender
        finally:
            sender._leave()

    async def send(self, mail: OutgoingMail) -> Sent:
        if any(each.email != self.address.email for each in mail.recipients):
            raise SendRefusedError(Refusal.ADDRESS)
        return await super().send(replace(mail, to=(self._user,), cc=(), bcc=()))

    def _kept(self, mail: OutgoingMail) -> bytes:
        """The header: words to users are stored sealed, and nowhere else."""
        head, end, _ = super()._kept(mail).partition(b"\r\n\r\n")
        return head + end


def known_addresses(settings: Settings, connected: Iterable[ConnectedAccount], user_id: str) -> tuple[str, ...]:
    """The addresses that are known to be the user's own, the one that they are written to first: that of their mail folders, then those of
    connected accounts."""
    own = sending_address(settings, user_id)
    try:
        folders = maildirs_of(settings, user_id) if own is not None else ()
    except UserFolderRefusedError:
        folders = ()
    given = (own,) if own is not None and folders else ()
    return tuple(dict.fromkeys((*given, *(one.address.lower() for one in connected if one.address))))
