"""What counts as heard, held against the sound that the caller received: interrupted at several places of a presentation, by voice and by
typing."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import cycle
from pathlib import Path

import pytest

from briefing.mail import MailId
from session.passages import Passage, PassageRole
from tests.agent.typed_call import sample_settings, typed_call
from tests.randomness import chance, in_proofs
from tests.room.caller import FRAME_S, Caller
from tests.room.shared import User
from tests.servers.openai.double import OpenAIDouble, seconds_of_speech

pytestmark = pytest.mark.server

PLACES = (0.15, 0.5, 0.05, 0.8, 1.7, 0.3, 0.9, 1.9, 0.65, 1.6)
"""Shares of the presentation after which the caller interrupts; what is beyond 1 are seconds into the question behind it. In either half
one mail is told to its end."""

Interrupt = Callable[[Caller, OpenAIDouble], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Interruption:
    """`takes_s` is how long it is on its way."""

    happen: Interrupt
    leeway_s: float = field(kw_only=True)
    takes_s: float = field(default=0.0, kw_only=True)


async def by_typing(caller: Caller, _: OpenAIDouble) -> None:
    await caller.type("hold on")


async def by_voice(caller: Caller, openai: OpenAIDouble) -> None:
    openai.hear("hold on")
    await caller.say("hold on")


BY_TYPING, BY_VOICE = Interruption(by_typing, leeway_s=0.4), Interruption(by_voice, leeway_s=1.0, takes_s=0.6)
"""Between what was sent and what was received lie the buffers of both ends; while somebody talks over it, sound is held back."""


@pytest.mark.random
@pytest.mark.takes(40)
@pytest.mark.parametrize(
    "interruptions",
    [
        pytest.param((BY_TYPING, BY_VOICE), id="in turns"),
        pytest.param((BY_TYPING,), marks=pytest.mark.proof, id="by typing"),
        pytest.param((BY_VOICE,), marks=pytest.mark.proof, id="by voice"),
    ],
)
async def test_a_mail_counts_as_heard_exactly_if_its_presentation_was_received(user: User, interruptions: tuple[Interruption, ...]) -> None:
    now = datetime.now(UTC)
    user.openai.hurried = 1.0  # what is measured is seconds
    user.has_mail()
    openai, presentations = user.openai, await told_of_all(user.folder, now)
    judged: list[bool] = []
    before = MailId("")
    async with user.calls() as caller:
        await caller.open_microphone()
        await caller.hear(after=0, containing="What shall I do with it?")
        await caller.wait_until(lambda: caller.agent_state == "listening", "the end of it")
        for place, interruption in zip(places(), cycle(interruptions), strict=False):
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
            await interruption.happen(caller, openai)
            received_s = _received_s(caller, since=frames)
            whole_s = _sound_of(told, openai.speech_requests[asked:])
            heard = mail_id in await _heard(user)
            if heard:
                by_then_s = _received_s(caller, since=frames)  # what was typed may arrive later than the rest of the sound
                assert by_then_s >= whole_s - interruption.leeway_s, f"counted as heard after {by_then_s:.2f} of {whole_s:.2f} s"
            else:
                most_s = whole_s + interruption.leeway_s + interruption.takes_s
                assert received_s <= most_s, f"not heard after {received_s:.2f} of {whole_s:.2f} s"
            judged.append(heard)
            await caller.wait_until(lambda: caller.agent_state == "listening", "the end of it")
    assert {*judged} == {True, False}


def places() -> tuple[float, ...]:
    """Half of them, others after each change; all in the proofs."""
    half = len(PLACES) // 2
    return PLACES if in_proofs() else chance().choice((PLACES[:half], PLACES[half:]))


def _received_s(caller: Caller, *, since: int) -> float:
    """Seconds of sound that the caller has received, after so many frames of it."""
    return (caller.loud_frames - since) * FRAME_S


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


async def _heard(user: User) -> set[MailId]:
    return {mail for mail, (status, _) in (await user.marks()).items() if status == "briefed"}


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
