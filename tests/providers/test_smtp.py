"""Sending by SMTP to a real server: taken by all or by none, and never a doubt where there is none."""

from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from pathlib import Path

import pytest

from briefing.mail import Address, mail_id, provider_id_of
from providers.mailbox import Account, MailboxUnavailableError, MailGoneError
from providers.maildir import MaildirMailbox
from providers.sender import OutgoingMail, Refusal, SendRefusedError, SendUnknownError
from providers.smtp import SmtpSender, SmtpServer, SmtpTimeouts, SmtpUrlError
from tests.providers.arranged_maildir import ArrangedMaildir, make_maildir
from tests.providers.messages import message
from tests.servers.ports import free_port
from tests.servers.smtp import SILENT, Break, Line, SmtpDesk, line_to, smtp_server

pytestmark = pytest.mark.slow

ACCOUNT = Account(slug="work", label="work")
OWN = Address(email="sam@example.com")
PATIENT = SmtpTimeouts()
HASTY = SmtpTimeouts(connect_s=2.0, answer_s=2.0, taken_s=2.0)
"""Only where an answer never comes; a busy machine may take a second for one that does."""
GREETING, HELLO, FROM, FIRST_TO, SECOND_TO, DATA, CONTENT = range(7)


def mail(**different: object) -> OutgoingMail:
    said: dict[str, object] = {
        "message_id": "one@example.com",
        "from_": OWN,
        "to": (Address(name="Anna", email="anna@example.org"),),
        "bcc": (Address(email="bob@example.org"),),
        "subject": "Lunch",
        "body": "Tuesday works.\n.\n..\nfrom here\n",
        "date": datetime(2026, 3, 4, tzinfo=UTC),
    }
    return OutgoingMail(**(said | different))  # type: ignore[arg-type]


@pytest.fixture
async def desk() -> AsyncIterator[SmtpDesk]:
    async with smtp_server() as desk:
        yield desk


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_maildir(tmp_path / "Mail")


def server_at(port: int, *, user: str = "", password: str = "", timeouts: SmtpTimeouts = PATIENT) -> SmtpServer:
    return SmtpServer(host="127.0.0.1", port=port, user=user, password=password, timeouts=timeouts)


def opened(port: int, folder: Path, *, timeouts: SmtpTimeouts = PATIENT) -> AbstractAsyncContextManager[SmtpSender]:
    return SmtpSender.opened(server_at(port, timeouts=timeouts), account=ACCOUNT, address=OWN, folder=folder)


def sent_in(folder: Path) -> list[bytes]:
    return [file.read_bytes() for file in folder.glob(".Sent/cur/*")]


