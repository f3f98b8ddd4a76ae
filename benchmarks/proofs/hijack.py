"""A model in an attacker's hands against the gate: 20,000 calls in which it tries every action in every state, and what came of it.

The calls and the oracle are those of `tests.actions.hijacked`, where a smaller run is part of the tests. What is done unconfirmed or
unasked fails the run with the shortest call that shows it. `HIJACK_SEQUENCES` sets another number of calls.
"""

import os
from collections import Counter

from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from benchmarks.record import Figure, Measured
from tests.actions.hijacked import HijackedCall

SEQUENCES = 20_000
STEPS = 30


def main() -> Measured:
    """As many calls as are wanted; the counts."""
    HijackedCall.counts = Counter()
    wanted = int(os.environ.get("HIJACK_SEQUENCES", SEQUENCES))
    run_state_machine_as_test(
        HijackedCall,
        settings=settings(
            max_examples=wanted, stateful_step_count=STEPS, database=None, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
    counts = {name: HijackedCall.counts[name] for name in (*sorted(HijackedCall.counts), "unconfirmed", "unasked")}
    for name, count in counts.items():
        print(f"{name:>18} {count:>10,}")
    assert counts["sequences"] >= wanted
    return Measured(
        figures=[
            Figure(what="calls", measured=counts["sequences"]),
            *(Figure(what=f"{harm} effects", measured=counts[harm], at_most=0) for harm in ("unconfirmed", "unasked")),
        ],
        numbers={"counts": counts},
    )
