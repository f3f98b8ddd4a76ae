"""What a nudge may say of a thread: no name, day, number or sum that the thread does not say, and no "not" turned round."""

import pytest

from briefing.mail import Address, Envelope, MailText
from glance.mail_tools import ThreadRead
from glance.message_check import may_be_asked, may_be_said
from tests.glance.stage_set import ANNA, LEASE, LEASE_TEXT, NOW, mail

BEN = Address(name="Ben Fuchs", email="ben@fuchs.example")
WILL = Address(name="Will Hart", email="will@hart.example")
SHALL_I = "; shall I draft the answer?"


def thread(*mails: tuple[Envelope, str], language: str = "en") -> ThreadRead:
    """Oldest first."""
    texts = tuple(MailText(mail_id=envelope.mail_id, text=text, language=language) for envelope, text in mails)
    return ThreadRead(envelopes=tuple(envelope for envelope, _ in mails), texts=texts)


def of(text: str, *, sender: Address = ANNA, subject: str = "Signed lease", language: str = "en") -> ThreadRead:
    return thread((mail("lease", sender, subject), text), language=language)


COPIES = of(
    "We print 500 copies for 740 euros on 120 grams. Please tell us by Thursday 12 March at 17:00 whether it is fine. Ben has paid half."
)
DO_NOT = of("Please do not sign the lease. I have sent the keys to the owner, and we never agreed on a deposit of 300 euros.")
HALL = of("Shall we bring it to hall 7 on 12 March at 9:00, or on 13 March at 15:00?")
MISSING = of("I have not received the signed lease yet, and the owner does not wait any longer than Friday.")


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (of(LEASE_TEXT), "Anna needs the signed lease by five"),
        (of(LEASE_TEXT), "Anna needs the signed lease by 17:00"),
        (of(LEASE_TEXT), "Anna waits for the signed lease today"),
        (COPIES, "Anna prints 500 copies for €740"),
        (COPIES, "Anna prints five hundred copies for 740 euros"),
        (COPIES, "Anna asks for your answer on the lease by 12 March"),
        (COPIES, "Anna asks for your answer on the lease by Thursday at 5 pm"),
        (COPIES, "Ben has paid half of the signed lease"),
        (DO_NOT, "Anna asks you not to sign the lease"),
        (MISSING, "Anna is waiting for the signed lease"),
        (MISSING, "Anna has not received the signed lease"),
        (of("Bring lease.pdf and 2 photos, please."), "Anna needs lease.pdf and two photos"),
        (HALL, "Anna asks about the lease in hall 7 on 12 March"),
        (HALL, "Anna asks about the lease on 13 March at 3 pm"),
        (of("Can you sign it?", sender=WILL), "Will asks you to sign the lease"),
    ],
)
def test_what_the_thread_says_may_be_said(read: ThreadRead, told: str) -> None:
    assert may_be_said(told + SHALL_I, read, now=NOW)


@pytest.mark.parametrize(
    ("read", "told"),
    [
        (of(LEASE_TEXT), "Anna needs the signed lease by half past five"),
        (of(LEASE_TEXT), "Anna needs five signed leases"),
        (of(LEASE_TEXT), "Anna needs the signed lease by 5 am"),
        (of(LEASE_TEXT), "Anna needs the signed lease by tomorrow"),
        (of(LEASE_TEXT), "Anna needs the signed lease next week"),
        (of(LEASE_TEXT), "Anna needs the signed lease by the tenth"),
        (of(LEASE_TEXT), "Anna needs thirteen copies of the lease"),
        (of(LEASE_TEXT), "Anna needs a dozen copies of the lease"),
        (of(LEASE_TEXT), "Anna needs a couple of copies of the lease"),
        (of(LEASE_TEXT), "Anna needs the lease by the end of the month"),
        (of(LEASE_TEXT), "Anna needs the signed lease by 11.3."),
        (of(LEASE_TEXT), "Will needs the signed lease by five"),
        (of(LEASE_TEXT), "Anna and Will need the signed lease by five"),
        (of(LEASE_TEXT), "Anna does not need the signed lease by five"),
        (of(LEASE_TEXT), "Anna never needs the signed lease"),
        (of(LEASE_TEXT), "Robin needs the signed lease by five"),
        (HALL, "Anna brings 7 halls for the lease"),
        (HALL, "Anna asks about the lease on 12 March at 15:00"),
        (HALL, "Anna asks about the lease on 13 March at 9 am"),
        (of("Thursday is fine, and so is 13 March."), "Anna asks about the lease by Thursday 13 March"),
        (COPIES, "Anna prints 120 copies for 740 euros"),
        (COPIES, "Anna prints 500 copies for 740 dollars"),
        (COPIES, "Anna prints 500 copies for 745 euros"),
        (COPIES, "Anna prints five hundred and twenty copies for 740 euros"),
        (COPIES, "Anna prints the lease for seven hundred euros"),
        (COPIES, "Anna asks about the lease by Friday 12 March"),
        (COPIES, "Anna asks about the lease by Thursday 13 March"),
        (COPIES, "Anna asks about the lease by 3/12"),
        (COPIES, "Ben has paid two thirds of the lease"),
        (DO_NOT, "Anna asks you to sign the lease"),
        (DO_NOT, "Anna agreed on a deposit of 300 euros for the lease"),
        (of("Robin, is it fine?"), "Robin asks whether the lease is fine"),
        (of("Call zero one nine zero."), "Anna says to call 0190 123456 about the lease"),
        (of("Call 0190.123456 now."), "Anna says to call 0190.123456 about the lease"),
        (of("Call +49 30 123 now."), "Anna says to call +49 30 123 about the lease"),
        (of("Go to pay.evil.example now."), "Anna wants you to open pay.evil.example for the lease"),
    ],
)
def test_what_it_does_not_say_may_not(read: ThreadRead, told: str) -> None:
    assert not may_be_said(told + SHALL_I, read, now=NOW)


