"""What an hour of calls of one user costs of Google's quota, and whether any of them has to wait for it.

Thirty calls at 50, 500 and 5,000 unread mails: in a row, overlapping, killed, each over a budget of its own that knows of the others by the
ledger they share. On a virtual clock over the tests' model of Gmail, with 80 ms per request.
"""

import asyncio

from benchmarks.record import record
from providers.gmail.quota import LIMIT
from tests.inbox.virtual_clock import VirtualClockLoop
from tests.providers.gmail_calls import hour_of_calls, the_hour


def main() -> None:
    """Play the hour, print, and write JSON."""
    with asyncio.Runner(loop_factory=VirtualClockLoop) as runner:
        seen = runner.run(hour_of_calls(the_hour()))
    print(f"  {seen.line()}")
    print(f"  at most {LIMIT:,} units in any minute: {'reached' if seen.most_in_a_minute <= LIMIT else 'MISSED'}")
    measured = {
        "calls": len(seen.first_mail_s),
        "units": seen.units,
        "most_in_a_minute": seen.most_in_a_minute,
        "limit": LIMIT,
        "first_mail_s": seen.first_mail_s,
        "text_s": seen.text_s,
        "leases": seen.leases,
    }
    print(f"written to {record('gmail_calls', measured)}")
