"""What the user's last two turns show of a tool's arguments."""

from datetime import UTC, datetime

import pytest

from briefing.mail import Address, Envelope, MailId, ThreadId
from briefing.mail_action import MailAction
from briefing.understanding.commands import CommandKind
from tests.briefing.understanding.understood import evidence

ARCHIVE, DELETE, FLAG, UNDO = MailAction.ARCHIVE, MailAction.DELETE, MailAction.FLAG, MailAction.UNDO
WHEN = datetime(2026, 1, 5, tzinfo=UTC)


def mail(name: str, email: str, subject: str, *, snippet: str = "", list_id: str = "") -> Envelope:
    return Envelope(
        mail_id=MailId(f"a:{subject}"), thread_id=ThreadId(subject), subject=subject, sender=Address(name=name, email=email),
        received_at=WHEN, snippet=snippet, list_id=list_id,
    )  # fmt: skip


LEASE = mail("Anna Keller", "anna@example.com", "The lease", snippet="Please sign page four")
OFFER = mail("", "marcus@vogel-works.example", "Offer for March")
TIDES = mail("", "news@mailer.example", "High water", list_id="tides.lists.example")
ANNA = LEASE.sender

Lines = tuple[str, ...]


@pytest.mark.parametrize(
    ("lines", "argument", "said"),
    [
        (("label it as travel",), "the travel", True),
        (("label it as travel",), "travel receipts", False),
        (("travel",), "travel", True),
        (("until tomorrow", "the lease"), "tomorrow lease", True),
        (("look for the Échéance",), "echeance", True),
        (("label it as travel",), "", True),
        ((), "tomorrow", False),
    ],
)
def test_an_argument_is_the_users_if_all_its_telling_words_were_said(lines: Lines, argument: str, said: bool) -> None:
    assert evidence(*lines).says(argument) is said


def test_what_was_said_is_not_in_a_log_of_it() -> None:
    assert "lease" not in repr(evidence("archive the lease"))


@pytest.mark.parametrize(
    ("lines", "number", "said"),
    [
        (("undo the last three",), 3, True),
        (("archive number 3",), 3, True),
        (("archive number 3", "yes"), 3, True),
        (("archive it",), 3, False),
        (("archive number 3",), 2, False),
        ((), 3, False),
    ],
)
def test_a_number_is_the_users_if_they_said_it_in_words_or_digits(lines: Lines, number: int, said: bool) -> None:
    assert evidence(*lines).counts(number) is said


COUNTS = ("2", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "11", "few", "couple of mails")


@pytest.mark.parametrize(
    ("lines", "number", "meant"),
    [
        (("flag the second one",), 2, True),
        (("Flag Number Two",), 2, True),
        (("flag the second one",), 1, False),
        (("flag the last one",), -1, True),
        (("flag the first one",), 1, True),
        (("flag one of them", "the second one"), 2, True),
        (("flag it", "number 2"), 2, True),
        (("flag it", "The FIRST one"), 1, True),
        (("flag it", "2"), 2, True),
        (("flag it", "two, please"), 2, True),
        (("flag it", "two weeks ago it rained"), 2, False),
        (("would you please flag message two for me",), 2, True),
        (("would you please flag the very last one for me",), -1, True),
        (("would you please flag the second to last one for me",), -2, True),
        (("would you please flag the second to last one for me",), 2, False),
        (("would you please flag the second to last one for me",), -1, False),
        (("flag #3",), 3, True),
        (("flag the last one from Anna",), -1, True),
        (("flag the one from last week",), -1, False),
        *((((f"flag the one from the last {time}"),), -1, False) for time in ("week", "month", "year")),
        (("flag the one from Anna",), 1, False),
        (("flag that one",), 1, False),
        (("flag number one",), 1, True),
        (("flag it first",), 1, False),
        (("first flag it",), 1, False),
        (("flag the one about the 2 offers",), 2, False),
        *(((f"flag {many}",), 2, False) for many in ("these two", "all 2", "both", "the other two", "any two of them", "the next two")),
        *(((f"flag the first {many}",), 1, False) for many in COUNTS),
        *(((f"flag the last {many}",), -1, False) for many in COUNTS),
        (("flag the last two",), 2, False),
        (("flag the first of the two",), 1, True),
        (("flag the third one and all 12",), 3, True),
        (("flag the last one of these two",), -1, True),
        (("flag all except the second",), 2, False),
        (("flag all but the first",), 1, False),
        (("flag the second and not the first",), 1, False),
        (("flag the second rather than number one",), 1, False),
        (("flag the second instead of the first",), 1, False),
        (("flag the second and not the first",), 2, True),
        (("flag the second and archive the first",), 1, False),
        (("I read the first, flag the second",), 1, False),
        (("I am through with the first one and the second one, flag both of them I would say",), 1, True),
        (("would you flag it and tell me what the first one says",), 1, False),
        (("delete the first one", "flag the second one"), 1, False),
        (("flag the first one", "flag the second one"), 1, False),
        (("flag the first one", "the second one"), 2, True),
        (("flag them", "archive the second one"), 2, False),
        (("is the second one long",), 2, True),
        ((), 2, False),
    ],
)
def test_a_place_is_said_of_what_it_is_to_be_done_to_and_is_neither_how_many_nor_what_stays(lines: Lines, number: int, meant: bool) -> None:
    assert evidence(*lines).places(FLAG, number) is meant


