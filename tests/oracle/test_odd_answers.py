"""Only what is a yes and nothing else is one, to whatever is asked, under a model that takes every answer for a yes."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from briefing.understanding.utterance import NO_QUESTION, Channel
from tests.oracle.line import Called, Heard, Line
from tests.oracle.play import line_of, model, one_database
from tests.oracle.test_said_plainly import IN_A_CALL, a_mail_open, held, lines

pytestmark = pytest.mark.slow

MISSED_AT_MOST = 1
YES: Called = ("take_answer", {"answer": "yes"})
Asks = Callable[[Line], Awaitable[None]]


async def to_send(line: Line) -> None:
    await line.hears(Heard(words="write to Anna that Tuesday works"))


def by_model(call: Called) -> Asks:
    async def asks(line: Line) -> None:
        model(line, [call])
        await line.hears(Heard(words="it is still raining here"))

    return asks


DELETES: Called = ("change_mail", {"action": "delete"})
LEAVES: Called = ("change_mail", {"action": "unsubscribe", "mail_id": "work:deals"})
SEVERAL: Called = ("change_several", {"action": "archive", "description": "everything"})
QUESTIONS: dict[str, tuple[Asks, Called]] = {
    "send": (to_send, ("send_draft", {})),
    "delete": (by_model(DELETES), DELETES),
    "unsubscribe": (by_model(LEAVES), LEAVES),
    "archive all": (by_model(SEVERAL), SEVERAL),
}


def answers(kind: str) -> list[str]:
    return [words for each in lines("odd_answers.txt") for its, _, words in [each.partition(" | ")] if its == kind]


@pytest.mark.parametrize("question", QUESTIONS)
async def test_what_is_no_plain_yes_agrees_to_nothing(tmp_path: Path, question: str) -> None:
    agreed, left = list[str](), answers("-")
    async with one_database(tmp_path) as database:
        while left:
            async with a_mail_open(database, user=f"user-{len(left)}") as line:
                for _ in range(min(IN_A_CALL, len(left))):
                    if await agrees(line, *QUESTIONS[question], words=(words := left.pop())):
                        agreed.append(words)
                        break
                    for between in ("cancel", "it is still raining here"):
                        await line.hears(Heard(words=between))
    assert agreed == []


@pytest.mark.parametrize("about", ["the digest of an earlier question", NO_QUESTION])
async def test_no_button_confirms_words_that_were_heard_in_doubt(tmp_path: Path, about: str) -> None:
    """The page shows none for that question: whatever is pressed answers another one."""
    presses, types = Heard(words="yes", channel=Channel.PRESSED, about=about), Heard(words="yes")
    async with one_database(tmp_path) as database:
        for answer, changes in ((presses, False), (types, True)):
            async with a_mail_open(database, user=answer.channel) as line:
                before = held(line)
                await line.hears(Heard(words="the lead it"))
                assert line.told[-1].words == "Did you say \u201cdelete it\u201d?"
                model(line, [DELETES], [YES])
                await line.hears(answer)
                await line.asks_model()
                assert (held(line) != before) is changes


async def agrees(line: Line, asks: Asks, act: Called, *, words: str) -> bool:
    """Whether anything comes of these words as an answer to that question."""
    before = held(line)
    await asks(line)
    assert line.call.acting.consent.asked, (words, line.told[-1])
    model(line, [YES], [act], [YES])
    await line.hears(Heard(words=words))
    await line.asks_model()
    await line.wait(60)
    model(line)
    return held(line) != before


async def test_a_yes_in_other_words_is_one(tmp_path: Path) -> None:
    missed = list[str]()
    async with line_of(tmp_path) as line:
        for words in answers("yes"):
            before = held(line)
            await to_send(line)
            model(line)
            await line.hears(Heard(words=words))
            await line.wait(60)
            if held(line) == before:
                missed.append(words)
            await line.hears(Heard(words="cancel"))
    assert len(missed) <= MISSED_AT_MOST, missed