class TestSending:
    async def test_it_arrives_as_it_was_said_and_a_copy_is_kept(self, desk: SmtpDesk, folder: Path) -> None:
        async with opened(desk.port, folder) as sender:
            await sender.ready()
            sent = await sender.send(mail())
            assert await sender.find_sent("one@example.com") == sent.mail_id
            assert await sender.find_sent("other@example.com") is None
        (taken,) = desk.taken
        assert (taken.sender, taken.recipients) == ("sam@example.com", ("anna@example.org", "bob@example.org"))
        assert taken.message.get_content().splitlines() == ["Tuesday works.", ".", "..", "from here"]
        assert taken.message["Bcc"] is None
        (copy,) = sent_in(folder)
        assert b"Bcc: bob@example.org" in copy
        mailbox = MaildirMailbox(folder, account=ACCOUNT, own_addresses=frozenset({OWN.email}))
        assert await mailbox.written_to(limit=10) == {"anna@example.org", "bob@example.org"}
        await mailbox.aclose()

    async def test_a_copy_that_cannot_be_kept_does_not_make_it_unsent(self, desk: SmtpDesk, folder: Path) -> None:
        (folder / ".Sent").write_text("no folder")
        async with opened(desk.port, folder) as sender:
            await sender.ready()
            assert (await sender.send(mail())).mail_id is None
        assert len(desk.taken) == 1

    async def test_one_connection_sends_one_mail(self, desk: SmtpDesk, folder: Path) -> None:
        async with opened(desk.port, folder) as sender:
            await sender.ready()
            await sender.ready()
            await sender.send(mail())
            with pytest.raises(SendRefusedError):
                await sender.send(mail())
        assert len(desk.taken) == 1

    async def test_a_domain_of_other_letters_is_written_to_in_ascii(self, desk: SmtpDesk, folder: Path) -> None:
        async with opened(desk.port, folder) as sender:
            await sender.ready()
            await sender.send(mail(to=(Address(name="Jörg", email="joerg@bücher.example"),)))
        (taken,) = desk.taken
        assert taken.recipients[0] == "joerg@xn--bcher-kva.example"
        assert taken.message["To"].addresses[0].display_name == "Jörg"

    async def test_a_local_part_of_other_letters_needs_a_server_that_takes_it(self, folder: Path) -> None:
        written = mail(to=(Address(email="jörg@example.org"),))
        async with smtp_server(utf8=True) as desk, opened(desk.port, folder) as sender:
            await sender.ready()
            await sender.send(written)
            assert desk.taken[0].recipients[0] == "jörg@example.org"
        async with smtp_server(utf8=False) as desk, opened(desk.port, folder) as sender:
            await sender.ready()
            with pytest.raises(SendRefusedError) as refused:
                await sender.send(written)
            assert (refused.value.refusal, desk.taken) == (Refusal.ADDRESS, [])


class TestRefusals:
    @pytest.mark.parametrize(
        ("answer", "refusal"),
        [
            ({"bob@example.org": "550 nobody here"}, Refusal.ADDRESS),
            ({"anna@example.org": "450 later"}, Refusal.ADDRESS),
            ({"MAIL": "553 not from you"}, Refusal.SENDER),
            ({"MAIL": "552 too much"}, Refusal.TOO_LARGE),
            ({"DATA": "554 spam"}, Refusal.CONTENT),
            ({"DATA": "451 try later"}, Refusal.CONTENT),
            ({"DATA": "552 too much"}, Refusal.TOO_LARGE),
        ],
    )
    async def test_what_the_server_does_not_take_goes_to_nobody(
        self, desk: SmtpDesk, folder: Path, answer: dict[str, str], refusal: Refusal
    ) -> None:
        desk.refuses = answer
        async with opened(desk.port, folder) as sender:
            await sender.ready()
            with pytest.raises(SendRefusedError) as refused:
                await sender.send(mail())
        assert (refused.value.refusal, desk.taken, sent_in(folder)) == (refusal, [], [])

    @pytest.mark.parametrize(
        "address", ["anna", "anna@", "a b@example.org", "anna@exa mple.org", "anna@example.org>\r\nRCPT TO:<eve@example.net", "@x.org"]
    )
    async def test_what_is_no_address_is_not_said_to_any_server(self, desk: SmtpDesk, folder: Path, address: str) -> None:
        async with opened(desk.port, folder) as sender:
            await sender.ready()
            with pytest.raises(SendRefusedError) as refused:
                await sender.send(mail(to=(Address(email=address),)))
        assert (refused.value.refusal, desk.taken) == (Refusal.ADDRESS, [])


