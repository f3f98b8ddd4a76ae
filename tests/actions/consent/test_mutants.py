"""Break any one rule of the gate or of consent, and a test notices."""

import subprocess
import sys

import pytest

from tests.actions.mutants import MUTANTS
from tests.actions.mutation import ROOT, source_of


def test_there_are_enough_of_them_and_each_is_another() -> None:
    assert len(MUTANTS) >= 30
    assert len(set(MUTANTS)) == len(MUTANTS)
    assert len({source_of(mutant) for mutant in MUTANTS}) == len(MUTANTS)


@pytest.mark.proof
def test_every_mutant_is_noticed() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.actions.mutation"], cwd=ROOT, capture_output=True, text=True, timeout=1800, check=False
    )
    assert (run.returncode, run.stdout) == (0, ""), run.stderr[-2000:]
