"""The offline microphone against speech that espeak-ng speaks: the real recogniser, the real voice activity detection."""

import array
import asyncio
import random
import subprocess
import sys
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from livekit import rtc
from livekit.agents import stt
from livekit.agents.types import APIConnectOptions
from livekit.plugins import silero

from briefing.mail_action import MailAction
from briefing.understanding.command_grammar.command_phrases.kinds import CommandKind
from providers.models.offline_stt import NEED_CONFIRMATION, PHRASES, OfflineSTT
from providers.models.offline_stt.grammar import all_phrases
from providers.models.offline_stt.sound import SAMPLE_RATE, speech_in
from providers.models.offline_stt.sounds_alike import likeness
from tests.briefing.understanding.understood import recognise
from tests.randomness import in_proofs, some, times

ESPEAK_RATE = 22_050
NOISE_FLOOR = 33  # -60 dBFS
ONCE = APIConnectOptions(max_retry=0, timeout=5.0)

SPOKEN = [(kind, phrase) for kind, phrases in PHRASES.items() for phrase in phrases[:2]]
NOT_COMMANDS = """
The weather tomorrow will be cloudy with some rain in the north.
Temperatures will climb to twenty five degrees by the weekend.
The prime minister met her cabinet this morning to talk about the budget.
Shares in London closed higher after a quiet day of trading.
A strong wind warning is in force along the western coast.
The football match was postponed because of snow.
Scientists have found water on a small moon of Saturn.
The train to Manchester is delayed by about forty minutes.
My sister is coming for dinner on Saturday evening.
Could you bring some bread and milk from the shop?
The museum opens at nine and closes at half past five.
Prices of vegetables rose by three percent in October.
I told him that the car needs a new battery.
Two people were rescued from the river last night.
Heavy traffic is expected around the stadium today.
We had a wonderful holiday in Portugal last summer.
The children are playing football in the garden.
Parliament will vote on the new law next week.
The next bus leaves from platform seven.
Stop at the bakery on your way home.
Wait for me at the corner of the street.
Go to the market and buy some apples.
I am hungry.
How are you?
""".strip().splitlines()


@pytest_asyncio.fixture
async def recogniser() -> AsyncIterator[OfflineSTT]:
    hearing = OfflineSTT()
    yield hearing
    await hearing.aclose()


async def spoken(text: str) -> rtc.AudioFrame:
    """The text in a US English voice with half a second of a quiet room around it."""
    process = await asyncio.create_subprocess_exec(
        "espeak-ng", "-v", "en-us", "-s", "150", "--stdout", text, stdout=asyncio.subprocess.PIPE
    )
    wav, _ = await process.communicate()
    return in_quiet_room(array.array("h", wav[44:]))


def in_quiet_room(samples: "array.array[int]", rate: int = ESPEAK_RATE, noise: int = NOISE_FLOOR) -> rtc.AudioFrame:
    chance = random.Random(7)  # noqa: S311 - a noise floor, not a secret
    silence = array.array("h", bytes(rate))
    room = [sample + chance.randint(-noise, noise) for sample in silence + samples + silence]
    heard = array.array("h", (max(-32768, min(32767, sample)) for sample in room))
    return rtc.AudioFrame(heard.tobytes(), rate, 1, len(heard))


async def transcript(recogniser: OfflineSTT, frame: rtc.AudioFrame) -> str:
    event = await recogniser.recognize(frame, conn_options=ONCE)
    return event.alternatives[0].text


@pytest.mark.parametrize(("kind", "phrase"), [(kind, phrase) for kind, phrases in PHRASES.items() for phrase in phrases])
def test_each_phrase_is_a_command_of_its_kind(kind: CommandKind, phrase: str) -> None:
    command = recognise(phrase, offer_open=kind in {CommandKind.YES, CommandKind.NO})
    assert command is not None
    assert command.meant == kind


def test_forms_that_are_listened_for_beside_the_commands_never_mean_the_current_mail() -> None:
    commands = {phrase for phrases in PHRASES.values() for phrase in phrases}
    beside = [phrase for phrase in all_phrases() if phrase not in commands]
    assert len(beside) > 50
    understood = {phrase: command for phrase in beside if (command := recognise(phrase)) is not None}
    assert [phrase for phrase, command in understood.items() if not (command.ordinal or command.target)] == []


def test_no_phrase_stands_twice() -> None:
    assert len(set(all_phrases())) == len(all_phrases())


def test_what_takes_a_mail_out_of_the_briefing_needs_confirmation() -> None:
    assert {MailAction.ARCHIVE, MailAction.MARK_READ} == NEED_CONFIRMATION