@pytest.mark.parametrize(
    ("words", "number", "meant"),
    [
        ("snooze it for two hours", 2, False),
        ("snooze it until two", 2, False),
        ("snooze it till the second", 2, False),
        ("snooze it til the second", 2, False),
        ("snooze it until the second of March", 2, False),
        ("snooze the second one for three hours", 2, True),
        ("snooze the second one until the third", 2, True),
        ("snooze the second one until the third", 3, False),
    ],
)
def test_a_time_is_no_place(words: str, number: int, meant: bool) -> None:
    assert evidence(words).places(MailAction.SNOOZE, number) is meant


@pytest.mark.parametrize(
    ("lines", "envelope", "is_open", "meant"),
    [
        (("archive it",), LEASE, True, True),
        (("archive it",), None, True, True),
        (("archive it",), LEASE, False, False),
        (("archive it",), None, False, False),
        ((), LEASE, False, False),
        ((), LEASE, True, True),
        (("archive the one from Anna",), LEASE, False, True),
        (("archive the one from Anna",), None, True, False),
        (("archive the one from Marcus",), LEASE, True, False),
        (("archive the one about the lease",), LEASE, False, True),
        (("archive the one about the lease",), OFFER, False, False),
        (("the lease", "archive it"), LEASE, False, True),
        (("archive the one from Marcus",), OFFER, False, True),
        (("archive the one from Vogel",), OFFER, False, True),
        (("archive the one from Anna about Marcus's offer",), LEASE, False, True),
        (("archive the one from Tides",), TIDES, False, True),
        (("archive the one from Tides",), OFFER, True, False),
        (("archive it", "the one from Anna"), LEASE, False, True),
        (("archive it", "the lease"), LEASE, False, True),
        (("archive it", "I mean the lease"), LEASE, False, True),
        (("yes, archive them", "flag the lease"), LEASE, False, False),
        (("yes, archive them", "flag the lease"), LEASE, True, True),
        (("archive it", "forward the lease to Ben"), LEASE, False, False),
        (("archive it", "the one from Anna"), OFFER, True, False),
        (("archive the one from Marcus", "the one from Anna"), OFFER, True, False),
        (("archive the one from Marcus", "reply to the one from Anna"), OFFER, True, True),
        (("archive the one from Marcus", "yes, from Anna"), OFFER, True, False),
        (("archive the one from Marcus", "archive the one from Anna"), OFFER, True, False),
        (("read me the one from Marcus", "archive it"), LEASE, True, True),
        (("archive the one from Marcus", "yes please"), LEASE, True, False),
        (("is that from Marcus", "what about the one from Anna"), LEASE, True, True),
        (("is that from Marcus", "what about the one from Anna"), OFFER, True, False),
    ],
)
def test_a_mail_is_meant_if_it_is_open_or_named_and_never_against_the_sender_named_last(
    lines: Lines, envelope: Envelope | None, is_open: bool, meant: bool
) -> None:
    assert evidence(*lines).means(ARCHIVE, envelope, is_open=is_open) is meant


