"""What stands around every request: the name it came under, its size, and the headers of the answer."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.web.served import ORIGIN, Served, served, settings_for
from web.http.guard import MOST_BYTES

pytestmark = pytest.mark.slow

PATHS = ["/", "/api/me", "/api/accounts", "/health/live", "/no/such/page", "/api/openapi.json", "/sign-in"]


@pytest.mark.parametrize("path", PATHS)
async def test_every_answer_carries_the_headers(server: Served, path: str) -> None:
    headers = (await server.browser().get(path)).headers
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "microphone=(self)" in headers["Permissions-Policy"]
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["Content-Security-Policy"]


async def test_the_policy_lets_the_page_reach_the_line_and_nobody_else(server: Served) -> None:
    policy = (await server.browser().get("/")).headers["Content-Security-Policy"]
    directives = dict(each.split(" ", 1) for each in policy.split("; "))
    assert directives["connect-src"] == "'self' ws://127.0.0.1:7880 http://127.0.0.1:7880"
    assert directives["script-src"] == directives["style-src"] == directives["img-src"] == "'self'"
    assert directives["default-src"] == directives["frame-ancestors"] == directives["base-uri"] == "'none'"
    assert not {"unsafe", "*", "data:"} & set(policy.replace("-", " ").split())


async def test_nothing_that_the_api_says_is_kept_by_a_browser(server: Served) -> None:
    assert (await server.browser().get("/api/me")).headers["Cache-Control"] == "no-store"


class TestTheName:
    @pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1", "127.0.0.1:9", "localhost:8000", ""])
    async def test_under_another_one_nobody_is_served(self, server: Served, host: str) -> None:
        answer = await server.browser().get("/api/me", host=host)
        assert (answer.status_code, answer.json()["code"]) == (421, "wrong_address")
        assert "set-cookie" not in answer.headers

    async def test_who_opens_localhost_is_sent_to_where_cookies_and_google_know_it(self, server: Served) -> None:
        answer = await server.browser().get("/", host="localhost:8000")
        assert (answer.status_code, answer.headers["Location"]) == (307, f"{ORIGIN}/")

    async def test_machines_ask_after_its_health_under_any(self, server: Served) -> None:
        assert (await server.browser().get("/health/live", host="10.1.2.3:8000")).status_code == 200


class TestTheSize:
    async def test_more_than_anybody_has_to_send_is_not_read(self, server: Served) -> None:
        browser = await server.user()
        answer = await browser.post("/api/accounts/google", {"label": "x" * MOST_BYTES})
        assert (answer.status_code, answer.json()["code"]) == (413, "too_large")

    async def test_nor_where_it_is_not_said_how_much_it_is(self, server: Served) -> None:
        browser = await server.user()

        async def endless() -> AsyncIterator[bytes]:
            for _ in range(3):
                yield b" " * (MOST_BYTES // 2)

        answer = await browser.http.post("/api/accounts/google", content=endless(), headers={"Content-Type": "application/json"})
        assert answer.status_code in {400, 413}
        assert answer.headers["Content-Type"] == "application/problem+json"


async def test_over_tls_it_stays_so(tmp_path: Path) -> None:
    settings = settings_for(
        tmp_path,
        aloud_web_url="https://aloud.example.com",
        aloud_oidc_issuer="https://login.example.com",
        aloud_oidc_client_id="a",
        aloud_oidc_client_secret="b",
    )
    async with served(settings) as server:
        assert "max-age" in (await server.browser().get("/health/live")).headers["Strict-Transport-Security"]
