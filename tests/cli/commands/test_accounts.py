"""`aloud accounts`, and what the other commands say of connected accounts."""

import asyncio
import secrets
from base64 import b64encode
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from providers.connections.accounts import AccountState
from providers.sample_inbox import write_sample_inbox
from tests.agent.typed_call import NOW
from tests.cli.google_account import KEY, NO_KEYRING, SECRETS, accounts_of, connected, files_with
from tests.cli.piped import Written, aloud_piped
from tests.servers.google_oauth import ADDRESS, GoogleDouble, google_server

pytestmark = pytest.mark.slow

OTHER_ADDRESS = "canary.other@canary-mail.example"
AGAIN = "needs a new sign-in: run `aloud connect google --label work`"


@pytest.fixture
async def google() -> AsyncIterator[GoogleDouble]:
    async with google_server() as google:
        yield google


async def run(*arguments: str, folder: Path, google: GoogleDouble, lines: str = "", **changes: str) -> Written:
    settings = {**google.settings(), "ALOUD_SECRET_KEY": KEY, **changes}
    for earlier in ("stdout", "stderr"):
        (folder / earlier).unlink(missing_ok=True)
    return await asyncio.to_thread(aloud_piped, *arguments, folder=folder, settings=settings, lines=lines)


async def test_where_none_is_connected_it_says_how_to(google: GoogleDouble, tmp_path: Path) -> None:
    assert (await run("accounts", folder=tmp_path, google=google)).stdout == "No account is connected. Run `aloud connect google`.\n"


async def test_accounts_are_listed_by_label_and_each_user_sees_their_own(google: GoogleDouble, tmp_path: Path) -> None:
    await connected(tmp_path, google, label="work")
    await connected(tmp_path, google, label="home mail", address=OTHER_ADDRESS)
    await connected(tmp_path, google, user="anna", label="hers", address="anna@canary-mail.example")
    assert (await run("accounts", folder=tmp_path, google=google)).stdout.splitlines() == [
        f"home mail  Google  {OTHER_ADDRESS}  is connected",
        f"work       Google  {ADDRESS}  is connected",
    ]
    hers = await run("accounts", "--user", "anna", folder=tmp_path, google=google)
    assert hers.stdout == "hers  Google  anna@canary-mail.example  is connected\n"


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"ALOUD_SECRET_KEY": b64encode(secrets.token_bytes(32)).decode()}, "cannot be opened with today's key: set the ALOUD_SECRET_KEY"),
        ({"ALOUD_SECRET_KEY": "", **NO_KEYRING}, "cannot be opened, there is no key: set ALOUD_SECRET_KEY to what"),
    ],
    ids=["other key", "no key"],
)
async def test_an_account_that_does_not_open_is_listed_without_its_address(
    google: GoogleDouble, tmp_path: Path, changes: dict[str, str], what: str
) -> None:
    await connected(tmp_path, google, label="work")
    listed = await run("accounts", folder=tmp_path, google=google, **changes)
    assert listed.exit_code == 0
    assert listed.stdout.startswith(f"work  Google  -  {what}")
    assert ADDRESS not in listed.stdout + listed.stderr


@pytest.mark.parametrize("arguments", [["--user", "anna", "remove", "work"], ["remove", "work", "--user", "anna"]], ids=["first", "last"])
async def test_another_users_account_is_meant_wherever_the_option_stands(
    google: GoogleDouble, tmp_path: Path, arguments: list[str]
) -> None:
    await connected(tmp_path, google, label="work")
    hers = await connected(tmp_path, google, user="anna", label="work", address=OTHER_ADDRESS)
    assert (await run("accounts", *arguments, folder=tmp_path, google=google)).exit_code == 0
    assert google.revoked == [hers]
    assert (len(await accounts_of(tmp_path)), len(await accounts_of(tmp_path, "anna"))) == (1, 0)


async def test_removing_takes_the_grant_back_and_deletes(google: GoogleDouble, tmp_path: Path) -> None:
    token = await connected(tmp_path, google, label="work")
    await connected(tmp_path, google, label="home", address=OTHER_ADDRESS)
    removed = await run("accounts", "remove", "Work", folder=tmp_path, google=google)
    assert (removed.exit_code, removed.stderr) == (0, "")
    assert removed.stdout == "“work” was removed. Mail itself was not touched.\n"
    assert google.revoked == [token]
    assert [account.label for account in await accounts_of(tmp_path)] == ["home"]
    again = await run("accounts", "remove", "work", folder=tmp_path, google=google)
    assert (again.exit_code, again.stderr) == (1, "No account is called “work”. `aloud accounts` lists them.\n")


