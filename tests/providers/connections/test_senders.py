"""From which accounts a user can send, and why not from the others."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from providers.connections.accounts import AccountStore, Provider, StoredGrant
from providers.connections.credentials import Vault
from providers.connections.secret_key import secret_keys
from providers.connections.senders import ConfiguredSenders
from providers.gmail.sender import GmailSender
from providers.google.client import READ_AND_CHANGE, SEND, GoogleClient
from providers.maildir import maildir_account
from providers.sender import Refusal, SendRefusedError
from providers.settings import Settings
from providers.smtp import SmtpSender
from storage.database import Database
from tests.actions.sending_desk import MORNING
from tests.providers.arranged_maildir import make_maildir
from tests.providers.test_smtp import mail
from tests.storage.migrated import migrated

SMTP_URL = "smtps://sam:secret@mail.example.com"
KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="


def settings_with(**given: object) -> Settings:
    return Settings(_env_file=None, aloud_user="sam", aloud_addresses=("sam@example.com", "sam.second@example.com"), **given)  # type: ignore[arg-type]


@pytest.fixture
async def accounts(tmp_path: Path) -> AsyncIterator[AccountStore]:
    url = f"sqlite:///{tmp_path}/aloud.db"
    await migrated(url)
    async with Database(url) as database:
        yield AccountStore(database, Vault(secret_keys(Settings(_env_file=None, aloud_secret_key=KEY).aloud_secret_key)))


async def connected(accounts: AccountStore, *scopes: str) -> str:
    grant = StoredGrant(address="Sam@Gmail.example", refresh_token="token", scopes=scopes)
    return (await accounts.put("sam", Provider.GOOGLE, grant, label=None, now=MORNING)).slug


async def refusal(senders: ConfiguredSenders, user: str, account: str) -> Refusal:
    with pytest.raises(SendRefusedError) as refused:
        async with senders.open(user, account):
            pass
    return refused.value.refusal


class TestByMaildir:
    async def test_a_folder_sends_from_the_first_address(self, tmp_path: Path, accounts: AccountStore) -> None:
        folder = make_maildir(tmp_path / "Mail")
        slug = maildir_account(folder).slug
        senders = ConfiguredSenders(settings_with(aloud_maildir=(folder,), aloud_smtp_url=SMTP_URL), accounts)
        async with senders.open("sam", slug) as sender:
            assert isinstance(sender, SmtpSender)
            assert sender.address.email == "sam@example.com"
        assert await senders.accounts("sam") == (slug,)

    async def test_only_of_its_own_user(self, tmp_path: Path, accounts: AccountStore) -> None:
        folder = make_maildir(tmp_path / "Mail")
        senders = ConfiguredSenders(settings_with(aloud_maildir=(folder,), aloud_smtp_url=SMTP_URL), accounts)
        assert await refusal(senders, "tim", maildir_account(folder).slug) is Refusal.NO_ACCOUNT
        assert await senders.accounts("tim") == ()

    async def test_each_user_sends_from_their_own_folder_and_address(self, tmp_path: Path, accounts: AccountStore) -> None:
        own = settings_with(aloud_maildir=(tmp_path / "{user}" / "Maildir",), aloud_smtp_url=SMTP_URL)
        everybodys = own.model_copy(update={"aloud_addresses": ("office@example.com", "{user}@example.com")})
        slug = maildir_account(tmp_path / "tim" / "Maildir").slug
        async with ConfiguredSenders(everybodys, accounts).open("tim", slug) as sender:
            assert sender.address.email == "tim@example.com"
        assert await refusal(ConfiguredSenders(everybodys, accounts), "sam", slug) is Refusal.NO_ACCOUNT
        assert await refusal(ConfiguredSenders(own, accounts), "tim", slug) is Refusal.NO_ACCOUNT, "the addresses are those of sam"
        for user in ("../tim", "tim@example.org,you"):
            assert await ConfiguredSenders(everybodys, accounts).accounts(user) == ()

    async def test_not_without_a_server(self, tmp_path: Path, accounts: AccountStore) -> None:
        folder = make_maildir(tmp_path / "Mail")
        senders = ConfiguredSenders(settings_with(aloud_maildir=(folder,)), accounts)
        assert await refusal(senders, "sam", maildir_account(folder).slug) is Refusal.NO_ACCOUNT
        assert await senders.accounts("sam") == ()

    async def test_in_a_dry_run_it_goes_into_the_folder_of_sent_mail_and_to_no_server(self, tmp_path: Path, accounts: AccountStore) -> None:
        folder = make_maildir(tmp_path / "Mail")
        settings = settings_with(aloud_maildir=(folder,), aloud_smtp_url=SMTP_URL, aloud_sending_dry_run=True)
        senders = ConfiguredSenders(settings, accounts)
        assert senders.dry_run
        assert await senders.accounts("sam") == (maildir_account(folder).slug,)
        async with senders.open("sam", maildir_account(folder).slug) as sender:
            await sender.ready()
            sent = await sender.send(mail())
            assert sent.mail_id is not None
            assert sent.mail_id == await sender.find_sent("one@example.com")
            kept = await sender.original(sent.mail_id)
        assert b"Bcc: bob@example.org" in kept
        assert b"Tuesday works." in kept
        assert await refusal(senders, "tim", maildir_account(folder).slug) is Refusal.NO_ACCOUNT

    async def test_in_a_dry_run_no_copy_is_not_sent(self, tmp_path: Path, accounts: AccountStore) -> None:
        settings = settings_with(aloud_maildir=(tmp_path / "nothing",), aloud_sending_dry_run=True)
        async with ConfiguredSenders(settings, accounts).open("sam", maildir_account(tmp_path / "nothing").slug) as sender:
            with pytest.raises(SendRefusedError):
                await sender.send(mail())


class TestByGmail:
    async def test_an_account_that_has_allowed_it_sends_from_its_own_address(self, accounts: AccountStore) -> None:
        slug = await connected(accounts, READ_AND_CHANGE, SEND)
        senders = ConfiguredSenders(settings_with(aloud_sending=True), accounts)
        async with senders.open("sam", slug) as sender:
            assert isinstance(sender, GmailSender)
            assert sender.address.email == "sam@gmail.example"
        assert await senders.accounts("sam") == (slug,)
        assert await senders.able("sam") == [slug]

    async def test_one_that_has_not_needs_another_sign_in(self, accounts: AccountStore) -> None:
        slug = await connected(accounts, READ_AND_CHANGE)
        senders = ConfiguredSenders(settings_with(aloud_sending=True), accounts)
        assert await refusal(senders, "sam", slug) is Refusal.SIGN_IN
        assert (await senders.accounts("sam"), await senders.able("sam")) == ((slug,), [])

    async def test_nothing_is_sent_where_sending_is_switched_off(self, accounts: AccountStore) -> None:
        slug = await connected(accounts, READ_AND_CHANGE, SEND)
        senders = ConfiguredSenders(settings_with(), accounts)
        assert await refusal(senders, "sam", slug) is Refusal.NO_ACCOUNT
        assert await senders.accounts("sam") == ()

    async def test_nothing_is_sent_in_a_dry_run(self, accounts: AccountStore) -> None:
        slug = await connected(accounts, READ_AND_CHANGE, SEND)
        senders = ConfiguredSenders(settings_with(aloud_sending=True, aloud_sending_dry_run=True), accounts)
        assert await refusal(senders, "sam", slug) is Refusal.NO_ACCOUNT
        assert await senders.accounts("sam") == ()

    async def test_an_account_of_somebody_else_is_none(self, accounts: AccountStore) -> None:
        slug = await connected(accounts, READ_AND_CHANGE, SEND)
        senders = ConfiguredSenders(settings_with(aloud_sending=True), accounts)
        assert await refusal(senders, "tim", slug) is Refusal.NO_ACCOUNT
        assert await refusal(senders, "sam", "gm00000000") is Refusal.NO_ACCOUNT

    def test_google_is_asked_for_leave_to_send_only_where_it_is_switched_on(self) -> None:
        assert GoogleClient.of(settings_with()).scopes == (READ_AND_CHANGE,)
        assert GoogleClient.of(settings_with(aloud_sending=True)).scopes == (READ_AND_CHANGE, SEND)
