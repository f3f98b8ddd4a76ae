"""Sending mail at Gmail: one request, never repeated. If its outcome is unknown, the mail is looked for by its Message-ID.

Gmail itself keeps a copy in the sent mail and removes the blind recipients from the message. An answer other than success or refusal
leaves the outcome unknown: after a 503 the mail may have been sent.
"""

from collections.abc import Mapping
from types import MappingProxyType

from briefing.mail import Address, MailId
from providers.gmail.api import SEND_WITHIN_S, GmailApi
from providers.gmail.transport import RefusedError
from providers.gmail.verdicts import Verdict
from providers.mailbox import Account, SignInNeededError
from providers.mime.composition import compose
from providers.sender import OutgoingMail, Refusal, SendRefusedError, SendUnknownError, Sent

MOST_BYTES = 5_000_000
"""What Gmail takes in a request that is no upload."""


class GmailSender:
    """Sends from one account. It keeps nothing, and does not own `api`."""

    def __init__(self, api: GmailApi, *, account: Account, address: Address, within_s: float = SEND_WITHIN_S) -> None:
        self._api = api
        self._within_s = within_s
        self._account = account
        self._address = address

    @property
    def address(self) -> Address:
        return self._address

    async def ready(self) -> None:
        await self._api.profile()

    async def send(self, mail: OutgoingMail) -> Sent:
        """One request; a second one, without the thread, if Gmail says that the thread is not there any more."""
        raw = compose(mail, with_bcc=True)
        if len(raw) > MOST_BYTES:
            raise SendRefusedError(Refusal.TOO_LARGE)
        try:
            sent = await self._attempt(raw, mail.thread)
        except RefusedError as error:
            if error.verdict is Verdict.BROKEN:
                raise SendUnknownError("Gmail did not say whether it sent the mail") from None
            raise SendRefusedError(_REFUSALS.get(error.verdict, Refusal.CONTENT)) from None
        except SignInNeededError:
            raise SendRefusedError(Refusal.SIGN_IN) from None
        return Sent(mail_id=self._account.mail_id(sent))

    async def find_sent(self, message_id: str) -> MailId | None:
        """By Gmail's own search, which knows a mail some seconds after it was sent."""
        found = (await self._api.list_messages(f"in:sent rfc822msgid:{message_id}", most=1)).ids
        return self._account.mail_id(found[0]) if found else None

    async def original(self, mail: MailId) -> bytes:
        return await self._api.raw(self._account.key_of(mail))

    async def _attempt(self, raw: bytes, thread: str) -> str:
        try:
            return await self._api.send(raw, thread=thread, within_s=self._within_s)
        except RefusedError as error:
            if not thread or error.verdict is not Verdict.NOT_THERE:
                raise
            return await self._api.send(raw, within_s=self._within_s)


_REFUSALS: Mapping[Verdict, Refusal] = MappingProxyType(
    {
        Verdict.THROTTLED: Refusal.UNAVAILABLE,
        Verdict.SIGNED_OUT: Refusal.SIGN_IN,
        Verdict.NOT_ALLOWED: Refusal.SIGN_IN,
        Verdict.WITHHELD: Refusal.SENDER,
    }
)
