"""How fast the machine is does not depend on what else it does at the moment."""

import time
from pathlib import Path

import pytest

from tests.voice.doubles import ScriptedListener, WordSynthesizer
from voice.listener import Samples, Transcript
from voice.measured_speed import TRIES, core_share, measure

pytestmark = pytest.mark.slow


class Computing(ScriptedListener):
    """Listens for as long as it has been told to, computing, or only waiting as on a busy machine."""

    def __init__(self, *seconds: float, waits: bool = False) -> None:
        super().__init__()
        self._seconds = [*seconds]
        self._waits = waits

    def transcribe(self, samples: Samples, *, language: str, prompt: str) -> Transcript:
        seconds = self._seconds.pop(0)
        clock = time.perf_counter if self._waits else time.process_time
        until = clock() + seconds
        while clock() < until:
            if self._waits:
                time.sleep(0.01)
        return super().transcribe(samples, language=language, prompt=prompt)


SOUND_S = 0.9
"""Nine words of the double's."""


def test_a_moment_in_which_others_compute_does_not_count() -> None:
    assert measure(Computing(2.0, waits=True), WordSynthesizer()).listens < 0.4


def test_the_best_of_a_few_tries_counts_and_a_quick_machine_is_asked_once() -> None:
    slow = Computing(*[1.0] * (TRIES - 1), 0.5)
    assert measure(slow, WordSynthesizer()).listens == pytest.approx(0.5 / SOUND_S, abs=0.15)
    assert len(slow.heard) == TRIES
    quick = Computing(0.1)
    assert measure(quick, WordSynthesizer()).listens == pytest.approx(0.1 / SOUND_S, abs=0.1)
    assert len(quick.heard) == 1


@pytest.mark.parametrize(
    ("limit", "share"), [("max 100000", 1.0), ("50000 100000", 0.5), ("400000 100000", 1.0), ("", 1.0), ("50000 0", 1.0)]
)
def test_a_part_of_a_core_is_slower_by_that(limit: str, share: float, tmp_path: Path) -> None:
    (tmp_path / "cpu.max").write_text(limit)
    assert core_share(tmp_path / "cpu.max") == share
    assert core_share(tmp_path / "nowhere") == 1.0
