"""A remark is left out only before what it explains, and what may be about something else than mail is not done."""

import pytest

from briefing.understanding.commands import CommandKind, PlainReading
from briefing.understanding.understanding import understand
from briefing.understanding.wishes import wishes


@pytest.mark.parametrize("words", ["write a note that Anna left early", "write a note saying I parked on level three", "go over it"])
def test_what_goes_to_nobody_is_no_reply_and_what_is_to_be_gone_through_is_not_skipped(words: str) -> None:
    command = understand(words).command
    assert command is None or command.kind not in {CommandKind.REPLY, CommandKind.SKIP_MAIL}


@pytest.mark.parametrize(
    ("words", "last"),
    [
        ("I want everything from Anna archived, headlines only", CommandKind.PREFER),
        ("I want the three from Anna gone, just headlines", CommandKind.PREFER),
        ("I need the boiler task stopped, keep it short", CommandKind.REVISE),
        ("there are two from the bank, archive them", CommandKind.BULK),
        ("I have three newsletters, delete them", CommandKind.BULK),
        ("I want this from Anna, snooze it until tomorrow", CommandKind.CHANGE),
    ],
)
def test_a_remark_is_left_out_only_before_what_it_explains(words: str, last: CommandKind) -> None:
    first, second = wishes(PlainReading(words), PlainReading)
    assert (first.command, second.command is not None and second.command.kind) == (None, last)
