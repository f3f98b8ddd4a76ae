"""A Gmail account from `aloud connect google` to a call in a room: briefing, mail that comes in, what others do, and what is done by voice.

The third-party server holds the mail; our proxy before it answers as Google documents. Other programs act at the server itself.
"""

import asyncio
import os
import re
import sys
from base64 import b64encode
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime
from pathlib import Path

import pytest

from tests.providers.messages import OWN_ADDRESS
from tests.room.caller import Caller, caller_in
from tests.servers.gmail import CLIENT_ID, CLIENT_SECRET, GmailHands, GmailServer
from tests.servers.gmail_calls import CallKind
from tests.servers.gmail_proxy import GmailProxy, gmail_proxy
from tests.servers.livekit import ROOT, LiveKitServer
from tests.servers.openai_double import OpenAIDouble, openai_server
from tests.servers.worker import worker

pytestmark = pytest.mark.server

NAMES = ("Alma", "Boris", "Clara", "Doris")
VIP = "Vera Imhof <vera@example.org>"
LETTER = " ".join(f"Paragraph number {number} of this letter tells of the garden and of the weather." for number in range(1, 13))
WHOLE_SENTENCE = (".", "!", "?", "\u201d")
CONNECT_TIMEOUT_S = 60.0


def letter(subject: str, sender: str) -> bytes:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = sender, OWN_ADDRESS, subject
    mail["Date"] = format_datetime(datetime.now(UTC))
    mail["Message-ID"] = f"<{subject.replace(' ', '.')}@example.org>"
    mail.set_content(LETTER)
    return mail.as_bytes()


def settings_for(proxy: GmailProxy) -> dict[str, str]:
    return {
        "GOOGLE_CLIENT_ID": CLIENT_ID,
        "GOOGLE_CLIENT_SECRET": CLIENT_SECRET,
        "ALOUD_GOOGLE_AUTH_URL": proxy.authorization_url,
        "ALOUD_GOOGLE_TOKEN_URL": proxy.token_url,
        "ALOUD_GOOGLE_REVOKE_URL": proxy.revoke_url,
        "ALOUD_GMAIL_URL": proxy.url,
        "ALOUD_SECRET_KEY": b64encode(os.urandom(32)).decode(),
        "ALOUD_VIPS": "vera@example.org",
    }


async def connect(folder: Path, settings: dict[str, str], hands: GmailHands) -> str:
    """`aloud connect google --paste` with a user who agrees in a browser elsewhere; returns what it printed."""
    process = await asyncio.create_subprocess_exec(
        Path(sys.executable).with_name("aloud"),
        *("connect", "google", "--paste", "--label", "work"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": str(ROOT), "ALOUD_DATA_DIR": str(folder / "data"), **settings},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    printed = ""
    async with asyncio.timeout(CONNECT_TIMEOUT_S):
        while (page := re.search(r"http://\S+state=\S+", printed)) is None:
            line = await process.stdout.readline()
            assert line, printed
            printed += line.decode()
        process.stdin.write(f"{await hands.consent(page[0])}\n".encode())
        rest, _ = await process.communicate()
    assert process.returncode == 0, printed + rest.decode()
    return rest.decode()


def said(caller: Caller, after: int = 0) -> str:
    return " ".join(caller.agent_said[after:])


@pytest.mark.takes(53)
async def test_a_connected_gmail_account_is_briefed_and_followed_through_a_call(tmp_path: Path, livekit: LiveKitServer) -> None:
    async with GmailServer.started(tmp_path) as server, gmail_proxy(server) as proxy, openai_server() as openai:
        hands, settings = server.hands(), settings_for(proxy)
        mails = {name: await hands.insert(letter(f"Garden of {name}", f"{name} <{name.lower()}@example.org>")) for name in NAMES}
        assert "“work” is connected." in await connect(tmp_path, settings, hands)
        async with (
            worker(livekit, tmp_path, **settings, OPENAI_API_KEY="sk-test", OPENAI_BASE_URL=openai.url),
            caller_in(livekit, room="gmail") as caller,
        ):
            await caller.open_microphone()
            await caller.hear(after=0, containing="4 unread mails")
            await _archived_by_voice_it_is_archived_at_the_server(caller, openai, hands, mails)
            gone = await _urgent_mail_is_announced_and_read(caller, openai, hands, mails)
            await _what_others_handled_is_never_told(caller, gone=gone)
        assert said(caller).count("An urgent mail from Vera Imhof just came in about Roses") == 1
        assert openai.chat_requests == []
        assert proxy.counted(CallKind.HISTORY) > 0
        assert not _found_in_what_was_written(tmp_path, {*proxy.tokens.issued, *mails.values(), OWN_ADDRESS, "Garden", "Roses", "Imhof"})


async def _archived_by_voice_it_is_archived_at_the_server(
    caller: Caller, openai: OpenAIDouble, hands: GmailHands, mails: dict[str, str]
) -> None:
    await caller.hear(after=0, containing="What shall I do with it?")
    (first,) = (name for name in NAMES if name in said(caller))
    await caller.wait_until(lambda: caller.agent_state == "listening", "the end of it, as the words that follow may be an echo of its hint")
    before = len(caller.agent_said)
    openai.hear("archive it")
    await caller.say("archive it", containing="Archived.")
    assert await hands.labels(mails[first]) == {"UNREAD"}
    await caller.hear(after=before, containing="or next?")


async def _urgent_mail_is_announced_and_read(caller: Caller, openai: OpenAIDouble, hands: GmailHands, mails: dict[str, str]) -> list[str]:
    """Returns whose mail was read or archived elsewhere meanwhile."""
    read, archived = (name for name in NAMES if name not in said(caller))
    before = len(caller.agent_said)
    await caller.type("read it in full", containing="Paragraph number 1 ")
    await hands.mark_read(mails[read])
    await hands.archive(mails[archived])
    await hands.insert(letter("Roses", VIP))
    await caller.hear(after=before, containing="Shall I read it now?")
    reading, _, _ = said(caller, before).partition("An urgent mail")
    assert reading.rstrip().endswith(WHOLE_SENTENCE)
    openai.hear("yes")
    await caller.say("yes", containing="“Roses”")
    return [read, archived]


async def _what_others_handled_is_never_told(caller: Caller, *, gone: list[str]) -> None:
    await caller.type("next", containing="Back to the mail from")
    await caller.type("next", containing="That was everything")
    assert [name for name in gone if name in said(caller)] == []


def _found_in_what_was_written(folder: Path, secrets: set[str]) -> set[str]:
    """Which of these stand in the worker's log or anywhere in its data folder; ids of mails may stand in the data."""
    log = (folder / "worker.log").read_text()
    data = b"".join(file.read_bytes() for file in (folder / "data").rglob("*") if file.is_file())
    kept = {each for each in secrets if each.encode() in data and not each.startswith("msg_")}
    return {each for each in secrets if each in log} | kept
