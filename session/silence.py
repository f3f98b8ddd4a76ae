"""How long silence is borne, and what it leads to: a state machine of five stages.

    WAITING --silence--> ASKED --silence--> TOLD --silence--> GIVEN_UP
    QUIET --silence--> GIVEN_UP
    any --hold--> QUIET          "hold on", "stop": whoever asked for quiet is not asked anything
    any --presence--> WAITING      a word, spoken or typed

Nothing leads from QUIET to ASKED. GIVEN_UP is not the end of the call but the farewell: a word during it still counts as presence.
Silence is time in which nobody speaks; each stage has its own. All of them together are the limit, so that a call that was forgotten
costs no more than that.
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
    """The occasion does not lead anywhere from the stage."""


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
    """Seconds of silence that this stage lasts; `limit_s` is that of the whole call. The farewell lasts as long as it takes."""
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
