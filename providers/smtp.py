"""Sending by SMTP for a mailbox that lies on this machine; the user's own copy goes into its folder of sent mail.

A server has taken a mail when it answers the dot that ends it. A failure before that dot means that the mail was not sent; after a failure
between the dot and the answer the outcome is unknown. That is why the steps are taken one by one here. Another reason: the library would
send to the recipients that the server accepts and skip the others, while a user who agrees to three names means all three.
"""

import asyncio
import logging
import re
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from typing import Self
from urllib.parse import unquote, urlsplit

from aiosmtplib import SMTP, SMTPAuthenticationError, SMTPException, SMTPRecipientRefused, SMTPSenderRefused

from briefing.mail import Address, MailId
from providers.mailbox import Account, MailboxUnavailableError
from providers.maildir.sent import SentFolder
from providers.mime.composition import compose, envelope_address
from providers.sender import OutgoingMail, Refusal, SendRefusedError, SendUnknownError, Sent

logger = logging.getLogger(__name__)

_LEADING_DOT = re.compile(rb"^\.", re.MULTILINE)
_GO_AHEAD = 354
_FOR_GOOD = 500
_TOO_LARGE = 552
_OTHER_NAMES = frozenset({62, 64})
"""X509_V_ERR_HOSTNAME_MISMATCH and X509_V_ERR_IP_ADDRESS_MISMATCH: https://docs.openssl.org/3.0/man3/X509_STORE_CTX_get_error/"""
_PORTS = {"smtp": 587, "smtps": 465}


@dataclass(frozen=True, slots=True, kw_only=True)
class SmtpTimeouts:
    """Seconds: to connect and sign in, for each answer, and for the one after the mail itself.

    A server may check a mail before it answers. RFC 5321 asks for ten minutes, which is too long for a user who waits.
    """

    connect_s: float = 10.0
    answer_s: float = 15.0
    taken_s: float = 60.0


