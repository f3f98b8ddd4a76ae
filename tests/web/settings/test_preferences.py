"""VIPs, keywords and own addresses on the page: the same store as in words, and each user's alone."""

from pathlib import Path

import pytest

from briefing.mail import Preferences
from knowledge.preferences import PreferenceStore
from storage.database import Database
from tests.web.served import Browser, served, settings_for
from tests.web.typing_browser import Typist, typing_settings

pytestmark = pytest.mark.slow


async def values(browser: Browser, kind: str) -> list[tuple[str, bool]]:
    shown = (await browser.get("/api/preferences")).json()[kind]
    return [(each["value"], each["removable"]) for each in shown]


async def test_they_are_listed_added_and_removed_in_the_store_that_words_use(tmp_path: Path) -> None:
    settings = settings_for(tmp_path, aloud_vips="chief@example.com", aloud_keywords="audit", aloud_addresses="me@example.com")
    async with served(settings) as server:
        browser = await server.user()
        assert (await values(browser, "vip"), await values(browser, "keyword")) == ([("chief@example.com", False)], [("audit", False)])
        assert ("me@example.com", False) in await values(browser, "address")
        for kind, value in (("vip", " Anna@Example.com"), ("keyword", "QBR"), ("address", "me@home.example")):
            answer = await browser.post("/api/preferences", {"kind": kind, "value": value})
            assert answer.status_code == 200, answer.text
        async with Database(settings.local_database_url) as database:
            store = PreferenceStore(database)
            kept = await store.load("local")
            mine = Preferences(vips=frozenset({"anna@example.com"}), keywords=("QBR",), own_addresses=frozenset({"me@home.example"}))
            assert kept == mine
            await store.add_keyword("local", "budget")
        assert await values(browser, "keyword") == [("audit", False), ("budget", True), ("QBR", True)]
        assert (await browser.delete("/api/preferences/vip?value=anna%40example.com")).status_code == 200
        assert await values(browser, "vip") == [("chief@example.com", False)]


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "vip", "value": "anna"},
        {"kind": "address", "value": "a b@c"},
        {"kind": "keyword", "value": "  "},
        {"kind": "zone", "value": "x"},
    ],
)
async def test_what_is_wrong_is_refused_in_a_sentence_and_nothing_is_stored(tmp_path: Path, body: dict[str, str]) -> None:
    async with served(settings_for(tmp_path)) as server:
        browser = await server.user()
        before = (await browser.get("/api/preferences")).json()
        answer = await browser.post("/api/preferences", body)
        assert answer.status_code == 422
        assert answer.json()["detail"]
        assert (await browser.get("/api/preferences")).json() == before


async def test_what_is_typed_in_the_same_browser_goes_by_it_at_once(tmp_path: Path) -> None:
    async with served(typing_settings(tmp_path)) as server:
        page = Typist(await server.user())
        before = await page.type("only the important ones")
        answer = await page.browser.post("/api/preferences", {"kind": "vip", "value": "nadia.haddad@example.org"})
        assert answer.status_code == 200, answer.text
        assert "Nadia Haddad" not in before
        named = [await page.type("next") for _ in range(13)]
        assert any("Nadia Haddad" in told for told in named)
