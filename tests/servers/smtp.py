"""A real SMTP server (aiosmtpd) on a loopback port, and a line before it that can be cut, silenced, or made to kill somebody.

The line knows the turns of the protocol and nothing else: the server's greeting is exchange 0, and each answer of the server's ends one
more. At one exchange, before the client's words have reached the server or after they have but before its answer has come back, the line
does what the test says.
"""

import asyncio
import ssl
import warnings
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from enum import StrEnum
from time import monotonic

from aiosmtpd import smtp
from aiosmtpd.smtp import AuthResult, Envelope, LoginPassword, Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """A mail that the server has taken: who it said it was from and to, and what it says."""

    sender: str
    recipients: tuple[str, ...]
    raw: bytes
    user: str = ""
    received_at: float = field(default_factory=monotonic, compare=False)
    """By the clock that only goes forward."""

    @property
    def message(self) -> EmailMessage:
        parsed = BytesParser(policy=default).parsebytes(self.raw)
        assert isinstance(parsed, EmailMessage)
        return parsed


@dataclass
class SmtpDesk:
    """What the server takes, and what it refuses: an answer for the verb, or for an address."""

    taken: list[Taken] = field(default_factory=list)
    refuses: dict[str, str] = field(default_factory=dict)
    password: str | None = None
    port: int = 0

    arrived: asyncio.Event = field(default_factory=asyncio.Event)

    async def has_taken(self, mails: int, *, within_s: float) -> None:
        """Return once the server has so many."""
        async with asyncio.timeout(within_s):
            while len(self.taken) < mails:
                self.arrived.clear()
                await self.arrived.wait()

    def count(self, message_id: str) -> int:
        return sum(mail.message["Message-ID"] == f"<{message_id}>" for mail in self.taken)

    async def handle_MAIL(self, _server: smtp.SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]) -> str:  # noqa: N802 - aiosmtpd's name
        if "MAIL" in self.refuses:
            return self.refuses["MAIL"]
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 OK"

    async def handle_RCPT(self, _server: smtp.SMTP, _session: Session, envelope: Envelope, address: str, options: list[str]) -> str:  # noqa: N802 - the same
        if address in self.refuses:
            return self.refuses[address]
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(options)
        return "250 OK"

    async def handle_DATA(self, _server: smtp.SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802 - the same
        if "DATA" in self.refuses:
            return self.refuses["DATA"]
        user = session.auth_data.login.decode() if isinstance(session.auth_data, LoginPassword) else ""
        assert isinstance(envelope.original_content, bytes)
        self.taken.append(
            Taken(sender=envelope.mail_from or "", recipients=tuple(envelope.rcpt_tos), raw=envelope.original_content, user=user)
        )
        self.arrived.set()
        return "250 taken"

    def sign_in(self, _server: smtp.SMTP, _session: Session, _envelope: Envelope, _mechanism: str, data: LoginPassword) -> AuthResult:
        return AuthResult(success=data.password == (self.password or "").encode(), handled=False, auth_data=data)


@asynccontextmanager
async def smtp_server(
    *,
    password: str | None = None,
    utf8: bool = True,
    port: int = 0,
    starttls: ssl.SSLContext | None = None,
    encrypted: ssl.SSLContext | None = None,
) -> AsyncIterator[SmtpDesk]:
    """Running until the block ends; it asks for a sign-in where there is a password.

    With `starttls` it takes mail and passwords after that command only; `encrypted` is TLS from the first byte on.
    """
    desk = SmtpDesk(password=password)
    connections: list[smtp.SMTP] = []

    def connected() -> smtp.SMTP:
        with warnings.catch_warnings():  # it says that one should not sign in without TLS, not even on this machine
            warnings.simplefilter("ignore", UserWarning)
            connections.append(
                smtp.SMTP(
                    desk,
                    hostname="mail.example.org",
                    enable_SMTPUTF8=utf8,
                    auth_required=password is not None,
                    auth_require_tls=starttls is not None,
                    tls_context=starttls,
                    require_starttls=starttls is not None,
                    authenticator=desk.sign_in,
                )
            )
        return connections[-1]

    loop = asyncio.get_running_loop()
    server = await loop.create_server(connected, "127.0.0.1", port, ssl=encrypted)
    desk.port = server.sockets[0].getsockname()[1]
    try:
        yield desk
    finally:
        server.close()
        for connection in connections:
            if isinstance(connection.transport, asyncio.Transport):
                connection.transport.abort()
        handling = [connection._handler_coroutine for connection in connections if connection._handler_coroutine is not None]
        for task in handling:
            task.cancel()
        await asyncio.gather(*handling, return_exceptions=True)
        await server.wait_closed()


class Break(StrEnum):
    """What the line does."""

    CUT_BEFORE = "cut before it arrived"
    CUT_AFTER = "cut before the answer"
    SILENT_BEFORE = "silent before it arrived"
    SILENT_AFTER = "silent instead of the answer"


BEFORE = frozenset({Break.CUT_BEFORE, Break.SILENT_BEFORE})
SILENT = frozenset({Break.SILENT_BEFORE, Break.SILENT_AFTER})


@dataclass
class Line:
    """`exchanges` counts those of the connection that was last made. `at_break` happens as well, before the line is cut."""

    port: int = 0
    exchanges: int = 0
    connections: int = 0
    break_at: tuple[int, Break] | None = None
    at_break: Callable[[], None] | None = None
    broken: int = 0

    def breaks(self, exchange: int, *, before: bool) -> Break | None:
        if self.break_at is None or self.break_at[0] != exchange or (self.break_at[1] in BEFORE) is not before:
            return None
        what = self.break_at[1]
        self.break_at = None
        self.broken += 1
        if self.at_break:
            self.at_break()
        return what


@asynccontextmanager
async def line_to(desk: SmtpDesk) -> AsyncIterator[Line]:
    """A line to the server until the block ends."""
    line = Line()
    carrying: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        carrying.add(task)
        try:
            with suppress(OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
                await _carry(line, desk.port, reader, writer)
        finally:
            writer.transport.abort()
            carrying.discard(task)

    server = await asyncio.start_server(connected, "127.0.0.1", 0, limit=2**24)
    line.port = server.sockets[0].getsockname()[1]
    try:
        yield line
    finally:
        server.close()
        for task in list(carrying):
            task.cancel()
        await asyncio.gather(*carrying, return_exceptions=True)
        await server.wait_closed()


async def _carry(line: Line, port: int, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    line.connections, line.exchanges = line.connections + 1, 0
    if (what := line.breaks(0, before=True)) is not None:
        await _broken(what)
        return
    to_server, from_server = (await asyncio.open_connection("127.0.0.1", port, limit=2**24))[::-1]
    try:
        content = False
        while True:
            answer = await _answer(from_server)
            if (what := line.breaks(line.exchanges, before=False)) is not None:
                await _broken(what)
                return
            writer.write(answer)
            content = answer.startswith(b"354")
            said = await (reader.readuntil(b"\r\n.\r\n") if content else reader.readuntil(b"\r\n"))
            line.exchanges += 1
            if (what := line.breaks(line.exchanges, before=True)) is not None:
                await _broken(what)
                return
            to_server.write(said)
    finally:
        to_server.transport.abort()


async def _answer(reader: asyncio.StreamReader) -> bytes:
    lines = [await reader.readuntil(b"\r\n")]
    while lines[-1][3:4] == b"-":
        lines.append(await reader.readuntil(b"\r\n"))
    return b"".join(lines)


async def _broken(what: Break) -> None:
    if what in SILENT:
        await asyncio.Event().wait()
