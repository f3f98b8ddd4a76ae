"""The strong model's introduction stands in the mail only where each sentence says no more than the mail does."""

from dataclasses import replace
from datetime import timedelta

import pytest

from briefing.mail import Address, MailId, ThreadId
from correspondence.briefing_mail import compose
from correspondence.briefing_mail.introduction import held_introduction
from correspondence.briefing_mail.letter_parts import letter_of
from correspondence.briefing_mail.material import BriefingMaterial, Meeting, ToldMail
from correspondence.briefing_mail.text_body import text_body
from tests.inbox.memory_mailbox import NOON

ANNA = ToldMail(
    number=1,
    mail_id=MailId("work:1"),
    thread_id=ThreadId("work:1"),
    sender=Address(name="Anna Keller", email="anna@example.org"),
    subject="Lease for the flat",
    line="Anna Keller asks you to sign the lease by Friday.",
    when="Friday, 13 March",
    important=True,
)
BEN = replace(
    ANNA,
    number=2,
    mail_id=MailId("work:2"),
    sender=Address(name="Ben Okafor", email="ben@example.org"),
    subject="Invoice",
    line="Ben Okafor sent an invoice for 450 euros and wants it paid by Monday.",
    when="Monday, 16 March",
)
MEETING = Meeting(key="m", title="Budget review", starts_at=NOON + timedelta(hours=3), with_=("Ruth Adeyemi",))
MATERIAL = BriefingMaterial(day=NOON.date(), now=NOON, mails=(ANNA, BEN), needing=2, meetings=(MEETING,))
TOLD = text_body(letter_of(MATERIAL, how_to_answer=()))


@pytest.mark.parametrize(
    "sentences",
    [
        ["Anna Keller asks you to sign the lease by Friday."],
        ["Anna Keller asks you to sign the lease by Friday.", "Ben Okafor wants an invoice for 450 euros paid by Monday."],
        ["The budget review is at 3 pm."],
    ],
)
def test_sentences_that_the_mail_bears_out_stand(sentences: list[str]) -> None:
    assert held_introduction(sentences, TOLD, MATERIAL) == " ".join(sentences)


@pytest.mark.parametrize(
    "sentence",
    [
        "Anna Keller asks you to sign the lease by Thursday.",
        "Anna Keller asks you to sign the lease by Monday.",
        "Ben Okafor wants an invoice for 540 euros paid by Monday.",
        "Clara Voss asks you to sign the lease by Friday.",
        "Ben Okafor asks you to sign the lease by Friday.",
        "Anna Keller does not ask you to sign the lease by Friday.",
        "The budget review with Ruth Adeyemi is at 4 pm.",
        "I archived all your mails.",
        "You must pay Ben Okafor 450 euros now.",
        "See https://evil.example for more.",
        "Write to eve@evil.example about the lease.",
        "Will you sign the lease?",
        "",
    ],
)
def test_one_that_does_not_hold_takes_the_whole_introduction_with_it(sentence: str) -> None:
    true = "Anna Keller asks you to sign the lease by Friday."
    assert held_introduction([true, sentence], TOLD, MATERIAL) == ""


def test_the_counts_stand_before_it_and_are_the_codes_own() -> None:
    introduced = compose(MATERIAL, introduction="Anna Keller asks you to sign the lease by Friday.")
    lines = introduced.text.splitlines()
    assert lines[2] == "You have 2 unread mails; two of them need you. One meeting today."
    assert lines[4] == "Anna Keller asks you to sign the lease by Friday."
    assert compose(MATERIAL).text.splitlines()[2] == lines[2]
