"""Signing in at an OpenID Connect issuer, over HTTP: who gets in, as whom, and who does not."""

from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import aiohttp
import pytest

from conversations.conversation_rows import Owner
from conversations.store import ConversationStore
from providers.livekit.dispatch_metadata import DispatchMetadata
from session.opening.sending_due import writing_vault
from storage.database import Database
from tests.conversations.talks import talked
from tests.servers.oidc import SUBJECT, Issuer, issuer_server
from tests.servers.ports import free_port
from tests.web.served import PUBLIC, Browser, Served, claims_of, served, settings_for
from web.http.rate_limits import RateLimit
from web.server_parts import Rates
from web.signing_in.sign_in_routes import organisation_id_of, user_id_of

pytestmark = pytest.mark.slow

COOKIE = "__Host-aloud"


@pytest.fixture
async def issuer() -> AsyncIterator[Issuer]:
    async with issuer_server() as issuer:
        yield issuer


@pytest.fixture
async def server(tmp_path: Path, issuer: Issuer) -> AsyncIterator[Served]:
    async with served(settings_for(tmp_path, **PUBLIC, **issuer.settings())) as server:
        yield server


async def sent_back(begun: str) -> str:
    """The user signs in at the issuer's page; where that sends the browser, as path and query."""
    async with aiohttp.ClientSession() as http, http.get(begun, allow_redirects=False) as answer:
        assert answer.status == 302
        back = urlsplit(answer.headers["Location"])
        assert f"{back.scheme}://{back.netloc}" == PUBLIC["aloud_web_url"]
        return f"{back.path}?{back.query}"


async def sign_in(browser: Browser) -> str:
    """All of it; where the browser ends."""
    begun = await browser.get("/sign-in")
    assert begun.status_code == 302
    finished = await browser.get(await sent_back(begun.headers["Location"]))
    assert finished.status_code == 303
    return finished.headers["Location"]


async def is_nobody(browser: Browser) -> bool:
    answer = await browser.get("/api/me")
    return (answer.status_code, answer.json().get("code")) == (401, "sign_in_needed")


async def test_nobody_is_anybody_before(server: Served) -> None:
    assert await is_nobody(server.browser())


async def test_whoever_signs_in_is_the_user_of_that_subject_from_then_on(server: Served, issuer: Issuer) -> None:
    browser = server.browser()
    assert await sign_in(browser) == "/"
    me = (await browser.open_page()).json()
    assert me["user"] == {"id": user_id_of(issuer.url, SUBJECT), "name": "Ada Canary"}
    assert me["demo"] is False
    assert (await browser.post("/api/call")).status_code == 200


async def test_a_user_has_the_same_id_in_another_browser_and_another_user_has_another(server: Served, issuer: Issuer) -> None:
    ids = []
    for subject in (SUBJECT, SUBJECT, "somebody-else"):
        issuer.subject = subject
        browser = server.browser()
        await sign_in(browser)
        ids.append((await browser.open_page()).json()["user"]["id"])
    assert ids[0] == ids[1] != ids[2]


async def test_conversations_are_those_of_the_organisation_that_one_signed_in_for(tmp_path: Path, issuer: Issuer) -> None:
    settings = settings_for(tmp_path, **PUBLIC, **issuer.settings(), aloud_oidc_organisation_claim="hd")
    me = user_id_of(issuer.url, SUBJECT)
    ids = {"a.example": organisation_id_of(issuer.url, "a.example"), "b.example": organisation_id_of(issuer.url, "b.example"), None: None}
    async with served(settings) as server, Database(settings.local_database_url) as database:
        store = ConversationStore(database, writing_vault(settings))
        for name, organisation in ids.items():
            await talked(store, Owner(user_id=me, organisation_id=organisation), f"{name}", asks=f"Of {name}")
        for name, organisation in ids.items():
            issuer.claims = {"hd": name}
            browser = server.browser()
            await sign_in(browser)
            await browser.open_page()
            shown = (await browser.get("/api/conversations")).json()["conversations"]
            assert [each["title"] for each in shown] == [f"Of {name}"]
            claims = claims_of((await browser.post("/api/call")).json()["token"])
            told = DispatchMetadata.parse(claims.room_config.agents[0].metadata) if claims.room_config else None
            assert told
            assert (told.user_id, told.organisation_id) == (me, organisation)


@pytest.mark.parametrize("claim", [["a.example"], True, {"a": "b"}])
async def test_who_is_of_an_organisation_that_cannot_be_read_is_not_let_in_as_of_none(
    tmp_path: Path, issuer: Issuer, claim: object
) -> None:
    issuer.claims = {"hd": claim}
    async with served(settings_for(tmp_path, **PUBLIC, **issuer.settings(), aloud_oidc_organisation_claim="hd")) as server:
        browser = server.browser()
        assert await sign_in(browser) == "/?sign_in=failed"
        assert await is_nobody(browser)


def test_an_id_is_safe_wherever_ids_go_and_belongs_to_one_issuer() -> None:
    one = user_id_of("https://a.example", "../../etc/passwd\n' OR 1=1")
    assert one.isalnum()
    assert one.isascii()
    assert len(one) == 27
    assert one != user_id_of("https://b.example", "../../etc/passwd\n' OR 1=1")
    assert user_id_of("https://a.example/", "x") == user_id_of("https://a.example", "x")


