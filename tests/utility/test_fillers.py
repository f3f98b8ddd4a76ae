"""Fillers in mid-sentence change nothing of what is meant, and make a command of nothing that is none."""

from collections import Counter
from random import Random

import pytest

from briefing.understanding.commands import Command, CommandKind, PlainReading
from tests.utility.script import wanted

FILLERS = ("um", "uh", "you know", "let's see", "kind of", "like", "so", "well", "I mean", "actually", "okay", "please", "sort of")
OWN_WORDS = frozenset({CommandKind.REPLY, CommandKind.REPLY_ALL, CommandKind.ADD_TEXT, CommandKind.CHANGE_TEXT, CommandKind.TEAM})
"""What is dictated keeps each word."""


@pytest.mark.parametrize(
    ("words", "clean"),
    [
        ("archive, you know, this one", "archive this one"),
        ("what's, let's see, left", "what's left"),
        ("take the, like, star off", "take the star off"),
        ("mark this, please, as junk", "mark this as junk"),
        ("put it off until, well, monday morning", "put it off until monday morning"),
        ("delete the, well, draft", "delete the draft"),
        ("uh send actually that", "send that"),
        ("say that, kind of, again", "say that again"),
        ("flag, you know, the one from, like, Priya", "flag the one from Priya"),
        ("pass it on, well, to Ruth", "pass it on to Ruth"),
    ],
)
def test_a_filler_changes_nothing_of_what_is_meant(words: str, clean: str) -> None:
    assert PlainReading(words).command == PlainReading(clean).command is not None


@pytest.mark.parametrize(
    "words",
    [
        "it's not okay delete it",
        "if you like archive it",
        "don't like delete it",
        "please don't, you know, delete it",
        "she said like delete it",
        "never, you know, archive it",
        "should I, you know, archive it",
        "I would, like, archive it if I could",
        "you mean like delete it",
    ],
)
def test_what_denies_reports_or_asks_is_no_command_without_its_filler(words: str) -> None:
    for line in (words, words.replace(",", "")):
        assert PlainReading(line).command is None


@pytest.mark.slow
def test_what_people_want_is_understood_with_fillers_anywhere_in_it() -> None:
    """Of every utterance that is plainly a command, with each of some fillers at a place drawn by a fixed seed."""
    draw, counts, wrong = Random(17), Counter[str](), list[str]()  # noqa: S311 - it draws places in a sentence
    for said in sorted({case.words for case in wanted()}):
        clean, words = PlainReading(said).command, said.split()
        if clean is None or len(words) < 2 or clean.kind in OWN_WORDS or clean.text:
            continue
        for filler in draw.sample(FILLERS, 4):
            place = draw.randrange(1, len(words))
            line = f"{' '.join(words[:place])} {filler} {' '.join(words[place:])}"
            found = PlainReading(line).command
            became = "right" if found == clean else "asked" if found is None or _names_nothing_else(clean, found) else "wrong"
            counts[became] += 1
            wrong += [line] * (became == "wrong")
    assert counts.total() > 2000
    assert counts["right"] / counts.total() > 0.9, counts
    assert counts["wrong"] / counts.total() < 0.01, wrong
    assert not [line for line in wrong if (meant := PlainReading(line).command) is not None and meant.kind is CommandKind.BULK]


def _names_nothing_else(clean: Command, found: Command) -> bool:
    """Whether it does the same to something whose name has a filler in it: no mail is called that, so it is asked about."""
    return (found.kind, found.action) == (clean.kind, clean.action)
