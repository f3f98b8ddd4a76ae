import subprocess
import sys

from tests.servers.livekit import ROOT

PAGES = """
from agent.operations.gaps import fillings

def made():
    return [bytes(64 - b"".__sizeof__()) for _ in range(1_000)]

around = [each for _ in range(20) for each in made()][::2]
if {filled}:
    kept = fillings()
print(len({{id(each) // 4096 for each in made()}}))
"""
"""On how many pages a thousand objects of 64 bytes lie, where every second one of such was given up before."""


def pages(*, filled: bool) -> int:
    """In a process of its own: what others have left free is theirs."""
    return int(subprocess.check_output([sys.executable, "-c", PAGES.format(filled=filled)], cwd=ROOT))


def test_once_the_gaps_are_filled_what_is_made_lies_side_by_side() -> None:
    least = 64 * 1_000 / 4096
    assert pages(filled=True) <= 1.3 * least < 1.9 * least < pages(filled=False)
