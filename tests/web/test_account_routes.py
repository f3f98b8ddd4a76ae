"""Mail accounts from the page: the list and its health, connecting at Google, disconnecting."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest
from pydantic import SecretStr

from providers.connections.accounts import AccountStore, Provider, StoredGrant
from providers.connections.credentials import Vault
from providers.connections.secret_key import secret_keys
from providers.settings import Settings
from storage.database import Database
from tests.servers.google_oauth import ADDRESS, GoogleDouble, google_server
from tests.web.served import ORIGIN, Browser, Served, served, settings_for

pytestmark = pytest.mark.slow

CONNECT = "/api/accounts/google"


@pytest.fixture
async def google() -> AsyncIterator[GoogleDouble]:
    async with google_server() as google:
        yield google


@pytest.fixture
def settings(tmp_path: Path, google: GoogleDouble) -> Settings:
    return settings_for(tmp_path, **{name.lower(): value for name, value in google.settings().items()})


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Served]:
    async with served(settings) as server:
        yield server


async def store(settings: Settings, user_id: str, address: str) -> str:
    """An account that was connected before; its slug."""
    async with Database(settings.local_database_url) as database:
        accounts = AccountStore(database, Vault(secret_keys(settings.aloud_secret_key)))
        grant = StoredGrant(address=address, refresh_token=f"1//of-{address}", scopes=())
        return (await accounts.put(user_id, Provider.GOOGLE, grant, label=None, now=datetime.now(UTC))).slug


async def sent_back(redirect: str) -> str:
    """The user agrees, or not, on Google's page; where that sends the browser, as path and query."""
    async with aiohttp.ClientSession() as http, http.get(redirect, allow_redirects=False) as answer:
        assert answer.status == 302, await answer.text()
        back = answer.headers["Location"]
        assert back.startswith(f"{ORIGIN}/accounts/google/callback?")
        return back.removeprefix(ORIGIN)


async def connect(browser: Browser, label: str | None = None) -> str:
    """All of it; where the browser ends."""
    begun = await browser.post(CONNECT, {"label": label})
    assert begun.status_code == 200, begun.text
    finished = await browser.get(await sent_back(begun.json()["redirect"]))
    assert finished.status_code == 303
    return finished.headers["Location"]


async def listed(browser: Browser) -> list[dict[str, object]]:
    accounts: list[dict[str, object]] = (await browser.get("/api/accounts")).json()["accounts"]
    return accounts


class TestConnecting:
    async def test_an_account_is_there_afterwards(self, server: Served) -> None:
        browser = await server.user()
        assert await connect(browser, "work") == "/?accounts=connected"
        (account,) = await listed(browser)
        assert (account["label"], account["provider"], account["address"], account["state"]) == ("work", "google", ADDRESS, "connected")
        assert (await browser.open_page()).json()["accounts"] == [account]

    async def test_one_that_is_signed_in_again_is_no_second_one(self, server: Served) -> None:
        browser = await server.user()
        for _ in range(2):
            assert await connect(browser) == "/?accounts=connected"
        assert len(await listed(browser)) == 1

    async def test_google_is_asked_with_a_challenge_and_told_no_secret(self, server: Served) -> None:
        browser = await server.user()
        asked = parse_qs(urlsplit((await browser.post(CONNECT, {})).json()["redirect"]).query)
        assert asked["code_challenge_method"] == ["S256"]
        assert asked["redirect_uri"] == [f"{ORIGIN}/accounts/google/callback"]
        assert not {"client_secret", "code_verifier"} & asked.keys()

    async def test_what_may_be_read_of_it_is_told_by_the_server(self, server: Served, tmp_path: Path) -> None:
        assert (await (await server.user()).get("/api/accounts")).json()["can_connect"] == ["google"]
        async with served(settings_for(tmp_path / "other")) as without:
            assert (await (await without.user()).get("/api/accounts")).json()["can_connect"] == []