class TestSigningIn:
    async def test_the_right_password_sends(self, folder: Path) -> None:
        async with smtp_server(password="right") as desk:
            server = server_at(desk.port, user="sam", password="right")
            async with SmtpSender.opened(server, account=ACCOUNT, address=OWN, folder=folder) as sender:
                await sender.ready()
                await sender.send(mail())
            assert desk.taken[0].user == "sam"

    async def test_the_wrong_one_is_refused(self, folder: Path) -> None:
        async with smtp_server(password="right") as desk:
            server = server_at(desk.port, user="sam", password="wrong")
            async with SmtpSender.opened(server, account=ACCOUNT, address=OWN, folder=folder) as sender:
                with pytest.raises(SendRefusedError) as refused:
                    await sender.ready()
            assert refused.value.refusal is Refusal.PASSWORD

    @pytest.mark.parametrize(
        ("url", "upgrades"),
        [
            ("smtp://sam:secret@mail.example.com", True),
            ("smtp://mail.example.com", True),
            ("smtps://sam:secret@mail.example.com", False),
            ("smtp://sam:secret@127.0.0.1", False),
            ("smtp://localhost", False),
        ],
    )
    def test_nothing_is_said_in_clear_to_another_machine(self, url: str, upgrades: bool) -> None:
        assert SmtpServer.of(url).upgrades is upgrades

    def test_an_address_of_a_server(self) -> None:
        assert SmtpServer.of("smtps://sam%40example.com:a%3Ab@mail.example.com") == SmtpServer(
            host="mail.example.com", port=465, user="sam@example.com", password="a:b", encrypted=True
        )
        assert (SmtpServer.of("smtp://mail.example.com").port, SmtpServer.of("smtp://[::1]:25").host) == (587, "::1")
        assert "a:b" not in repr(SmtpServer.of("smtp://sam:a%3Ab@mail.example.com"))

    @pytest.mark.parametrize(
        "url", ["", "mail.example.com", "http://x", "smtp://", "smtp://x:port", "smtp://sam@x", "smtp://x/y", "smtp://x?tls"]
    )
    def test_an_address_of_no_server(self, url: str) -> None:
        with pytest.raises(SmtpUrlError):
            SmtpServer.of(url)


async def attempt(line: Line, folder: Path, *, timeouts: SmtpTimeouts = PATIENT) -> None:
    async with opened(line.port, folder, timeouts=timeouts) as sender:
        await sender.ready()
        await sender.send(mail())


class TestTheLine:
    async def test_a_mail_to_two_takes_seven_exchanges(self, desk: SmtpDesk, folder: Path) -> None:
        async with line_to(desk) as line:
            await attempt(line, folder)
            assert line.exchanges == CONTENT

    @pytest.mark.parametrize("what", Break)
    @pytest.mark.parametrize("exchange", range(CONTENT + 1))
    async def test_a_line_that_breaks_says_how_much_is_known(self, desk: SmtpDesk, folder: Path, exchange: int, what: Break) -> None:
        expected = MailboxUnavailableError if exchange <= HELLO else SendUnknownError if exchange == CONTENT else SendRefusedError
        async with line_to(desk) as line:
            line.break_at = (exchange, what)
            with pytest.raises(expected):
                await attempt(line, folder, timeouts=HASTY if what in SILENT else PATIENT)
            assert line.broken == 1
        assert len(desk.taken) == (exchange == CONTENT and what in {Break.CUT_AFTER, Break.SILENT_AFTER})
        assert sent_in(folder) == []

    async def test_nobody_there(self, folder: Path) -> None:
        async with opened(free_port(), folder) as sender:
            with pytest.raises(MailboxUnavailableError):
                await sender.ready()


class TestOriginals:
    async def test_a_mail_comes_back_as_it_is_wherever_it_lies(self, folder: Path) -> None:
        arranged = ArrangedMaildir(folder)
        delivered = await arranged.deliver(message("a"))
        sender = SmtpSender(server_at(1), account=arranged.mailbox.account, address=OWN, folder=folder)
        assert await sender.original(delivered) == message("a")
        await arranged.archive_elsewhere(delivered)
        assert await sender.original(delivered) == message("a")
        gone = await arranged.deliver(message("b"))
        await arranged.delete_elsewhere(gone)
        for nowhere in (gone, mail_id("elsewhere", provider_id_of(delivered))):
            with pytest.raises(MailGoneError):
                await sender.original(nowhere)
