"""What counts as heard, held against the sound that the caller received: interrupted at ten places of a presentation, by voice and by
typing."""

import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from briefing.mail import MailId
from inbox.ledger.sql_ledger import SqlLedger
from providers.sample_inbox import SAMPLE_ADDRESS
from session.passages import Passage, PassageRole
from storage.database import Database
from tests.agent.typed_call import sample_settings, typed_call
from tests.room.agenda import marks_in
from tests.room.caller import FRAME_S, Caller, caller_in
from tests.servers.livekit import LiveKitServer
from tests.servers.openai_double import OpenAIDouble, openai_server, seconds_of_speech
from tests.servers.worker import worker

pytestmark = pytest.mark.server

PLACES = (0.15, 0.5, 0.05, 0.8, 1.3, 0.3, 0.9, 1.5, 0.65, 1.2)
"""Shares of the presentation after which the caller interrupts; what is beyond 1 are seconds into the question behind it."""

TYPED_LEEWAY_S, SPOKEN_LEEWAY_S = 0.4, 1.0
"""Between what was sent and what was received lie the buffers of both ends; while somebody talks over it, sound is held back."""

Interrupt = Callable[[Caller, OpenAIDouble], Awaitable[None]]


async def by_typing(caller: Caller, _: OpenAIDouble) -> None:
    await caller.type("hold on")


async def by_voice(caller: Caller, openai: OpenAIDouble) -> None:
    openai.hear("hold on")
    await caller.say("hold on")


@pytest.mark.takes(96)
@pytest.mark.parametrize(("interrupt", "leeway_s", "takes_s"), [(by_typing, TYPED_LEEWAY_S, 0.0), (by_voice, SPOKEN_LEEWAY_S, 0.6)])
async def test_a_mail_counts_as_heard_exactly_if_its_presentation_was_received(
    tmp_path: Path, livekit: LiveKitServer, interrupt: Interrupt, leeway_s: float, takes_s: float
) -> None:
    now = datetime.now(UTC)
    sample_settings(tmp_path, now=now)
    mail = {"ALOUD_MAILDIR": str(tmp_path / "inbox"), "ALOUD_ADDRESSES": SAMPLE_ADDRESS}
    presentations = await told_of_all(tmp_path, now)
    judged: list[bool] = []
    before = MailId("")
    async with (
        openai_server() as openai,
        worker(livekit, tmp_path, **mail, OPENAI_API_KEY="sk-test", OPENAI_BASE_URL=openai.url),
        caller_in(livekit, room="heard") as caller,
    ):
        await caller.open_microphone()
        await caller.hear(after=0, containing="What shall I do with it?")
        await caller.wait_until(lambda: caller.agent_state == "listening", "the end of it")
        for place in PLACES:
            asked, frames = len(openai.speech_requests), caller.loud_frames
            await caller.send("next")
            await caller.wait_until(_asked_to_tell(openai, asked, presentations), "a mail")
            await caller.wait_until(lambda: caller.agent_state == "speaking", "the presentation")
            begun = _told(openai.speech_requests[asked:], presentations)
            if len(begun) > 1:  # the voice may still be asked for the rest of the one before
                del begun[before]
            ((mail_id, told),) = begun.items()
            before = mail_id
            seconds = sum(seconds_of_speech(len(words)) for words in re.split(r"(?<=[.!?”]) ", told))
            await caller.hear_for(seconds * min(place, 1) + max(place - 1, 0), after=frames)
            await interrupt(caller, openai)
            received_s = (caller.loud_frames - frames) * FRAME_S
            whole_s = _sound_of(told, openai.speech_requests[asked:])
            heard = mail_id in await _heard(tmp_path)
            if heard:
                assert received_s >= whole_s - leeway_s, f"counted as heard after {received_s:.2f} of {whole_s:.2f} s"
            else:
                assert received_s <= whole_s + leeway_s + takes_s, f"not heard after {received_s:.2f} of {whole_s:.2f} s"
            judged.append(heard)
            await caller.wait_until(lambda: caller.agent_state == "listening", "the end of it")
    assert 3 <= sum(judged) <= 7


async def told_of_all(folder: Path, now: datetime) -> dict[MailId, Passage]:
    """How a call beside the real one presents each mail."""
    settings = sample_settings(folder, aloud_data_dir=folder / "twin")
    told: dict[MailId, Passage] = {}
    async with typed_call(settings, now=now) as twin:
        await twin.greet()
        while len(told) < 20:
            passage = next(passage for passage in twin.call.dialogue.last_said if passage.role is PassageRole.MAIL)
            assert passage.mail
            told[passage.mail] = passage
            await twin.type("next")
    return told


def _asked_to_tell(openai: OpenAIDouble, asked: int, presentations: dict[MailId, Passage]) -> Callable[[], bool]:
    return lambda: bool(_told(openai.speech_requests[asked:], presentations))


def _told(spoken: list[str], presentations: dict[MailId, Passage]) -> dict[MailId, Passage]:
    """The mail that the voice was asked to tell of."""
    letters = [_letters(words) for words in spoken if _letters(words)]
    return {mail_id: told for mail_id, told in presentations.items() if any(words in _letters(told) for words in letters)}


async def _heard(folder: Path) -> set[MailId]:
    async with Database(f"sqlite:///{folder / 'data' / 'aloud.db'}") as database:
        return {mail for mail, (status, _) in (await marks_in(SqlLedger(database))).items() if status == "briefed"}


def _sound_of(told: Passage, spoken: list[str]) -> float:
    """How long the voice takes until the presentation is told, out of what it was asked to say; forever if it was not asked all of it."""
    seconds = 0.0
    for words in spoken:
        seconds += seconds_of_speech(len(words))
        if _letters(words) and _letters(told).endswith(_letters(words)):
            return seconds
    return float("inf")


def _letters(words: str) -> str:
    return "".join(letter for letter in words if letter.isalnum())