@pytest.mark.parametrize(
    ("lines", "number", "description", "meant"),
    [
        (("archive the second one",), 2, "", True),
        (("archive the second one",), 1, "", False),
        (("archive the one about the lease",), 0, "the lease", True),
        (("archive it",), 0, "the lease", False),
        (("archive it", "the lease"), 0, "the lease", True),
        (("archive them", "flag the lease"), 0, "the lease", False),
        (("archive them", "flag the second one"), 2, "", False),
        (("archive the last one from Anna",), -1, "Anna", True),
        (("archive the last one",), -1, "Anna", False),
        (("archive the one from Anna",), -1, "Anna", False),
        (("archive the last one from Marcus",), -1, "", False),
        (("archive the lease of Marcus's",), 0, "lease", False),
    ],
)
def test_a_mail_that_is_named_by_place_or_words_is_meant_if_the_user_said_both(
    lines: Lines, number: int, description: str, meant: bool
) -> None:
    assert evidence(*lines).means(ARCHIVE, LEASE, is_open=True, number=number, description=description) is meant


@pytest.mark.parametrize(
    ("lines", "action", "told"),
    [
        (("it's important",), MailAction.MARK_IMPORTANT, False),
        (("could you undo what I marked as important",), MailAction.MARK_IMPORTANT, True),
        (("it is still unread, isn't it",), MailAction.MARK_UNREAD, False),
        (("so take back what I archived",), ARCHIVE, True),
        (("take back all that ARCHIVED stuff",), ARCHIVE, True),
        (("undo the archiving of today",), ARCHIVE, True),
        (("you may archive no more",), ARCHIVE, True),
        (("the archivedness of it",), ARCHIVE, False),
        (("the unarchived ones",), ARCHIVE, False),
        (("undo the flag please, would you",), FLAG, True),
        (("undo the flag please, would you",), ARCHIVE, False),
        (("pin it",), FLAG, True),
        (("pin it",), ARCHIVE, False),
        (("pin it",), MailAction.MOVE, False),
        (("undo what I archived", "all of it"), ARCHIVE, True),
        ((), ARCHIVE, False),
    ],
)
def test_an_action_is_told_of_by_its_verb_and_not_by_a_word_that_it_shares(lines: Lines, action: MailAction, told: bool) -> None:
    assert evidence(*lines).tells_of(action) is told


@pytest.mark.parametrize(
    ("lines", "on"),
    [
        (("archive the invoice",), {"invoice"}),
        (("read me the lease and archive the invoice",), {"archive", "the", "invoice"}),
        (("archive the invoice and then read me the lease",), {"archive", "the", "invoice"}),
        (("would you archive the offer and not the lease for me",), {"would", "you", "archive", "the", "offer"}),
        (("archive it", "the one about the lease"), {"the", "one", "about", "lease"}),
        (("archive the lease", "archive the invoice"), {"invoice"}),
        (("archive the invoice", "what is the weather like"), {"invoice"}),
        (("the one about the lease",), {"the", "one", "about", "lease"}),
        (("read me the lease",), set()),
        ((), set()),
    ],
)
def test_the_clause_of_a_wish_is_its_own_or_the_answer_to_which_one(lines: Lines, on: set[str]) -> None:
    assert evidence(*lines).clause(ARCHIVE) == on


@pytest.mark.parametrize(
    ("lines", "envelope", "is_another"),
    [
        (("archive the contract",), LEASE, True),
        (("archive the contract",), None, True),
        (("archive the lease",), LEASE, False),
        (("archive the page",), LEASE, False),
        (("archive the keller",), LEASE, False),
        (("archive it",), LEASE, False),
        (("archive it",), None, False),
        (("the voicemail, archive it",), LEASE, True),
        (("flag the contract",), LEASE, False),
        (("archive the contract", "what else is there"), LEASE, True),
        (("archive the contract", "archive the lease"), LEASE, False),
        ((), LEASE, False),
    ],
)
def test_a_mail_is_of_another_thing_if_it_bears_none_of_the_words_that_the_wish_says_it_is_about(
    lines: Lines, envelope: Envelope | None, is_another: bool
) -> None:
    assert evidence(*lines).is_of_another_thing(ARCHIVE, envelope) is is_another


@pytest.mark.parametrize(
    ("lines", "envelope", "only_behind"),
    [
        (("archive it and tell me what the lease says",), LEASE, True),
        (("archive it and tell me what Anna wants",), LEASE, True),
        (("archive it and tell me what the lease says",), OFFER, False),
        (("archive it and tell me what the lease says",), None, False),
        (("the lease, archive it and tell me what Anna wants",), LEASE, False),
        (("archive the lease and tell me what Anna wants",), LEASE, False),
        (("archive it",), LEASE, False),
        (("flag it and tell me what the lease says",), LEASE, False),
        (("archive it and tell me what the lease says", "okay"), LEASE, False),
        ((), LEASE, False),
    ],
)
def test_a_mail_is_named_only_behind_a_wish_if_no_word_up_to_it_speaks_of_that_mail(
    lines: Lines, envelope: Envelope | None, only_behind: bool
) -> None:
    assert evidence(*lines).names_only_behind(ARCHIVE, envelope) is only_behind


