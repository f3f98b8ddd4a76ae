"""A voice call in which every service fails for a turn: it says so, is never silent for long, and comes to its end with nothing lost."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from briefing.mail import ActionKind, provider_id_of
from briefing.speech.sentences.about_failures import REMARKS, Trouble
from briefing.speech.sentences.silences import FAREWELL
from inbox.ledger.redis_ledger import RedisLedger
from providers.sample_inbox import SAMPLE_ADDRESS
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import sample_settings
from tests.room.agenda import ExpectedBriefing, expected_briefing, marks_in
from tests.room.caller import Caller, caller_in
from tests.room.silences import Silences, silences_of
from tests.servers.livekit import LiveKitServer
from tests.servers.openai_double import OpenAIDouble, openai_server
from tests.servers.openai_faults import Hang, HangUp, Refuse
from tests.servers.redis import RedisServer
from tests.servers.worker import worker

pytestmark = pytest.mark.server

LONGEST_SILENCE_S = 8.0


class FaultyCall:
    """A caller who goes through the briefing while things break around them."""

    def __init__(self, caller: Caller, openai: OpenAIDouble, expected: ExpectedBriefing, silences: Silences) -> None:
        self.caller = caller
        self.openai = openai
        self.expected = expected
        self.silences = silences

    async def say(self, line: str, *, containing: str, unheard: bool = False) -> str:
        """Say a line; the answer must come without a long silence, from the end of the line on."""
        if not unheard:
            self.openai.hear(line)
        answer = await self.caller.say(line, containing=containing)
        assert self.silences.longest_since(self.caller.fell_silent_at) < LONGEST_SILENCE_S
        return answer

    async def next(self) -> None:
        """Go on to the next mail, which must be the right one."""
        self.expected.tracker.advance(at=datetime.now(UTC))
        await self.say("next", containing=self.expected.sender)
        self.expected.heard_first()

    async def told(self, trouble: Trouble) -> None:
        """Wait until the caller was told, once in the whole call."""
        await self.caller.hear(after=0, containing=REMARKS[trouble].first)
        assert " ".join(self.caller.agent_said).count(REMARKS[trouble].first) == 1

    async def without_ears(self) -> None:
        self.openai.transcription_fault = Hang()
        await self.say("next", containing=REMARKS[Trouble.NOT_HEARD].first, unheard=True)
        self.openai.transcription_fault = Refuse(500)
        await self.say("next", containing="typ", unheard=True)
        self.openai.transcription_fault = None
        await self.next()
        await self.told(Trouble.NOT_HEARD)

    async def without_the_usual_voice(self) -> None:
        self.openai.speech_fault = Hang()
        await self.next()
        self.openai.speech_fault = HangUp()
        await self.next()
        await self.told(Trouble.OTHER_VOICE)
        self.openai.speech_fault = None
        await self.next()

    async def without_a_model(self) -> None:
        self.openai.chat_fault = Hang()
        await self.say("what do they want from me", containing=REMARKS[Trouble.NO_ANSWER].first)
        self.openai.chat_fault = None
        await self.next()
        await self.say("what do they want from me", containing="I am the scripted model.")

    async def without_the_mailbox(self, inbox: Path) -> str:
        away = inbox.with_name("away")
        shutil.move(inbox, away)
        await self.say("archive it", containing="did not go through")
        await self.next()
        shutil.move(away, inbox)
        archived = self.expected.tracker.current()
        assert archived
        self.expected.tracker.mark_actioned(archived.mail_id, ActionKind.ARCHIVED, at=datetime.now(UTC))
        await self.say("archive it", containing=self.expected.sender)
        self.expected.heard_first()
        return provider_id_of(archived.mail_id)

    async def without_the_ledger(self, redis: RedisServer) -> None:
        redis.kill()
        await self.next()
        await self.next()
        await self.told(Trouble.MEMORY_AWAY)
        redis.start()
        await self.next()


@pytest.mark.takes(97)
async def test_a_call_in_which_everything_fails_for_a_turn_comes_to_its_end(tmp_path: Path, livekit: LiveKitServer) -> None:
    sample_settings(tmp_path, now=datetime.now(UTC))
    expected = await expected_briefing(tmp_path)
    with RedisServer() as redis:
        async with (
            openai_server() as openai,
            worker(
                livekit,
                tmp_path,
                ALOUD_MAILDIR=str(tmp_path / "inbox"),
                ALOUD_ADDRESSES=SAMPLE_ADDRESS,
                REDIS_URL=redis.url,
                OPENAI_API_KEY="sk-test",
                OPENAI_BASE_URL=openai.url,
            ),
            caller_in(livekit, room="faults") as caller,
            silences_of(caller) as silences,
        ):
            await caller.open_microphone()
            await caller.hear(after=0, containing=expected.sender)
            expected.heard_first()
            call = FaultyCall(caller, openai, expected, silences)
            await call.next()
            await call.without_ears()
            await call.without_the_usual_voice()
            await call.without_a_model()
            await call.without_the_ledger(redis)
            archived = await call.without_the_mailbox(tmp_path / "inbox")
            await call.say("goodbye", containing="Goodbye")
            await caller.wait_until_gone()
        ledger = RedisLedger.from_url(redis.url)
        assert await marks_in(ledger) == expected.marks
        await ledger.aclose()
    assert archived in flags_of(tmp_path / "inbox" / ".Archive")


@pytest.mark.takes(40)
async def test_where_nothing_can_speak_every_word_arrives_as_text_and_a_silent_caller_is_let_go(
    tmp_path: Path, livekit: LiveKitServer
) -> None:
    sample_settings(tmp_path, now=datetime.now(UTC))
    flags, expected = flags_of(tmp_path / "inbox"), await expected_briefing(tmp_path)
    async with (
        openai_server() as openai,
        worker(
            livekit,
            tmp_path,
            ALOUD_SILENCE_LIMIT_S="15",
            PATH=str(tmp_path),  # no espeak-ng on it
            ALOUD_MAILDIR=str(tmp_path / "inbox"),
            ALOUD_ADDRESSES=SAMPLE_ADDRESS,
            OPENAI_API_KEY="sk-test",
            OPENAI_BASE_URL=openai.url,
        ),
        caller_in(livekit, room="mute") as caller,
    ):
        openai.speech_fault = HangUp()
        await caller.hear(after=0, containing="50 unread mails")
        await caller.hear(after=0, containing=expected.sender)
        await caller.hear(after=0, containing=REMARKS[Trouble.NO_VOICE].first)
        expected.heard_first()
        for _ in range(3):
            expected.tracker.advance(at=datetime.now(UTC))
            await caller.type("next", containing=expected.sender)
            expected.heard_first()
        await caller.wait_until(lambda: caller.agent_said[-1].rstrip().endswith("?"), "the question at the end of the answer")
        said = len(caller.agent_said)
        await caller.hear(after=said, containing=FAREWELL[:20])
        await caller.wait_until_gone()
        assert caller.loud_frames == 0
    assert flags_of(tmp_path / "inbox") == flags
