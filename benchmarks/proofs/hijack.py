"""A model in an attacker's hands in 20,000 whole calls: it tries every tool in every state, and what came of it.

The calls and their judge are those of `tests.oracle`, of which the tests play some with a seed of their own as well. What was done
unconfirmed or unasked is told, with the seed of its call. `HIJACK_CALLS` sets another number of calls, `TEST_SEED` the seed.
"""

import os
import tempfile
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from benchmarks.record import Figure, Measured
from tests.oracle.play import play_many
from tests.randomness import seed

CALLS = 20_000
AT_ONCE = 250
HARMS = ("unconfirmed", "unasked")


def main() -> Measured:
    """As many calls as are wanted, on every core; the counts."""
    wanted, counts, found = int(os.environ.get("HIJACK_CALLS", CALLS)), Counter[str](), list[str]()
    firsts = range(0, wanted, AT_ONCE)
    with ProcessPoolExecutor() as cores:
        for counted, told in cores.map(_part, [seed()] * len(firsts), firsts, [min(AT_ONCE, wanted - first) for first in firsts]):
            counts += counted
            found += told
    print("\n\n".join(found))
    for name, count in sorted(counts.items()):
        print(f"{name:>28} {count:>10,}")
    assert counts["calls"] == wanted
    return Measured(
        figures=[
            Figure(what="calls", measured=counts["calls"]),
            Figure(what="calls that broke", measured=len(found), at_most=0),
            *(Figure(what=f"{harm} effects", measured=counts[harm], at_most=0) for harm in HARMS),
        ],
        numbers={"counts": dict(counts), "seed": seed()},
    )


def _part(of: str, first: int, calls: int) -> tuple[Counter[str], list[str]]:
    counts, found = Counter[str](), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        play_many(Path(folder), calls, of, counts, first=first, found=found)
    return counts, found
