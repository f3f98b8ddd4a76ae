"""The fault run, ten times as long as the test's: sequences of commands, faults and crashes, and what they lost, doubled or invented.

What is played, and what it is held against, stands in `tests/agent/fault_run/`. Here a harm is counted instead of ending the run, and
other sequences are played each time. Every core has its share.
"""

import os
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, Phase, given, seed, settings

from benchmarks.record import Figure, Measured
from tests.agent.fault_run.stage import Stage
from tests.agent.fault_run.steps import Sequence, sequences
from tests.agent.fault_run.truth import Harm

SEQUENCES = 10_000
STEPS = 30
MOST_SHOWN = 5


def played(number: int, chance: int) -> tuple[Counter[str], list[str]]:
    """Play so many sequences, drawn by `chance`; counts of everything, and the first sequences that did harm."""
    counts: Counter[str] = Counter()
    harmful: list[str] = []
    with TemporaryDirectory() as folder:
        stage = Stage(Path(folder))

        @seed(chance)
        @settings(max_examples=number, phases=[Phase.generate], database=None, deadline=None, suppress_health_check=list(HealthCheck))
        @given(sequences(most_steps=2 * STEPS))
        def run(sequence: Sequence) -> None:
            report = stage.play(sequence)
            counts.update(sequences=1, steps=report.steps, calls=report.calls, crashes=report.crashes, mails_told=report.told)
            counts.update({f"fault: {kind}": times for kind, times in report.faults.items()})
            counts.update({finding.harm.value: 1 for finding in report.findings})
            if report.findings and len(harmful) < MOST_SHOWN:
                harmful.append(f"{sequence}: {report.findings[0]}")

        run()
        stage.close()
    return counts, harmful


def shares(number: int, parts: int) -> Iterable[int]:
    """As equal as whole numbers can be."""
    return (number // parts + (part < number % parts) for part in range(parts))


def main() -> Measured:
    """All sequences, over all cores."""
    cores = os.cpu_count() or 1
    chances = [int.from_bytes(os.urandom(4)) for _ in range(cores)]
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        parts = list(pool.map(played, shares(SEQUENCES, cores), chances))
    counts = sum((counts for counts, _ in parts), Counter[str]())
    faults = sum(times for kind, times in counts.items() if kind.startswith("fault: "))
    print(f"{counts['sequences']:,} sequences of {counts['steps']:,} steps: {counts['calls']:,} calls,")
    print(f"{counts['crashes']:,} killed processes, {faults:,} requests that failed, {counts['mails_told']:,} mails told")
    for one in (sequence for _, harmful in parts for sequence in harmful):
        print(one)
    return Measured(
        figures=[
            Figure(what="sequences", measured=counts["sequences"]),
            *(Figure(what=f"sequences that did harm: {harm.value}", measured=counts[harm.value], at_most=0) for harm in Harm),
        ],
        numbers={"counts": counts, "chances": chances},
    )
