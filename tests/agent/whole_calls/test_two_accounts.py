"""A whole call over two accounts, typed: two Maildirs, and a Maildir beside Gmail."""

import os
from base64 import b64encode
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from pydantic import SecretStr

from briefing.mail import account_of, provider_id_of
from providers.connections.accounts import Provider
from providers.maildir import maildir_account
from providers.settings import Settings
from session.opening.assembly import prepare_storage
from session.opening.sending_due import account_store
from storage.database import Database
from tests.agent.maildir_state import unread_names
from tests.agent.typed_call import NOW, typed_call
from tests.providers.arranged_maildir import drop, make_maildir
from tests.providers.gmail.doubles.arranged import grant_of
from tests.providers.messages import OWN_ADDRESS, message
from tests.servers.gmail.calls import CallKind
from tests.servers.gmail.faults import Fault
from tests.servers.gmail.proxy import GmailProxy, gmail_proxy
from tests.servers.gmail.server import CLIENT_ID, CLIENT_SECRET, GmailHands, GmailServer

pytestmark = pytest.mark.slow

FRIENDS = ("Alma", "Boris", "Clara", "Doris")


def letter(name: str, *, about: str) -> bytes:
    return message(f"{about}-{name}", sender=f"{name} <{name.lower()}@example.org>", subject=f"The {about} of {name}", text="Some words.\n")


def maildir(path: Path, *, about: str, names: Sequence[str] = FRIENDS) -> Path:
    """Mails under the same file names in every folder that is made so."""
    make_maildir(path)
    for number, name in enumerate(names):
        drop(path, letter(name, about=about), name=f"{number}.M{number}P7.host", at=NOW.timestamp() - 60 * number)
    return path


def settings_over(folder: Path, *maildirs: Path, **changes: object) -> Settings:
    values = {"aloud_maildir": maildirs, "aloud_addresses": (OWN_ADDRESS,), "aloud_data_dir": folder / "data", "aloud_timezone": "UTC"}
    return Settings.load(env_file=None).model_copy(update=values | changes)


class TestTwoMaildirs:
    async def test_each_mail_is_told_once_whichever_account_is_heard_first(self, tmp_path: Path) -> None:
        work, home = maildir(tmp_path / "work", about="contract"), maildir(tmp_path / "home", about="party")
        slugs = {label: maildir_account(path).slug for label, path in (("work", work), ("home", home))}
        async with typed_call(settings_over(tmp_path, work, home)) as call:
            said = await call.greet()
            assert "8 unread mails" in said
            assert call.current is not None
            here, other = ("work", "home") if account_of(call.current) == slugs["work"] else ("home", "work")
            assert f"In your {here} mail, " in said
            assert await call.type("which account is this?") == f"This one is in your {here} mail."
            said = await call.type(f"only my {other} mail, please")
            assert f"Only your {other} mail from now on: four of the seven mails that are left." in said
            assert "In your" not in said, "they have just said where it is"
            told, said = await call.to_the_end()
            assert {account_of(mail) for mail in told} == {slugs[other]}
            assert f"mails wait in your {here} mail. Shall I go on with that?" in said
            assert f"In your {here} mail, " in await call.type("yes")
            rest, said = await call.to_the_end()
            assert {account_of(mail) for mail in rest} == {slugs[here]}
            assert len(told) == 4
            assert sorted(map(provider_id_of, {*told, *rest, *call.call.tracker.snapshot().mails})) == sorted([*unread_names(home)] * 2)
            assert said.endswith("That was everything.")

    async def test_what_is_done_in_one_account_happens_in_no_other(self, tmp_path: Path) -> None:
        work, home = maildir(tmp_path / "work", about="contract"), maildir(tmp_path / "home", about="party")
        async with typed_call(settings_over(tmp_path, work, home)) as call:
            await call.greet()
            await call.type("only my work mail")
            assert call.current is not None
            archived = provider_id_of(call.current)
            assert "Archived." in await call.type("archive it")
        assert unread_names(work) == {name for name in unread_names(home) if name != archived}
        assert len(unread_names(home)) == 4

    async def test_what_was_left_for_later_is_told_in_the_next_call(self, tmp_path: Path) -> None:
        settings = settings_over(tmp_path, maildir(tmp_path / "work", about="contract"), maildir(tmp_path / "home", about="party"))
        async with typed_call(settings) as call:
            await call.greet()
            await call.type("only my work mail")
            heard, _ = await call.to_the_end()
            assert "wait in your home mail. Goodbye" in await call.type("goodbye")
            before = call.call.tracker.progress().remaining
        async with typed_call(settings) as call:
            await call.greet()
            again, _ = await call.to_the_end()
            assert len(again) == before
            assert not {*again} & {*heard}

    async def test_intents_that_only_sound_like_it_change_nothing(self, tmp_path: Path) -> None:
        async with typed_call(
            settings_over(tmp_path, maildir(tmp_path / "work", about="contract"), maildir(tmp_path / "home", about="party"))
        ) as call:
            await call.greet()
            for line in ("only my museum mail", "only my mail from Alma", "read all my mail"):
                assert "help" in await call.type(line)
            assert call.call.tracker.wanted_accounts is None


