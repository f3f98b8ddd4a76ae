"""What an hour of calls of one user costs of Google's quota, and whether any of them has to wait for it.

Thirty calls at 50, 500 and 5,000 unread mails: in a row, overlapping, killed, each over a budget of its own that knows of the others by the
ledger they share. On a virtual clock over the tests' model of Gmail, with 80 ms per request.
"""

import asyncio

from benchmarks.record import Figure, Measured
from providers.gmail.quota import LIMIT
from tests.inbox.virtual_clock import VirtualClockLoop
from tests.providers.gmail.doubles.calls import hour_of_calls, the_hour


def main() -> Measured:
    """The hour, played once."""
    with asyncio.Runner(loop_factory=VirtualClockLoop) as runner:
        seen = runner.run(hour_of_calls(the_hour()))
    print(seen.line())
    return Measured(
        figures=[Figure(what="units in the worst minute", measured=seen.most_in_a_minute, at_most=LIMIT)],
        numbers={
            "calls": len(seen.first_mail_s),
            "units": seen.units,
            "first_mail_s": seen.first_mail_s,
            "text_s": seen.text_s,
            "leases": seen.leases,
        },
    )
