"""What a recogniser makes of a plain command is that command, and only a guess where mail is changed or sent; of other talk, nothing."""

import pytest

from briefing.mail_action import MailAction
from briefing.understanding.commands import CommandKind, PlainReading
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
        ("read the hole email", "read the whole email"),
        ("go to the necks email", "go to the next email"),
        ("next he mail", "next email"),
        ("how many he mails are left", "how many emails are left"),
        ("to the next email", "go to the next email"),
        ("win did this come in", "when did this come in"),
        ("when did this coming", "when did this come in"),
        ("can you read the hole mail", "read the whole mail"),
        ("is their anything from Anna", "is there anything from Anna"),
        ("is there anything form Anna", "is there anything from Anna"),
        ("there anything from Anna", "is there anything from Anna"),
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
        ("archive the semail", "archive this email"),
        ("flag this he mail", "flag this email"),
        ("could you achieve it", "archive it"),
    ],
)
def test_what_changes_a_mail_is_asked_back(heard: str, said: str) -> None:
    line = understand(heard)
    assert line.command is None or line.command.loosely
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
            *("did he mail", "will he mail me", "to the point", "to the next meeting", "when did he achieve it", "can you understand it"),
            *("could you achieve more", "is he mailing"),
        ),
    ],
)
def test_nothing_is_made_of_what_denies_reports_or_speaks_of_other_things(heard: str) -> None:
    line = understand(heard)
    assert line.command is None
    assert line.doubted is None


@pytest.mark.parametrize("said", ["open the nest email", "read the text mail", "read the form email", "go to the Necks email"])
def test_a_mail_named_by_a_word_that_only_sounds_alike_is_gone_to(said: str) -> None:
    command = understand(said).command
    assert command is not None
    assert command.kind is CommandKind.JUMP_TO_MAIL


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("what is, wait, left", "what is left"),
        ("anything hang on new", "anything new"),
        ("when did it, hold on, come", "when did it come"),
        ("is there, hang on, anything from Anna", "is there anything from Anna"),
    ],
)
def test_a_call_to_wait_is_no_part_of_what_changes_nothing_and_holds_back_all_the_same(said: str, meant: str) -> None:
    line = understand(said)
    assert line.command == understand(meant).command is not None
    assert line.holding.holds_back


@pytest.mark.parametrize(
    "said", ["this, hang on, is spam", "archive, hold on, it", "send, hold on, it", "who, hold on, send it to", "what is, wait, archive it"]
)
def test_a_call_to_wait_stays_in_what_changes_or_sends_and_has_not_begun_or_is_whole(said: str) -> None:
    assert understand(said).command is None


def test_nothing_that_wants_nothing_becomes_a_command_by_being_misheard() -> None:
    assert [each.words for each in unwanted() if (found := PlainReading(each.words).misheard) is not None and found.is_sure] == []
