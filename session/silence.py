"""How long silence is borne, and what it leads to: a state machine of five stages.

    WAITING --silence--> ASKED --silence--> TOLD --silence--> GIVEN_UP
    PATIENT --silence--> GIVEN_UP
    any --hold--> PATIENT          "hold on", "stop": whoever asked for quiet is not asked anything
    any --presence--> WAITING      a word, spoken or typed

Nothing leads from PATIENT to ASKED. GIVEN_UP is not the end of the call but the farewell: a word during it still counts as presence.
Silence is time in which nobody speaks; each stage has its own. All of them together are the limit, so that a call that was forgotten
costs no more than that.
"""

from enum import StrEnum

ASK_AFTER_S = 15
TELL_AFTER_S = 20
SHORTEST_S = 5


class Stage(StrEnum):
    """How far patience has been tried."""

    WAITING = "waiting"
    ASKED = "asked"
    """The question was put once more."""
    TOLD = "told"
    """The user knows that the line stays open."""
    PATIENT = "patient"
    """The user asked for quiet."""
    GIVEN_UP = "given_up"


class Occasion(StrEnum):
    """What can happen to it."""

    SILENCE = "silence"
    """The silence of this stage has lasted."""
    PRESENCE = "presence"
    HOLD = "hold"


class IllegalOccasionError(Exception):
    """The occasion does not lead anywhere from the stage."""


TRANSITIONS: dict[tuple[Stage, Occasion], Stage] = {
    (Stage.WAITING, Occasion.SILENCE): Stage.ASKED,
    (Stage.ASKED, Occasion.SILENCE): Stage.TOLD,
    (Stage.TOLD, Occasion.SILENCE): Stage.GIVEN_UP,
    (Stage.PATIENT, Occasion.SILENCE): Stage.GIVEN_UP,
    **{(stage, Occasion.PRESENCE): Stage.WAITING for stage in Stage},
    **{(stage, Occasion.HOLD): Stage.PATIENT for stage in Stage},
}


def advance(stage: Stage, occasion: Occasion) -> Stage:
    """The next stage. Raises `IllegalOccasionError` for silence after the farewell."""
    try:
        return TRANSITIONS[stage, occasion]
    except KeyError:
        raise IllegalOccasionError(f"{occasion} after {stage}") from None


def silence_s(stage: Stage, limit_s: float) -> float:
    """Seconds of silence that this stage lasts; `limit_s` is that of the whole call. The farewell lasts as long as it takes."""
    match stage:
        case Stage.WAITING:
            return ASK_AFTER_S
        case Stage.ASKED:
            return TELL_AFTER_S
        case Stage.TOLD:
            return max(limit_s - ASK_AFTER_S - TELL_AFTER_S, SHORTEST_S)
        case Stage.PATIENT:
            return max(limit_s, SHORTEST_S)
        case Stage.GIVEN_UP:
            return float("inf")