@dataclass
class Beside:
    """Gmail, called "work", beside a Maildir called "home"."""

    settings: Settings
    hands: GmailHands
    proxy: GmailProxy
    slug: str
    home: Path


@asynccontextmanager
async def gmail_beside_maildir(folder: Path) -> AsyncIterator[Beside]:
    home = maildir(folder / "home", about="party")
    async with GmailServer.started(folder) as server, gmail_proxy(server) as proxy:
        hands = server.hands()
        for name in FRIENDS:
            await hands.insert(letter(name, about="contract"))
        settings = settings_over(
            folder,
            home,
            google_client_id=CLIENT_ID,
            google_client_secret=SecretStr(CLIENT_SECRET),
            aloud_google_token_url=proxy.token_url,
            aloud_gmail_url=proxy.url,
            aloud_secret_key=SecretStr(b64encode(os.urandom(32)).decode()),
        )
        await prepare_storage(settings)
        async with Database(settings.local_database_url) as database:
            store = account_store(settings, database)
            account = await store.put("local", Provider.GOOGLE, await grant_of(hands), label="work", now=NOW)
        yield Beside(settings=settings, hands=hands, proxy=proxy, slug=account.slug, home=home)


@pytest.mark.server
class TestGmailBesideAMaildir:
    async def test_both_are_briefed_and_one_can_be_heard_alone(self, tmp_path: Path) -> None:
        async with gmail_beside_maildir(tmp_path) as beside, typed_call(beside.settings) as call:
            assert "8 unread mails" in await call.greet()
            await call.type("only my work mail")
            assert call.current is not None
            assert "Archived." in await call.type("archive it")
            told, said = await call.to_the_end()
            assert {account_of(mail) for mail in told} == {beside.slug}
            assert "wait in your home mail" in said
            await call.type("all my mail again")
            rest, _ = await call.to_the_end()
            assert {account_of(mail) for mail in rest} == {maildir_account(beside.home).slug}
            assert len(await beside.hands.ids("INBOX", "UNREAD")) == 3
            assert len(unread_names(beside.home)) == 4

    async def test_a_mail_that_does_not_load_is_told_of_and_comes_when_it_does(self, tmp_path: Path) -> None:
        async with gmail_beside_maildir(tmp_path) as beside:
            late = (await beside.hands.ids("INBOX", "UNREAD"))[0]
            beside.proxy.faults.fail(lambda call: call.kind is CallKind.GET and call.name == late, Fault.UNAVAILABLE, times=None)
            async with typed_call(beside.settings) as call:
                said = await call.greet()
                assert "8 unread mails" in said
                assert "One mail did not load; I'll come back to it." in said
                told, said = await call.to_the_end()
                assert len(told) == 7
                assert late not in {provider_id_of(mail) for mail in told}
                assert "One mail did not load; it is left for next time." in said
                beside.proxy.faults.clear()
                call.call.events.load_again.set()
                await call.reads("The mail that did not load is here now.", within_s=60)
                assert call.current is not None
                assert provider_id_of(call.current) == late

    async def test_one_that_has_to_be_connected_again_is_told_once_and_the_other_is_briefed(self, tmp_path: Path) -> None:
        async with gmail_beside_maildir(tmp_path) as beside:
            beside.proxy.faults.fail(lambda call: call.name.endswith("token"), Fault.INVALID_GRANT, times=None)
            async with typed_call(beside.settings) as call:
                said = await call.greet()
                assert "4 unread mails" in said, said
                assert "cannot reach" not in said, said
                told, _ = await call.to_the_end()
                await call.reads("Your work mail needs to be connected again.", within_s=60)
                assert call.page.text.count("connected again") == 1
                assert {account_of(mail) for mail in told} == {maildir_account(beside.home).slug}
                assert len({*told}) == 4
                assert "connected again" not in await call.type("how many are left")
