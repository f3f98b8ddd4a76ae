"""A mail that was put off in a call that broke off is told in the one that goes on with it, if its time has come meanwhile."""

from datetime import timedelta
from pathlib import Path

import pytest

from briefing.mail import MailStatus
from briefing.mail_action import MailAction
from tests.agent.typed_call import NOW, sample_settings, typed_call

pytestmark = pytest.mark.slow


async def test_a_call_that_goes_on_tells_what_is_due_and_nothing_that_sleeps(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        soon = call.current
        await call.type("remind me of this in an hour")
        late = call.current
        await call.type("snooze it until tomorrow morning")
    assert soon
    assert late
    async with typed_call(settings, now=NOW + timedelta(hours=2)) as call:
        assert call.call.earlier.resumption is not None
        states = [call.call.tracker.state_of(mail) for mail in (soon, late)]
    assert [state and (state.status, state.action) for state in states] == [
        (MailStatus.PENDING, None),
        (MailStatus.ACTIONED, MailAction.SNOOZE),
    ]
