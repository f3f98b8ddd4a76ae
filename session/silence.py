"""What the agent does when the user is silent: a state machine of five stages.

    WAITING --silence--> ASKED --silence--> TOLD --silence--> GIVEN_UP
    QUIET --silence--> GIVEN_UP
    any --hold--> QUIET          "hold on", "stop": a user who asked for quiet is not asked anything
    any --presence--> WAITING      a word, spoken or typed
    WAITING --breath--> WAITING    in flow: the next mail comes by itself
    WAITING, ASKED --limit--> GIVEN_UP  a user who does not want to be asked so often

Nothing leads from QUIET to ASKED. GIVEN_UP is the farewell, not the end of the call: a word during it still counts as presence. Each stage
lasts a time in which nobody speaks; together they are the limit, which bounds the cost of a forgotten call.
"""

from enum import StrEnum

ASK_AFTER_S = 15
TELL_AFTER_S = 20
BREATH_S = 2
"""In flow, between a mail and the next: time to say something."""
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
    BREATH = "breath"
    """The user had a moment to speak, and likes the next mail to come by itself."""
    LIMIT = "limit"
    """The call was silent to its limit, and the user was spoken to as often as they like."""
    PRESENCE = "presence"
    HOLD = "hold"


class IllegalSilenceEventError(Exception):
    """There is no transition for this event in this stage."""


TRANSITIONS: dict[tuple[SilenceStage, SilenceEvent], SilenceStage] = {
    (SilenceStage.WAITING, SilenceEvent.SILENCE): SilenceStage.ASKED,
    (SilenceStage.ASKED, SilenceEvent.SILENCE): SilenceStage.TOLD,
    (SilenceStage.TOLD, SilenceEvent.SILENCE): SilenceStage.GIVEN_UP,
    (SilenceStage.WAITING, SilenceEvent.BREATH): SilenceStage.WAITING,
    (SilenceStage.WAITING, SilenceEvent.LIMIT): SilenceStage.GIVEN_UP,
    (SilenceStage.ASKED, SilenceEvent.LIMIT): SilenceStage.GIVEN_UP,
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


_ASKED_BEFORE = {SilenceStage.WAITING: 0, SilenceStage.ASKED: 1}


def lasted(stage: SilenceStage, *, prods: int = 2, flows: bool = False) -> SilenceEvent:
    """What it is that the silence of this stage has lasted, for a user who likes to be spoken to at most so often; `flows`: a mail was told
    to its end, nothing is asked, and the next is to come by itself."""
    if flows and stage is SilenceStage.WAITING:
        return SilenceEvent.BREATH
    return SilenceEvent.LIMIT if _ASKED_BEFORE.get(stage, -1) >= prods else SilenceEvent.SILENCE


def silence_s(stage: SilenceStage, limit_s: float, *, prods: int = 2, ask_after_s: float = ASK_AFTER_S, flows: bool = False) -> float:
    """Seconds of silence that this stage lasts; `limit_s` is the limit of the whole call. The farewell has no limit."""
    ends = lasted(stage, prods=prods, flows=flows)
    if ends is SilenceEvent.BREATH:
        return BREATH_S
    if stage is SilenceStage.GIVEN_UP:
        return float("inf")
    own_s, before_s = {
        SilenceStage.WAITING: (ask_after_s, 0.0),
        SilenceStage.ASKED: (TELL_AFTER_S, ask_after_s),
        SilenceStage.TOLD: (None, ask_after_s + TELL_AFTER_S),
        SilenceStage.QUIET: (None, 0.0),
    }[stage]
    to_the_limit_s = max(limit_s - before_s, SHORTEST_S)
    return to_the_limit_s if own_s is None or ends is SilenceEvent.LIMIT else own_s
