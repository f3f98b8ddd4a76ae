"""`aloud connect google` at a terminal, with a browser that follows Google's redirects, and what is left on the disk afterwards."""

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from cli.doctor.google_steps import STEPS
from providers.connections.accounts import AccountState
from tests.cli.google_account import KEY, NO_KEYRING, SECRETS, accounts_of, connected, files_with
from tests.cli.piped import Written, aloud_piped
from tests.cli.pseudo_terminal import CTRL_C, CTRL_D, Terminal, aloud
from tests.servers.google_oauth import ADDRESS, CLIENT_ID, MODIFY, SEND, GoogleDouble, google_server

pytestmark = pytest.mark.slow

WAITING = "Waiting for Google."
PASTE = "paste it here:"
WIDE = 200
"""Lines about errors are not wrapped between words."""


@pytest.fixture
async def google() -> AsyncIterator[GoogleDouble]:
    async with google_server() as google:
        yield google


@pytest.fixture
async def browser() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as session:
        yield session


def settings_of(google: GoogleDouble, **changes: str) -> dict[str, str]:
    return {**google.settings(), "ALOUD_SECRET_KEY": KEY, **changes}


async def piped(*arguments: str, folder: Path, settings: dict[str, str], lines: str = "") -> Written:
    return await asyncio.to_thread(aloud_piped, *arguments, folder=folder, settings=settings, lines=lines)


async def page_shown(terminal: Terminal, google: GoogleDouble, until: str) -> str:
    await asyncio.to_thread(terminal.see, until)
    found = re.search(rf"{re.escape(google.url)}/o/oauth2/v2/auth\S+", terminal.raw)
    assert found, terminal.raw
    return re.sub(r"\x1b\[[0-9;]*m", "", found[0])


async def sign_in(browser: aiohttp.ClientSession, page: str) -> str:
    async with browser.get(page) as answer:
        return await answer.text()


async def ending(browser: aiohttp.ClientSession, page: str) -> str:
    async with browser.get(page, allow_redirects=False) as answer:
        return answer.headers["Location"]


async def exit_code(terminal: Terminal) -> int:
    return await asyncio.to_thread(terminal.exit_code)


async def test_an_account_is_connected_in_the_browser_and_connected_again_under_the_same_label(
    google: GoogleDouble, browser: aiohttp.ClientSession, tmp_path: Path
) -> None:
    for sentence in ("“work” is connected.", "“work” is signed in again."):
        with aloud("connect", "google", "--label", "work", folder=tmp_path, settings=settings_of(google), columns=WIDE) as terminal:
            text = await sign_in(browser, await page_shown(terminal, google, WAITING))
            assert await exit_code(terminal) == 0
            assert sentence in terminal.words
            assert sentence in text
            assert not [canary for canary in (*SECRETS, ADDRESS) if canary in terminal.raw]
    (account,) = await accounts_of(tmp_path)
    assert (account.label, account.address, account.state) == ("work", ADDRESS, AccountState.CONNECTED)
    assert google.asked_scopes == [MODIFY]
    assert len(google.valid) == 2
    assert files_with(tmp_path, (*SECRETS, ADDRESS)) == []
    listed = await piped("accounts", folder=tmp_path, settings=settings_of(google))
    assert (listed.exit_code, listed.stderr) == (0, "")
    assert listed.stdout == f"work  Google  {ADDRESS}  is connected\n"


async def test_on_a_desktop_the_browser_is_opened(google: GoogleDouble, tmp_path: Path) -> None:
    (tmp_path / "browser.py").write_text("import sys, urllib.request; urllib.request.urlopen(sys.argv[1]).read()")
    desktop = {"DISPLAY": ":99", "BROWSER": f"{sys.executable} {tmp_path}/browser.py %s"}
    written = await piped("connect", "google", folder=tmp_path, settings=settings_of(google, **desktop))
    assert (written.exit_code, written.stderr) == (0, "")
    assert written.stdout.endswith("“Gmail” is connected.\n")


