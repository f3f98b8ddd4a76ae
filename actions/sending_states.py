"""One mail on its way out, as a state machine.

    HELD -- leave --> SENDING -- accepted --> SENT
      |                  |------ refused ---> NOT_SENT
      |                  '------ lost ------> UNKNOWN
      '-- cancel --> CANCELLED

There is no edge back to HELD: a yes buys exactly one attempt, and an attempt of which nobody knows the end is never made again. Nor is
there one from SENDING to CANCELLED: from the moment it may have left, "stop" comes too late, and has to hear so.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType


class SendingState(StrEnum):
    """Where it is."""

    HELD = "held"
    SENDING = "sending"
    SENT = "sent"
    NOT_SENT = "not_sent"
    UNKNOWN = "unknown"
    CANCELLED = "cancelled"


class SendingEvent(StrEnum):
    """What happens to it."""

    CANCEL = "cancel"
    LEAVE = "leave"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    LOST = "lost"


class IllegalSendingError(Exception):
    """That cannot happen to it where it is; nothing was changed."""


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
"""States that something can still happen in; the others are final."""


def advance(state: SendingState, event: SendingEvent) -> SendingState:
    """The state after an event. Raises `IllegalSendingError`."""
    try:
        return TRANSITIONS[state, event]
    except KeyError:
        raise IllegalSendingError(f"{event} cannot happen to what is {state}") from None
