"""What is wanted at another time is not done now, and not taken for how long the briefing is to last; that it cannot wait is said."""

from pathlib import Path

import pytest

from briefing.mail_action import MailAction
from briefing.understanding.commands import CommandKind
from briefing.understanding.near_commands import NearIntent
from briefing.understanding.understanding import understand
from tests.session.test_written_call import written

TIMES = (
    "in five minutes",
    "at nine",
    "tomorrow",
    "later",
    "on Friday",
    "in half an hour",
    "tonight",
    "next week",
    "in ten seconds",
    "after lunch",
)
WANTED = ("archive it", "delete that one", "flag this", "unsubscribe me", "archive all newsletters", "undo that")


@pytest.mark.parametrize("wanted", WANTED)
@pytest.mark.parametrize("time", TIMES)
@pytest.mark.parametrize("line", ["{time}, {wanted}", "{time} {wanted}", "{time}. {wanted}", "{time}, please {wanted}", "{wanted} {time}"])
def test_a_change_at_another_time_is_no_wish_of_now_and_no_length(time: str, wanted: str, line: str) -> None:
    said = understand(line.format(time=time, wanted=wanted))
    assert [wish.command for wish in said.wishes] == [None]
    assert said.near is not None
    assert said.near.intent is NearIntent.AT_ANOTHER_TIME
    assert not any(said.change.asks_for(action) for action in (MailAction.ARCHIVE, MailAction.DELETE, MailAction.FLAG))


@pytest.mark.parametrize("words", ["in five minutes, delete it, then go on", "delete it, in five minutes", "archive it and in ten minutes"])
def test_nothing_of_such_a_line_is_done(words: str) -> None:
    assert all(wish.command is None for wish in understand(words).wishes)


@pytest.mark.parametrize(
    ("words", "plain"),
    [
        ("tomorrow, remind me", "remind me tomorrow"),
        ("at nine, remind me of this", "remind me of this at nine"),
        ("tomorrow morning, snooze it", "snooze it until tomorrow morning"),
        ("in an hour send it", "send it in an hour"),
        ("on Monday, send it", "send it on Monday"),
    ],
)
def test_what_can_wait_is_understood_with_its_time_first(words: str, plain: str) -> None:
    command, other = understand(words).command, understand(plain).command
    assert command is not None
    assert other is not None
    assert (command.kind, command.action) == (other.kind, other.action)
    assert command.when.removeprefix("until ") == other.when.removeprefix("until ")


@pytest.mark.parametrize("words", ["in five minutes", "I have five minutes", "what matters in five minutes"])
def test_a_length_alone_is_still_one(words: str) -> None:
    command = understand(words).command
    assert command is not None
    assert command.kind is CommandKind.IN_TIME


async def test_that_it_cannot_wait_is_said_and_nothing_is_done(tmp_path: Path) -> None:
    async with written(tmp_path) as call:
        for words in ("in five minutes, delete it", "tomorrow archive that one", "delete it at nine"):
            assert "at once or not at all" in await call.type(words)
        assert call.call.acting.receipts.changed == frozenset()
