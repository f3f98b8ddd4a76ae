"""One value says what an utterance means, and the grammars behind it belong to nobody else."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefing.mail_action import MailAction
from briefing.understanding.awaited import Awaited
from briefing.understanding.commands import Command, CommandKind, PlainReading
from briefing.understanding.several_wishes.wishes import wishes
from briefing.understanding.spelled_addresses import LONGEST_ADDRESS, MOST_WORDS, possible_addresses
from briefing.understanding.understanding import KEPT, Understandings, understand
from tests.briefing.understanding.parses import parses_of

ROOT = Path(__file__).parents[3]
HOME = ROOT / "briefing" / "understanding"
OF_ITS_OWN = {
    "command_leads", "dictation", "change_intents", "holding_back",
    "hear", "beginnings", "PlainReading", "confirmation.confirmation", "awaited.awaited", "near_commands.near_command",
}  # fmt: skip
"""Modules, and names in modules, that read words: an `Understanding` asks them."""
UNDERSTAND = {"agent/turns/endpointing.py", "actions/consent/audit.py", "providers/models/ear_doubt.py", "providers/models/heard_again.py"}
"""Who may have words understood without a call: endpointing and the ear before there is a turn, and an audit long after it."""


def imported(path: Path) -> Iterator[str]:
    """What a module imports of `briefing.understanding`: modules by name, and names, with and without the module they are of."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("briefing.understanding"):
            module = node.module.rpartition(".")[2]
            yield module
            for alias in node.names:
                yield from (alias.name, f"{module}.{alias.name}")


def test_only_an_understanding_asks_the_grammars_and_only_a_call_makes_one() -> None:
    packages = ("actions", "agent", "briefing", "cli", "inbox", "knowledge", "providers", "session", "web")
    outside = [path for each in packages for path in (ROOT / each).rglob("*.py") if not path.is_relative_to(HOME)]
    found = {str(path.relative_to(ROOT)): set(imported(path)) for path in outside if "node_modules" not in path.parts}
    assert not {path: names & OF_ITS_OWN for path, names in found.items() if names & OF_ITS_OWN}
    assert {path for path, names in found.items() if "understand" in names} == UNDERSTAND


def test_whatever_is_asked_of_it_the_words_are_read_once_by_each_grammar() -> None:
    words = "okay, archive the one from anna, and reply that Tuesday works"
    said = understand(words)
    with parses_of(words) as parses:
        for _ in range(3):
            assert (said.command, said.answer, said.has_ended, said.named_time) == (None, None, True, "")
            assert [wish.words for wish in said.wishes] == ["okay, archive the one from anna", "reply that Tuesday works"]
            assert (said.near is not None, said.awaited) == (True, Awaited.WORDS)
            assert said.change.asks_for(MailAction.ARCHIVE)
            assert said.change.names_a_mail(MailAction.ARCHIVE)
            assert (said.change.completes, said.change.retracts, said.holding.holds_back) == (False, False, False)
            assert (said.senders, said.addresses, said.numbers) == (("anna",), frozenset(), frozenset({1}))
    assert set(parses.read.values()) == {1}, parses.read


def test_the_same_words_are_understood_once_in_a_call_and_few_are_kept() -> None:
    understandings = Understandings()
    first = understandings.of("archive it")
    assert first.command == Command(kind=CommandKind.CHANGE, action=MailAction.ARCHIVE)
    assert understandings.of("archive it") is first
    for number in range(KEPT):
        understandings.of(f"jump to {number}")
    assert understandings.of("archive it") is not first


def test_what_was_said_is_not_shown_where_it_is_printed() -> None:
    said = understand("my password is swordfish")
    assert "swordfish" not in repr(said)
    assert "swordfish" not in repr((said.change, said.holding))


def test_a_line_however_long_is_searched_for_few_addresses() -> None:
    assert sum(1 for _ in possible_addresses("a at b at c " * 2000)) <= LONGEST_ADDRESS * MOST_WORDS


@pytest.mark.parametrize("line", ["next, next, archive it", "next. next. archive it", "next, next and archive it"])
def test_a_step_that_is_said_twice_is_two_steps(line: str) -> None:
    assert [wish.words for wish in understand(line).wishes] == ["next", "next", "archive it"]


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
