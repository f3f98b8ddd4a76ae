"""Random runs: a fresh seed each time, the same one in every process of a run, and told with each test that fails.

`TEST_SEED=… make test` repeats a run. `make proofs` sets `PROOFS`, by which the tests that are marked `random` are long.
"""

import os
import secrets
from collections.abc import Sequence
from random import Random
from typing import TypeVar

SEED_VARIABLE = "TEST_SEED"
PROOFS_VARIABLE = "PROOFS"

T = TypeVar("T")


def seed() -> str:
    """Of this run, in all processes that are started from now on."""
    return os.environ.setdefault(SEED_VARIABLE, str(secrets.randbelow(2**32)))


def chance(*of: object) -> Random:
    """Chance of this run's own; another for each `of`."""
    return Random(f"{seed()} {of}")  # noqa: S311 - to be repeated, not to be secret


def in_proofs() -> bool:
    return bool(os.environ.get(PROOFS_VARIABLE))


def times(few: int, *, in_proofs: int) -> int:
    """How often something random is tried."""
    return in_proofs if os.environ.get(PROOFS_VARIABLE) else few


def some(of: Sequence[T], few: int) -> list[T]:
    """So many of them, others in each run; all of them in the proofs."""
    return chance(len(of)).sample(of, k=min(len(of), times(few, in_proofs=len(of))))