@pytest.mark.parametrize(
    ("lines", "envelope", "only_later"),
    [
        (("yes, archive them", "flag the lease"), LEASE, True),
        (("yes, archive them", "flag the lease"), OFFER, False),
        (("yes, archive them", "flag the lease"), None, False),
        (("archive it", "forward the lease to Ben"), LEASE, True),
        (("archive the lease", "flag the lease"), LEASE, False),
        (("read me the lease", "archive it"), LEASE, False),
        (("archive it", "I mean the lease"), LEASE, False),
        (("flag the lease",), LEASE, False),
        ((), LEASE, False),
    ],
)
def test_a_mail_is_named_only_later_if_no_line_but_one_that_wants_something_else_speaks_of_it(
    lines: Lines, envelope: Envelope | None, only_later: bool
) -> None:
    assert evidence(*lines).names_only_later(ARCHIVE, envelope) is only_later


ORDINALS = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "last": -1, "next": 0}


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        *(((f"archive the {word} one",), place) for word, place in ORDINALS.items()),
        (("archive the second",), 2),
        (("archive the second mail",), 2),
        (("archive the second message",), 2),
        (("archive the very last one",), -1),
        (("Archive the SECOND one.",), 2),
        *(
            ((f"archive the second one {behind}",), 2)
            for behind in ("please", "too", "now", "as well", "for me", "and flag it", "then flag it")
        ),
        (("archive the last one from Anna",), None),
        (("archive the first two",), None),
        (("archive it",), None),
        (("flag the third one and archive the second one",), 2),
        (("archive the second one", "and what is next"), 2),
        (("archive the second one", "archive the third one"), 3),
        (("the second one",), None),
        ((), None),
    ],
)
def test_a_place_by_which_alone_a_wish_names_its_mail(lines: Lines, place: int | None) -> None:
    assert evidence(*lines).place(ARCHIVE) == place


@pytest.mark.parametrize(
    ("words", "action", "place"),
    [
        ("move the second one to receipts", MailAction.MOVE, 2),
        ("snooze the second one until Monday", MailAction.SNOOZE, 2),
        ("mark the second one as read", MailAction.MARK_READ, 2),
        ("mark the second one as unread", MailAction.MARK_UNREAD, 2),
        ("mark the second one as spam", MailAction.REPORT_SPAM, 2),
    ],
)
def test_what_is_to_become_of_a_mail_may_stand_behind_its_place(words: str, action: MailAction, place: int) -> None:
    assert evidence(words).place(action) == place


@pytest.mark.parametrize(
    ("lines", "action", "several"),
    [
        (("archive all newsletters",), ARCHIVE, True),
        (("archive those two",), ARCHIVE, True),
        (("archive all newsletters", "yes all"), ARCHIVE, True),
        (("archive it",), ARCHIVE, False),
        (("archive all newsletters", "archive it"), ARCHIVE, False),
        (("flag all newsletters",), ARCHIVE, False),
        (("undo it",), UNDO, False),
        (("undo the last three",), UNDO, False),
        ((), ARCHIVE, False),
    ],
)
def test_several_mails_are_meant_by_words_of_many_and_never_by_an_undo(lines: Lines, action: MailAction, several: bool) -> None:
    assert evidence(*lines).means_several(action) is several


@pytest.mark.parametrize(
    ("lines", "description", "describes"),
    [
        (("archive all newsletters",), "all newsletters", True),
        (("archive all newsletters",), "All my Newsletters", True),
        (("I am tired of it, archive all newsletters",), "all newsletters", True),
        (("archive all newsletters", "yes"), "all newsletters", True),
        (("archive all newsletters",), "everything", False),
        (("archive everything",), "all newsletters", False),
        (("archive all newsletters but the tide clock",), "all newsletters", False),
        (("archive all newsletters",), "what Anna hates", False),
        (("archive what Anna hates",), "what Anna hates", False),
        (("flag all newsletters",), "all newsletters", False),
        (("archive it",), "all newsletters", False),
        ((), "all newsletters", False),
    ],
)
def test_a_description_is_the_users_if_their_words_describe_the_same_mails(lines: Lines, description: str, describes: bool) -> None:
    assert evidence(*lines).describes(ARCHIVE, description) is describes


