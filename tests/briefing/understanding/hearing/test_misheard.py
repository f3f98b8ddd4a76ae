"""What a recogniser makes of a plain command is that command, and only a guess where mail is changed or sent; of other talk, nothing."""

import pytest

from briefing.mail_action import MailAction
from briefing.understanding.commands import PlainReading
from briefing.understanding.understanding import understand
from tests.utility.script import unwanted


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("next nail", "next mail"),
        ("nest one please", "next one please"),
        ("how man are lift", "how many are left"),
        ("read me hole thing", "read me the whole thing"),
        ("who send it", "who sent it"),
        ("whose sent this", "who sent this"),
    ],
)
def test_what_sounds_like_a_command_and_is_nothing_else_is_that_command(heard: str, said: str) -> None:
    assert understand(heard).command == understand(said).command is not None


@pytest.mark.parametrize(
    ("heard", "said"),
    [
        ("achieve it", "archive it"),
        ("our kive this one", "archive this one"),
        ("flat it", "flag it"),
        ("un do dad", "undo that"),
        ("mark it is red", "mark it as read"),
        ("mark this as on red", "mark this as unread"),
        ("snooze it until too morrow", "snooze it until tomorrow"),
        ("achieve the one form Priya", "archive the one from Priya"),
        ("take at bag", "take it back"),
        ("the lead it", "delete it"),
        ("dilute this one", "delete this one"),
        ("thrash it", "trash it"),
        ("been it", "bin it"),
        ("achieve all news letters", "archive all newsletters"),
        ("this is pam", "this is spam"),
    ],
)
def test_what_changes_a_mail_is_asked_back(heard: str, said: str) -> None:
    line = understand(heard)
    assert line.command is None
    assert line.doubted is not None
    assert line.doubted.command == understand(said).command is not None
    assert not line.change.asks_for(MailAction.DELETE)


@pytest.mark.parametrize("heard", ["yes and delete it", "yes but in German", "archive it and male", "I know Anna", "send the other mail?"])
def test_a_yes_a_second_wish_and_a_name_are_what_they_are(heard: str) -> None:
    assert understand(heard).misheard is None


@pytest.mark.parametrize(
    "heard",
    [
        *("they achieved it", "do not achieve it", "if they achieve it", "she flak it", "I already achieved that", "never undue that"),
        *("he said achieve it", "who will achieve it", "what an achievement", "we have a lead on it", "text me", "a nest on the roof"),
        *(
            "the market is red today",
            "my lead is thin",
            "under the table",
            "the news until tomorrow",
            "the",
            "archive the",
            "mark it as",
        ),
    ],
)
def test_nothing_is_made_of_what_denies_reports_or_speaks_of_other_things(heard: str) -> None:
    line = understand(heard)
    assert line.command is None
    assert line.doubted is None


def test_nothing_that_wants_nothing_becomes_a_command_by_being_misheard() -> None:
    assert [each.words for each in unwanted() if (found := PlainReading(each.words).misheard) is not None and found.is_sure] == []
