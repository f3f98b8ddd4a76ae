"""A mail may be named anywhere in a wish and in any order, a wish may come with its reason, and what is near to that wishes for nothing."""

import pytest

from briefing.mail_action import MailAction
from briefing.understanding.commands import CommandKind
from briefing.understanding.understanding import understand
from tests.briefing.understanding.understood import mails_meant, recognise

A, D, F, S = MailAction.ARCHIVE, MailAction.DELETE, MailAction.FLAG, MailAction.SNOOZE
WITH_A_PLACE = [
    ("snooze the one from Anna until Thursday", S, "anna", "until thursday"),
    ("remind me about the Hearth mail on Friday please", S, "hearth", "on friday"),
    ("put the mail from the bank off until tomorrow", S, "bank", "until tomorrow"),
    ("can you bring the one about the boiler back on Monday", S, "boiler", "on monday"),
    ("snooze that thing from Zoë for two hours", S, "zoë", "for two hours"),
    ("move the one from Anna to receipts", MailAction.MOVE, "anna", "receipts"),
    ("put the Hearth bill in the receipts folder", MailAction.MOVE, "hearth bill", "receipts"),
    ("file the mail about the rent under home", MailAction.MOVE, "rent", "home"),
    ("label the one from Ben as work", MailAction.LABEL, "ben", "work"),
    ("okay drop the one about the tickets into travel", MailAction.MOVE, "tickets", "travel"),
]
NAMED_LOOSELY = [
    ("archive the parcel", A, "parcel"),
    ("mark the bank statement as read", MailAction.MARK_READ, "bank statement"),
    ("report the voyage as spam", MailAction.REPORT_SPAM, "voyage"),
    ("please flag the boiler", F, "boiler"),
    ("throw the invoice away", D, "invoice"),
]
OF_THE_OPEN_ONE = [
    ("this one you can archive", A),
    ("right, so this um this one you can archive", A),
    ("that one please delete", D),
    ("this mail could you flag for me", F),
    ("this you can bin", D),
    ("delete that stupid thing", D),
    ("that silly thing, delete it", D),
    ("archive this silly newsletter", A),
    ("all good, archive", A),
    ("archive it we're good", A),
    ("flag that, I'm done", F),
    ("arch- no, delete it", D),
    ("flag it, no, delete it", D),
    ("delete it, no, flag it", F),
    ("fl- flag it", F),
    ("off to the bin with it", D),
    ("away to the archive with this one", A),
    ("we can archive that", A),
    ("I think we could delete this", D),
    ("ooh flag that", F),
]
WITH_THE_TIME_FIRST = [
    ("tomorrow will do, snooze it until then", "tomorrow"),
    ("I'll deal with that tomorrow, snooze it", "tomorrow"),
    ("I'm back on Monday, snooze it until then", "on monday"),
    ("Friday is soon enough, remind me then", "friday"),
    ("I have to look at this on Thursday, put it off", "on thursday"),
]
NEARLY = [
    "this one you can't archive",
    "can we archive this one",
    "he says this one you can archive",
    "the parcel comes tomorrow, archive the rest or not",
    "archive the one from Anna if she agrees",
    "who told you to archive the parcel",
    "the parcel you can archive if it is there",
    "don't snooze the one from Anna until Thursday",
    "ask him to snooze the one from Anna until Thursday",
    "snooze the one from Anna or the one from Ben until Thursday",
    "the one from Anna is not spam",
    "Ben says the one from Anna is spam",
    "tomorrow will not do, snooze it until then",
    "I can't deal with that tomorrow, snooze it",
    "she is back on Monday, snooze it until then",
    "archive it, that is not what I mean",
    "archive it, I didn't mean that one",
    "don't- archive it",
    "not this one you can archive",
]


@pytest.mark.parametrize(("words", "action", "mail", "place"), WITH_A_PLACE)
def test_a_mail_may_be_named_beside_a_time_or_a_folder(words: str, action: MailAction, mail: str, place: str) -> None:
    command = recognise(words)
    assert command is not None
    assert (command.action, command.mail, command.when or command.target) == (action, mail, place)
    assert (mails_meant(words, action), understand(words).change.names_a_mail(action)) == (1, True)


@pytest.mark.parametrize(("words", "action", "mail"), NAMED_LOOSELY)
def test_a_mail_that_is_named_by_its_matter_alone_is_meant_if_one_fits(words: str, action: MailAction, mail: str) -> None:
    command = recognise(words)
    assert command is not None
    assert (command.action, command.target, command.loosely) == (action, mail, True)


@pytest.mark.parametrize(("words", "action"), OF_THE_OPEN_ONE)
def test_the_open_mail_is_meant_however_it_is_pointed_at(words: str, action: MailAction) -> None:
    command = recognise(words)
    assert command is not None
    assert (command.action, command.target, command.mail, mails_meant(words, action)) == (action, "", "", 1)


@pytest.mark.parametrize(("words", "when"), WITH_THE_TIME_FIRST)
def test_until_when_may_be_said_before_the_wish(words: str, when: str) -> None:
    command = recognise(words)
    assert command is not None
    assert (command.action, command.when) == (S, when)


@pytest.mark.parametrize("words", NEARLY)
def test_what_denies_tells_or_depends_is_no_such_wish(words: str) -> None:
    changes = [wish.command for wish in understand(words).wishes if wish.command is not None and wish.command.kind is CommandKind.CHANGE]
    assert changes == []


@pytest.mark.parametrize(
    ("words", "wishes"),
    [
        ("delete the Hearth mail and the one about soups", ["delete the Hearth mail", "delete the one about soups"]),
        ("archive this one and also the one from Anna", ["archive this one", "archive the one from Anna"]),
        ("archive it, I've read it", ["archive it"]),
        ("bin it. It's rubbish. Next", ["bin it", "Next"]),
    ],
)
def test_another_mail_takes_the_verb_before_it_and_a_reason_wants_nothing(words: str, wishes: list[str]) -> None:
    assert [each.words for each in understand(words).wishes] == wishes


def test_a_number_that_may_have_moved_on_takes_no_verb() -> None:
    assert [each.words for each in understand("archive the first one and the third one").wishes] == [
        "archive the first one and the third one"
    ]
