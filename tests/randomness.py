"""Random runs: one seed in every process of a run, told with each test that fails.

`make test` takes the seed from the sources: whoever runs the tests of a commit tries the same, and after the next change others. `make
proofs` sets `PROOFS`, by which the tests that are marked `random` are long and have a fresh seed. `TEST_SEED=… make test` repeats a run.
"""

import os
import secrets
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TypeVar

SEED_VARIABLE = "TEST_SEED"
PROOFS_VARIABLE = "PROOFS"
ROOT = Path(__file__).parents[1]

T = TypeVar("T")


def seed() -> str:
    """Of this run, in all processes that are started from now on."""
    if SEED_VARIABLE not in os.environ:
        os.environ[SEED_VARIABLE] = str(secrets.randbelow(2**32)) if in_proofs() else seed_of_sources(ROOT)
    return os.environ[SEED_VARIABLE]


def seed_of_sources(root: Path) -> str:
    """Another one for each state of the Python modules in its packages."""
    packages = sorted(path.parent for path in root.glob("*/__init__.py"))
    modules = sorted(module for package in packages for module in package.rglob("*.py") if "node_modules" not in module.parts)
    told = sha256()
    for module in modules:
        told.update(f"{module.relative_to(root)}\n".encode())
        told.update(module.read_bytes())
    return str(int.from_bytes(told.digest()[:4], "big"))


def chance(*of: object) -> Random:
    """Chance of this run's own; another for each `of`."""
    return Random(f"{seed()} {of}")  # noqa: S311 - to be repeated, not to be secret


def in_proofs() -> bool:
    return bool(os.environ.get(PROOFS_VARIABLE))


def times(few: int, *, in_proofs: int) -> int:
    """How often something random is tried."""
    return in_proofs if os.environ.get(PROOFS_VARIABLE) else few


def some(of: Sequence[T], few: int) -> list[T]:
    """So many of them, others with another seed; all of them in the proofs."""
    return chance(len(of)).sample(of, k=min(len(of), times(few, in_proofs=len(of))))
