"""Tokens for programs: shown once, kept as digests, good for the team alone and as far as their scopes go, until they are revoked."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text

from providers.settings import Settings
from tests.web.served import Served, served
from tests.web.team.teams_served import LOCAL, STRANGER, Stores, now, program
from web.http.rate_limits import RateLimit
from web.server_parts import Rates
from web.signing_in.api_tokens import MOST_TOKENS, ApiTokens, TokenScope

ALL = "/api/tokens"
NEW_TEAM = {"name": "Trips", "mission": "Watch the fares.", "leadAgentName": "Tess"}
BOTH = ["team:read", "team:write"]
BOTH_SCOPES = tuple(TokenScope)


def found_in(folder: Path, token: str) -> list[str]:
    """The files of the database in which the token stands."""
    files = list(folder.glob("aloud*"))
    assert files
    return [file.name for file in files if token.encode() in file.read_bytes()]


async def test_one_is_told_once_and_only_its_digest_is_kept(server: Served, stores: Stores, settings: Settings) -> None:
    browser = await server.user()
    made = await browser.post(ALL, {"label": " my script ", "scopes": BOTH})
    token, shown = made.json()["token"], made.json()["shown"]
    assert (shown["label"], shown["scopes"]) == ("my script", BOTH)
    listed = await browser.get(ALL)
    assert listed.json() == {"tokens": [shown]}
    assert token not in listed.text
    async with stores.database.reading() as session:
        (row,) = (await session.execute(text("SELECT * FROM api_token"))).all()
    assert token not in " ".join(map(str, row))
    assert not found_in(settings.aloud_data_dir, token)


async def test_a_program_reaches_the_team_with_it_without_cookie_and_csrf_until_it_is_revoked(server: Served) -> None:
    browser = await server.user()
    made = (await browser.post(ALL, {"label": "script", "scopes": BOTH})).json()
    http, bearer = server.browser().http, {"Authorization": f"Bearer {made['token']}"}
    teams = await http.get("/api/teams", headers=bearer)
    assert teams.status_code == 200
    assert "set-cookie" not in teams.headers
    made_by_it = await http.post("/api/teams", headers=bearer, json=NEW_TEAM)
    assert made_by_it.status_code == 200
    assert (await browser.delete(f"{ALL}/{made['shown']['id']}")).status_code == 204
    refused = await http.get("/api/teams", headers=bearer)
    assert (refused.status_code, refused.json()["code"]) == (401, "token_wrong")
    assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert (await browser.delete(f"{ALL}/{made['shown']['id']}")).json()["code"] == "no_such_token"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/api/accounts"),
        ("GET", "/api/conversations"),
        ("GET", "/api/memories"),
        ("PATCH", "/api/memories/00"),
        ("GET", ALL),
        ("POST", ALL),
        ("DELETE", f"{ALL}/00"),
        ("POST", "/api/typing"),
        ("POST", "/api/call"),
        ("POST", "/api/teams/first/begin"),
    ],
)
async def test_it_opens_nothing_else(server: Served, stores: Stores, method: str, path: str) -> None:
    http = await program(server, stores)
    answer = await http.request(method, path, json={"content": "x", "label": "x", "scopes": BOTH, "line": "next"})
    assert (answer.status_code, answer.json()["code"]) == (401, "sign_in_needed")


async def test_without_the_scope_it_reads_or_writes_only(server: Served, stores: Stores) -> None:
    reads = await program(server, stores, scopes=[TokenScope.READ])
    assert (await reads.get("/api/teams")).status_code == 200
    refused = await reads.post("/api/teams", json=NEW_TEAM)
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_missing")
    writes = await program(server, stores, scopes=[TokenScope.WRITE])
    assert (await writes.get("/api/teams")).json()["code"] == "scope_missing"
    assert (await writes.post("/api/teams", json=NEW_TEAM)).status_code == 200


async def test_a_wrong_one_is_refused_though_the_browser_is_signed_in(server: Served) -> None:
    browser = await server.user()
    answer = await browser.get("/api/teams", authorization="Bearer aloud_guessed")
    assert answer.json()["code"] == "token_wrong"


async def test_a_browser_needs_the_csrf_token_all_the_same(server: Served) -> None:
    browser = await server.user()
    browser.csrf = ""
    assert (await browser.post("/api/teams/first/begin")).json()["code"] == "csrf_token_wrong"


@pytest.mark.parametrize("wanted", [{"label": "", "scopes": BOTH}, {"label": "x", "scopes": []}, {"label": "x", "scopes": ["all"]}])
async def test_one_needs_a_label_and_scopes_that_there_are(server: Served, wanted: dict[str, object]) -> None:
    assert (await (await server.user()).post(ALL, wanted)).status_code == 422


async def test_those_of_others_are_not_listed_and_not_revoked(server: Served, stores: Stores) -> None:
    token, theirs = await stores.tokens.make(STRANGER, "theirs", BOTH_SCOPES, now=now())
    browser = await server.user()
    assert (await browser.get(ALL)).json() == {"tokens": []}
    assert (await browser.delete(f"{ALL}/{theirs.token_id}")).status_code == 404
    assert await stores.tokens.find(token) is not None


async def test_there_are_so_many_and_no_more(server: Served, stores: Stores) -> None:
    for number in range(MOST_TOKENS):
        await stores.tokens.make(LOCAL, f"{number}", BOTH_SCOPES, now=now())
    answer = await (await server.user()).post(ALL, {"label": "one more", "scopes": BOTH})
    assert (answer.status_code, answer.json()["code"]) == (409, "cannot_be_done")


async def test_forgetting_a_user_revokes_theirs_and_nobody_elses(stores: Stores) -> None:
    mine, _ = await stores.tokens.make(LOCAL, "mine", BOTH_SCOPES, now=now())
    theirs, _ = await stores.tokens.make(STRANGER, "theirs", BOTH_SCOPES, now=now())
    assert await ApiTokens(stores.database).forget("local") == 1
    assert await stores.tokens.find(mine) is None
    assert await stores.tokens.find(theirs) is not None


class TestTooOften:
    @pytest.fixture
    async def server(self, settings: Settings) -> AsyncIterator[Served]:
        async with served(settings, rates=Rates(programs_from_address=RateLimit(2), new_tokens=RateLimit(1))) as server:
            yield server

    async def test_a_program_waits_also_one_that_guesses(self, server: Served, stores: Stores) -> None:
        http = await program(server, stores)
        for _ in range(2):
            assert (await http.get("/api/teams", headers={"Authorization": "Bearer aloud_guessed"})).status_code == 401
        answer = await http.get("/api/teams")
        assert (answer.status_code, answer.json()["code"]) == (429, "too_often")

    async def test_so_does_who_makes_tokens(self, server: Served) -> None:
        browser = await server.user()
        wanted = {"label": "x", "scopes": BOTH}
        assert [(await browser.post(ALL, wanted)).status_code for _ in range(2)] == [200, 429]
