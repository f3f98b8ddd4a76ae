"""Signing in with Google over HTTP: the page, the way back through the browser, the exchange, and taking the grant back."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import aiohttp
import httpx2
import pytest

from providers.connections.accounts import StoredGrant
from providers.google.access import GoogleAccess
from providers.google.authorization import PASTE_REDIRECT, SignIn, new_state, pasted_answer
from providers.google.client import READ_AND_CHANGE, SEND, GoogleClient
from providers.google.errors import (
    ClientRefusedError,
    CodeRefusedError,
    ConsentDeniedError,
    ConsentIncompleteError,
    GoogleError,
    GoogleUnavailableError,
    WrongAnswerError,
)
from providers.google.loopback import ENDED, STRANGER, Loopback
from providers.google.oauth import GoogleSignIn
from providers.mailbox import SignInNeededError
from providers.settings import Settings
from tests.servers.google_oauth import ADDRESS, CLIENT_ID, CLIENT_SECRET, GoogleDouble, google_server
from tests.servers.ports import free_port


@pytest.fixture
async def double() -> AsyncIterator[GoogleDouble]:
    async with google_server() as double:
        yield double


@pytest.fixture
async def browser() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


def client_at(url: str, **changes: str) -> GoogleClient:
    client = GoogleClient(
        client_id=CLIENT_ID,
        client_secret=CLIENT_SECRET,
        scopes=(READ_AND_CHANGE,),
        auth_url=f"{url}/o/oauth2/v2/auth",
        token_url=f"{url}/token",
        revoke_url=f"{url}/revoke",
        api_url=url,
    )
    return replace(client, **changes)  # type: ignore[arg-type]


async def page(browser: aiohttp.ClientSession, url: str) -> tuple[int, str]:
    async with browser.get(url) as answer:
        return answer.status, await answer.text()


async def ending(browser: aiohttp.ClientSession, sign_in: SignIn) -> str:
    """Where Google sends a browser that nobody can follow."""
    async with browser.get(sign_in.page, allow_redirects=False) as answer:
        return answer.headers["Location"]


async def granted(double: GoogleDouble, browser: aiohttp.ClientSession, client: GoogleClient | None = None) -> StoredGrant:
    """A grant by way of pasting."""
    sign_in = SignIn(client=client or client_at(double.url), redirect_uri=PASTE_REDIRECT)
    code = sign_in.code_of(pasted_answer(await ending(browser, sign_in)))
    async with GoogleSignIn(sign_in.client) as google:
        return await google.grant(sign_in, code)


def test_least_scopes_are_asked_for_and_sending_only_where_it_is_switched_on() -> None:
    settings = Settings.load(env_file=None)
    assert GoogleClient.of(settings).scopes == (READ_AND_CHANGE,)
    assert GoogleClient.of(settings.model_copy(update={"aloud_sending": True})).scopes == (READ_AND_CHANGE, SEND)


def test_the_addresses_of_google_are_the_defaults() -> None:
    client = GoogleClient.of(Settings.load(env_file=None))
    assert {urlsplit(url).hostname for url in (client.auth_url, client.token_url, client.revoke_url, client.api_url)} == {
        "accounts.google.com",
        "oauth2.googleapis.com",
        "gmail.googleapis.com",
    }


def test_the_page_asks_with_pkce_and_a_state_that_no_other_sign_in_has() -> None:
    one, other = (SignIn(client=client_at("http://127.0.0.1:1"), redirect_uri=PASTE_REDIRECT) for _ in range(2))
    asked = {name: values[0] for name, values in parse_qs(urlsplit(one.page).query).items()}
    assert asked["code_challenge_method"] == "S256"
    assert asked["access_type"] == "offline"
    assert "consent" in asked["prompt"]
    assert 43 <= len(one.verifier) <= 128
    assert one.verifier not in one.page
    assert CLIENT_SECRET not in one.page
    assert one.state != other.state
    assert one.verifier != other.verifier
    assert not {one.state, one.verifier, CLIENT_SECRET} & set(repr(one).split("'"))


async def test_the_browser_comes_back_and_is_answered_only_when_it_is_known_what_came_of_it(
    double: GoogleDouble, browser: aiohttp.ClientSession
) -> None:
    state = new_state()
    async with Loopback(state) as loopback, GoogleSignIn(client_at(double.url)) as google:
        sign_in = SignIn(client=client_at(double.url), redirect_uri=loopback.redirect_uri, state=state)
        shown = asyncio.create_task(page(browser, sign_in.page))
        code = sign_in.code_of(await loopback.answer())
        assert not shown.done()
        grant = await google.grant(sign_in, code)
        loopback.conclude("“work” is connected <so>.")
        status, text = await shown
    assert (grant.address, grant.scopes) == (ADDRESS, (READ_AND_CHANGE,))
    assert double.valid == {grant.refresh_token: ADDRESS}
    assert status == 200
    assert "“work” is connected &lt;so&gt;." in text


async def test_it_listens_on_this_machine_alone() -> None:
    async with Loopback(new_state()) as loopback:
        assert urlsplit(loopback.redirect_uri).hostname == "127.0.0.1"


async def test_what_does_not_carry_the_state_does_not_end_the_wait(double: GoogleDouble, browser: aiohttp.ClientSession) -> None:
    state = new_state()
    async with Loopback(state) as loopback:
        here = loopback.redirect_uri
        for stranger in ("", "?code=4/guess", "?code=4/guess&state=guess", "?error=access_denied&state=%F0%9F%98%80"):
            assert await page(browser, here + stranger) == (400, (await page(browser, here))[1])
            assert STRANGER in (await page(browser, here + stranger))[1]
        assert (await page(browser, f"{here}favicon.ico"))[0] == 404
        sign_in = SignIn(client=client_at(double.url), redirect_uri=here, state=state)
        shown = asyncio.create_task(page(browser, sign_in.page))
        assert sign_in.code_of(await loopback.answer())
    assert ENDED in (await shown)[1]


async def test_a_reloaded_page_gets_the_same_answer_and_only_the_first_code_counts(browser: aiohttp.ClientSession) -> None:
    state = new_state()
    async with Loopback(state) as loopback:
        first = asyncio.create_task(page(browser, f"{loopback.redirect_uri}?state={state}&code=one"))
        answer = await loopback.answer()
        loopback.conclude("Done.")
        again = await page(browser, f"{loopback.redirect_uri}?state={state}&code=two")
        assert await first == again
        assert "Done." in again[1]
        assert (await loopback.answer(), answer["code"]) == (answer, "one")


async def test_who_does_not_agree_is_told_so(double: GoogleDouble, browser: aiohttp.ClientSession) -> None:
    double.denies = True
    with pytest.raises(ConsentDeniedError):
        await granted(double, browser)
    assert double.issued == []


async def test_an_answer_to_another_sign_in_is_refused(double: GoogleDouble, browser: aiohttp.ClientSession) -> None:
    mine, other = (SignIn(client=client_at(double.url), redirect_uri=PASTE_REDIRECT) for _ in range(2))
    with pytest.raises(WrongAnswerError):
        mine.code_of(pasted_answer(await ending(browser, other)))


async def test_a_code_of_another_sign_in_is_worth_nothing(double: GoogleDouble, browser: aiohttp.ClientSession) -> None:
    mine, other = (SignIn(client=client_at(double.url), redirect_uri=PASTE_REDIRECT) for _ in range(2))
    stolen = other.code_of(pasted_answer(await ending(browser, other)))
    async with GoogleSignIn(mine.client) as google:
        with pytest.raises(CodeRefusedError):
            await google.grant(mine, stolen)
    assert double.issued == []


@pytest.mark.parametrize(
    "how",
    ["{}", "  {}\n", '"{}"', "<{}>", "'{}'", "{}#", "{}&authuser=0&prompt=consent"],
    ids=["plain", "spaces", "q", "angle", "s", "#", "&"],
)
def test_addresses_are_understood_as_people_paste_them(how: str) -> None:
    sign_in = SignIn(client=client_at("http://127.0.0.1:1"), redirect_uri=PASTE_REDIRECT)
    address = f"{PASTE_REDIRECT}?state={sign_in.state}&code=4%2F0abc-_&scope=https://www.googleapis.com/auth/gmail.modify"
    for shown in (address, address.removeprefix("http://"), f"{address[:60]}\n{address[60:]}"):
        assert sign_in.code_of(pasted_answer(how.format(shown))) == "4/0abc-_"


@pytest.mark.parametrize("pasted", ["", "4/0abc", PASTE_REDIRECT, f"{PASTE_REDIRECT}?", "no?"])
def test_what_is_no_such_address_is_refused(pasted: str) -> None:
    with pytest.raises(WrongAnswerError):
        pasted_answer(pasted)


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("error=temporarily_unavailable", GoogleUnavailableError),
        ("error=org_internal", ClientRefusedError),
        ("scope=", WrongAnswerError),
        ("code=", WrongAnswerError),
    ],
)
def test_other_answers_of_googles_page(query: str, error: type[GoogleError]) -> None:
    sign_in = SignIn(client=client_at("http://127.0.0.1:1"), redirect_uri=PASTE_REDIRECT)
    with pytest.raises(error):
        sign_in.code_of(pasted_answer(f"{PASTE_REDIRECT}?state={sign_in.state}&{query}"))


async def test_a_code_that_is_too_old_is_refused(double: GoogleDouble, browser: aiohttp.ClientSession) -> None:
    double.codes_are_old = True
    with pytest.raises(CodeRefusedError):
        await granted(double, browser)


async def test_a_box_that_was_not_ticked_is_noticed(double: GoogleDouble, browser: aiohttp.ClientSession) -> None:
    double.consent = ("openid",)
    with pytest.raises(ConsentIncompleteError):
        await granted(double, browser)


async def test_more_than_was_asked_for_is_no_fault(double: GoogleDouble, browser: aiohttp.ClientSession) -> None:
    double.consent = (SEND, READ_AND_CHANGE)
    assert set((await granted(double, browser)).scopes) == {SEND, READ_AND_CHANGE}


async def test_a_wrong_secret_is_named(double: GoogleDouble, browser: aiohttp.ClientSession) -> None:
    with pytest.raises(ClientRefusedError) as raised:
        await granted(double, browser, client_at(double.url, client_secret="wrong"))
    assert "GOOGLE_CLIENT_SECRET" in str(raised.value)


async def test_a_project_without_gmail_is_named(double: GoogleDouble, browser: aiohttp.ClientSession) -> None:
    double.gmail_is_off = True
    with pytest.raises(ClientRefusedError):
        await granted(double, browser)


async def test_a_google_that_is_away_or_talks_nonsense_is_unavailable(double: GoogleDouble, browser: aiohttp.ClientSession) -> None:
    away = client_at(double.url, token_url=f"http://127.0.0.1:{free_port()}/token")
    nonsense = client_at(double.url, token_url=f"{double.url}/o/oauth2/v2/auth")
    for client in (away, nonsense):
        with pytest.raises(GoogleUnavailableError):
            await granted(double, browser, client)


async def test_a_google_that_does_not_answer_is_unavailable(double: GoogleDouble) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:  # the system takes the connection, and nobody reads
        client = client_at(double.url, revoke_url=f"http://127.0.0.1:{silent.getsockname()[1]}/revoke")
        async with GoogleSignIn(client, answers_within_s=1.0) as google:
            with pytest.raises(GoogleUnavailableError):
                await google.revoke(StoredGrant(address=ADDRESS, refresh_token="1//x", scopes=()))


async def test_a_grant_is_taken_back_and_one_that_is_gone_is_as_good(double: GoogleDouble, browser: aiohttp.ClientSession) -> None:
    grant = await granted(double, browser)
    async with GoogleSignIn(client_at(double.url)) as google:
        await google.revoke(grant)
        assert double.revoked == [grant.refresh_token]
        await google.revoke(grant)
        double.revoking_fails = True
        with pytest.raises(GoogleUnavailableError):
            await google.revoke(grant)


async def test_a_grant_opens_gmail_until_it_is_taken_back(double: GoogleDouble, browser: aiohttp.ClientSession) -> None:
    access = GoogleAccess(await granted(double, browser), client_at(double.url))
    async with httpx2.AsyncClient() as http:
        assert await access.token(http).token()
        double.end_every_grant()
        with pytest.raises(SignInNeededError):
            await access.token(http).token()


async def test_nothing_of_it_is_logged(double: GoogleDouble, browser: aiohttp.ClientSession, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    grant = await granted(double, browser)
    double.codes_are_old = True
    with pytest.raises(CodeRefusedError) as raised:
        await granted(double, browser)
    said = f"{caplog.text} {raised.value} {[record.__dict__ for record in caplog.records]}"
    for canary in (ADDRESS, grant.refresh_token, CLIENT_SECRET, "canary-access", "canary-code"):
        assert canary not in said
