"""One mail on its way out, as a state machine.

    HELD -- leave --> SENDING -- accepted --> SENT
      |                  |------ refused ---> NOT_SENT
      |                  '------ lost ------> UNKNOWN
      '-- cancel --> CANCELLED

There is no edge back to HELD: a yes buys exactly one attempt, and an attempt with an unknown end is never repeated. There is none from
SENDING to CANCELLED: once the mail may have left, "stop" is too late, and the user has to hear that.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class SendingState(StrEnum):
    HELD = "held"
    SENDING = "sending"
    SENT = "sent"
    NOT_SENT = "not_sent"
    UNKNOWN = "unknown"
    CANCELLED = "cancelled"


class SendingEvent(StrEnum):
    CANCEL = "cancel"
    LEAVE = "leave"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    LOST = "lost"


class IllegalSendingError(Exception):
    """The event has no edge in this state; nothing was changed."""


TRANSITIONS: Mapping[tuple[SendingState, SendingEvent], SendingState] = MappingProxyType(
    {
        (SendingState.HELD, SendingEvent.CANCEL): SendingState.CANCELLED,
        (SendingState.HELD, SendingEvent.LEAVE): SendingState.SENDING,
        (SendingState.SENDING, SendingEvent.ACCEPTED): SendingState.SENT,
        (SendingState.SENDING, SendingEvent.REFUSED): SendingState.NOT_SENT,
        (SendingState.SENDING, SendingEvent.LOST): SendingState.UNKNOWN,
    }
)

UNDER_WAY = frozenset(state for state, _ in TRANSITIONS)
"""States with an outgoing edge; the others are final."""


def advance(state: SendingState, event: SendingEvent) -> SendingState:
    """Raises `IllegalSendingError`."""
    try:
        return TRANSITIONS[state, event]
    except KeyError:
        raise IllegalSendingError(f"{event} cannot happen to what is {state}") from None
