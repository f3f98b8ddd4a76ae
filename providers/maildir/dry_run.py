"""Sending of which nothing leaves: what the user agreed to goes into the Maildir's folder of sent mail, and to nobody.

For the sample inbox, whose people do not exist, and for trying Aloud on mail of one's own.
"""

from pathlib import Path

from briefing.mail import Address, MailId
from providers.mailbox import Account
from providers.maildir.sent import SentFolder
from providers.mime.composition import compose
from providers.sender import OutgoingMail, Refusal, SendRefusedError, Sent


class DryRunSender:
    """A `MailSender` of one Maildir."""

    def __init__(self, *, account: Account, address: Address, folder: Path) -> None:
        self._address = address
        self._sent = SentFolder(folder, account=account)

    @property
    def address(self) -> Address:
        return self._address

    async def ready(self) -> None:
        """A folder is always ready."""

    async def send(self, mail: OutgoingMail) -> Sent:
        try:
            return Sent(mail_id=await self._sent.keep(compose(mail, with_bcc=True)))
        except OSError:
            raise SendRefusedError(Refusal.UNAVAILABLE) from None

    async def find_sent(self, message_id: str) -> MailId | None:
        return await self._sent.find(message_id)

    async def original(self, mail: MailId) -> bytes:
        return await self._sent.original(mail)
