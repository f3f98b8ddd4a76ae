"""Gmail as a third party wrote it (npm `@inbox-zero/emulate`), in node, and another program's hands on the mail in it.

The server holds the mail, the labels, the history and the OAuth grants; what it lacks or does otherwise than Google's documentation stands
in `tests.servers.gmail.proxy`, which belongs in front of it. The hands speak to the server itself: no fault of the proxy happens to them,
and nothing they do is counted as ours.

    async with GmailServer.started(folder) as server:
        mail = await server.hands().insert(raw)
"""

import base64
import json
import os
import re
import secrets
import shutil
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Self
from urllib.parse import parse_qs, urlencode, urlsplit

import aiohttp
import pytest
from pydantic import BaseModel, Field

from tests.servers.own_server import start

ROOT = Path(__file__).parents[3]
FOLDER = Path(__file__).parent
OWNER = "sam@example.com"
CLIENT_ID = "aloud-test.apps.googleusercontent.com"
CLIENT_SECRET = "a-secret-of-this-test-run-only"
MODIFY_SCOPE = "https://www.googleapis.com/auth/gmail.modify"
REDIRECT = "http://127.0.0.1:1/"
START_TIMEOUT_S = 60.0

# The server refuses a token after 5,000 calls in an hour, as GitHub would and Google does not: ours change before that.
CALLS_PER_TOKEN = 4_000
TOKENS_PER_USER = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class SeededMail:
    """A mail that is there when the server starts: much quicker than inserting it, where there are thousands."""

    raw: bytes
    labels: tuple[str, ...] = ("INBOX", "UNREAD")
    user: str = OWNER


class Tokens(BaseModel):
    """What the token address answers."""

    access_token: str
    refresh_token: str
    scope: str


class MessageReference(BaseModel):
    id: str
    thread_id: str = Field(alias="threadId")


class LabelReference(BaseModel):
    id: str
    name: str
    type: str = "user"


class LabelList(BaseModel):
    """`labels.list`."""

    labels: list[LabelReference] = []


class MessagePage(BaseModel):
    """`messages.list`; `next_page` is an offset here."""

    messages: list[MessageReference] = []
    next_page: str | None = Field(default=None, alias="nextPageToken")


class StoredMessage(BaseModel):
    """`messages.get` with format=minimal or raw."""

    id: str
    thread_id: str = Field(alias="threadId")
    label_ids: list[str] = Field(default=[], alias="labelIds")
    raw: str = ""


