"""An hour in which one user calls thirty times, at 50, 500 and 5,000 unread: it stays within the quota, and no caller waits for that."""

import asyncio
import sys

import pytest

from providers.gmail.quota import LIMIT
from tests.inbox.virtual_clock import VirtualClockLoop
from tests.providers.gmail.doubles.calls import TAKES_S, hour_of_calls, the_hour

FIRST_MAIL_WITHIN_S = 3 * TAKES_S
"""Of one list and one batch, and of the ledger, which is asked for meanwhile."""
TEXT_WITHIN_S = 1.5 * TAKES_S


@pytest.mark.slow
def test_an_hour_of_calls_stays_inside_the_quota_and_no_caller_waits_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    with asyncio.Runner(loop_factory=VirtualClockLoop) as runner:
        seen = runner.run(hour_of_calls(the_hour()))
    with capsys.disabled():
        sys.stdout.write(f"\n{seen.line()}\n")
    assert seen.most_in_a_minute <= LIMIT
    assert len(seen.first_mail_s) == len(the_hour())
    assert max(seen.first_mail_s) <= FIRST_MAIL_WITHIN_S
    assert max(seen.text_s) <= TEXT_WITHIN_S
