"""Which arrivals may interrupt, and what was dealt with between two calls."""

from datetime import UTC, datetime, timedelta

import pytest

from briefing.agenda import MailRef
from briefing.mail import Address, Envelope, MailId, Preferences, ThreadId
from briefing.tracking.meanwhile import handled_elsewhere
from briefing.triage.scoring import Signals, score
from briefing.triage.urgency import deadline_today, is_urgent

TUESDAY = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)
ANNA = "anna@example.org"
VIP = "boss@example.org"


def mail(
    text: str,
    *,
    subject: str = "The lease",
    sender: str = ANNA,
    bulk: bool = False,
    automatic: bool = False,
    answers_me: bool = False,
) -> Envelope:
    return Envelope(
        mail_id=MailId("a:1"),
        thread_id=ThreadId("a:1"),
        subject=subject,
        sender=Address(name="Somebody", email=sender),
        received_at=TUESDAY,
        snippet=text,
        bulk=bulk,
        automatic=automatic,
        answers_me=answers_me,
    )


def scored(envelope: Envelope, *, written_to: bool = True) -> MailRef:
    known = frozenset({ANNA}) if written_to else frozenset()
    return score([envelope], Signals(now=TUESDAY, preferences=Preferences(vips=frozenset({VIP})), written_to=known))[0].ref()


def urgent(envelope: Envelope, *, written_to: bool = True) -> bool:
    return is_urgent(scored(envelope, written_to=written_to), envelope, now=TUESDAY)


class TestUrgent:
    def test_mail_from_a_vip_is(self) -> None:
        assert urgent(mail("Here are the minutes.", sender=VIP))

    def test_a_vips_newsletter_and_a_vips_machine_are_not(self) -> None:
        assert not urgent(mail("Here are the minutes.", sender=VIP, bulk=True))
        assert not urgent(mail("Can you come?", sender=VIP, automatic=True))

    def test_a_question_from_someone_written_to_is(self) -> None:
        assert urgent(mail("Can you sign the lease?"))

    def test_an_answer_from_the_organisation_of_someone_written_to_that_asks_is(self) -> None:
        assert urgent(mail("Can you sign the lease?", sender=ANNA.replace("anna", "ida"), answers_me=True))

    def test_a_strangers_reference_to_a_mail_of_the_users_own_is_not(self) -> None:
        assert not urgent(mail("Can you sign the lease?", answers_me=True), written_to=False)

    def test_a_strangers_question_and_a_strangers_deadline_are_not(self) -> None:
        assert not urgent(mail("Can you sign the lease?"), written_to=False)
        assert not urgent(mail("Sign today by noon, it is urgent!"), written_to=False)

    def test_mail_from_someone_written_to_that_wants_nothing_is_not(self) -> None:
        assert not urgent(mail("Thank you for the flowers."))


@pytest.mark.parametrize(
    "text",
    [
        "I need the signed lease by noon.",
        "Please send it before 5 pm.",
        "Please send it by today.",
        "Please send it by the end of the day.",
        "It is due by Tuesday.",
        "It has to be there by 10 March.",
        "It has to be there by March 10.",
        "We decide within two hours.",
        "Please answer by EOD.",
        "Please answer asap.",
        "Bitte bis heute Abend.",
    ],
)
def test_a_deadline_of_today_from_someone_written_to_is_urgent(text: str) -> None:
    assert urgent(mail(text))
    assert deadline_today(mail(text), now=TUESDAY)


@pytest.mark.parametrize(
    "text",
    [
        "I need the signed lease by Friday.",
        "Please send it by tomorrow noon.",
        "Please send it by 5 pm tomorrow.",
        "Please send it by 5 pm on Friday.",
        "Please send it by the end of the week.",
        "It is due by next Tuesday.",
        "It has to be there by 11 March.",
        "It has to be there by 10 April.",
        "We decide within two weeks.",
        "We decide within 48 hours.",
        "We met at noon today.",
    ],
)
def test_a_deadline_of_another_day_is_not_urgent(text: str) -> None:
    assert not urgent(mail(text))


def test_a_deadline_in_the_subject_counts() -> None:
    assert deadline_today(mail("See the attachment.", subject="Needed by 3 pm"), now=TUESDAY) == "by 3 pm"


class TestMeanwhile:
    OPEN = tuple(MailId(f"{slug}:{number}") for slug in ("work", "home") for number in range(3))

    def test_what_is_unread_no_longer_was_dealt_with(self) -> None:
        assert handled_elsewhere(self.OPEN, unread=self.OPEN[1:], marked=()) == 1

    def test_what_still_waits_and_what_came_since_does_not_count(self) -> None:
        assert handled_elsewhere(self.OPEN, unread=[*self.OPEN, MailId("work:new")], marked=()) == 0

    def test_what_the_ledger_knows_was_not_done_elsewhere(self) -> None:
        assert handled_elsewhere(self.OPEN, unread=(), marked=self.OPEN[:2]) == 4

    def test_of_an_account_that_was_not_seen_nothing_is_known(self) -> None:
        assert handled_elsewhere(self.OPEN, unread=(), marked=(), unseen_accounts={"work"}) == 3

    def test_a_mail_that_was_left_open_twice_counts_once(self) -> None:
        assert handled_elsewhere([*self.OPEN, *self.OPEN], unread=self.OPEN[1:], marked=()) == 1


@pytest.mark.parametrize(
    ("text", "days", "is_today"),
    [
        ("Please send it by today.", 7, False),
        ("I need the signed lease by noon.", 1, False),
        ("Please send it by the end of the day.", 2, False),
        ("We decide within two hours.", 1, False),
        ("It is due by Tuesday.", 7, False),
        ("It is due by Friday.", 3, True),
        ("Please send it by tomorrow.", 1, True),
        ("Please send it by tomorrow.", 2, False),
        ("It has to be there by 17 March.", 7, True),
    ],
)
def test_today_is_the_day_of_writing(text: str, days: int, is_today: bool) -> None:
    assert bool(deadline_today(mail(text), now=TUESDAY + timedelta(days=days))) is is_today
