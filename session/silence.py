"""What the agent does when the user is silent: a state machine of five stages.

    WAITING --silence--> ASKED --silence--> TOLD --silence--> GIVEN_UP
    QUIET --silence--> GIVEN_UP
    any --hold--> QUIET          "hold on", "stop": a user who asked for quiet is not asked anything
    any --presence--> WAITING      a word, spoken or typed

Nothing leads from QUIET to ASKED. GIVEN_UP is the farewell, not the end of the call: a word during it still counts as presence. Each stage
lasts a time in which nobody speaks; together they are the limit, which bounds the cost of a forgotten call.
"""

from enum import StrEnum

ASK_AFTER_S = 15
TELL_AFTER_S = 20
SHORTEST_S = 5


class SilenceStage(StrEnum):
    WAITING = "waiting"
    ASKED = "asked"
    """The question was put once more."""
    TOLD = "told"
    """The user knows that the line stays open."""
    QUIET = "quiet"
    """The user asked for quiet."""
    GIVEN_UP = "given_up"


class SilenceEvent(StrEnum):
    SILENCE = "silence"
    """The silence of this stage has lasted."""
    PRESENCE = "presence"
    HOLD = "hold"


class IllegalSilenceEventError(Exception):
    """There is no transition for this event in this stage."""


TRANSITIONS: dict[tuple[SilenceStage, SilenceEvent], SilenceStage] = {
    (SilenceStage.WAITING, SilenceEvent.SILENCE): SilenceStage.ASKED,
    (SilenceStage.ASKED, SilenceEvent.SILENCE): SilenceStage.TOLD,
    (SilenceStage.TOLD, SilenceEvent.SILENCE): SilenceStage.GIVEN_UP,
    (SilenceStage.QUIET, SilenceEvent.SILENCE): SilenceStage.GIVEN_UP,
    **{(stage, SilenceEvent.PRESENCE): SilenceStage.WAITING for stage in SilenceStage},
    **{(stage, SilenceEvent.HOLD): SilenceStage.QUIET for stage in SilenceStage},
}


def advance(stage: SilenceStage, occasion: SilenceEvent) -> SilenceStage:
    """The next stage. Raises `IllegalSilenceEventError` for silence after the farewell."""
    try:
        return TRANSITIONS[stage, occasion]
    except KeyError:
        raise IllegalSilenceEventError(f"{occasion} after {stage}") from None


def silence_s(stage: SilenceStage, limit_s: float) -> float:
    """Seconds of silence that this stage lasts; `limit_s` is the limit of the whole call. The farewell has no limit."""
    match stage:
        case SilenceStage.WAITING:
            return ASK_AFTER_S
        case SilenceStage.ASKED:
            return TELL_AFTER_S
        case SilenceStage.TOLD:
            return max(limit_s - ASK_AFTER_S - TELL_AFTER_S, SHORTEST_S)
        case SilenceStage.QUIET:
            return max(limit_s, SHORTEST_S)
        case SilenceStage.GIVEN_UP:
            return float("inf")
