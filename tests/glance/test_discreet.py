"""Nothing leaves a glance but its result: no exception, whoever raises it, and in the log one line without a word of mail or picture."""

import logging
import traceback
from collections.abc import Sequence

import pytest

from glance.analyst import DigestLine
from glance.glance import SILENCE, GlanceReason
from tests.glance.stage_set import (
    FRAME,
    MESSAGE,
    PROMPT,
    Answer,
    Scene,
    ScriptedModels,
    calling,
    not_worth_it,
    reads,
    screened,
    searches,
    stays_silent,
    surfaces,
)

CANARY = "canary of the lease"
ALL_THERE: tuple[Answer, ...] = (screened(), searches(), reads(), surfaces())
PRIVATE = ("lease", "Lease", "Anna", "hausberg", "five", CANARY, MESSAGE, PROMPT, FRAME.data.decode("latin-1"))


async def raises(*_: object, **__: object) -> bool:
    raise RuntimeError(CANARY)


class Raising:
    """A mailbox of which every method fails."""

    search = thread = text = staticmethod(raises)


async def talks_that_cannot_be_read() -> Sequence[DigestLine]:
    raise ExceptionGroup(CANARY, [OSError(CANARY)])


def clock_that_fails() -> None:
    raise ValueError(CANARY)


@pytest.mark.parametrize(
    "parts",
    [
        {"alone": raises},
        {"knows": raises},
        {"mail": Raising()},
        {"digest": talks_that_cannot_be_read},
        {"now": clock_that_fails},
        {"runs": raises},
    ],
    ids=lambda parts: next(iter(parts)),
)
async def test_whoever_raises_it_is_silence_and_the_log_has_its_class_alone(
    parts: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    scene = Scene(ScriptedModels(*ALL_THERE), parts=parts)
    assert await scene.look() == SILENCE
    assert [looked.reason for looked in scene.looked] == [GlanceReason.FAILED]
    assert [word for word in PRIVATE if word in written(caplog)] == []


@pytest.mark.parametrize(
    ("answers", "surfaced", "stage", "reason", "requests"),
    [
        (ALL_THERE, True, "analyst", "surfaced", 4),
        ([not_worth_it()], False, "triage", "no_mail", 1),
        ([RuntimeError(CANARY)], False, "triage", "failed", 1),
        ([calling("finalize_glance_triage", digIn=CANARY)], False, "triage", "no_result", 1),
        ([screened(), searches(), reads(), stays_silent()], False, "analyst", "not_waiting", 4),
        ([screened(), searches(CANARY), reads(), surfaces(message=CANARY)], False, "analyst", "no_thread", 4),
    ],
)
async def test_each_run_leaves_one_line(
    answers: list[Answer], surfaced: bool, stage: str, reason: str, requests: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    assert (await Scene(ScriptedModels(*answers)).look()).surface is surfaced
    (line,) = [record for record in caplog.records if record.getMessage() == "a glance has ended"]
    told = vars(line)
    assert (told["surfaced"], told["stage"], told["reason"], told["requests"]) == (surfaced, stage, reason, requests)
    assert told["seconds"] >= 0
    assert [word for word in PRIVATE if word in written(caplog)] == []


async def test_what_is_printed_of_a_run_in_a_crash_holds_no_word_of_it() -> None:
    scene = Scene(ScriptedModels(*ALL_THERE))
    result = await scene.look()
    printed = repr((result, scene.looked, scene.glance, FRAME, scene.models.said))
    assert [word for word in PRIVATE if word in printed] == []


def written(caplog: pytest.LogCaptureFixture) -> str:
    """Messages, values and traces."""
    return "\n".join(
        f"{vars(record)}\n{''.join(traceback.format_exception(record.exc_info[1])) if record.exc_info else ''}" for record in caplog.records
    )
