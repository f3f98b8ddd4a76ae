"""The sign-in behind `aloud connect google`: asks the user, and stores the grant.

Everything that can be checked is checked first, so that nobody gives consent on Google's page for a grant that cannot be stored.
"""

import asyncio
import os
import sys
import threading
import webbrowser
from datetime import UTC, datetime

from cli.async_run import prepare_folder
from cli.screen import fail, out
from cli.terminal.piped_lines import Lines, piped_lines
from providers.connections.accounts import AccountStore, LabelTakenError, Provider, tidy_label
from providers.connections.secret_key import SecretKeyMissingError
from providers.google.authorization import PASTE_REDIRECT, SignIn, new_state, pasted_answer
from providers.google.client import GoogleClient
from providers.google.errors import GoogleError, WrongAnswerError
from providers.google.loopback import Loopback
from providers.google.oauth import GoogleSignIn
from providers.settings import Settings
from session.opening.sending_due import account_store
from storage.database import Database

SIGN_IN_WITHIN_S = 600.0
TRIES = 3

WRONG_LABEL = "--label is wrong: it should be a short name of letters, digits and spaces, like work."
OPEN_HERE = "Open this page in a browser on this machine, choose the account and allow access:"
OPEN_ANYWHERE = "Open this page in any browser, choose the account and allow access:"
WAITING = "Waiting for Google. Ctrl-C stops waiting. If your browser is on another machine, use --paste."
THEN_PASTE = "The browser then shows that a page cannot be reached. Copy the whole address from its address bar, and paste it here:"
NOBODY_CAME = "Nobody signed in within ten minutes; nothing was connected."
NOTHING_PASTED = "No address was pasted; nothing was connected."
OTHER_ACCOUNT = "Another account has this label, so nothing was connected: leave out --label, or choose another one."
DONE = "You can close this page."


async def connect_google(settings: Settings, client: GoogleClient, user_id: str, *, label: str | None, paste: bool) -> None:
    """Connect one account: show the page, wait for the answer, store the grant and say so."""
    try:
        label = None if label is None else tidy_label(label)
    except ValueError:
        raise fail(WRONG_LABEL) from None
    await prepare_folder(settings, "connect")
    async with Database(settings.shared_database_url) as database, GoogleSignIn(client) as google:
        store = account_store(settings, database)
        connecting = _Connecting(store, google, client, user_id, label)
        try:
            await store.check()
            await (connecting.pasted() if paste else connecting.in_browser())
        except (GoogleError, SecretKeyMissingError) as error:
            raise fail(str(error), code=1) from None
        except LabelTakenError:
            raise fail(OTHER_ACCOUNT, code=1) from None


class _Connecting:
    def __init__(self, store: AccountStore, google: GoogleSignIn, client: GoogleClient, user_id: str, label: str | None) -> None:
        self._store = store
        self._google = google
        self._client = client
        self._user_id = user_id
        self._label = label

    async def in_browser(self) -> None:
        state = new_state()
        async with Loopback(state) as loopback:
            sign_in = SignIn(client=self._client, redirect_uri=loopback.redirect_uri, state=state)
            _show(OPEN_HERE, sign_in)
            out.print(WAITING, style="dim")
            _open_browser(sign_in.page)
            try:
                async with asyncio.timeout(SIGN_IN_WITHIN_S):
                    answer = await loopback.answer()
            except TimeoutError:
                raise fail(NOBODY_CAME, code=1) from None
            sentence = await self._keep(sign_in, sign_in.code_of(answer))
            loopback.conclude(f"{sentence} {DONE}")

    async def pasted(self) -> None:
        """The user pastes the answer from a browser on another machine."""
        sign_in = SignIn(client=self._client, redirect_uri=PASTE_REDIRECT)
        _show(OPEN_ANYWHERE, sign_in)
        out.print(THEN_PASTE)
        await self._keep(sign_in, await _pasted_code(sign_in, piped_lines(sys.stdin)))

    async def _keep(self, sign_in: SignIn, code: str) -> str:
        """Exchange the code and store the grant; returns the sentence that says so."""
        grant = await self._google.grant(sign_in, code)
        known = {account.slug for account in await self._store.of_user(self._user_id)}
        account = await self._store.put(self._user_id, Provider.GOOGLE, grant, label=self._label, now=datetime.now(UTC))
        sentence = f"“{account.label}” is {'signed in again' if account.slug in known else 'connected'}."
        out.print(sentence, markup=False)
        return sentence


async def _pasted_code(sign_in: SignIn, lines: Lines) -> str:
    for _ in range(TRIES):
        line = await lines.get()
        if line is None:
            break
        try:
            return sign_in.code_of(pasted_answer(line))
        except WrongAnswerError as error:
            out.print(f"{error} Paste it again:", markup=False)
    raise fail(NOTHING_PASTED, code=1)


def _show(what: str, sign_in: SignIn) -> None:
    out.print(what)
    out.print(sign_in.page, markup=False, soft_wrap=True, style="bold")


def _open_browser(page: str) -> None:
    """Only on a desktop, because elsewhere Python would start a browser in this terminal.

    In a thread that is never joined, because some browsers return only when they are closed.
    """
    if sys.platform == "darwin" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        threading.Thread(target=webbrowser.open, args=(page,), name="browser", daemon=True).start()