@pytest.mark.parametrize(
    ("lines", "spelled"),
    [
        (("write to anna at example dot com",), True),
        (("write to anna@example.com", "yes"), True),
        (("write to anna",), False),
        (("write to anna at example dot org",), False),
        ((), False),
    ],
)
def test_an_address_is_the_users_if_they_spelled_all_of_it(lines: Lines, spelled: bool) -> None:
    assert evidence(*lines).spells(Address(email="anna@example.com")) is spelled


@pytest.mark.parametrize(
    ("lines", "name", "named"),
    [
        (("write to anna",), "Anna Keller", True),
        (("write to anna", "that Tuesday works"), "Anna Keller", True),
        (("the Keller one",), "Anna Keller", True),
        (("write to Ruth",), "Anna Keller", False),
        (("tell Will that it works",), "Will Stone", True),
        (("it will be done",), "Will Stone", False),
        (("tell Will that it works", "thank you"), "Will Stone", False),
        (("plan b it is",), "B Stone", False),
        (("tell B that it works",), "B Stone", False),
        (("write to xi",), "Xi Stone", True),
        (("write to anna",), "", False),
        ((), "Anna Keller", False),
    ],
)
def test_a_person_is_named_by_a_word_that_is_a_name_or_to_whom_the_last_words_say_to_write(lines: Lines, name: str, named: bool) -> None:
    assert evidence(*lines).names(Address(name=name, email="x@example.com")) is named


@pytest.mark.parametrize(
    ("lines", "stops", "leaves", "drops"),
    [
        (("stop",), True, True, False),
        (("stop", "next"), False, False, False),
        (("discard the draft",), False, True, True),
        (("never mind the subject",), False, True, False),
        (("discard the draft", "and what is next"), False, False, False),
        (("archive it",), False, False, False),
        ((), False, False, False),
    ],
)
def test_only_the_last_words_stop_leave_or_drop_what_is_being_written(lines: Lines, stops: bool, leaves: bool, drops: bool) -> None:
    last = evidence(*lines)
    assert (last.says_stop(), last.leaves_it(), last.drops_it()) == (stops, leaves, drops)


ABOUT_A_DRAFT = """
reply, please | two replies | answer that | respond to it | Claire writes well | Claire wrote it | say it works | she says hi | he said so
tell Claire | ask Claire | let Claire know | a message | a mail | forward it | send it | sign it as Claire
she did mention it | include lunch
remove lunch | leave out lunch | take out lunch | drop lunch | cut lunch | delete lunch | lunch rather | one more | one less | lunch too
how it may sound | make it Tuesday | fix that | it is not | correct that | spell it | that word | those words | the sentence | the paragraph
the greeting | the closing | in english | in german | in french | in spanish | no | it is not Tuesday | actually Tuesday | sorry, Tuesday
wait, Tuesday | i mean Tuesday | thank Claire | yes | yeah | okay | ok | sure | go ahead | as it was | like that stood | the way it had been
as before | back to it | the previous one | the earlier one | the original | the old one | the first text | I WRITE it | make it shorter
"""
OF_OTHER_THINGS = """
what a lovely morning | it rains again | the kettle is on | who won the match | a sworded knight | the newest one | those mailboxes
as it were | let it be | go | the cold one | Claire's birthday
"""


def lines_of(text: str) -> list[str]:
    return [each.strip() for line in text.strip().splitlines() for each in line.split(" | ")]


@pytest.mark.parametrize("words", lines_of(ABOUT_A_DRAFT))
def test_words_that_may_be_about_a_draft(words: str) -> None:
    assert evidence("it rains", words).asks_for_words()
    assert not evidence(words, "it rains").asks_for_words()


@pytest.mark.parametrize("words", lines_of(OF_OTHER_THINGS))
def test_chatter_asks_for_no_words_of_a_draft(words: str) -> None:
    assert not evidence(words).asks_for_words()


@pytest.mark.parametrize(
    ("lines", "rewrites"), [(("make it shorter",), True), (("make it shorter", "it rains"), False), (("say hello",), False), ((), False)]
)
def test_only_the_last_words_ask_to_rewrite(lines: Lines, rewrites: bool) -> None:
    assert evidence(*lines).asks_to_rewrite() is rewrites


