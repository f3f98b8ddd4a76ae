"""The table of a mail's states: every edge is walked once, every other one is refused."""

from itertools import product

import pytest

from briefing.mail import MailStatus
from briefing.mail_action import MailAction
from briefing.tracking.mail_state import TRANSITIONS, IllegalMailEventError, MailEvent, MailState
from tests.briefing.tracker_agendas import AT, ref

ACTION = {MailEvent.TAKE_OUT: MailAction.ARCHIVE}


def state(status: MailStatus) -> MailState:
    return MailState(mail=ref(1), status=status, kept=(MailAction.FLAG,))


@pytest.mark.parametrize(("status", "event"), list(TRANSITIONS))
def test_an_edge_of_the_table_leads_where_it_says(status: MailStatus, event: MailEvent) -> None:
    after = state(status).after(event, at=AT, action=ACTION.get(event))
    assert after.status is TRANSITIONS[status, event]
    assert (after.mail, after.flag) == (ref(1), MailAction.FLAG)


@pytest.mark.parametrize(("status", "event"), sorted(set(product(MailStatus, MailEvent)) - set(TRANSITIONS)))
def test_every_other_edge_is_refused(status: MailStatus, event: MailEvent) -> None:
    with pytest.raises(IllegalMailEventError):
        state(status).after(event, at=AT)


def test_times_are_those_handed_in() -> None:
    heard = state(MailStatus.PENDING).after(MailEvent.HEAR, at=AT)
    skipped = state(MailStatus.PENDING).after(MailEvent.SKIP, at=AT)
    archived = heard.after(MailEvent.TAKE_OUT, at=AT, action=MailAction.ARCHIVE)
    assert (heard.briefed_at, skipped.skipped_at, archived.actioned_at, archived.briefed_at) == (AT, AT, AT, AT)
    assert archived.after(MailEvent.RESTORE, at=AT) == state(MailStatus.PENDING)