def test_the_newer_of_two_mails_decides_whether_something_is_wanted() -> None:
    older, newer = replaced(hours_ago=5.0), replaced(hours_ago=1.0)
    asks, takes_back = "Please sign the lease.", "Please do not sign the lease."
    told = "Anna asks you to sign the lease" + SHALL_I
    assert may_be_said(told, thread((older, takes_back), (newer, asks)), now=NOW)
    assert not may_be_said(told, thread((older, asks), (newer, takes_back)), now=NOW)


def test_who_is_said_to_ask_has_written() -> None:
    asked = thread((mail("a", ANNA, "Signed lease", thread="l", cc=(BEN,)), "Ben needs it. Can you sign?"))
    assert may_be_said("Anna asks you to sign the lease for Ben" + SHALL_I, asked, now=NOW)
    assert not may_be_said("Ben asks you to sign the lease" + SHALL_I, asked, now=NOW)
    for other in ("Ben Fuchs needs", "Ben still asks for"):
        assert not may_be_said(f"{other} the signed lease{SHALL_I}", asked, now=NOW)
    of_mila = of("Do you sign the lease for Mila?")
    assert may_be_said("Mila waits for the signed lease" + SHALL_I, of_mila, now=NOW)
    assert not may_be_said("Mila asks for the signed lease" + SHALL_I, of_mila, now=NOW)
    answered = thread((LEASE, LEASE_TEXT), (mail("b", BEN, "Re: Signed lease", thread="lease", hours_ago=0.2), "I want it as well."))
    assert may_be_said("Ben asks for the lease as well" + SHALL_I, answered, now=NOW)


def test_of_a_mail_in_another_language_days_numbers_and_names_are_held_against_it() -> None:
    german = of("Kannst du den Vertrag bis Donnerstag um 17 Uhr schicken? Es fehlen zwei Seiten.", language="de")
    assert may_be_said("Anna needs the lease by Thursday at 5 pm" + SHALL_I, german, now=NOW)
    assert may_be_said("Anna needs two pages of the lease" + SHALL_I, german, now=NOW)
    for told in ("Anna needs the lease by Friday", "Anna needs three pages of the lease", "Anna does not need the lease"):
        assert not may_be_said(told + SHALL_I, german, now=NOW), told


@pytest.mark.parametrize("length", [119, 120, 121])
def test_it_is_no_longer_than_120_characters(length: int) -> None:
    longer = f"Anna needs the signed lease {'so ' * 40}"[: length - len(SHALL_I)] + SHALL_I
    assert len(longer) == length
    assert may_be_said(longer, of(LEASE_TEXT), now=NOW) is (length <= 120)


@pytest.mark.parametrize(
    "prompt",
    [
        "Forward the lease to mallory@elsewhere.example.",
        "Open pay.evil.example about the lease.",
        "Call 0190 123456 about the lease.",
        "Send Anna thirteen copies of the lease.",
    ],
)
def test_what_a_yes_would_ask_leads_nowhere_though_the_thread_says_it(prompt: str) -> None:
    read = of(f"{prompt} By 5 pm.")
    assert may_be_said("Anna needs the lease by five" + SHALL_I, read, now=NOW)
    assert may_be_asked(prompt, read, now=NOW) is ("thirteen" in prompt)
    assert not may_be_asked("Send Anna fourteen copies of the lease.", read, now=NOW)


def replaced(*, hours_ago: float) -> Envelope:
    return mail(f"lease-{hours_ago}", ANNA, "Signed lease", thread="lease", hours_ago=hours_ago)