OF_EVERYONE = """
reply all | reply to all that Tuesday works | REPLY-ALL | reply-to all | you might reply to all, I think | I would answer all
do respond to all, of course | I should write to all | write back to all then | write to them all | answer all of them kindly
let everyone know | let every one know | tell everybody | I mean all of them | tell all of us | tell all of you | thank them both
tell them all | both of those | the group should know | tell the whole team | the team | the others should know | tell the rest
the family | the committee | the board | the parents' class | the mailing list | the lot | the whole school | our whole street
my whole class | all the recipients | all recipients | all the people on it | all others
"""
OF_ONE = """
reply | reply to Anna | tell her that all is well | reply that we all agree | archive them | all good | the classy one | a group | every day
tell Anna about both | the whole | all of it | everyday things
"""


@pytest.mark.parametrize("words", lines_of(OF_EVERYONE))
def test_who_speaks_of_all_who_got_a_mail_writes_to_everyone(words: str) -> None:
    assert evidence(words).speaks_of_everyone()
    assert evidence(words, "that Tuesday works").speaks_of_everyone()


@pytest.mark.parametrize("words", ["", *lines_of(OF_ONE)])
def test_who_speaks_of_one_writes_to_one(words: str) -> None:
    assert not evidence(words).speaks_of_everyone()


@pytest.mark.parametrize(
    ("lines", "kind", "argument", "asked"),
    [
        (("please look out for budget",), CommandKind.ADD_KEYWORD, "budget", True),
        (("should I look out for budget?",), CommandKind.ADD_KEYWORD, "budget", False),
        (("she said look out for budget",), CommandKind.ADD_KEYWORD, "budget", False),
        (("Anna is important to me",), CommandKind.ADD_VIP, "Anna", True),
        (("Anna is important to me",), CommandKind.ADD_VIP, "Marcus", False),
        (("Anna is important to me",), CommandKind.REMOVE_VIP, "Anna", False),
        (("Anna is important to me", "it rains"), CommandKind.ADD_VIP, "Anna", True),
        (("make this sender a VIP",), CommandKind.ADD_VIP, "", True),
        (("make this sender a VIP", "it rains"), CommandKind.ADD_VIP, "", False),
        ((), CommandKind.ADD_VIP, "Anna", False),
        ((), CommandKind.ADD_VIP, "", False),
    ],
)
def test_somebody_matters_by_a_request_and_without_a_name_by_the_last_words(
    lines: Lines, kind: CommandKind, argument: str, asked: bool
) -> None:
    assert evidence(*lines).asks_to_heed(kind, argument) is asked


@pytest.mark.parametrize(
    ("lines", "how", "preferred"),
    [
        (("just the headlines",), "headlines", True),
        (("just the headlines",), "shorter", False),
        (("shorter",), "shorter", True),
        (("archive it and just the headlines",), "headlines", True),
        (("just the headlines", "it rains"), "headlines", False),
        (("Anna wrote just the headlines",), "headlines", False),
        ((), "headlines", False),
    ],
)
def test_a_liking_is_the_users_if_their_last_words_ask_for_it(lines: Lines, how: str, preferred: bool) -> None:
    assert evidence(*lines).prefers(how) is preferred


@pytest.mark.parametrize(
    ("lines", "kind", "target", "commanded"),
    [
        (("I am in Lisbon",), CommandKind.WHEREABOUTS, "lisbon", True),
        (("archive it and I am in Lisbon",), CommandKind.WHEREABOUTS, "lisbon", True),
        (("I am in Lisbon",), CommandKind.WHEREABOUTS, "paris", False),
        (("I am in Lisbon",), CommandKind.WHEREABOUTS, "", False),
        (("I am in Lisbon",), CommandKind.WHEREABOUTS, "Lisbon", False),
        (("I am in Lisbon",), CommandKind.LANGUAGE, "lisbon", False),
        (("I understand German",), CommandKind.NO_LANGUAGE, "german", False),
        (("I am in Lisbon", "it rains"), CommandKind.WHEREABOUTS, "lisbon", False),
        (("she said I am in Lisbon",), CommandKind.WHEREABOUTS, "lisbon", False),
        ((), CommandKind.WHEREABOUTS, "", False),
    ],
)
def test_a_plain_command_is_that_of_the_last_words(lines: Lines, kind: CommandKind, target: str, commanded: bool) -> None:
    assert evidence(*lines).commands(kind, target) is commanded
