"""Where nobody signs in, a session is begun for our own page and its user, and only so often: each is a row for a week."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import func, select

from providers.settings import Settings
from storage.database import Database
from tests.web.served import ORIGIN, Served, served, settings_for
from web.signing_in.browser_sessions import StoredSession

pytestmark = pytest.mark.slow

MOST_A_MINUTE = 20
UNASKED = ["/api/me", "/sign-in"]
FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": ORIGIN.replace("8000", "9000")},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "cross-site", "Origin": ORIGIN},
]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_for(tmp_path)


@pytest.fixture
async def server(settings: Settings) -> AsyncIterator[Served]:
    async with served(settings) as server:
        yield server


async def rows(settings: Settings) -> int:
    async with Database(settings.local_database_url) as database, database.reading() as session:
        return await session.scalar(select(func.count()).select_from(StoredSession)) or 0


@pytest.mark.parametrize("path", UNASKED)
@pytest.mark.parametrize("headers", FOREIGN)
async def test_another_page_begins_none(server: Served, settings: Settings, path: str, headers: dict[str, str]) -> None:
    answer = await server.browser().get(path, **headers)
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign_origin")
    assert "set-cookie" not in answer.headers
    assert await rows(settings) == 0


@pytest.mark.parametrize("path", UNASKED)
async def test_three_hundred_requests_without_a_cookie_make_a_minutes_worth_of_rows(server: Served, settings: Settings, path: str) -> None:
    answers = [await server.browser().get(path) for _ in range(300)]
    assert [answer.status_code for answer in answers[MOST_A_MINUTE:]] == [429] * (300 - MOST_A_MINUTE)
    assert answers[-1].headers["Retry-After"]
    assert await rows(settings) == MOST_A_MINUTE


async def test_requests_of_another_page_do_not_keep_our_own_out(server: Served, settings: Settings) -> None:
    for _ in range(2 * MOST_A_MINUTE):
        await server.browser().get("/api/me", **FOREIGN[0])
    assert (await server.browser().get("/api/me")).status_code == 200
    assert await rows(settings) == 1


@pytest.mark.parametrize("site", ["same-origin", "none"])
async def test_our_own_page_begins_one_and_keeps_it_however_often_it_asks(server: Served, settings: Settings, site: str) -> None:
    browser = server.browser()
    for _ in range(2 * MOST_A_MINUTE):
        assert (await browser.get("/api/me", **{"Sec-Fetch-Site": site, "Origin": ORIGIN})).status_code == 200
    assert await rows(settings) == 1
