"""Tokens for calls: for whom, for which room, for how long, and what they allow."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import combinations
from pathlib import Path

import pytest

from providers.livekit.dispatch_metadata import DispatchMetadata
from providers.livekit.rooms import Room
from tests.web.served import Browser, Served, claims_of, served, settings_for
from web.http.rate_limits import RateLimit
from web.server_parts import Rates

pytestmark = pytest.mark.slow

CALL = "/api/call"


async def begin(browser: Browser) -> dict[str, str]:
    answer = await browser.post(CALL)
    assert answer.status_code == 200, answer.text
    call: dict[str, str] = answer.json()
    return call


def join(server: Served, call: dict[str, str]) -> None:
    """Somebody joins with the token, and the LiveKit server makes the room."""
    server.rooms.room = Room(name=call["room"], sid="RM_1")
    server.rooms.callers = {call["identity"]}
    server.rooms.exists = True


class TestTheToken:
    async def test_opens_one_room_for_a_voice_a_screen_and_text(self, server: Served) -> None:
        call = await begin(await server.user())
        claims = claims_of(call["token"])
        assert claims.identity == call["identity"]
        assert claims.video
        given = {name: value for name, value in vars(claims.video).items() if value}
        assert given == {
            "room_join": True,
            "room": call["room"],
            "can_publish": True,
            "can_subscribe": True,
            "can_publish_data": True,
            "can_publish_sources": ["microphone", "screen_share"],
        }
        assert claims.video.can_update_own_metadata is False

    async def test_brings_an_agent_who_is_told_whose_mail_it_is(self, server: Served) -> None:
        call = await begin(await server.user())
        claims = claims_of(call["token"])
        assert claims.room_config
        (agent,) = claims.room_config.agents
        assert agent.agent_name == "aloud"
        assert DispatchMetadata.parse(agent.metadata) == DispatchMetadata(user_id="local", identity=call["identity"])

    async def test_ends_after_ten_minutes(self, server: Served) -> None:
        call = await begin(await server.user())
        expires = datetime.fromisoformat(call["expires_at"])
        assert timedelta(minutes=9) < expires - datetime.now(UTC) <= timedelta(minutes=10)

    async def test_says_where_the_line_is(self, server: Served) -> None:
        assert (await begin(await server.user()))["url"] == "ws://127.0.0.1:7880"

    async def test_is_given_to_nobody_who_is_not_signed_in(self, server: Served) -> None:
        answer = await server.browser().post(CALL)
        assert (answer.status_code, answer.json()["code"]) == (401, "sign_in_needed")

    async def test_is_not_given_to_a_page_of_others(self, server: Served) -> None:
        browser = await server.user()
        for csrf in ("", "0" * 64, (await server.user()).csrf):
            browser.csrf = csrf
            answer = await browser.post(CALL)
            assert (answer.status_code, answer.json()["code"]) == (403, "csrf_token_wrong")


class TestTheRoom:
    async def test_has_a_name_that_nobody_can_guess(self, server: Served) -> None:
        names = [(await begin(await server.user()))["room"] for _ in range(5)]
        assert len(set(names)) == 5
        assert all(len(name) >= 30 for name in names)
        assert not any(len(one) > 5 and one[5:15] == other[5:15] for one, other in combinations(names, 2))

    async def test_is_the_same_for_a_page_that_is_loaded_again(self, server: Served) -> None:
        browser = await server.user()
        call = await begin(browser)
        join(server, call)
        again = await begin(browser)
        assert (again["room"], again["identity"]) == (call["room"], call["identity"])

    async def test_is_another_one_once_it_was_closed(self, server: Served) -> None:
        browser = await server.user()
        call = await begin(browser)
        join(server, call)
        server.rooms.exists = False
        again = await begin(browser)
        assert (again["room"], again["identity"]) != (call["room"], call["identity"])

    async def test_is_another_one_for_another_browser_of_the_same_user(self, server: Served) -> None:
        call = await begin(await server.user())
        join(server, call)
        other = await begin(await server.user())
        assert other["room"] != call["room"]
        assert other["identity"] != call["identity"]

    async def test_is_a_new_one_where_the_server_does_not_say(self, server: Served) -> None:
        browser = await server.user()
        call = await begin(browser)
        join(server, call)
        server.rooms.away = True
        assert (await begin(browser))["room"] != call["room"]


class TestAlone:
    async def test_the_keeper_sends_an_agent_at_once(self, server: Served) -> None:
        browser = await server.user()
        call = await begin(browser)
        join(server, call)
        told = DispatchMetadata(user_id="local", identity=call["identity"])
        server.rooms.asked = [replace(server.rooms.asked[0], metadata=told)]
        server.rooms.agents.clear()
        assert (await browser.post(f"{CALL}/alone", {"room": call["room"]})).status_code == 202
        async with asyncio.timeout(5):
            while not server.rooms.dispatched:  # noqa: ASYNC110 - it is asked, and tells nobody
                await asyncio.sleep(0.01)
        assert [metadata for _, metadata in server.rooms.dispatched] == [told.replacing("1")]

    async def test_only_who_has_the_room_is_heeded(self, server: Served) -> None:
        call = await begin(await server.user())
        join(server, call)
        stranger = await server.user()
        answer = await stranger.post(f"{CALL}/alone", {"room": call["room"]})
        assert (answer.status_code, answer.json()["code"]) == (404, "no_such_call")

    async def test_a_call_that_has_ended_is_told_from_one_that_goes_on(self, server: Served) -> None:
        browser = await server.user()
        call = await begin(browser)
        assert (await browser.post(f"{CALL}/alone", {"room": call["room"]})).json()["code"] == "no_such_call"

    async def test_that_the_line_is_away_is_a_problem_with_words(self, server: Served) -> None:
        browser = await server.user()
        call = await begin(browser)
        join(server, call)
        server.rooms.away = True
        answer = await browser.post(f"{CALL}/alone", {"room": call["room"]})
        assert (answer.status_code, answer.json()["code"]) == (503, "line_away")
        assert answer.headers["Content-Type"] == "application/problem+json"

    @pytest.mark.parametrize("body", [None, {}, {"room": 7}, {"room": "x" * 500}, []])
    async def test_what_is_no_room_is_refused(self, server: Served, body: object) -> None:
        answer = await (await server.user()).post(f"{CALL}/alone", body)
        assert (answer.status_code, answer.json()["code"]) == (422, "request_wrong")


class TestTooOften:
    async def test_a_user_is_told_how_long_to_wait(self, tmp_path: Path) -> None:
        async with served(settings_for(tmp_path), rates=Rates(call_of_user=RateLimit(2))) as server:
            for _ in range(2):
                await begin(await server.user())
            answer = await (await server.user()).post(CALL)
            assert (answer.status_code, answer.json()["code"]) == (429, "too_often")
            assert 0 < int(answer.headers["Retry-After"]) <= 60

    async def test_an_address_is_counted_whoever_it_is(self, tmp_path: Path) -> None:
        async with served(settings_for(tmp_path), rates=Rates(call_from_address=RateLimit(1))) as server:
            await begin(await server.user())
            assert (await (await server.user()).post(CALL)).status_code == 429
            elsewhere = server.browser(address="198.51.100.1")
            await elsewhere.open_page()
            await begin(elsewhere)


async def test_signing_out_ends_the_call_and_the_session_everywhere(server: Served) -> None:
    browser = await server.user()
    call = await begin(browser)
    join(server, call)
    copied = browser.http.cookies.get("aloud")
    assert (await browser.post("/api/sign-out")).status_code == 204
    assert server.rooms.closed
    assert not browser.http.cookies.get("aloud")
    thief = server.browser()
    thief.csrf = browser.csrf
    thief.http.cookies.set("aloud", str(copied))
    assert (await thief.post(CALL)).status_code == 401


async def test_a_cookie_that_was_changed_is_nobodys(server: Served) -> None:
    browser = await server.user()
    payload, *signature = str(browser.http.cookies.get("aloud")).split(".")
    browser.http.cookies.clear()
    browser.http.cookies.set("aloud", ".".join([payload[:-2] + "A=", *signature]))
    assert (await browser.post(CALL)).status_code == 401


async def test_no_script_can_read_the_cookie_and_no_other_site_send_it(server: Served) -> None:
    cookie = (await server.browser().get("/api/me")).headers["Set-Cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie


async def test_what_is_stored_of_a_session_opens_nothing(server: Served, tmp_path: Path) -> None:
    browser = await server.user()
    call = await begin(browser)
    stored = b"".join(file.read_bytes() for file in (tmp_path / "data").iterdir() if file.is_file())
    assert call["room"].encode() in stored
    assert call["token"].encode() not in stored
    assert browser.csrf.encode() not in stored