@pytest.mark.parametrize(
    "changes", [{}, {"ALOUD_SECRET_KEY": b64encode(secrets.token_bytes(32)).decode()}], ids=["google fails", "other key"]
)
async def test_what_google_cannot_be_told_is_deleted_all_the_same(google: GoogleDouble, tmp_path: Path, changes: dict[str, str]) -> None:
    await connected(tmp_path, google, label="work")
    google.revoking_fails = True
    removed = await run("accounts", "remove", "work", folder=tmp_path, google=google, **changes)
    assert removed.exit_code == 1
    assert removed.stdout == "“work” was removed. Mail itself was not touched.\n"
    assert removed.stderr == (
        "The permission could not be revoked at Google. Remove it there yourself: https://myaccount.google.com/connections\n"
    )
    assert await accounts_of(tmp_path) == ()
    assert google.revoked == []


async def test_forgetting_somebody_takes_their_grants_back(google: GoogleDouble, tmp_path: Path) -> None:
    tokens = [await connected(tmp_path, google, label=label, address=f"{label}@canary-mail.example") for label in ("work", "home")]
    await connected(tmp_path, google, user="anna", label="hers", address="anna@canary-mail.example")
    written = await run("forget", "--yes", folder=tmp_path, google=google)
    assert (written.exit_code, written.stderr) == (0, "")
    assert "  connected accounts, on this machine: 2" in written.stdout.splitlines()
    assert sorted(google.revoked) == sorted(tokens)
    assert await accounts_of(tmp_path) == ()
    assert len(await accounts_of(tmp_path, "anna")) == 1


async def test_forgetting_goes_on_where_google_cannot_be_told(google: GoogleDouble, tmp_path: Path) -> None:
    await connected(tmp_path, google)
    google.revoking_fails = True
    written = await run("forget", "--yes", folder=tmp_path, google=google)
    assert written.exit_code == 1
    assert "  connected accounts, on this machine: 1" in written.stdout.splitlines()
    assert written.stderr.startswith("The permission of one account could not be revoked at Google: ")
    assert await accounts_of(tmp_path) == ()


async def test_the_doctor_asks_google_and_what_it_learns_is_remembered(google: GoogleDouble, tmp_path: Path) -> None:
    token = await connected(tmp_path, google, label="work")
    for ended, line, state in [
        (False, "✓ Gmail          “work” answers", AccountState.CONNECTED),
        (True, f"✗ Gmail          “work” {AGAIN}", AccountState.SIGN_IN_NEEDED),
        (False, "✓ Gmail          “work” answers", AccountState.CONNECTED),
    ]:
        google.valid = {} if ended else {token: ADDRESS}
        written = await run("doctor", folder=tmp_path, google=google)
        assert line in written.stdout.splitlines()
        assert [account.state for account in await accounts_of(tmp_path)] == [state]
        assert not [canary for canary in (*SECRETS, ADDRESS) if canary in written.stdout + written.stderr]


async def test_an_account_that_needs_a_sign_in_is_one_line_and_the_others_are_read(google: GoogleDouble, tmp_path: Path) -> None:
    write_sample_inbox(tmp_path / "Mail", now=NOW, unread=7)
    await connected(tmp_path, google, label="work")
    google.end_every_grant()
    for arguments, lines in ((["console"], "next\n"), (["brief"], "")):
        written = await run(*arguments, folder=tmp_path, google=google, lines=lines, ALOUD_MAILDIR=str(tmp_path / "Mail"))
        assert written.exit_code == 0
        assert f"“work” {AGAIN}" in written.stdout.splitlines()
        assert not [canary for canary in (*SECRETS, ADDRESS) if canary in written.stdout + written.stderr]
    assert [account.state for account in await accounts_of(tmp_path)] == [AccountState.SIGN_IN_NEEDED]
    assert (await run("accounts", folder=tmp_path, google=google)).stdout == f"work  Google  {ADDRESS}  {AGAIN}\n"
    assert files_with(tmp_path / "data", (*SECRETS, ADDRESS)) == []


async def test_an_account_without_its_key_is_one_line_and_the_others_are_read(google: GoogleDouble, tmp_path: Path) -> None:
    write_sample_inbox(tmp_path / "Mail", now=NOW, unread=7)
    await connected(tmp_path, google, label="work")
    changes = {"ALOUD_SECRET_KEY": "", "ALOUD_MAILDIR": str(tmp_path / "Mail"), **NO_KEYRING}
    written = await run("console", folder=tmp_path, google=google, lines="next\n", **changes)
    assert written.exit_code == 0
    assert "“work” cannot be opened, there is no key: set ALOUD_SECRET_KEY" in written.stdout
    assert "7 unread mails" in written.stdout


async def test_a_connected_account_is_a_mailbox_enough(google: GoogleDouble, tmp_path: Path) -> None:
    await connected(tmp_path, google, label="work")
    google.end_every_grant()
    written = await run("brief", folder=tmp_path, google=google)
    assert written.exit_code == 0
    assert f"“work” {AGAIN}" in written.stdout.splitlines()
