"""How long the rules take to read a line: commands and what is none, of the tests, and two lines that are made to take long."""

import time

from benchmarks.record import Figure, Measured
from tests.briefing.understanding.test_commands import COMMANDS, NOT_COMMANDS
from tests.briefing.understanding.understood import recognise

MOST_MS = 1.0
ROUNDS = 5


def main() -> Measured:
    """Milliseconds of CPU a line, in the quickest of several rounds: what else the machine does adds to the others."""
    lines = [*(line for line, _ in COMMANDS), *NOT_COMMANDS, "archive " * 20, "x" * 100_000]
    return Measured(
        figures=[
            Figure(what="CPU to read a line, ms", measured=min(_round_ms(lines) for _ in range(ROUNDS)) / len(lines), at_most=MOST_MS)
        ],
        numbers={"lines": len(lines)},
    )


def _round_ms(lines: list[str]) -> float:
    began = time.process_time()
    for line in lines:
        recognise(line)
    return (time.process_time() - began) * 1_000
