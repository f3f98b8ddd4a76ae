"""Honest people are understood, and who wants nothing of us changes nothing, in whole calls with consent asked where it must be.

Each utterance of `wanted.txt` is said in a call of its own; those of `unwanted.txt` are said one after the other. `make test` plays some of
them, others in each run, and `make proofs` all.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.randomness import in_proofs, some
from tests.servers.smtp import smtp_server
from tests.tasks.letters import write_mailbox
from tests.tasks.stage import carried_by_rules
from tests.utility.judging import Became, Played, became, failures, seen
from tests.utility.script import unwanted, wanted
from tests.utility.stage import play_all

pytestmark = [pytest.mark.slow, pytest.mark.random, pytest.mark.timeout(3600)]

SOME = 28
LEAST_UNDERSTOOD = 0.98
"""By rules alone."""
MOST_ASKED = 0.02


def told(played: Sequence[Played], *outcomes: Became) -> list[str]:
    return [f"{each.case}: {'; '.join(failures(each))[:200]}" for each in played if became(each) in outcomes]


def allowed(share: float, of: Sequence[object]) -> int:
    """How many of these may fail; of a part that was drawn, twice as many and two more, as chance has it."""
    return round(share * len(of)) if in_proofs() else round(2 * share * len(of)) + 2


async def test_who_asks_plainly_is_understood_and_asked_no_more_than_needed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cases = some(wanted(), SOME)
    async with smtp_server() as desk:
        played = await play_all(cases, tmp_path, desk)
    counts = Counter(map(became, played))
    with capsys.disabled():
        print(f"\n{len(cases)} utterances: " + ", ".join(f"{counts[each]} {each}" for each in Became))  # noqa: T201
    assert told(played, Became.WRONG) == []
    assert len(asked := told(played, Became.ASKED)) <= allowed(MOST_ASKED, cases), asked
    assert len(lost := told(played, Became.ASKED, Became.LOST)) <= allowed(1 - LEAST_UNDERSTOOD, cases), lost
    assert max(each.agreed for each in played) <= 1


async def test_what_is_no_wish_of_the_users_changes_nothing(tmp_path: Path) -> None:
    write_mailbox(tmp_path / "inbox")
    cases = sorted(some(unwanted(), SOME), key=lambda case: case.open)
    changed, scene = list[str](), tuple[str, ...]()
    async with smtp_server() as desk, carried_by_rules(tmp_path, desk) as call:
        for case in cases:
            if case.scene != scene:
                await call.take(case.scene[0], lambda: True)
                scene = case.scene
            before = await call.world()
            await call.take(case.words, lambda: True)
            changed += [str(case)] if seen(await call.world()) != seen(before) else []
            await call.take("never mind", lambda: True)
            await call.take(case.scene[0], lambda: True)
    assert changed == []


def test_the_sets_are_as_large_and_as_varied_as_they_claim_to_be() -> None:
    assert len({(each.words, each.scene) for each in wanted()}) >= 850
    assert len({each.words for each in unwanted()}) >= 220
    assert 0.25 * len(wanted()) <= sum(each.held_back for each in wanted()) <= 0.4 * len(wanted())