class SmtpUrlError(ValueError):
    """The address of the server cannot be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SmtpServer:
    """Where mail is handed in. `encrypted` from the first byte on; else the connection is upgraded, see `upgrades`."""

    host: str
    port: int
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)
    encrypted: bool = False
    trust: ssl.SSLContext | None = None
    timeouts: SmtpTimeouts = SmtpTimeouts()

    @classmethod
    def of(cls, url: str) -> Self:
        """`smtp://user:password@host:587` or `smtps://…:465`. Raises `SmtpUrlError`."""
        try:
            parts = urlsplit(url)
            port = parts.port or _PORTS[parts.scheme]
        except (ValueError, KeyError):
            raise SmtpUrlError("an address of a mail server looks like smtps://user:password@mail.example.com") from None
        if not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment or bool(parts.username) != bool(parts.password):
            raise SmtpUrlError("an address of a mail server looks like smtps://user:password@mail.example.com")
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        return cls(host=parts.hostname, port=port, user=user, password=password, encrypted=parts.scheme == "smtps")

    @property
    def upgrades(self) -> bool:
        """Whether to encrypt after the greeting. Only to this machine does anything go in clear: a relay's certificate is self-signed.

        There is no "if the server can": whoever sits on the line could say that it cannot.
        """
        return not self.encrypted and (self.trust is not None or not _is_here(self.host))


class SmtpSender:
    """One connection at most, opened by `ready` and used once; see `opened`."""

    def __init__(self, server: SmtpServer, *, account: Account, address: Address, folder: Path) -> None:
        self._server = server
        self._address = address
        self._sent = SentFolder(folder, account=account)
        self._client: SMTP | None = None

    @classmethod
    @asynccontextmanager
    async def opened(cls, server: SmtpServer, *, account: Account, address: Address, folder: Path) -> AsyncIterator[Self]:
        sender = cls(server, account=account, address=address, folder=folder)
        try:
            yield sender
        finally:
            sender._leave()

    @property
    def address(self) -> Address:
        return self._address

    async def ready(self) -> None:
        if self._client is not None and self._client.is_connected:
            return
        server = self._server
        client = SMTP(
            hostname=server.host,
            port=server.port,
            local_hostname="localhost",  # the library would ask the resolver for a name, and tell it to the server
            timeout=server.timeouts.answer_s,
            use_tls=server.encrypted,
            start_tls=False,  # it would sign in at once as well; `_signed_in` takes the steps one by one
            tls_context=server.trust,
        )
        try:
            async with asyncio.timeout(server.timeouts.connect_s):
                await self._signed_in(client)
        except (SMTPException, OSError, ValueError) as error:  # TimeoutError is an OSError; ValueError is an answer that is none of SMTP's
            client.close()
            if refusal := _refusal_of(error):
                raise SendRefusedError(refusal) from None
            raise MailboxUnavailableError("the mail server cannot be reached") from None
        except BaseException:
            client.close()
            raise
        self._client = client

    async def _signed_in(self, client: SMTP) -> None:
        """Nothing but a greeting goes over an open line to another machine."""
        await client.connect()
        await client.ehlo()
        if self._server.upgrades:
            if not client.supports_extension("starttls"):
                raise SendRefusedError(Refusal.NOT_ENCRYPTED)
            await client.starttls()
            await client.ehlo()
        if self._server.user:
            if not client.server_auth_methods:
                raise SendRefusedError(Refusal.PASSWORD)
            await client.login(self._server.user, self._server.password)

    async def send(self, mail: OutgoingMail) -> Sent:
        """Hand it in, and keep a copy. A copy that cannot be written does not make a mail unsent."""
        raw = compose(mail, with_bcc=False)
        try:
            await self._hand_in(mail, raw)
        finally:
            self._leave()
        try:
            return Sent(mail_id=await self._sent.keep(self._kept(mail)))
        except OSError as error:
            logger.warning("no copy of a sent mail could be kept", extra={"error": type(error).__name__})
            return Sent(mail_id=None)

    async def find_sent(self, message_id: str) -> MailId | None:
        """Our own copy, which is only written after the server took the mail."""
        return await self._sent.find(message_id)

    async def original(self, mail: MailId) -> bytes:
        return await self._sent.original(mail)

    def _kept(self, mail: OutgoingMail) -> bytes:
        """What of it stays among the sent mails."""
        return compose(mail, with_bcc=True)

    async def _hand_in(self, mail: OutgoingMail, raw: bytes) -> None:
        client = self._client
        if client is None:
            raise SendRefusedError(Refusal.UNAVAILABLE)
        try:
            await self._name_everybody(client, mail, raw)
            answer = await client.execute_command(b"DATA")
            if answer.code != _GO_AHEAD:
                raise SendRefusedError(Refusal.CONTENT)
            protocol = client.protocol
            if protocol is None:
                raise SendRefusedError(Refusal.UNAVAILABLE)
            protocol.write(_LEADING_DOT.sub(b"..", raw) + b".\r\n")
        except SMTPRecipientRefused:
            raise SendRefusedError(Refusal.ADDRESS) from None
        except SMTPSenderRefused as error:
            raise SendRefusedError(Refusal.TOO_LARGE if error.code == _TOO_LARGE else Refusal.SENDER) from None
        except (SMTPException, OSError):
            raise SendRefusedError(Refusal.UNAVAILABLE) from None
        # From here on the server may have it.
        try:
            answer = await protocol.read_response(timeout=self._server.timeouts.taken_s)
        except (SMTPException, OSError):
            raise SendUnknownError("the mail server did not say whether it took the mail") from None
        if not 200 <= answer.code < 300:
            raise SendRefusedError(Refusal.TOO_LARGE if answer.code == _TOO_LARGE else Refusal.CONTENT)

    async def _name_everybody(self, client: SMTP, mail: OutgoingMail, raw: bytes) -> None:
        sender, recipients = envelope_address(mail.from_.email), [envelope_address(each.email) for each in mail.recipients]
        options = [f"SIZE={len(raw)}"] if client.supports_extension("size") else []
        if not all(each.isascii() for each in (sender, *recipients)):
            if not client.supports_extension("smtputf8"):
                raise SendRefusedError(Refusal.ADDRESS)
            options.append("SMTPUTF8")
        await client.mail(sender, options=options, encoding="utf-8")
        for recipient in recipients:
            await client.rcpt(recipient, encoding="utf-8")

    def _leave(self) -> None:
        """Without QUIT, which would be one more answer to wait for."""
        if self._client is not None:
            self._client.close()
            self._client = None


def _refusal_of(error: BaseException) -> Refusal | None:
    """What trying again does not mend; None for a server that may only be away. The library wraps what TLS has to say."""
    match error:
        case SMTPAuthenticationError(code=code) if code >= _FOR_GOOD:
            return Refusal.PASSWORD
        case ssl.SSLCertVerificationError(verify_code=code):
            return Refusal.OTHER_NAME if code in _OTHER_NAMES else Refusal.UNTRUSTED
    return _refusal_of(error.__cause__) if error.__cause__ else None


def _is_here(host: str) -> bool:
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"