async def test_without_a_browser_here_the_address_is_pasted(google: GoogleDouble, browser: aiohttp.ClientSession, tmp_path: Path) -> None:
    settings = settings_of(google, ALOUD_SENDING="true")
    with aloud("connect", "google", "--paste", "--user", "anna", folder=tmp_path, settings=settings, columns=WIDE) as terminal:
        page = await page_shown(terminal, google, PASTE)
        terminal.press("https://example.com/?state=of-another\r")
        await asyncio.to_thread(terminal.see, "That address does not belong to this sign-in. Paste it again:")
        terminal.press(f"{await ending(browser, page)}\r")
        assert await exit_code(terminal) == 0
        assert "“Gmail” is connected." in terminal.words
    assert google.asked_scopes == [MODIFY, SEND]
    assert [account.label for account in await accounts_of(tmp_path, "anna")] == ["Gmail"]
    assert await accounts_of(tmp_path) == ()


@pytest.mark.parametrize(
    ("spoiled", "line"),
    [
        ("denies", "Google says that access was not allowed; nothing was connected."),
        ("codes_are_old", "Google no longer accepts this sign-in: it took too long, or was used before. Begin again."),
        ("gmail_is_off", "Google does not let this client use Gmail: switch on the “Gmail API” in its project."),
    ],
)
async def test_what_goes_wrong_is_one_line_and_nothing_is_stored(
    google: GoogleDouble, browser: aiohttp.ClientSession, tmp_path: Path, spoiled: str, line: str
) -> None:
    setattr(google, spoiled, True)
    with aloud("connect", "google", folder=tmp_path, settings=settings_of(google), columns=WIDE) as terminal:
        text = await sign_in(browser, await page_shown(terminal, google, WAITING))
        assert await exit_code(terminal) == 1
        assert line in terminal.words
        assert "Traceback" not in terminal.text
    assert "Nothing was connected." in text
    assert await accounts_of(tmp_path) == ()
    assert files_with(tmp_path, (*SECRETS, ADDRESS)) == []


async def test_a_label_of_another_account_is_refused(google: GoogleDouble, browser: aiohttp.ClientSession, tmp_path: Path) -> None:
    await connected(tmp_path, google, label="work", address="somebody.else@canary-mail.example")
    with aloud("connect", "google", "--label", "Work", folder=tmp_path, settings=settings_of(google), columns=WIDE) as terminal:
        await sign_in(browser, await page_shown(terminal, google, WAITING))
        assert await exit_code(terminal) == 1
        assert "Another account has this label, so nothing was connected" in terminal.words
    assert [account.address for account in await accounts_of(tmp_path)] == ["somebody.else@canary-mail.example"]


@pytest.mark.parametrize(("arguments", "key", "code"), [([], CTRL_C, 130), (["--paste"], CTRL_C, 130), (["--paste"], CTRL_D, 1)])
async def test_whoever_gives_up_leaves_nothing_behind(
    google: GoogleDouble, tmp_path: Path, arguments: list[str], key: str, code: int
) -> None:
    with aloud("connect", "google", *arguments, folder=tmp_path, settings=settings_of(google), columns=WIDE) as terminal:
        await page_shown(terminal, google, PASTE if arguments else WAITING)
        terminal.press(key)
        assert await exit_code(terminal) == code
        assert "Traceback" not in terminal.text
        assert terminal.is_as_before()
    assert await accounts_of(tmp_path) == ()


def test_without_a_client_it_says_step_by_step_how_to_get_one(tmp_path: Path) -> None:
    written = aloud_piped("connect", "google", folder=tmp_path, settings={"GOOGLE_CLIENT_ID": CLIENT_ID})
    assert written.exit_code == 2
    assert written.stderr.splitlines()[1:] == list(STEPS)
    assert not (tmp_path / "data").exists()


async def test_without_a_key_nobody_is_asked_to_sign_in(google: GoogleDouble, tmp_path: Path) -> None:
    written = await piped("connect", "google", folder=tmp_path, settings=google.settings() | NO_KEYRING)
    assert (written.exit_code, written.stdout) == (1, "")
    assert "set ALOUD_SECRET_KEY to what `openssl rand -base64 32` prints" in written.stderr
    assert len(written.stderr.splitlines()) == 1


async def test_an_address_is_no_label(google: GoogleDouble, tmp_path: Path) -> None:
    written = await piped("connect", "google", "--label", ADDRESS, folder=tmp_path, settings=settings_of(google))
    assert (written.exit_code, written.stdout) == (2, "")
    assert written.stderr.startswith("--label is wrong: ")
    assert files_with(tmp_path / "data", [ADDRESS]) == []