def find_node() -> str:
    # Ours is there only where the machine's was too old or missing.
    found = shutil.which("node", path=os.pathsep.join([str(ROOT / ".cache" / "node" / "bin"), os.environ.get("PATH", "")]))
    if found is None or not (FOLDER / "node_modules").is_dir():
        pytest.fail("the Gmail server is not installed: run `make test`, which does it")
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningGmail:
    """A process that serves. `raws` has the text of every mail that was seeded or inserted by hand, by its id."""

    url: str
    users: tuple[str, ...]
    raws: dict[str, bytes]
    _calls: Iterator[int] = field(default_factory=count)

    def token(self, user: str) -> str:
        """A token for one call."""
        return _token(user, next(self._calls) // CALLS_PER_TOKEN % TOKENS_PER_USER)


@contextmanager
def running_gmail(folder: Path, *, users: Sequence[str] = (OWNER,), mails: Iterable[SeededMail] = ()) -> Iterator[RunningGmail]:
    """The server on a free loopback port until the block ends; its log and seed lie in `folder`. Blocking, for fixtures of any scope."""
    seeded = {secrets.token_hex(8): mail for mail in mails}
    seed = folder / "gmail-seed.json"
    seed.write_text(json.dumps(_seed(users, seeded)))
    command = [find_node(), "--import", (FOLDER / "loopback.mjs").as_uri(), str(FOLDER / "serve.mjs"), str(seed)]
    process = start(command, folder=folder, ready="listening on port", within_s=START_TIMEOUT_S)
    try:
        port = re.findall(r"listening on port (\d+)", (folder / "log").read_text())[-1]
        yield RunningGmail(url=f"http://127.0.0.1:{port}", users=tuple(users), raws={name: mail.raw for name, mail in seeded.items()})
    finally:
        process.terminate()
        process.wait()


class GmailServer:
    """A running server and a client for it."""

    def __init__(self, running: RunningGmail, http: aiohttp.ClientSession) -> None:
        self.url = running.url
        self.raws = running.raws
        self.token = running.token
        self.users = running.users
        self.http = http

    @classmethod
    @asynccontextmanager
    async def at(cls, running: RunningGmail) -> AsyncIterator[Self]:
        async with aiohttp.ClientSession() as http:
            yield cls(running, http)

    @classmethod
    @asynccontextmanager
    async def started(cls, folder: Path, *, users: Sequence[str] = (OWNER,), mails: Iterable[SeededMail] = ()) -> AsyncIterator[Self]:
        """A server of one's own until the block ends."""
        with running_gmail(folder, users=users, mails=mails) as running:
            async with cls.at(running) as server:
                yield server

    def hands(self, user: str = "") -> "GmailHands":
        """Another program at the mailbox of `user`, or of the first one."""
        return GmailHands(self, user or self.users[0])


class GmailHands:
    """Another program that is connected to one mailbox."""

    def __init__(self, server: GmailServer, user: str) -> None:
        self.user = user
        self._server = server

    async def insert(self, raw: bytes, *labels: str) -> str:
        """Put a mail into the mailbox, unread in the inbox where no label is given; returns its id."""
        body = {"raw": base64.urlsafe_b64encode(raw).decode(), "labelIds": list(labels or ("INBOX", "UNREAD"))}
        stored = StoredMessage.model_validate_json(await self._ask("POST", "messages", body))
        self._server.raws[stored.id] = raw
        return stored.id

    async def insert_sent(self, raw: bytes) -> str:
        return await self.insert(raw, "SENT")

    async def modify(self, mail: str, *, add: Sequence[str] = (), remove: Sequence[str] = ()) -> None:
        await self._ask("POST", f"messages/{mail}/modify", {"addLabelIds": list(add), "removeLabelIds": list(remove)})

    async def mark_read(self, mail: str) -> None:
        await self.modify(mail, remove=["UNREAD"])

    async def archive(self, mail: str) -> None:
        await self.modify(mail, remove=["INBOX"])

    async def flag(self, mail: str) -> None:
        await self.modify(mail, add=["STARRED"])

    async def trash(self, mail: str) -> None:
        await self._ask("POST", f"messages/{mail}/trash")

    async def delete(self, mail: str) -> None:
        """For good, as when the bin is emptied."""
        await self._ask("DELETE", f"messages/{mail}")

    async def empty(self) -> None:
        """Delete everything, so that the next test finds a new mailbox; its history goes on."""
        for mail in await self.ids(anywhere=True):
            await self.delete(mail)

    async def labels(self, mail: str) -> frozenset[str]:
        """The labels on a mail; the test fails if it is not there."""
        answer = await self._ask("GET", f"messages/{mail}?format=minimal")
        return frozenset(StoredMessage.model_validate_json(answer).label_ids)

    async def make_label(self, name: str) -> str:
        """A label of the user's own; returns its id."""
        return LabelReference.model_validate_json(await self._ask("POST", "labels", {"name": name})).id

    async def own_labels(self) -> dict[str, str]:
        """The names of the user's own labels, by their ids."""
        labels = LabelList.model_validate_json(await self._ask("GET", "labels")).labels
        return {label.id: label.name for label in labels if label.type == "user"}

    async def raw(self, mail: str) -> bytes:
        """A mail as it came; the test fails if it is not there."""
        answer = StoredMessage.model_validate_json(await self._ask("GET", f"messages/{mail}?format=raw"))
        return base64.urlsafe_b64decode(answer.raw + "=" * (-len(answer.raw) % 4))

    async def ids(self, *labels: str, anywhere: bool = False) -> list[str]:
        """All mails that carry every one of the labels, newest first; those in the bin and spam too if `anywhere`."""
        found: list[str] = []
        query = urlencode([("includeSpamTrash", str(anywhere).lower()), *(("labelIds", label) for label in labels)])
        page = MessagePage(nextPageToken="0")
        while page.next_page is not None:
            answer = await self._ask("GET", f"messages?maxResults=500&pageToken={page.next_page}&{query}")
            page = MessagePage.model_validate_json(answer)
            found += [message.id for message in page.messages]
        return found

    async def grant(self, *, scope: str = MODIFY_SCOPE) -> Tokens:
        """What our program holds once this user has agreed, obtained from the server as any program would."""
        asked = f"{self._server.url}/o/oauth2/v2/auth?client_id={CLIENT_ID}&redirect_uri={REDIRECT}&scope={scope}&state=s"
        code = parse_qs(urlsplit(await self.consent(asked)).query)["code"][0]
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": REDIRECT}
        client = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET}
        async with self._server.http.post(f"{self._server.url}/oauth2/token", data=form | client) as answer:
            assert answer.status == 200, await answer.text()
            return Tokens.model_validate_json(await answer.read())

    async def consent(self, authorization_url: str) -> str:
        """Agree, as the user does in a browser to what `authorization_url` shows; returns the address that the browser is sent to."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(authorization_url).query).items()}
        # Google lets an installed program be sent back to any port of the loopback address; the server wants the very address.
        shown = asked | {"redirect_uri": REDIRECT}
        async with self._server.http.get(f"{self._server.url}/o/oauth2/v2/auth", params=shown) as page:
            assert page.status == 200, await page.text()
        form = asked | {"email": self.user}
        async with self._server.http.post(f"{self._server.url}/o/oauth2/v2/auth/callback", data=form, allow_redirects=False) as answer:
            assert answer.status == 302, await answer.text()
            return answer.headers["Location"]

    async def _ask(self, method: str, path: str, body: object = None) -> bytes:
        headers = {"Authorization": f"Bearer {self._server.token(self.user)}"}
        url = f"{self._server.url}/gmail/v1/users/me/{path}"
        async with self._server.http.request(method, url, json=body, headers=headers) as answer:
            text = await answer.read()
            assert answer.status < 300, f"{method} {path} answered {answer.status}: {text[:500]!r}"
            return text


def _token(user: str, number: int) -> str:
    return f"hands-{number}-{user}"


def _seed(users: Sequence[str], mails: dict[str, SeededMail]) -> dict[str, object]:
    """The server's configuration: one client, the users, their tokens and their first mail."""
    tokens = {_token(user, number): {"login": user} for user in users for number in range(TOKENS_PER_USER)}
    client = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET, "name": "Aloud", "redirect_uris": [REDIRECT]}
    messages = [
        {"id": name, "raw": base64.urlsafe_b64encode(mail.raw).decode(), "label_ids": mail.labels, "user_email": mail.user}
        for name, mail in mails.items()
    ]
    google = {"users": [{"email": user} for user in users], "oauth_clients": [client], "messages": messages}
    return {"tokens": tokens, "google": google}
