"""The sentences around the mails: names, ages, greeting, questions, results and the closing counts."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefing.mail import UNKNOWN_SENDER, Address
from briefing.mail_action import ON_MAILS, MailAction
from briefing.speech.content.names import spoken_name
from briefing.speech.sentences import replies
from briefing.speech.sentences.after_a_change import done_sentence, failed_sentence
from briefing.speech.sentences.call_closing import closing, progress_sentence
from briefing.speech.sentences.call_opening import LONGEST_S, TAKES_LONG, GreetingFacts, greeting, greeting_again, minutes_for
from briefing.speech.sentences.what_next import ask, help_sentence, rest_of_topic, topic_intro
from briefing.speech.wording.ages import spoken_age
from briefing.speech.wording.what_fits import Fitted, spoken_length
from briefing.understanding.understanding import understand
from session.turn.talk_time import CHARACTERS_PER_S
from tests.briefing.hostile_texts import any_text
from tests.briefing.lifelike_mails import NOW
from tests.briefing.understanding.understood import is_incomplete, recognise

MOST = LONGEST_S * CHARACTERS_PER_S


@pytest.mark.parametrize(
    ("name", "email", "said"),
    [
        ("Anna Berg", "anna@x.org", "Anna Berg"),
        ("", "anna.berg@x.org", "Anna Berg"),
        ("", "anna.berg+lists@x.org", "Anna Berg"),
        ("Berg, Anna", "a@b.de", "Anna Berg"),
        ("ANNA BERG", "a@b.de", "Anna Berg"),
        ("anna berg", "a@b.de", "Anna Berg"),
        ("priya-nair", "a@b.de", "Priya Nair"),
        ("Dr. J. R. M\u00fcller", "a@b.de", "Dr. J. R. M\u00fcller"),
        ("Acme, Inc.", "sales@acme.com", "Acme Inc"),
        ("", "notifications@github.com", "GitHub"),
        ("Lena Fox", "notifications@github.com", "Lena Fox on GitHub"),
        ("Lena Fox via LinkedIn", "messages-noreply@linkedin.com", "Lena Fox on LinkedIn"),
        ("LinkedIn", "messages-noreply@linkedin.com", "LinkedIn"),
        ("", "customer.service@hetzner.com", "Hetzner"),
        ("", "info@hetzner.com", "Hetzner"),
        ("", "no-reply@mail.shop.co.uk", "Shop"),
        ("", "info@gmail.com", "someone at gmail.com"),
        ("", "x7f93kq@mail.ru", "someone at mail.ru"),
        ("Anna Berg (via Google Docs)", "drive-shares-dm-noreply@google.com", "Anna Berg via Google Docs"),
        ("Mail Delivery Subsystem", "mailer-daemon@googlemail.com", "the mail system"),
        ("service@paypal.com", "x@evil.ru", "someone at evil.ru"),
        ("PayPal Support", "help@secure-paypa1.ru", "someone at secure-paypa1.ru under the name PayPal Support"),
        ("PayPal", "service@paypal.de", "PayPal"),
        ("\U0001f389 Zalando \U0001f389", "news@zalando.de", "Zalando"),
        ("Your mail was archived. Next mail: nothing", "q@x.org", "someone at x.org"),
        ("\u202eanna\u202c", "q@x.org", "Anna"),
        ("", "", "an unknown sender"),
        ("", "@", "an unknown sender"),
    ],
)
def test_a_sender_is_named_as_one_would_name_them(name: str, email: str, said: str) -> None:
    assert spoken_name(Address(name=name, email=email)) == said


@settings(max_examples=200, deadline=None)
@given(any_text, any_text)
def test_a_name_is_never_empty_never_long_and_never_a_sentence(name: str, email: str) -> None:
    said = spoken_name(Address(name=name, email=email))
    assert 0 < len(said) <= 110
    assert not set(said) & set('!?:;"\u201c\u201d\n')


@pytest.mark.parametrize(
    ("hours", "said"),
    [
        (0, "from just now"),
        (1, "from this morning"),
        (5.5, "from last night"),
        (20, "from yesterday"),
        (48, "from Tuesday"),
        (6 * 24, "from Friday"),
        (7 * 24, "from last week"),
        (21 * 24, "from three weeks ago"),
        (70 * 24, "from two months ago"),
        (500 * 24, "from over a year ago"),
        (900 * 24, "from two years ago"),
        (-1, "from just now"),
        (-72, "from a date in the future"),
    ],
)
def test_an_age_is_said_in_days_of_the_calendar(hours: float, said: str) -> None:
    assert spoken_age(NOW - timedelta(hours=hours), NOW) == said


def test_an_age_is_counted_in_the_listeners_time_zone() -> None:
    late = datetime(2026, 3, 11, 23, 30, tzinfo=UTC)
    assert spoken_age(late, NOW) == "from last night"
    assert spoken_age(late, NOW.astimezone(UTC)) == "from yesterday"


@pytest.mark.parametrize("year", [1, 9999])
def test_the_ends_of_the_calendar_have_an_age(year: int) -> None:
    edge = datetime(year, 1, 1, tzinfo=UTC) if year == 1 else datetime(year, 12, 31, 23, tzinfo=UTC)
    assert spoken_age(edge, NOW.astimezone(timezone(timedelta(hours=-11)))).startswith("from ")


@pytest.mark.parametrize(
    ("facts", "said", "later"),
    [
        (
            GreetingFacts(now=NOW, new=50, important=6, minutes=12),
            "Good morning. You have 50 unread mails; 6 look important. About twelve minutes.",
            "",
        ),
        (
            GreetingFacts(
                now=NOW,
                new=12,
                arrived=12,
                minutes=3,
                left_out_heard=30,
                left_out_skipped=6,
                last_briefed_at=NOW - timedelta(hours=3),
            ),
            "Good morning. 12 new since this morning. I leave out 30 you heard and six you skipped. About three minutes.",
            "",
        ),
        (
            GreetingFacts(now=NOW, new=1, arrived=1, important=1, minutes=1, left_out_heard=1, last_briefed_at=NOW - timedelta(days=1)),
            "Good morning. 1 new since yesterday; it looks important. I leave out one you heard. About one minute.",
            "",
        ),
        (GreetingFacts(now=NOW, new=1, minutes=1), "Good morning. You have 1 unread mail. About one minute.", ""),
        (
            GreetingFacts(now=NOW, new=40, still_unread=8, minutes=12, important=3, still_loading=True),
            "Good morning. You have at least 48 unread mails; at least 3 look important. About twelve minutes.",
            "Eight of them are more than a week old.",
        ),
        (
            GreetingFacts(now=NOW, new=4, still_unread=1, minutes=1, last_briefed_at=NOW - timedelta(days=3), still_loading=True),
            "Good morning. At least 5 unheard mails. One of them is more than a week old. About one minute.",
            "",
        ),
        (
            GreetingFacts(now=NOW, new=40, arrived=3, minutes=10, left_out_heard=10, last_briefed_at=NOW - timedelta(hours=3)),
            "Good morning. 40 unheard mails, 3 new since this morning. I leave out ten you heard. About ten minutes.",
            "",
        ),
        (
            GreetingFacts(now=NOW, new=40, arrived=0, minutes=10, last_briefed_at=NOW - timedelta(hours=3)),
            "Good morning. 40 unheard mails. About ten minutes.",
            "",
        ),
        (
            GreetingFacts(now=NOW, new=12, arrived=12, still_unread=8, last_briefed_at=NOW - timedelta(hours=3)),
            "Good morning. 12 new since this morning, and 8 from last week or before.",
            "",
        ),
        (
            GreetingFacts(now=NOW, still_unread=3, minutes=1, last_briefed_at=NOW - timedelta(days=9)),
            "Good morning. Nothing new since last week, but 3 older are still unread. About one minute.",
            "",
        ),
        (
            GreetingFacts(now=NOW, left_out_heard=30, left_out_skipped=6, last_briefed_at=NOW - timedelta(hours=3)),
            "Good morning. Nothing new since this morning. You skipped six; shall I go through them?",
            "",
        ),
        (
            GreetingFacts(now=NOW, left_out_skipped=1, last_briefed_at=NOW - timedelta(minutes=20), unreachable_accounts=("work",)),
            "Good morning. Nothing new since we last spoke. I cannot reach one of your accounts now."
            " You skipped one; shall I go through it?",
            "",
        ),
        (GreetingFacts(now=NOW), "Good morning. You have no unread mail.", ""),
        (
            GreetingFacts(now=NOW.replace(hour=19), still_loading=True),
            "Good evening. I am still looking through your inbox; nothing new so far.",
            "",
        ),
        (
            GreetingFacts(now=NOW, unreachable_accounts=("work", "private"), ledger_away=True),
            "Good morning. You have no unread mail. I cannot reach your work and private accounts now. I cannot look up earlier calls now.",
            "",
        ),
        (
            GreetingFacts(now=NOW, accounts_unknown=True),
            "Good morning. You have no unread mail. I cannot look up your connected accounts just now.",
            "",
        ),
    ],
)
def test_the_greeting_says_what_is_true_in_few_words(facts: GreetingFacts, said: str, later: str) -> None:
    assert greeting(facts, most=MOST) == Fitted(said, later)


_counts = st.integers(0, 3)


@settings(max_examples=300, deadline=None)
@given(
    st.builds(
        GreetingFacts,
        now=st.just(NOW),
        new=_counts,
        still_unread=_counts,
        arrived=st.none() | _counts,
        important=_counts,
        left_out_heard=_counts,
        left_out_skipped=_counts,
        handled_elsewhere=_counts,
        minutes=_counts,
        last_briefed_at=st.sampled_from([None, NOW - timedelta(days=2)]),
        still_loading=st.booleans(),
        unread_in_all=st.sampled_from([None, 4777]),
        unreachable_accounts=st.sampled_from([(), ("work",), ("work", "home", "the flower shop")]),
        closed_accounts=st.sampled_from([(), ("work",)]),
        ledger_away=st.booleans(),
        in_the_middle=st.sampled_from(["", "We were in the middle of your reply to Anna."]),
        from_team=st.sampled_from([(), ("",), ("what the supplier wants", "")]),
        left_out_until=st.sampled_from([{}, {"Github": NOW + timedelta(days=3)}]),
    )
)
def test_no_greeting_keeps_anybody_waiting_or_mixes_singular_and_plural(facts: GreetingFacts) -> None:
    """What does not fit is said later, and an account that is away at once."""
    fitting = greeting(facts, most=MOST)
    assert spoken_length(fitting.words) <= MOST or not facts.on_agenda
    assert ("cannot reach" in fitting.words) is bool(facts.unreachable_accounts)
    assert "connected again" not in fitting.later, "by then it may be connected"
    for said in (fitting.words.lower(), fitting.later.lower()):
        for wrong in ("1 unread mails", "1 look important", "one minutes", "more is", "one of them have", "one of them are", " 0 ", "  "):
            assert wrong not in said


ANNA, BEN = (Address(name=name, email=f"{name.lower()}@kontor.example") for name in ("Anna", "Ben"))


@pytest.mark.parametrize(
    ("leading", "said"),
    [
        ((ANNA, BEN, BEN), "; 3 look important, the first from Anna."),
        ((ANNA, ANNA, ANNA), "; 3 look important, from Anna."),
        ((ANNA, UNKNOWN_SENDER, ANNA), "; 3 look important, the first from Anna."),
        ((UNKNOWN_SENDER, ANNA, BEN), "; 3 look important."),
        ((ANNA,), "; 1 looks important, from Anna."),
        ((Address(name="Wolfeschlegelsteinhausenbergerdorff " * 2, email="x@kontor.example"),) * 2, "; 2 look important."),
    ],
)
def test_of_what_looks_important_it_is_said_whose_is_heard_first(leading: tuple[Address, ...], said: str) -> None:
    """Where there is time for it: the mail itself says it too."""
    facts = GreetingFacts(now=NOW, new=20, important=len(leading), leading=leading, minutes=5)
    assert f"20 unread mails{said}" in greeting(facts, most=MOST).words


def test_what_the_mailbox_counts_is_said_while_it_is_still_listed() -> None:
    facts = GreetingFacts(now=NOW, new=500, important=3, minutes=1250, still_loading=True, unread_in_all=5000)
    assert greeting(facts, most=MOST) == Fitted("Good morning. You have 5000 unread mails; at least 3 look important.", TAKES_LONG)
    again = replace(facts, new=420, left_out_heard=80, minutes=10, last_briefed_at=NOW - timedelta(days=1))
    assert greeting(again, most=1000).words == (
        "Good morning. You have 5000 unread mails; at least 3 look important. I leave out what you have heard. About ten minutes."
    )


def test_more_than_an_hour_is_not_counted_in_minutes_and_offers_what_can_be_said_instead() -> None:
    said = greeting(GreetingFacts(now=NOW, new=5000, minutes=minutes_for(5000)), most=MOST)
    assert said == Fitted("Good morning. You have 5000 unread mails.", TAKES_LONG)
    assert "About 60 minutes." in greeting(GreetingFacts(now=NOW, new=240, minutes=60), most=MOST).words
    for offered in ("only what matters", "I have five minutes"):
        assert offered in TAKES_LONG
        assert understand(offered).is_plain


def test_a_call_that_goes_on_says_no_empty_number_and_what_waits_meanwhile_in_the_same_time() -> None:
    assert replies.where_we_were(done=0, left=50) == "50 are left."
    assert replies.where_we_were(done=1, left=1) == "We are through 1; 1 is left."
    facts = GreetingFacts(
        now=NOW, handled_elsewhere=3, from_team=("the rent",), in_the_middle="We were in the middle of your reply to Anna."
    )
    assert greeting_again("Welcome back.", "We are through 12; 38 are left.", facts, most=MOST) == Fitted(
        "Welcome back. We were in the middle of your reply to Anna. We are through 12; 38 are left.",
        "Three of those waiting have been dealt with.",
    )


def test_mail_that_waited_over_a_week_is_never_called_new() -> None:
    assert "new" not in greeting(GreetingFacts(now=NOW, still_unread=3), most=MOST).words


@pytest.mark.parametrize(("mails", "minutes"), [(0, 0), (1, 1), (4, 1), (12, 3), (50, 12), (500, 125)])
def test_a_mail_takes_a_quarter_of_a_minute(mails: int, minutes: int) -> None:
    assert minutes_for(mails) == minutes


@pytest.mark.parametrize(
    ("counts", "done", "waiting", "said"),
    [
        ({"briefed": 18}, {"archived": 4, "flagged": 2}, "", "18 briefed, 4 archived. You flagged 2. That was everything."),
        (
            {"briefed": 1, "remaining": 7},
            {"deleted": 1, "snoozed": 1, "spam": 1, "moved": 2},
            "",
            "1 briefed, 2 moved, 1 deleted, 1 reported as spam, 1 put off. 7 are left for next time.",
        ),
        (
            {"briefed": 3},
            {"flagged": 1, "unflagged": 1, "labelled": 2, "unlabelled": 1, "unread": 1},
            "",
            "3 briefed. You marked 1 as unread, flagged 1, took the flag off 1, labelled 2 and took a label off 1. That was everything.",
        ),
        ({"briefed": 10, "skipped": 6, "remaining": 32}, {}, "", "10 briefed, 6 skipped. 32 are left for next time."),
        ({"briefed": 1, "remaining": 1}, {"read": 1}, "", "1 briefed, 1 marked as read. 1 is left for next time."),
        ({"briefed": 0, "remaining": 50}, {}, "", "50 are left for next time."),
        ({"briefed": 0}, {}, "", "There was nothing to go through."),
        ({"briefed": 3}, {}, "Two mails wait in your home mail.", "3 briefed. Two mails wait in your home mail."),
        ({"briefed": 3, "remaining": 4}, {}, "Two wait elsewhere.", "3 briefed. 4 are left for next time. Two wait elsewhere."),
        ({"briefed": 0}, {}, "Two mails wait in your home mail.", "Two mails wait in your home mail."),
    ],
)
def test_the_closing_counts_what_was_done(counts: dict[str, int], done: dict[str, int], waiting: str, said: str) -> None:
    kinds = {MailAction(kind): number for kind, number in done.items()}
    assert closing(**counts, done=kinds, beside={}, waiting=waiting) == said


def test_what_was_done_to_other_mails_is_counted_by_itself() -> None:
    beside = {MailAction.ARCHIVE: 2, MailAction.FLAG: 1}
    assert closing(briefed=3, done={MailAction.ARCHIVE: 1, MailAction.FLAG: 1}, remaining=4, beside=beside) == (
        "3 briefed, 1 archived. Outside this briefing: 2 archived. You flagged 2. 4 are left for next time."
    )


@pytest.mark.parametrize(
    ("briefed", "actioned", "skipped", "remaining", "said"),
    [
        (12, 3, 0, 35, "35 of 50 mails are left; twelve briefed, three dealt with."),
        (9, 0, 0, 1, "One of ten mails is left; nine briefed."),
        (0, 0, 0, 50, "50 mails, all still to come."),
        (0, 0, 0, 1, "One mail, still to come."),
        (1, 0, 1, 0, "None are left; one briefed, one skipped."),
        (0, 0, 0, 0, "There is nothing to go through."),
    ],
)
def test_progress_says_how_many_are_left(briefed: int, actioned: int, skipped: int, remaining: int, said: str) -> None:
    assert progress_sentence(briefed=briefed, actioned=actioned, skipped=skipped, remaining=remaining) == said


def test_progress_can_name_the_topic() -> None:
    said = progress_sentence(briefed=1, actioned=0, skipped=0, remaining=2, topic_number=2, topics=14, topic_label="Contract renewal")
    assert said == "Two of three mails are left; one briefed. This is topic two of 14, Contract renewal."


def test_a_topic_is_announced_with_its_size() -> None:
    assert topic_intro("Contract renewal", 3, 2, 5) == "Next topic: Contract renewal, three mails."
    assert topic_intro("Contract renewal", 3, 1, 5) == "First topic: Contract renewal, three mails."
    assert topic_intro("Newsletters", 2, 5, 5) == "Last topic: Newsletters, two mails."
    assert topic_intro("Budget", 1, 2, 5) == "Next: Budget."
    assert rest_of_topic("Contract renewal", 2, 3) == "Contract renewal: two of three mails are still to come."
    assert rest_of_topic("Other messages", 1, 28) == "Other messages: one of 28 mails is still to come."


def test_the_question_after_a_mail_varies_and_stays_short() -> None:
    for asked in ([ask(n) for n in range(1, 8)], [ask(n, bulk=True) for n in range(1, 8)], [ask(n, question=True) for n in range(1, 8)]):
        assert all(one != two for one, two in pairwise(asked))
        assert max(map(len, asked)) <= 40


def test_every_choice_that_is_offered_is_understood() -> None:
    offered = {choice for n in range(12) for choice in ("archive it", "flag it", "mark it as read", "next") if choice in ask(n).lower()}
    assert offered == {"archive it", "flag it", "mark it as read", "next"}
    assert all(recognise(choice) is not None and not is_incomplete(choice) for choice in offered)


@pytest.mark.parametrize("action", ON_MAILS)
def test_what_was_done_and_what_failed_never_sound_alike(action: MailAction) -> None:
    assert done_sentence(action) != failed_sentence(action)
    assert failed_sentence(action).startswith("That did not go through; ")


def test_a_result_names_the_mail_when_it_was_another_one() -> None:
    assert done_sentence(MailAction.ARCHIVE) == "Archived."
    assert done_sentence(MailAction.ARCHIVE, "the mail from Anna Berg") == "Archived: the mail from Anna Berg."


def test_help_names_what_one_can_say() -> None:
    assert help_sentence(("next", "archive it")) == "You can say \u201cnext\u201d or \u201carchive it\u201d."
    assert "archive" in help_sentence()


def test_mails_that_are_named_alike_are_told_apart_by_when_they_came() -> None:
    elena, raj = Address(name="Elena Rivera", email="elena@example.net"), Address(name="Raj Patel", email="raj@example.net")
    ages = ["from today", "from yesterday"]
    assert replies.which_one([(elena, "Mum"), (elena, "Re: Mum")], 2, ages=ages) == (
        "There are two: Elena Rivera about “Mum” from today and Elena Rivera about “Mum” from yesterday. Which one do you mean?"
    )
    assert replies.which_one([(elena, "Mum"), (raj, "Mum")], 2, ages=ages) == (
        "There are two: Elena Rivera about “Mum” and Raj Patel about “Mum”. Which one do you mean?"
    )