@pytest.mark.slow
def test_package_is_imported_without_pocketsphinx() -> None:
    program = (
        "import sys; sys.modules['pocketsphinx'] = None; import providers.models.offline_stt; providers.models.offline_stt.OfflineSTT()"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False, capture_output=True).returncode == 0


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [("AA R K", "AA R K", 1.0), ("AA", "K", 0.0), ("AA", "AH", 0.6), ("P", "B", 0.5), ("AA R K", "", 0.0), ("N OW", "N", 2 / 3)],
)
def test_sounds_are_alike_by_kin(first: str, second: str, expected: float) -> None:
    assert likeness(first.split(), second.split()) == pytest.approx(expected)
    assert likeness(second.split(), first.split()) == pytest.approx(expected)


@pytest.mark.parametrize("noise", [0, NOISE_FLOOR])
def test_silence_is_no_speech(noise: int) -> None:
    assert speech_in(in_quiet_room(array.array("h"), noise=noise)) is None


def test_monologue_is_not_decoded() -> None:
    assert speech_in(in_quiet_room(array.array("h", [8000, -8000] * (4 * ESPEAK_RATE)))) is None


@pytest.mark.parametrize(("rate", "channels"), [(48_000, 1), (16_000, 1), (24_000, 2)])
def test_speech_is_cut_out_at_any_rate(rate: int, channels: int) -> None:
    quiet, loud = [0] * (rate * channels), [6000, 6000, -6000, -6000] * (rate * channels // 8)
    samples = array.array("h", quiet + loud + quiet)
    speech = speech_in(rtc.AudioFrame(samples.tobytes(), rate, channels, len(samples) // channels))
    assert speech is not None
    assert len(speech) / 2 / SAMPLE_RATE == pytest.approx(0.5 + 2 * 0.14, abs=0.05)


def test_speech_that_begins_and_ends_with_its_recording_gets_a_margin() -> None:
    samples = array.array("h", [6000, 6000, -6000, -6000] * (SAMPLE_RATE // 8))
    speech = speech_in(rtc.AudioFrame(samples.tobytes(), SAMPLE_RATE, 1, len(samples)))
    assert speech is not None
    assert len(speech) / 2 / SAMPLE_RATE == pytest.approx(0.5 + 2 * 0.14, abs=0.05)


@pytest.mark.takes(8)
@pytest.mark.slow
@pytest.mark.random
async def test_spoken_commands_are_recognised(recogniser: OfflineSTT) -> None:
    heard = [(kind, phrase, await transcript(recogniser, await spoken(phrase))) for kind, phrase in some(SPOKEN, 10)]
    missed = [
        (phrase, text)
        for kind, phrase, text in heard
        if recognise(text, offer_open=True) != recognise(phrase, offer_open=True) or not text
    ]  # fmt: skip
    assert len(heard) == times(10, in_proofs=len(SPOKEN))
    assert len(missed) <= (0.15 if in_proofs() else 0.25) * len(heard), missed


@pytest.mark.takes(6)
@pytest.mark.slow
@pytest.mark.random
async def test_other_talk_is_no_command(recogniser: OfflineSTT) -> None:
    heard = [(sentence, await transcript(recogniser, await spoken(sentence))) for sentence in some(NOT_COMMANDS, 2)]
    assert len(heard) == times(2, in_proofs=len(NOT_COMMANDS))
    assert [(sentence, text) for sentence, text in heard if text] == []


@pytest.mark.slow
async def test_negated_command_changes_nothing(recogniser: OfflineSTT) -> None:
    sentences = ["don't archive it", "do not archive it", "never archive that", "don't mark it as read", "do not flag it"]
    heard = [(sentence, recognise(await transcript(recogniser, await spoken(sentence)))) for sentence in sentences]
    assert [(sentence, command) for sentence, command in heard if command] == []


@pytest.mark.slow
async def test_utterances_at_the_same_time_do_not_disturb_each_other(recogniser: OfflineSTT) -> None:
    frames = [await spoken("repeat that"), await spoken("what can you do")]
    assert await asyncio.gather(*(transcript(recogniser, frame) for frame in frames)) == ["repeat that", "what can you do"]


@pytest.mark.slow
async def test_livekit_puts_its_voice_activity_detection_in_front(recogniser: OfflineSTT) -> None:
    adapter = stt.StreamAdapter(stt=recogniser, vad=silero.VAD.load())
    frame = await spoken("repeat that")
    async with adapter.stream(conn_options=ONCE) as stream:
        for part in pieces(frame, seconds=0.02):
            stream.push_frame(part)
        stream.push_frame(in_quiet_room(array.array("h", bytes(ESPEAK_RATE))))
        stream.end_input()
        events = [event async for event in stream]
    await adapter.aclose()
    assert [event.alternatives[0].text for event in events if event.type == stt.SpeechEventType.FINAL_TRANSCRIPT] == ["repeat that"]


def pieces(frame: rtc.AudioFrame, *, seconds: float) -> list[rtc.AudioFrame]:
    size = round(frame.sample_rate * seconds)
    samples = array.array("h", bytes(frame.data))
    parts = (samples[start : start + size] for start in range(0, len(samples), size))
    return [rtc.AudioFrame(part.tobytes(), frame.sample_rate, 1, len(part)) for part in parts]
