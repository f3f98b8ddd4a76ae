"""What models are asked for off the voice path, and what each may cost: one row a purpose."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from providers.resilience.retry import Timeouts


class Purpose(StrEnum):
    ROUTE = "route"
    """Which conversation a turn belongs to."""
    ACKNOWLEDGE = "acknowledge"
    """A few words while the answer is made."""
    ANSWER = "answer"
    """The answer to a typed line."""
    SUMMARISE = "summarise"
    """What one mail says, before it is told."""
    WORK = "work"
    """The next step of an agent that works in the background."""
    COMPACT = "compact"
    """What has happened in a work session that became too long."""
    LEARN = "learn"
    """What an agent learned in a work session."""
    BRIEF = "brief"
    """Whether the user should hear of a work session."""
    CORRESPOND = "correspond"
    """What a reply to a briefing by mail asks in words."""
    SCREEN = "screen"
    """Whether a picture of the user's screen shows a mail that may wait for them."""
    GLANCE = "glance"
    """Whether the mail on the screen waits for the user, once its thread is read."""
    INTRODUCE = "introduce"
    """How a briefing mail begins."""


class ModelChoice(StrEnum):
    """Which of the models that are set is asked."""

    SMALL = "small"
    LARGE = "large"
    SMALL_VISION = "small_vision"
    VISION = "vision"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Of one run: `requests`, `tokens` and `run_s` in all, `output_tokens` and times of each request. With `tries_again`, a failed one is
    repeated while there is time. `of_day`: begun only while less than this share of the user's day is spent. Where somebody else runs
    the loop, step by step, they count its requests and its time, and `run_s` is that of one step."""

    model: ModelChoice
    requests: int
    tokens: int
    output_tokens: int
    times: Timeouts
    run_s: float
    tries_again: bool = False
    of_day: float = 1.0


LIMITS: Mapping[Purpose, Limits] = MappingProxyType(
    {
        Purpose.ROUTE: Limits(
            model=ModelChoice.SMALL, requests=1, tokens=6_000, output_tokens=80, times=Timeouts(whole_s=5.0, attempt_s=5.0), run_s=5.0
        ),
        Purpose.ACKNOWLEDGE: Limits(
            model=ModelChoice.SMALL, requests=1, tokens=6_000, output_tokens=120, times=Timeouts(whole_s=3.0, attempt_s=3.0), run_s=3.0
        ),
        Purpose.ANSWER: Limits(
            model=ModelChoice.LARGE,
            requests=6,
            tokens=60_000,
            output_tokens=1_000,
            times=Timeouts(whole_s=20.0, attempt_s=8.0, longest_delay_s=2.0),
            run_s=45.0,
            tries_again=True,
        ),
        Purpose.SUMMARISE: Limits(
            model=ModelChoice.SMALL,
            requests=1,
            tokens=6_000,
            output_tokens=300,
            times=Timeouts(whole_s=10.0, attempt_s=8.0, longest_delay_s=1.0),
            run_s=12.0,
            tries_again=True,
            of_day=0.5,  # the other half is left for answers
        ),
        **{
            purpose: Limits(
                model=ModelChoice.LARGE,
                requests=1,
                tokens=200_000,
                output_tokens=2_000,
                times=Timeouts(whole_s=120.0, attempt_s=60.0, longest_delay_s=5.0),
                run_s=120.0,
                tries_again=True,
                of_day=0.3,  # agents leave the day to who is there: its summaries and answers
            )
            for purpose in (Purpose.WORK, Purpose.COMPACT, Purpose.LEARN, Purpose.BRIEF)
        },
        Purpose.CORRESPOND: Limits(
            model=ModelChoice.LARGE,
            requests=8,
            tokens=200_000,
            output_tokens=1_500,
            times=Timeouts(whole_s=120.0, attempt_s=60.0, longest_delay_s=5.0),
            run_s=120.0,
            tries_again=True,
            of_day=0.8,  # somebody waits for it, if not on the line
        ),
        Purpose.INTRODUCE: Limits(
            model=ModelChoice.LARGE,
            requests=1,
            tokens=20_000,
            output_tokens=300,
            times=Timeouts(whole_s=60.0, attempt_s=30.0, longest_delay_s=5.0),
            run_s=60.0,
            tries_again=True,
            of_day=0.4,
        ),
        Purpose.SCREEN: Limits(
            model=ModelChoice.SMALL_VISION,
            requests=1,
            tokens=20_000,
            output_tokens=300,
            times=Timeouts(whole_s=5.0, attempt_s=5.0),
            run_s=5.0,
            of_day=0.4,
        ),
        Purpose.GLANCE: Limits(
            model=ModelChoice.VISION,
            requests=4,
            tokens=80_000,
            output_tokens=600,
            times=Timeouts(whole_s=10.0, attempt_s=10.0),
            run_s=10.0,
            of_day=0.4,
        ),
    }
)