class TestNotConnected:
    async def test_where_the_user_does_not_agree(self, server: Served, google: GoogleDouble) -> None:
        google.denies = True
        browser = await server.user()
        assert await connect(browser) == "/?accounts=denied"
        assert await listed(browser) == []

    async def test_where_they_agree_to_less(self, server: Served, google: GoogleDouble) -> None:
        google.consent = ("openid",)
        assert await connect(await server.user()) == "/?accounts=incomplete"

    async def test_where_google_does_not_let_us_use_gmail(self, server: Served, google: GoogleDouble) -> None:
        google.gmail_is_off = True
        assert await connect(await server.user()) == "/?accounts=misconfigured"

    async def test_where_the_label_is_that_of_another_account(self, server: Served, settings: Settings) -> None:
        await store(settings, "local", "other@example.com")
        assert await connect(await server.user(), "Gmail") == "/?accounts=label_taken"

    async def test_where_the_answer_belongs_to_another_browser(self, server: Served) -> None:
        attacker = await server.user()
        back = await sent_back((await attacker.post(CONNECT, {})).json()["redirect"])
        victim = await server.user()
        await victim.post(CONNECT, {})
        assert (await victim.get(back)).headers["Location"] == "/?accounts=expired"
        assert await listed(victim) == []

    async def test_where_it_was_used_before(self, server: Served) -> None:
        browser = await server.user()
        back = await sent_back((await browser.post(CONNECT, {})).json()["redirect"])
        assert (await browser.get(back)).headers["Location"] == "/?accounts=connected"
        assert (await browser.get(back)).headers["Location"] == "/?accounts=expired"

    async def test_where_nobody_is_signed_in_any_more(self, server: Served) -> None:
        browser = await server.user()
        back = await sent_back((await browser.post(CONNECT, {})).json()["redirect"])
        await browser.post("/api/sign-out")
        assert (await browser.get(back)).headers["Location"] == "/?accounts=expired"


class TestRefused:
    async def test_without_the_token_of_the_page(self, server: Served, settings: Settings) -> None:
        slug = await store(settings, "local", ADDRESS)
        browser = await server.user()
        browser.csrf = "wrong"
        assert (await browser.post(CONNECT, {})).json()["code"] == "csrf_token_wrong"
        assert (await browser.delete(f"/api/accounts/{slug}")).json()["code"] == "csrf_token_wrong"
        assert len(await listed(browser)) == 1

    async def test_where_there_is_no_client(self, tmp_path: Path) -> None:
        async with served(settings_for(tmp_path)) as server:
            answer = await (await server.user()).post(CONNECT, {})
            assert (answer.status_code, answer.json()["code"]) == (409, "not_set_up")

    @pytest.mark.parametrize("label", ["me@example.com", "?", "x" * 31])
    async def test_what_is_no_label(self, server: Served, label: str) -> None:
        answer = await (await server.user()).post(CONNECT, {"label": label})
        assert (answer.status_code, answer.json()["code"]) == (422, "label_wrong")
        assert label not in answer.text


class TestDisconnecting:
    async def test_the_account_is_gone_here_and_there(self, server: Served, google: GoogleDouble) -> None:
        browser = await server.user()
        await connect(browser)
        (account,) = await listed(browser)
        answer = await browser.delete(f"/api/accounts/{account['slug']}")
        assert answer.json() == {"revoked": True}
        assert google.revoked == google.issued
        assert await listed(browser) == []

    async def test_where_google_cannot_be_told_it_is_gone_here_and_that_is_said(self, server: Served, google: GoogleDouble) -> None:
        browser = await server.user()
        await connect(browser)
        google.revoking_fails = True
        (account,) = await listed(browser)
        assert (await browser.delete(f"/api/accounts/{account['slug']}")).json() == {"revoked": False}
        assert await listed(browser) == []

    async def test_that_of_another_user_is_not_there(self, server: Served, settings: Settings) -> None:
        slug = await store(settings, "somebody-else", ADDRESS)
        browser = await server.user()
        assert await listed(browser) == []
        answer = await browser.delete(f"/api/accounts/{slug}")
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_account")


async def test_a_folder_of_the_settings_is_listed_and_stays(tmp_path: Path) -> None:
    folder = tmp_path / "Mail"
    (folder / "cur").mkdir(parents=True)
    async with served(settings_for(tmp_path, aloud_maildir=(folder,))) as server:
        browser = await server.user()
        (account,) = await listed(browser)
        assert (account["provider"], account["removable"]) == ("maildir", False)
        assert (await browser.delete(f"/api/accounts/{account['slug']}")).status_code == 404


async def test_an_account_whose_key_is_lost_is_listed_with_what_is_wrong(settings: Settings) -> None:
    other_key = "//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eA="
    async with served(settings):
        await store(settings, "local", ADDRESS)
    async with served(settings.model_copy(update={"aloud_secret_key": SecretStr(other_key)})) as server:
        (account,) = await listed(await server.user())
        assert (account["state"], account["address"]) == ("unreadable", "")
