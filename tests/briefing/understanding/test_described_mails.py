"""A description means the mails that are what it says, and no others; one that is not understood means none."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefing.understanding.command_grammar.described_mails import described
from briefing.understanding.command_grammar.description import Description, Sort
from briefing.understanding.command_grammar.listed_mails import places_of
from briefing.understanding.command_grammar.matching_mails import Surroundings, matching
from tests.briefing.envelopes import NOW, address, envelope

MAILS = (
    envelope("letter", "Weekly letter", "The Letter <news@letter.example>", bulk=True, hours_ago=2),
    envelope("old letter", "Weekly letter", "The Letter <news@letter.example>", bulk=True, hours_ago=24 * 20),
    envelope("issue", "[forge] Crash on start", "Forge <notifications@github.example>", automatic=True, hours_ago=5),
    envelope("pull", "[forge] Fix the crash", "Ben (GitHub) <notifications@github.example>", automatic=True, hours_ago=24 * 9),
    envelope("lunch", "Lunch at the offsite?", "Anna Berg <anna@kontor.example>", hours_ago=1),
    envelope("offsite", "Budget for the summer offsite", "Raj Patel <raj@kontor.example>", flagged=True, hours_ago=30),
    envelope("invitation", "Invitation: planning", "Anna Lind <anna@lind.example>", invitation=True, hours_ago=50),
)

MEANT = [
    ("all newsletters", "letter, old letter"),
    ("every newsletter", "letter, old letter"),
    ("everything from newsletters", "letter, old letter"),
    ("everything from my newsletters", "letter, old letter"),
    ("all mails from all the newsletters", "letter, old letter"),
    ("everything in newsletters", "letter, old letter"),
    ("all newsletter mails", "letter, old letter"),
    ("all mails that are newsletters", "letter, old letter"),
    ("newsletters from newsletters", "letter, old letter"),
    ("everything from newsletters older than a week", "old letter"),
    ("everything from notifications", "issue, pull"),
    ("the next three", "offsite, lunch, pull"),
    ("the next 2 mails", "offsite, lunch"),
    ("my next two newsletters", "old letter, letter"),
    ("next twenty two mails", "offsite, lunch, pull, issue, old letter, letter"),
    ("the next three from anna", "lunch"),
    ("my notifications", "issue, pull"),
    ("everything from github", "issue, pull"),
    ("all github notifications", "issue, pull"),
    ("all mails from anna", "lunch, invitation"),
    ("all mails from anna berg", "lunch"),
    ("all the emails about the offsite", "lunch, offsite"),
    ("all invitations", "invitation"),
    ("everything older than a week", "old letter, pull"),
    ("the notifications older than a week", "pull"),
    ("newsletters that are older than two weeks", "old letter"),
    ("all mails from yesterday", "offsite"),
    ("everything from this morning", "letter, issue, lunch"),
    ("everything since sunday", "letter, issue, lunch, offsite, invitation"),
    ("flagged mails", "offsite"),
    ("everything from him", "offsite"),
    ("this topic", "issue, pull"),
    ("all of these", "issue, pull"),
    *((words, "lunch, offsite") for words in ("those", "them", "both", "all of them", "that list")),
    ("all of those except the lunch", "offsite"),
    ("all mails from anna except the lunch", "invitation"),
    ("everything from anna but the invitation", "lunch"),
    ("everything from anna except anna lind's", "lunch"),
    ("all notifications apart from the crash", ""),
    ("all notifications except for the one from ben", "issue"),
    ("all notifications but not those older than a week", "issue"),
    ("everything except newsletters and notifications", "lunch, offsite, invitation"),
    ("everything since sunday but leave the lunch and the letter", "issue, offsite, invitation"),
    ("the next three except the lunch", "offsite, pull"),
    ("this topic except this one", "issue, pull"),
    ("everything but this one", "letter, old letter, issue, pull, lunch, offsite"),
    ("everything", ", ".join(mail.mail_id.partition(":")[2] for mail in MAILS)),
]
TWO_NAMES = (
    envelope("sales", "Offer", "Acme Sales & Marketing <sales@acme.example>"),
    envelope("billing", "Invoice", "Acme Billing <billing@acme.example>"),
    envelope("couple", "Sunday", "Anna and Tom Smith <smiths@home.example>"),
    envelope("john", "Monday", "John Smith <john@work.example>"),
    envelope("ben", "Lunch", "Ben Arnott <ben@work.example>"),
    envelope("annika", "Lunch", "Annika Weiss <annika@work.example>"),
    envelope("stranger", "Hello", "Ben and Annika <eve@evil.example>"),
    envelope("shop", "Socks", "Marks and Spencer <news@marks.example>"),
    envelope("marks", "Rehearsal", "Tom Marks <tom@marks.example>"),
    envelope("ice", "Flavour", "Bo & Jerry's <scoop@bo.example>"),
    envelope("bo", "Dinner", "Bo Berg <bo@home.example>"),
)
OF_TWO_NAMES = [
    ("everything from acme", "sales, billing"),
    ("everything from smith", "couple, john"),
    ("everything from ben and annika", "ben, annika"),
    ("everything from marks and spencer", "shop"),
    ("everything from bo", "bo"),
    ("everything from anna and tom smith", "couple"),
]
NOT_UNDERSTOOD = [
    *("", "it", "the report", "this newsletter", "the newsletter", "the mail from anna", "nothing"),
    *("the next", "the next one", "the next mail", "the next third", "the next three or four", "next three hundred mails", "three"),
    *("all important mails", "all very urgent mails", "the unimportant newsletters", "all read mails", "all old mails", "all spam mails"),
    *("newsletters from notifications", "everything from newsletters and anna"),
    *("everything from anna and reply", "everything from her mother", "all newsletters except", "all newsletters but i like them"),
    *("all newsletters except the letter and then delete it", "all newsletters but what do they say", "everything but everything"),
    *(
        "all newsletters and delete it",
        "everything older than dirt",
        "all mails with pictures",
        "all newsletters if they are old",
    ),
]


@pytest.mark.parametrize(("words", "names"), MEANT)
def test_a_description_means_the_mails_that_fit_it(words: str, names: str) -> None:
    sender = address("Raj Patel <raj@kontor.example>")
    around = Surroundings(
        now=NOW,
        sender=sender,
        here={MAILS[2].mail_id, MAILS[3].mail_id},
        listed=[mail.mail_id for mail in MAILS if mail.mail_id.partition(":")[2] in {"lunch", "offsite"}],
        open=MAILS[-1].mail_id,
        ahead=[mail.mail_id for mail in reversed(MAILS[:-1])],
        newsletters={mail.mail_id for mail in MAILS if mail.bulk},
    )
    found = [mail.mail_id.partition(":")[2] for mail in matching(words, MAILS, around)]
    assert ", ".join(found) == names


@pytest.mark.parametrize(("words", "names"), OF_TWO_NAMES)
def test_who_is_called_two_takes_no_place_of_two_others_and_is_found_by_a_part_of_a_name(words: str, names: str) -> None:
    found = [mail.mail_id.partition(":")[2] for mail in matching(words, TWO_NAMES, Surroundings(now=NOW))]
    assert ", ".join(found) == names


@pytest.mark.parametrize("words", NOT_UNDERSTOOD)
def test_a_description_with_a_word_too_many_means_nothing(words: str) -> None:
    assert described(words) is None
    assert matching(words, MAILS, Surroundings(now=NOW)) == ()


NAMED_BY_TIME = (
    envelope("ledger", "Four things", "The Morning Ledger <daily@ledger.example>", bulk=True),
    envelope("rust", "This week in Rust", "Rust <news@rust.example>", bulk=True),
    envelope("post", "Sunday reading", "Evening Post <post@evening.example>", bulk=True),
)


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("all newsletters except the morning ledger", "rust, post"),
        ("all newsletters but not this week in rust", "ledger, post"),
        ("everything from the evening post", "post"),
        ("everything from evening post but the morning ledger", "post"),
    ],
)
def test_a_name_may_hold_words_of_time(words: str, names: str) -> None:
    what = described(words)
    found = matching(words, NAMED_BY_TIME, Surroundings(now=NOW, newsletters={mail.mail_id for mail in NAMED_BY_TIME}))
    assert ", ".join(mail.mail_id.partition(":")[2] for mail in found) == names
    assert what is not None
    assert what.may_be_a_name


def test_a_description_is_read_whole() -> None:
    assert described("all notifications from github older than two weeks") == Description(
        sort=Sort.NOTIFICATIONS, sender=("github",), older_than=timedelta(weeks=2)
    )


@given(st.lists(st.sampled_from(sorted({word for words, _ in MEANT for word in words.split()} | {"not", "and", "anna's"})), max_size=8))
def test_whatever_is_described_is_among_the_mails_and_in_their_order(words: list[str]) -> None:
    found = matching(" ".join(words), MAILS, Surroundings(now=NOW))
    assert [mail for mail in MAILS if mail in found] == list(found)
    assert not found or {"not", "and"}.isdisjoint(words)


@pytest.mark.parametrize(
    ("words", "places"),
    [
        ("the first two of these", (1, 2)),
        ("the first and the second", (1, 2)),
        ("first and third", (1, 3)),
        ("the first the second and the fourth", (1, 2, 4)),
        ("one two and five", (1, 2, 5)),
        ("number one and number five", (1, 5)),
        ("the 2nd and 3rd", (2, 3)),
        ("two to four", (2, 3, 4)),
        ("the second through the fourth", (2, 3, 4)),
        ("the last three", (-3, -2, -1)),
        ("the bottom two of them", (-2, -1)),
        ("the first and the last", (1, -1)),
        ("the first two and the last", (1, 2, -1)),
    ],
)
def test_places_of_a_list_are_those_that_were_said(words: str, places: tuple[int, ...]) -> None:
    assert places_of(words.split()) == places
    assert described(words) == Description(listed=True, places=places)


OPEN = "two of them|any two|the first or the second|the first few|2 4|3 and 3|the first half|the one and the other|this one and the third"


@pytest.mark.parametrize("words", OPEN.split("|"))
def test_words_that_leave_open_which_ones_they_are_name_no_place(words: str) -> None:
    assert places_of(words.split()) == ()
    assert described(words) is None


@pytest.mark.parametrize("words", ["everything but the second", "all of them except the second", "all but the second of those"])
def test_a_place_may_be_left_out_of_the_list(words: str) -> None:
    assert described(words) == Description(listed=True, without=(Description(places=(2,)),))


@pytest.mark.parametrize(
    ("words", "count"), [("both", 2), ("both of them", 2), ("all five", 5), ("all five of them", 5), ("these three", 3), ("them", 0)]
)
def test_the_whole_list_is_as_long_as_was_said(words: str, count: int) -> None:
    assert described(words) == Description(listed=True, count=count)


@pytest.mark.parametrize(
    ("words", "senders"),
    [
        ("the ones from anna and raj", ("anna", "raj")),
        ("anna's and raj's", ("anna", "raj")),
        ("the mails from anna and raj", ("anna", "raj")),
    ],
)
def test_mails_of_several_people_are_named_together(words: str, senders: tuple[str, ...]) -> None:
    first, *others = (Description(sender=(each,)) for each in senders)
    assert described(words) == replace(first, others=tuple(others))


@pytest.mark.parametrize("words", ["both from anna", "both of anna's", "both mails from anna", "the two from anna"])
def test_how_many_of_somebody_is_said_with_them(words: str) -> None:
    assert described(words) == Description(sender=("anna",), count=2)
