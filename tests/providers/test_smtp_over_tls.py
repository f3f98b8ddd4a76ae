"""Sending over TLS to a real server: an encrypted line to the right server or none, and nothing in clear before that is known."""

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from briefing.speech.sentences.about_sending import not_sent
from cli.doctor.sending_examination import sending
from providers.sender import Refusal, SendRefusedError
from providers.settings import Settings
from providers.smtp import SmtpSender, SmtpServer
from tests.providers.arranged_maildir import make_maildir
from tests.providers.test_smtp import ACCOUNT, OWN, mail
from tests.servers.authority import HERE, Authority
from tests.servers.smtp import SmtpDesk, smtp_server
from tests.servers.tapped import Tap, tapped

pytestmark = pytest.mark.slow

PASSWORD = "canary-of-a-password"
WAYS = ["starttls", "smtps"]
SECRETS = (PASSWORD.encode(), b"anna@example.org", b"sam@example.com", b"Lunch", b"Tuesday", b"AUTH", b"MAIL FROM")
SAID_OF = {
    Refusal.PASSWORD: "Your mail to anna@example.org was not sent: the mail server does not accept the user name or the password. "
    "The draft stays.",
    Refusal.UNTRUSTED: "Your mail to anna@example.org was not sent: the certificate of the mail server has expired, or comes from nobody "
    "whom this machine trusts. The draft stays.",
    Refusal.OTHER_NAME: "Your mail to anna@example.org was not sent: the certificate of the mail server is for another name than the one "
    "that is set. The draft stays.",
    Refusal.NOT_ENCRYPTED: "Your mail to anna@example.org was not sent: the mail server offers no encryption, and mail does not go over an "
    "open line. The draft stays.",
}


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority.made(tmp_path_factory.mktemp("ours") / "authority")


@asynccontextmanager
async def served(way: str, context: ssl.SSLContext) -> AsyncIterator[tuple[SmtpDesk, Tap]]:
    """A server that asks for the password, and the line to it on which everything said can be heard."""
    starttls, encrypted = (context, None) if way == "starttls" else (None, context)
    async with smtp_server(password=PASSWORD, starttls=starttls, encrypted=encrypted) as desk, tapped(desk.port) as tap:
        yield desk, tap


def client_of(way: str, tap: Tap, trust: ssl.SSLContext, **different: str) -> SmtpServer:
    scheme = "smtps" if way == "smtps" else "smtp"
    server = SmtpServer.of(f"{scheme}://sam:{PASSWORD}@{HERE}:{tap.port}")
    return replace(server, trust=trust, **different)  # type: ignore[arg-type]


async def send(server: SmtpServer, folder: Path) -> None:
    async with SmtpSender.opened(server, account=ACCOUNT, address=OWN, folder=make_maildir(folder / "Mail")) as sender:
        await sender.ready()
        await sender.send(mail())


async def refused(server: SmtpServer, folder: Path) -> Refusal:
    with pytest.raises(SendRefusedError) as raised:
        await send(server, folder)
    return raised.value.refusal


def in_clear(tap: Tap) -> list[bytes]:
    return [secret for secret in SECRETS if secret in bytes(tap.said)]


@pytest.mark.parametrize("way", WAYS)
async def test_the_right_server_takes_a_mail_and_who_listens_in_reads_nothing(authority: Authority, tmp_path: Path, way: str) -> None:
    async with served(way, authority.server()) as (desk, tap):
        await send(client_of(way, tap, authority.trusting), tmp_path)
        assert [(taken.user, taken.recipients) for taken in desk.taken] == [("sam", ("anna@example.org", "bob@example.org"))]
        assert (in_clear(tap), len(tap.said) > 1000) == ([], True)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("wrong", ["of another authority", "expired", "of nobody that is trusted"])
async def test_a_bad_certificate_is_refused_before_anything_is_said(authority: Authority, tmp_path: Path, way: str, wrong: str) -> None:
    other = Authority.made(tmp_path / "other", name="Test authority")
    answers = authority.server(expired=True) if wrong == "expired" else other.server()
    trust = ssl.create_default_context() if wrong == "of nobody that is trusted" else authority.trusting
    async with served(way, answers) as (desk, tap):
        assert await refused(client_of(way, tap, trust), tmp_path) is Refusal.UNTRUSTED
        assert (desk.taken, in_clear(tap)) == ([], [])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", ["mail.example.com", "127.0.0.2"])
async def test_a_server_of_another_name_is_refused(authority: Authority, tmp_path: Path, way: str, name: str) -> None:
    async with served(way, authority.server(name)) as (desk, tap):
        assert await refused(client_of(way, tap, authority.trusting), tmp_path) is Refusal.OTHER_NAME
        assert (desk.taken, in_clear(tap)) == ([], [])


@pytest.mark.parametrize("way", WAYS)
async def test_a_refused_login_is_said_to_be_that(authority: Authority, tmp_path: Path, way: str) -> None:
    async with served(way, authority.server()) as (desk, tap):
        server = client_of(way, tap, authority.trusting, password="another")
        assert await refused(server, tmp_path) is Refusal.PASSWORD
        assert (desk.taken, in_clear(tap)) == ([], [])


@pytest.mark.parametrize("user", ["sam", ""])
async def test_a_server_without_starttls_is_refused_with_a_password_and_without(authority: Authority, tmp_path: Path, user: str) -> None:
    async with smtp_server(password=PASSWORD if user else None) as desk, tapped(desk.port) as tap:
        server = client_of("starttls", tap, authority.trusting, user=user, password=PASSWORD if user else "")
        assert await refused(server, tmp_path) is Refusal.NOT_ENCRYPTED
        assert (desk.taken, in_clear(tap)) == ([], [])


async def test_what_is_set_to_be_encrypted_from_the_start_is_not_said_to_a_server_that_is_not(authority: Authority, tmp_path: Path) -> None:
    async with smtp_server(password=PASSWORD) as desk, tapped(desk.port) as tap:
        server = replace(client_of("smtps", tap, authority.trusting), timeouts=replace(SmtpServer.of("smtp://x").timeouts, connect_s=0.5))
        with pytest.raises(Exception, match="cannot be reached"):
            await send(server, tmp_path)
        assert (desk.taken, in_clear(tap)) == ([], [])


def test_each_reason_is_one_sentence() -> None:
    assert {refusal: not_sent(["anna@example.org"], refusal.value) for refusal in SAID_OF} == SAID_OF


async def test_the_doctor_says_the_reason(authority: Authority, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    async with served("smtps", authority.server("mail.example.com")) as (_, tap):
        url = f"smtps://sam:{PASSWORD}@{HERE}:{tap.port}"
        settings = Settings(_env_file=None, aloud_smtp_url=url, aloud_addresses="sam@example.com", aloud_data_dir=tmp_path)
        untrusted = await sending(settings)
        monkeypatch.setenv("SSL_CERT_FILE", str(authority.file))
        other_name = await sending(settings)
    assert "nobody whom this machine trusts" in untrusted.line
    assert "for another name" in other_name.line
