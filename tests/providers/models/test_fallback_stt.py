"""STT that fails: each utterance ends in time, with its words or without, and the stream goes on."""

from livekit import rtc
from livekit.agents import APIStatusError, stt

from providers.models.fallback_stt import TRANSCRIBED_WITHIN_S, TRY_AGAIN_WITHIN_S, FallbackSTT
from tests.inbox.virtual_clock import in_virtual_time, now
from tests.providers.unsteady import DOWN, ScriptedSTT

UTTERANCE = rtc.AudioFrame(bytes(2 * 1600), 16_000, 1, 1600)
FOREVER = 10_000.0


async def hear(recogniser: FallbackSTT) -> tuple[str, list[bool]]:
    """The words, and of each error event whether the utterance was lost."""
    lost: list[bool] = []

    def note(error: stt.STTError) -> None:
        lost.append(not error.recoverable)

    recogniser.on("error", note)
    event = await recogniser.recognize(UTTERANCE)
    recogniser.off("error", note)
    return "".join(alternative.text for alternative in event.alternatives), lost


@in_virtual_time
async def test_what_is_heard_is_passed_on() -> None:
    assert await hear(FallbackSTT(ScriptedSTT((0.5, "archive it")))) == ("archive it", [])


@in_virtual_time
async def test_a_failure_at_once_is_tried_again() -> None:
    assert await hear(FallbackSTT(ScriptedSTT((0.1, DOWN), (0.5, "archive it")))) == ("archive it", [False])


@in_virtual_time
async def test_an_utterance_that_fails_twice_is_lost_and_the_next_is_heard() -> None:
    recogniser = FallbackSTT(ScriptedSTT((0.1, DOWN), (0.1, APIStatusError("no", status_code=401)), (0.1, "archive it")))
    assert await hear(recogniser) == ("", [False, True])
    assert await hear(recogniser) == ("archive it", [])


@in_virtual_time
async def test_recognisers_that_hang_are_not_waited_for() -> None:
    recogniser = FallbackSTT(ScriptedSTT((FOREVER, "too late")))
    assert await hear(recogniser) == ("", [True])
    assert now() <= TRANSCRIBED_WITHIN_S + 0.1


@in_virtual_time
async def test_a_late_failure_is_not_tried_again() -> None:
    recogniser = FallbackSTT(ScriptedSTT((TRY_AGAIN_WITHIN_S + 0.1, DOWN), (0.0, "archive it")))
    assert await hear(recogniser) == ("", [True])


@in_virtual_time
async def test_closing_closes_the_recogniser() -> None:
    inner = ScriptedSTT()
    await FallbackSTT(inner).aclose()
    assert inner.closed
