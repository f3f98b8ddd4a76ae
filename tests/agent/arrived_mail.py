"""What became of a mail that came in during a conversation."""

from briefing.mail import MailStatus, mail_id
from briefing.tracking.arrival_states import ArrivalState
from tests.agent.given_floor import Conversation

A_WHILE_S = 30.0


def state(call: Conversation, name: str) -> ArrivalState | None:
    return call.call.arrivals.state_of(mail_id("work", name))


def status(call: Conversation, name: str) -> MailStatus | None:
    found = call.call.tracker.state_of(mail_id("work", name))
    return found.status if found else None