async def test_the_cookie_goes_over_tls_alone_and_to_no_script(server: Served) -> None:
    browser = server.browser()
    begun = await browser.get("/sign-in")
    cookie = begun.headers["Set-Cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert {"httponly", "samesite=lax", "secure", "path=/"} <= {part.strip().lower() for part in cookie.split(";")}


async def test_what_the_issuer_is_asked_names_no_secret(server: Served) -> None:
    asked = parse_qs(urlsplit((await server.browser().get("/sign-in")).headers["Location"]).query)
    assert asked["code_challenge_method"] == ["S256"]
    assert asked["redirect_uri"] == ["https://aloud.example.com/sign-in/callback"]
    assert {"state", "nonce", "code_challenge"} <= asked.keys()
    assert not {"client_secret", "code_verifier"} & asked.keys()


async def test_signing_in_changes_the_session_so_that_nobody_can_have_prepared_it(server: Served) -> None:
    browser = server.browser()
    await sign_in(browser)
    before = str(browser.http.cookies.get(COOKIE))
    await sign_in(browser)
    stale = server.browser()
    stale.http.cookies.set(COOKIE, before)
    assert await is_nobody(stale)
    assert not await is_nobody(browser)


class TestRefused:
    async def test_who_does_not_agree(self, server: Served, issuer: Issuer) -> None:
        issuer.denies = True
        browser = server.browser()
        assert await sign_in(browser) == "/?sign_in=denied"
        assert await is_nobody(browser)

    async def test_an_answer_that_another_browser_asked_for(self, server: Served) -> None:
        attacker = server.browser()
        back = await sent_back((await attacker.get("/sign-in")).headers["Location"])
        victim = server.browser()
        assert (await victim.get(back)).headers["Location"] == "/?sign_in=expired"
        assert await is_nobody(victim)

    async def test_an_answer_that_was_used(self, server: Served) -> None:
        browser = server.browser()
        back = await sent_back((await browser.get("/sign-in")).headers["Location"])
        assert (await browser.get(back)).headers["Location"] == "/"
        assert (await browser.get(back)).headers["Location"] == "/?sign_in=expired"

    @pytest.mark.parametrize("path", ["/sign-in/callback", "/sign-in/callback?state=x&code=y", "/sign-in/callback?error=nonsense"])
    async def test_an_answer_to_nothing(self, server: Served, path: str) -> None:
        browser = server.browser()
        answer = await browser.get(path)
        assert answer.status_code == 303
        assert answer.headers["Location"].startswith("/?sign_in=")
        assert await is_nobody(browser)

    @pytest.mark.parametrize(
        "claims",
        [
            {"iss": "https://evil.example"},
            {"aud": "another-client"},
            {"nonce": "of-another-sign-in"},
            {"exp": 1_000_000_000},
            {"sub": None},
            {"sub": 7},
        ],
        ids="-".join,
    )
    async def test_a_word_of_the_issuer_that_cannot_be_true(self, server: Served, issuer: Issuer, claims: dict[str, object]) -> None:
        issuer.claims = claims
        browser = server.browser()
        assert await sign_in(browser) == "/?sign_in=failed"
        assert await is_nobody(browser)

    async def test_a_word_of_somebody_else(self, server: Served, issuer: Issuer) -> None:
        issuer.signs_with_another_key = True
        browser = server.browser()
        assert await sign_in(browser) == "/?sign_in=failed"
        assert await is_nobody(browser)

    async def test_an_unsigned_word(self, server: Served, issuer: Issuer) -> None:
        issuer.signs_nothing = True
        browser = server.browser()
        assert await sign_in(browser) == "/?sign_in=failed"
        assert await is_nobody(browser)


async def test_an_issuer_that_is_away_is_told_in_words(tmp_path: Path) -> None:
    away = Issuer(url=f"http://127.0.0.1:{free_port()}")
    async with served(settings_for(tmp_path, **PUBLIC, **away.settings())) as server:
        answer = await server.browser().get("/sign-in")
        assert (answer.status_code, answer.headers["Location"]) == (303, "/?sign_in=unavailable")


async def test_who_tries_too_often_is_told_how_long_to_wait(tmp_path: Path, issuer: Issuer) -> None:
    settings = settings_for(tmp_path, **PUBLIC, **issuer.settings())
    async with served(settings, rates=Rates(sign_in=RateLimit(2))) as server:
        for _ in range(2):
            assert (await server.browser().get("/sign-in")).status_code == 302
        assert (await server.browser().get("/sign-in")).status_code == 429
        assert (await server.browser(address="198.51.100.1").get("/sign-in")).status_code == 302


class TestTheLocalUser:
    async def test_is_whoever_opens_the_page(self, tmp_path: Path) -> None:
        async with served(settings_for(tmp_path, aloud_user="ada", openai_api_key="sk-test")) as server:
            me = (await server.browser().open_page()).json()
            assert me["user"] == {"id": "ada", "name": "ada"}
            assert me["demo"] is True
            assert me["speech"] is True

    async def test_can_be_signed_in_by_a_link_too(self, tmp_path: Path) -> None:
        async with served(settings_for(tmp_path)) as server:
            browser = server.browser()
            answer = await browser.get("/sign-in")
            assert (answer.status_code, answer.headers["Location"]) == (303, "/")
            assert (await browser.get("/api/accounts")).status_code == 200

    async def test_is_nobody_to_a_browser_that_never_opened_it(self, tmp_path: Path) -> None:
        async with served(settings_for(tmp_path)) as server:
            assert (await server.browser().get("/api/accounts")).status_code == 401
