"""The gate before every action that cannot be taken back, as one pure state machine: the time comes with the event.

    IDLE --asked--> ASKING --said to its end--> ARMED --the user's own yes--> GRANTED --redeemed once--> IDLE
                      |                           |                              |
                      +---------------------------+------------------------------+--> IDLE, with the reason: a no, other words, time,
                                                                                      a reconnect, another payload, a changed draft

There is no edge from ASKING to GRANTED: a caller who has not heard the whole question cannot have agreed to it. There is none from GRANTED
to ARMED: a yes buys exactly one attempt. A new question replaces the open one in any state.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

LASTS_S = 30.0
"""How long after the question a yes counts, and how long after the yes it can be redeemed."""


class State(StrEnum):
    IDLE = "idle"
    ASKING = "asking"
    ARMED = "armed"
    GRANTED = "granted"


class Event(StrEnum):
    ASKED = "asked"
    SAID = "said"
    YES = "yes"
    NO = "no"
    OTHER_WORDS = "other_words"
    OVERLAPPED = "overlapped"
    SPOKEN_OVER = "spoken_over"
    EARLY = "early"
    EXPIRED = "expired"
    RECONNECTED = "reconnected"
    CHANGED = "changed"
    OTHER_PAYLOAD = "other_payload"
    REDEEMED = "redeemed"


class VoidReason(StrEnum):
    """Why a question became void; the user is told in one sentence."""

    SAID_NO = "said_no"
    OTHER_WORDS = "other_words"
    OVERLAPPED = "overlapped"
    SPOKEN_OVER = "spoken_over"
    NOT_SAID_OUT = "not_said_out"
    TOO_LATE = "too_late"
    RECONNECTED = "reconnected"
    CHANGED = "changed"
    ANOTHER_PAYLOAD = "another_payload"


@dataclass(frozen=True, slots=True)
class Edge:
    """Where an event leads, and the reason where it leads to nothing."""

    to: State
    reason: VoidReason | None = None


TABLE: Mapping[tuple[State, Event], Edge] = MappingProxyType(
    {
        (State.IDLE, Event.ASKED): Edge(State.ASKING),
        (State.ASKING, Event.ASKED): Edge(State.ASKING),
        (State.ASKING, Event.SAID): Edge(State.ARMED),
        (State.ASKING, Event.YES): Edge(State.IDLE, VoidReason.NOT_SAID_OUT),
        (State.ASKING, Event.NO): Edge(State.IDLE, VoidReason.SAID_NO),
        (State.ASKING, Event.OTHER_WORDS): Edge(State.IDLE, VoidReason.OTHER_WORDS),
        (State.ASKING, Event.OVERLAPPED): Edge(State.IDLE, VoidReason.OVERLAPPED),
        (State.ASKING, Event.RECONNECTED): Edge(State.IDLE, VoidReason.RECONNECTED),
        (State.ASKING, Event.CHANGED): Edge(State.IDLE, VoidReason.CHANGED),
        (State.ASKING, Event.OTHER_PAYLOAD): Edge(State.IDLE, VoidReason.ANOTHER_PAYLOAD),
        (State.ARMED, Event.ASKED): Edge(State.ASKING),
        (State.ARMED, Event.SAID): Edge(State.ARMED),
        (State.ARMED, Event.YES): Edge(State.GRANTED),
        (State.ARMED, Event.NO): Edge(State.IDLE, VoidReason.SAID_NO),
        (State.ARMED, Event.OTHER_WORDS): Edge(State.IDLE, VoidReason.OTHER_WORDS),
        (State.ARMED, Event.OVERLAPPED): Edge(State.IDLE, VoidReason.OVERLAPPED),
        (State.ARMED, Event.SPOKEN_OVER): Edge(State.IDLE, VoidReason.SPOKEN_OVER),
        (State.ARMED, Event.EARLY): Edge(State.IDLE, VoidReason.NOT_SAID_OUT),
        (State.ARMED, Event.EXPIRED): Edge(State.IDLE, VoidReason.TOO_LATE),
        (State.ARMED, Event.RECONNECTED): Edge(State.IDLE, VoidReason.RECONNECTED),
        (State.ARMED, Event.CHANGED): Edge(State.IDLE, VoidReason.CHANGED),
        (State.ARMED, Event.OTHER_PAYLOAD): Edge(State.IDLE, VoidReason.ANOTHER_PAYLOAD),
        (State.GRANTED, Event.ASKED): Edge(State.ASKING),
        (State.GRANTED, Event.REDEEMED): Edge(State.IDLE),
        (State.GRANTED, Event.YES): Edge(State.GRANTED),
        (State.GRANTED, Event.NO): Edge(State.IDLE, VoidReason.SAID_NO),
        (State.GRANTED, Event.OTHER_WORDS): Edge(State.IDLE, VoidReason.OTHER_WORDS),
        (State.GRANTED, Event.OVERLAPPED): Edge(State.IDLE, VoidReason.OVERLAPPED),
        (State.GRANTED, Event.EXPIRED): Edge(State.IDLE, VoidReason.TOO_LATE),
        (State.GRANTED, Event.RECONNECTED): Edge(State.IDLE, VoidReason.RECONNECTED),
        (State.GRANTED, Event.CHANGED): Edge(State.IDLE, VoidReason.CHANGED),
        (State.GRANTED, Event.OTHER_PAYLOAD): Edge(State.IDLE, VoidReason.ANOTHER_PAYLOAD),
    }
)
"""Every legal event; any other one is a defect of the calling code. A second yes before the first is redeemed changes nothing."""


class IllegalEventError(Exception):
    """An event that has no edge in this state; nothing has changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """The state of one question: `digest` is the payload's, `since` the monotonic second from which the 30 s of the state run."""

    state: State = State.IDLE
    digest: str = ""
    since: float = 0.0
    refused: VoidReason | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedEvent:
    """One event: `at` is now; `began` is when the words of a yes were begun; `digest` names the payload that the event is about."""

    event: Event
    at: float
    began: float
    digest: str


def passed(gate: Gate, at: float) -> Gate:
    """The gate at a later moment: what has waited too long is void."""
    runs = gate.state in {State.ARMED, State.GRANTED}
    return _follow(gate, Event.EXPIRED, at=at) if runs and at - gate.since > LASTS_S else gate


def advance(gate: Gate, happened: TimedEvent) -> Gate:
    """The gate after an event. Raises `IllegalEventError` where the table has no edge; time alone may have closed the gate before."""
    gate = passed(gate, happened.at)
    event = _judged(gate, happened)
    after = _follow(gate, event, at=happened.at)
    return replace(after, digest=happened.digest) if event is Event.ASKED else after


def _judged(gate: Gate, happened: TimedEvent) -> Event:
    """The event as it counts for the open question: a yes may be too early, or about another payload."""
    if happened.event in {Event.YES, Event.REDEEMED} and happened.digest != gate.digest:
        return Event.OTHER_PAYLOAD
    if happened.event is Event.YES and gate.state is State.ARMED and happened.began < gate.since:
        return Event.EARLY
    return happened.event


def _follow(gate: Gate, event: Event, *, at: float) -> Gate:
    edge = TABLE.get((gate.state, event))
    if edge is None:
        raise IllegalEventError(f"{event} while {gate.state}")
    if edge.to is State.IDLE:
        return Gate(refused=edge.reason)
    keeps_its_time = edge.to is gate.state is State.GRANTED
    return replace(gate, state=edge.to, since=gate.since if keeps_its_time else at, refused=None)
