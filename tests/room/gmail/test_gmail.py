"""A Gmail account from `aloud connect google` to a call in a room: briefing, mail that comes in, what others do, and what is done by voice.

The third-party server holds the mail; our proxy before it answers as Google documents. Other programs act at the server itself.
"""

from pathlib import Path

import pytest

from tests.providers.messages import OWN_ADDRESS
from tests.room.caller import Caller, caller_in
from tests.room.gmail.gmail_account import connect, letter, settings_for
from tests.room.shared import HURRIED
from tests.servers.gmail.calls import CallKind
from tests.servers.gmail.proxy import gmail_proxy
from tests.servers.gmail.server import GmailHands, GmailServer
from tests.servers.livekit import LiveKitServer
from tests.servers.openai.double import OpenAIDouble, openai_server
from tests.servers.worker import worker

pytestmark = pytest.mark.server

NAMES = ("Alma", "Boris", "Clara", "Doris")
VIP = "Vera Imhof <vera@example.org>"
WHOLE_SENTENCE = (".", "!", "?", "\u201d")


def said(caller: Caller, after: int = 0) -> str:
    return " ".join(caller.agent_said[after:])


@pytest.mark.takes(35)
async def test_a_connected_gmail_account_is_briefed_and_followed_through_a_call(tmp_path: Path, livekit: LiveKitServer) -> None:
    async with GmailServer.started(tmp_path) as server, gmail_proxy(server) as proxy, openai_server() as openai:
        openai.hurried = HURRIED
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
        assert said(caller).count("An urgent mail from Vera Imhof just came in about “Roses") == 1
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
