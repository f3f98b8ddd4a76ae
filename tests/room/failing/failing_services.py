"""A voice call in which every service fails for a turn, over a sample inbox, a real Redis and scripted models."""

import shutil
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, auto
from pathlib import Path

from briefing.mail import MailId, provider_id_of
from briefing.mail_action import MailAction
from briefing.speech.sentences.about_failures import REMARKS, Trouble
from inbox.ledger.redis_ledger import RedisLedger
from providers.sample_inbox import SAMPLE_ADDRESS
from tests.agent.typed_call import sample_settings
from tests.room.agenda import ExpectedBriefing, expected_briefing, marks_in
from tests.room.caller import Caller, caller_in
from tests.room.silences import Silences, silences_of
from tests.servers.livekit import LiveKitServer
from tests.servers.openai.double import OpenAIDouble, openai_server
from tests.servers.openai.faults import Hang, HangUp, Refuse
from tests.servers.redis import RedisServer
from tests.servers.worker import worker


class Service(Enum):
    """What a call can do without for a turn; without its mailbox, too."""

    STT = auto()
    TTS = auto()
    MODEL = auto()
    LEDGER = auto()


class FaultyCall:
    """A caller who goes on while things break around them. `longest` holds the longest silence of each turn, in seconds."""

    def __init__(self, caller: Caller, openai: OpenAIDouble, expected: ExpectedBriefing, silences: Silences) -> None:
        self.caller = caller
        self.openai = openai
        self.expected = expected
        self.silences = silences
        self.longest: list[float] = []

    async def say(self, line: str, *, containing: str, unheard: bool = False) -> str:
        """Say a line and wait for the answer; silence counts from the end of the line on."""
        if not unheard:
            self.openai.hear(line)
        answer = await self.caller.say(line, containing=containing)
        frames = self.caller.loud_frames
        await self.caller.wait_until(lambda: self.caller.loud_frames > frames, "sound")
        self.longest.append(self.silences.longest_since(self.caller.fell_silent_at))
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

    async def without_stt(self) -> None:
        self.openai.transcription_fault = Hang()
        await self.say("next", containing=REMARKS[Trouble.NOT_HEARD].first, unheard=True)
        self.openai.transcription_fault = Refuse(500)
        await self.say("next", containing="typ", unheard=True)
        self.openai.transcription_fault = None
        await self.next()
        await self.told(Trouble.NOT_HEARD)

    async def without_the_usual_tts(self) -> None:
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
        self.expected.tracker.mark_actioned(archived.mail_id, MailAction.ARCHIVE, at=datetime.now(UTC))
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


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultsSurvived:
    """What became of such a call: the ledger's marks against those that are due, the mail that was archived, the longest silence in
    each turn in seconds."""

    marks: Mapping[MailId, tuple[str, str | None]]
    due: Mapping[MailId, tuple[str, str | None]]
    archived: str
    silences_s: list[float]


async def through_faults(folder: Path, livekit: LiveKitServer, services: Collection[Service] = tuple(Service)) -> FaultsSurvived:
    """Call, have these services and the mailbox fail for a turn each, and say goodbye."""
    sample_settings(folder, now=datetime.now(UTC))
    expected = await expected_briefing(folder)
    with RedisServer() as redis:
        async with (
            openai_server() as openai,
            worker(
                livekit,
                folder,
                ALOUD_MAILDIR=str(folder / "inbox"),
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
            if Service.STT in services:
                await call.without_stt()
            if Service.TTS in services:
                await call.without_the_usual_tts()
            if Service.MODEL in services:
                await call.without_a_model()
            if Service.LEDGER in services:
                await call.without_the_ledger(redis)
            archived = await call.without_the_mailbox(folder / "inbox")
            await call.say("goodbye", containing="Goodbye")
            await caller.wait_until_gone()
        ledger = RedisLedger.from_url(redis.url)
        marks = await marks_in(ledger)
        await ledger.aclose()
    return FaultsSurvived(marks=marks, due=expected.marks, archived=archived, silences_s=call.longest)
