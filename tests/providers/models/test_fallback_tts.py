"""A voice that fails: every sentence is said by somebody, in time, and the usual voice comes back by itself."""

import array
import asyncio

import pytest
from livekit.agents import APIConnectionError, tts

from providers.models.fallback_tts import ASKED_AGAIN_AFTER_S, BEGINS_WITHIN_S, GOES_ON_WITHIN_S, PROBE, ActiveTTS, FallbackTTS
from tests.inbox.virtual_clock import in_virtual_time, now
from tests.providers.unsteady import DOWN, RATE, ScriptedVoice, Step, tone

USUAL, OTHER = 1000, 2000
FOREVER = 10_000.0


def usual(*scripts: list[Step]) -> ScriptedVoice:
    return ScriptedVoice(*scripts, always=[tone(1.0, loudness=USUAL)])


def other(rate: int = RATE) -> ScriptedVoice:
    return ScriptedVoice(always=[tone(1.0, loudness=OTHER, rate=rate)], rate=rate)


def failures_of(voice: FallbackTTS) -> list[bool]:
    """Of each error event, whether the sentence was lost; filled as they come."""
    lost: list[bool] = []

    @voice.on("error")
    def _(error: tts.TTSError) -> None:
        lost.append(not error.recoverable)

    return lost


async def say(voice: FallbackTTS, text: str = "Anna asks about Friday.") -> dict[int, float]:
    """The seconds of each loudness in what is heard of a sentence."""
    async with voice.synthesize(text) as stream:
        frame = await stream.collect()
    samples = array.array("h", frame.data.tobytes())
    return {level: round(sum(abs(sample - level) < 300 for sample in samples) / frame.sample_rate, 2) for level in (USUAL, OTHER)}


@in_virtual_time
async def test_a_voice_that_is_well_is_left_alone() -> None:
    voice = FallbackTTS(usual(), other())
    assert await say(voice) == {USUAL: 1.0, OTHER: 0}
    assert voice.speaking is ActiveTTS.USUAL
    await voice.aclose()


@pytest.mark.parametrize("failure", [[DOWN], [FOREVER]], ids=["down", "silent"])
@in_virtual_time
async def test_a_sentence_that_does_not_begin_is_said_by_the_other_voice(failure: list[Step]) -> None:
    voice = FallbackTTS(usual(failure), other())
    lost = failures_of(voice)
    assert await say(voice) == {USUAL: 0, OTHER: 1.0}
    assert now() <= BEGINS_WITHIN_S + 0.1
    assert voice.speaking is ActiveTTS.OTHER
    assert lost == [False]
    await voice.aclose()


@pytest.mark.parametrize("rest", [DOWN, FOREVER], ids=["cut", "stalled"])
@in_virtual_time
async def test_a_sentence_that_breaks_off_is_said_again_by_the_other_voice(rest: Step) -> None:
    voice = FallbackTTS(usual([tone(0.6, loudness=USUAL), 0.01, rest]), other())
    heard = await say(voice)
    assert heard[OTHER] == pytest.approx(1.0, abs=0.02)
    assert heard[USUAL] <= 0.6
    assert now() <= GOES_ON_WITHIN_S + 0.1
    await voice.aclose()


@in_virtual_time
async def test_the_other_voice_may_have_another_sample_rate() -> None:
    voice = FallbackTTS(usual([DOWN]), other(rate=22_050))
    assert (await say(voice))[OTHER] == pytest.approx(1.0, abs=0.05)
    await voice.aclose()


@in_virtual_time
async def test_without_another_voice_there_is_a_breath_of_silence_and_the_loss_is_told() -> None:
    voice = FallbackTTS(usual([DOWN], [DOWN]))
    lost = failures_of(voice)
    begin = now()
    assert await say(voice) == {USUAL: 0, OTHER: 0}
    assert now() == begin
    assert voice.speaking is ActiveTTS.NOBODY
    assert lost == [False, True]
    await voice.aclose()


@in_virtual_time
async def test_nobody_waits_for_a_voice_that_is_away_and_it_comes_back_by_itself() -> None:
    ours = usual([FOREVER], [FOREVER])
    voice = FallbackTTS(ours, other())
    await say(voice)
    begin = now()
    assert (await say(voice))[OTHER] == 1.0
    assert now() == begin
    await asyncio.sleep(ASKED_AGAIN_AFTER_S)
    begin = now()
    assert (await say(voice))[OTHER] == 1.0
    assert now() == begin
    await asyncio.sleep(BEGINS_WITHIN_S + ASKED_AGAIN_AFTER_S)
    assert (await say(voice))[OTHER] == 1.0
    await asyncio.sleep(0.1)
    assert (await say(voice))[USUAL] == 1.0
    assert voice.speaking is ActiveTTS.USUAL
    assert ours.said.count(PROBE) == 2
    await voice.aclose()


@in_virtual_time
async def test_closing_ends_a_probe_and_closes_both_voices() -> None:
    ours, theirs = usual([APIConnectionError("down")], [FOREVER]), other()
    voice = FallbackTTS(ours, theirs)
    await say(voice)
    await asyncio.sleep(ASKED_AGAIN_AFTER_S)
    await say(voice)
    await voice.aclose()
    assert ours.closed
    assert theirs.closed
