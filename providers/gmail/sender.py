"""Sending mail at Gmail: one request, never repeated, and the mail's own Message-ID to look for where nobody knows what became of it.

Gmail keeps the copy among the sent mails itself, and takes the blind recipients out of the message. Everything but an answer that says
"done" or a refusal that says "not done" is unknown: a 503 may have been sent.
"""

from typing import Protocol

from briefing.mail import Address, MailId, account_of, mail_id, provider_id_of
from providers.composition import compose
from providers.gmail.api import SEND_WITHIN_S
from providers.gmail.quota import Priority
from providers.gmail.transport import Done
from providers.gmail.transport import Refusal as Refused
from providers.gmail.values import MessagePage, Profile
from providers.gmail.verdicts import ASK_AGAIN, Verdict
from providers.mailbox import Account, MailGoneError, SignInNeededError
from providers.sending import OutgoingMail, Refusal, SendRefusedError, SendUnknownError, Sent

MOST_BYTES = 5_000_000
"""What Gmail takes in a request that is no upload."""


class GmailSends(Protocol):
    """The sending half of `GmailApi`, and the questions that go with it. Raises as `GmailReads` does."""

    async def profile(self, *, priority: Priority = ...) -> Profile:
        """Whose mailbox it is (1 unit)."""

    async def send(self, raw: bytes, *, thread: str = "", within_s: float = ..., priority: Priority = ...) -> Done[str] | Refused | None:
        """One attempt to send (100 units)."""

    async def list_messages(self, query: str, *, page: str | None = None, most: int = 500, priority: Priority = ...) -> MessagePage:
        """Ids of messages (5 units)."""

    async def raw(self, message: str, *, priority: Priority = ...) -> bytes:
        """A message as it came (20 units). Raises `MailGoneError`."""


class GmailSender:
    """Sends from one account. It keeps nothing, and does not own `api`."""

    def __init__(self, api: GmailSends, *, account: Account, address: Address, within_s: float = SEND_WITHIN_S) -> None:
        self._api = api
        self._within_s = within_s
        self._account = account
        self._address = address

    @property
    def address(self) -> Address:
        """The account's own."""
        return self._address

    async def ready(self) -> None:
        """Sign in, and see that Gmail answers."""
        await self._api.profile()

    async def send(self, mail: OutgoingMail) -> Sent:
        """One request; a second one, without the thread, if Gmail says that the thread is not there any more."""
        raw = compose(mail, with_bcc=True)
        if len(raw) > MOST_BYTES:
            raise SendRefusedError(Refusal.TOO_LARGE)
        reply = await self._attempt(raw, mail.thread)
        if mail.thread and isinstance(reply, Refused) and reply.verdict is Verdict.NOT_THERE:
            reply = await self._attempt(raw, "")
        if isinstance(reply, Done):
            return Sent(mail_id=mail_id(self._account.slug, reply.value))
        if reply is not None and reply.verdict in _MAY_BE_DONE:
            raise SendUnknownError("Gmail did not say whether it sent the mail")
        raise SendRefusedError(_why(reply))

    async def find_sent(self, message_id: str) -> MailId | None:
        """By Gmail's own search, which knows a mail some seconds after it was sent."""
        found = (await self._api.list_messages(f"in:sent rfc822msgid:{message_id}", most=1)).ids
        return mail_id(self._account.slug, found[0]) if found else None

    async def original(self, mail: MailId) -> bytes:
        """A mail of the account."""
        if account_of(mail) != self._account.slug:
            raise MailGoneError("the mail is of another account")
        return await self._api.raw(provider_id_of(mail))

    async def _attempt(self, raw: bytes, thread: str) -> Done[str] | Refused | None:
        try:
            return await self._api.send(raw, thread=thread, within_s=self._within_s)
        except SignInNeededError:
            raise SendRefusedError(Refusal.SIGN_IN) from None


_MAY_BE_DONE = ASK_AGAIN - {Verdict.THROTTLED}


def _why(reply: Refused | None) -> Refusal:
    if reply is None or reply.verdict is Verdict.THROTTLED:
        return Refusal.UNAVAILABLE
    if reply.verdict in {Verdict.SIGNED_OUT, Verdict.NOT_ALLOWED}:
        return Refusal.SIGN_IN
    return Refusal.SENDER if reply.verdict is Verdict.WITHHELD else Refusal.CONTENT
