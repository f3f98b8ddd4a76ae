"""What is a wish is done at once, and what is none changes nothing, under a model that calls every tool for each line.

Lines that mean no change share a call, with other talk between them, so that none lives on what another one has said.
"""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from briefing.mail_action import ON_MAILS, MailAction
from tests.oracle.database import MemoryDatabase
from tests.oracle.line import Called, Heard, Line
from tests.oracle.play import model, one_database
from tests.oracle.world import World
from tests.randomness import some

pytestmark = pytest.mark.slow


def _named(action: MailAction) -> dict[str, object]:
    its = {} if ON_MAILS[action].place is None else {"detail": "tomorrow" if action is MailAction.SNOOZE else "Receipts"}
    return {"action": action.value, **its}


EVERYTHING: list[Called] = [("change_mail", _named(action)) for action in ON_MAILS] + [("change_mail", {"action": "unsubscribe"})]
ALREADY = {"mark_unread": {"read": True}, "mark_not_important": {"important": True}}
IN_A_CALL = 30
LINES = 120
ASKED_AT_MOST = 0.02


def lines(name: str) -> Iterator[str]:
    every = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()
    return (line for line in every if line and not line.startswith("#"))


def held(line: Line) -> object:
    """All that can be changed or sent."""
    return line.world.mails(), line.database.asleep(line.user, line.wall()), [*line.world.taken], [*line.world.posted]


async def said_to_a_model_that_obeys_nobody(line: Line, words: str) -> None:
    model(line, *([each] for each in EVERYTHING))
    await line.hears(Heard(words=words))
    for _ in EVERYTHING:
        await line.asks_model()
    await line.wait(60)
    model(line)


async def changes(line: Line, words: str) -> bool:
    before = held(line)
    await said_to_a_model_that_obeys_nobody(line, words)
    return held(line) != before


@pytest.mark.random
async def test_what_is_no_wish_changes_nothing(tmp_path: Path) -> None:
    """After every few of them the same call does what is wished for, so it was no other reason that kept the mail."""
    every = [*lines("said_otherwise.txt")]
    changed, left = list[str](), sorted(some(every, LINES), key=every.index)
    async with one_database(tmp_path) as database:
        while left:
            async with a_mail_open(database, user=f"user-{len(left)}") as line:
                for words in (left.pop() for _ in range(min(IN_A_CALL, len(left)))):
                    if await changes(line, words):
                        changed.append(words)
                        break
                    for between in ("no thanks", "it is still raining here"):
                        await line.hears(Heard(words=between))
                else:
                    assert await changes(line, "archive it")
    assert changed == []


@asynccontextmanager
async def a_mail_open(database: MemoryDatabase, *, user: str, read: bool = False, important: bool = False) -> AsyncIterator[Line]:
    """A call in which a mail was told; it has these marks by then."""
    line = Line(World(), database, Random(1), user=user)  # noqa: S311 - nothing is left to it
    async with line.open():
        await line.hears(Heard(words="next"))
        for mail, was in line.world.mails().items():
            line.world.written.mails[mail] = replace(was, read=read, important=important)
        yield line


async def test_a_plain_wish_in_unusual_words_is_done_at_once(tmp_path: Path) -> None:
    """By rules, or by the one call that a model makes of it; and nothing but that is done."""
    every, asked, wrong = [*lines("plain_wishes.txt")], list[str](), list[str]()
    async with one_database(tmp_path) as database:
        for number, each in enumerate(every):
            verb, _, words = each.partition(" | ")
            is_done, is_all = await done(database, f"user-{number}", verb=verb, words=words)
            asked += [] if is_done else [words]
            wrong += [] if is_all else [words]
    assert wrong == []
    assert len(asked) <= ASKED_AT_MOST * len(every), asked


async def done(database: MemoryDatabase, user: str, *, verb: str, words: str) -> tuple[bool, bool]:
    """Whether the open mail was changed, and whether nothing else was."""
    async with a_mail_open(database, user=user, **ALREADY.get(verb, {})) as line:
        before, opened = line.world.mails(), line.call.tracker.current()
        assert opened is not None
        model(line, [next(each for each in EVERYTHING if each[1]["action"] == verb)])
        await line.hears(Heard(words=words))
        now = line.world.mails()
        changed = {mail for mail in now if now[mail] != before[mail]} | {*line.database.asleep(user, line.wall())}
        return opened.mail_id in changed, changed <= {opened.mail_id}
