"""Lines that name a change and do not wish for it change nothing, by rules alone and under a model that calls every tool for each of them.

Each is said in a call of its own, so that none lives on what another one has said.
"""

from pathlib import Path
from random import Random

import pytest

from tests.oracle.line import Called, Heard, Line
from tests.oracle.play import one_database
from tests.oracle.world import World
from tests.randomness import some

pytestmark = [pytest.mark.slow, pytest.mark.random]

VERBS = ("archive", "delete", "flag", "report_spam", "mark_read", "mark_unread", "mark_important", "mark_not_important", "unsubscribe")
TURNS = 4
LINES = 100


def lines() -> list[str]:
    every = Path(__file__).with_name("no_wishes.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in every if line and not line.startswith("#")]


@pytest.mark.parametrize("has_model", [False, True])
async def test_what_is_no_wish_changes_nothing(tmp_path: Path, has_model: bool) -> None:
    changed = list[str]()
    async with one_database(tmp_path) as database:
        for number, words in enumerate(some(lines(), LINES)):
            line = Line(World(), database, Random(1), user=f"user-{number}")  # noqa: S311 - nothing is left to it
            async with line.open():
                line.call.line.has_model = has_model
                await line.hears(Heard(words="next"))
                before, left = line.world.mails(), [*map(_call, VERBS)]
                line.model_calls = lambda left=left: left.pop(0) if left else []  # type: ignore[misc]
                await line.hears(Heard(words=words))
                for _ in range(TURNS if has_model else 0):
                    await line.asks_model()
                await line.wait(60)
                asleep = database.asleep(line.user, line.wall())
                if line.world.mails() != before or asleep or line.world.taken or line.world.posted:
                    changed.append(words)
    assert changed == []


def _call(verb: str) -> list[Called]:
    return [("change_mail", {"action": verb})]
