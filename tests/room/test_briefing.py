"""A briefing in a real room: LiveKit server, worker as its own process, a second participant who talks or types, and listens."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from briefing.mail import ActionKind, MailId, provider_id_of
from inbox.ledger.redis_ledger import RedisLedger
from inbox.ledger.sql_ledger import SqlLedger
from providers.sample_inbox import SAMPLE_ADDRESS
from storage.database import Database
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import sample_settings
from tests.room.agenda import ExpectedBriefing, expected_briefing, marks_in
from tests.room.caller import Caller, caller_in
from tests.servers.livekit import LiveKitServer
from tests.servers.openai_double import openai_server
from tests.servers.redis import RedisServer
from tests.servers.worker import worker

pytestmark = pytest.mark.server

Utter = Callable[[str, str], Awaitable[str]]


@pytest.fixture
def mail(tmp_path: Path) -> dict[str, str]:
    """The settings that name a sample inbox of today."""
    sample_settings(tmp_path, now=datetime.now(UTC))
    return {"ALOUD_MAILDIR": str(tmp_path / "inbox"), "ALOUD_ADDRESSES": SAMPLE_ADDRESS}


async def hold_the_conversation(caller: Caller, utter: Utter, expected: ExpectedBriefing) -> MailId:
    """Next three times, archive, skip the topic, go back; each answer names the mail it should. Returns the archived mail's id."""
    now = datetime.now(UTC)
    await caller.hear(after=0, containing="50 unread mails")
    await caller.hear(after=0, containing=expected.sender)
    await caller.wait_until(lambda: caller.loud_frames > 10, "speech above silence")
    expected.heard_first()
    for _ in range(3):
        expected.tracker.advance(at=now)
        await utter("next", expected.sender)
        expected.heard_first()
    archived = expected.tracker.current()
    assert archived
    expected.tracker.mark_actioned(archived.mail_id, ActionKind.ARCHIVED, at=now)
    assert (await utter("archive it", expected.sender)).startswith("Archived.")
    expected.heard_first()
    expected.tracker.skip_topic(at=now)
    await utter("skip this topic", expected.sender)
    expected.heard_first()
    expected.tracker.go_back()
    await utter("go back", expected.sender)
    return archived.mail_id


@pytest.mark.takes(40)
async def test_voice_briefing_agrees_with_mailbox_and_ledger_and_asks_no_model(
    tmp_path: Path, livekit: LiveKitServer, mail: dict[str, str]
) -> None:
    expected = await expected_briefing(tmp_path)
    with RedisServer() as redis:
        async with (
            openai_server() as openai,
            worker(livekit, tmp_path, **mail, REDIS_URL=redis.url, OPENAI_API_KEY="sk-test", OPENAI_BASE_URL=openai.url),
            caller_in(livekit, room="voice") as caller,
        ):
            await caller.open_microphone()

            async def utter(line: str, containing: str) -> str:
                openai.hear(line)
                return await caller.say(line, containing=containing)

            archived = await hold_the_conversation(caller, utter, expected)
            assert openai.chat_requests == []
            assert [line.strip(".").lower() for line in caller.i_said if line] == ["next"] * 3 + [
                "archive it",
                "skip this topic",
                "go back",
            ]
        ledger = RedisLedger.from_url(redis.url)
        assert await marks_in(ledger) == expected.marks
        await ledger.aclose()
    assert provider_id_of(archived) in flags_of(tmp_path / "inbox" / ".Archive")


@pytest.mark.takes(29)
async def test_typed_briefing_agrees_with_mailbox_and_ledger(tmp_path: Path, livekit: LiveKitServer, mail: dict[str, str]) -> None:
    expected = await expected_briefing(tmp_path)
    with RedisServer() as redis:
        async with (
            worker(livekit, tmp_path, **mail, REDIS_URL=redis.url),
            caller_in(livekit, room="typed") as caller,
        ):
            archived = await hold_the_conversation(caller, lambda line, containing: caller.type(line, containing=containing), expected)
        ledger = RedisLedger.from_url(redis.url)
        assert await marks_in(ledger) == expected.marks
        await ledger.aclose()
    assert provider_id_of(archived) in flags_of(tmp_path / "inbox" / ".Archive")


@pytest.mark.takes(33)
async def test_after_10_of_50_the_next_call_has_the_other_40_and_nothing_is_marked_read(
    tmp_path: Path, livekit: LiveKitServer, mail: dict[str, str]
) -> None:
    expected = await expected_briefing(tmp_path)
    before = flags_of(tmp_path / "inbox")
    async with worker(livekit, tmp_path, **mail):
        async with caller_in(livekit, room="first") as caller:
            await caller.hear(after=0, containing="50 unread mails")
            await caller.hear(after=0, containing=expected.sender)
            for _ in range(10):
                expected.tracker.advance(at=datetime.now(UTC))
                await caller.type("next", containing=expected.sender)
        async with caller_in(livekit, room="second") as caller:
            greeting = await caller.hear(after=0, containing=expected.sender)
            assert "we go on where we were" in greeting
            await caller.type("next")
            assert "39 of 50 mails are left" in await caller.type("how many are left?", containing=".")
    assert flags_of(tmp_path / "inbox") == before


@pytest.mark.takes(33)
async def test_goodbye_closes_with_the_numbers_and_hangs_up(tmp_path: Path, livekit: LiveKitServer, mail: dict[str, str]) -> None:
    async with worker(livekit, tmp_path, **mail), caller_in(livekit, room="goodbye") as caller:
        await caller.hear(after=0, containing="?")
        await caller.type("archive it", containing="Archived")
        await caller.type("goodbye", containing="archived")
        await caller.wait_until_gone()
    assert len(flags_of(tmp_path / "inbox" / ".Archive")) >= 1


@pytest.mark.takes(31)
async def test_stop_ends_the_sentence_at_once_and_changes_nothing(tmp_path: Path, livekit: LiveKitServer, mail: dict[str, str]) -> None:
    async with (
        openai_server() as openai,
        worker(livekit, tmp_path, **mail, OPENAI_API_KEY="sk-test", OPENAI_BASE_URL=openai.url),
        caller_in(livekit, room="stop") as caller,
    ):
        await caller.open_microphone()
        await caller.hear(after=0, containing="First topic")
        await caller.type("read it in full", containing="writes:")
        await caller.wait_until(lambda: caller.agent_state == "speaking", "the agent to speak")
        openai.hear("stop")
        await caller.speak("stop")
        await caller.wait_until(lambda: caller.i_said == ["stop"] and caller.agent_state == "listening", "the agent to fall silent")
        assert "That is the whole mail" not in " ".join(caller.agent_said)
        assert not any("That is the whole mail" in words for words in openai.speech_requests), "the voice was asked for all of it"
    async with Database(f"sqlite:///{tmp_path / 'data' / 'aloud.db'}") as database:
        assert await marks_in(SqlLedger(database)) == {}


@pytest.mark.takes(17)
async def test_call_without_a_user_id_tells_nobodys_mail(tmp_path: Path, livekit: LiveKitServer, mail: dict[str, str]) -> None:
    async with worker(livekit, tmp_path, **mail), caller_in(livekit, room="stranger", user_id="") as caller:
        await caller.hear(after=0, containing="whose mail")
        await caller.wait_until_gone()
