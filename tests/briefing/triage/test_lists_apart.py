"""Which mail is of one list, and which is mail to many, where the headers do not say so."""

import pytest

from briefing.speech.content.mass_mail import has_mass_footer, reads_like_mass_mail
from briefing.speech.content.voices import is_discussion
from briefing.triage.triage import build_agenda
from briefing.words import words_of
from tests.briefing.envelopes import envelope, names, signals

KNOWN = "Clara Sand <clara@kontor.example>"


def test_lists_are_told_apart_although_one_person_writes_to_both() -> None:
    inbox = [
        envelope(f"{name}{n}", f"Topic {n} of {name}", KNOWN, to=f"{name}@l.example", bulk=True, list_id=f"<{name}.l.example>")
        for name in ("bees", "boats")
        for n in range(3)
    ]
    agenda = build_agenda(inbox, signals())
    assert sorted((topic.label, len(topic.mails)) for topic in agenda.topics) == [
        ("Mails from Clara Sand", 3),
        ("Mails from Clara Sand", 3),
    ]
    agenda = build_agenda([envelope("other", "Hello bees", to="bees@l.example", bulk=True, list_id="<bees.l.example>"), *inbox], signals())
    assert sorted(len(topic.mails) for topic in agenda.topics) == [3, 4]
    assert "The bees list" in [topic.label for topic in agenda.topics]


def test_posts_without_a_list_header_are_joined_by_the_address_they_go_to() -> None:
    inbox = [envelope(f"p{n}", subject, f"p{n}@web.de", to="bees@l.example") for n, subject in enumerate(["Mites", "Honey", "Wax"])]
    assert [len(topic.mails) for topic in build_agenda(inbox, signals()).topics] == [3]


@pytest.mark.parametrize(
    ("sender", "subject", "snippet"),
    [
        ("Deal Cave <offers@mail.dealcave.example>", "ACT NOW! 70% off", ""),
        ("Museum <newsletter@museum.example>", "Neu im Dezember", ""),
        ("Tim Gold <tim@talent-hunt.example>", "Hello", "12 roles. You are receiving this because you signed up."),
        ("Jobring <jobs-listings@jobring.example>", '30+ new jobs for "lead"', ""),
    ],
)
def test_a_newsletter_is_known_without_its_header(sender: str, subject: str, snippet: str) -> None:
    mail = envelope("a", subject, sender, snippet=snippet)
    assert reads_like_mass_mail(mail, words_of(f"{subject}\n{snippet}"))
    agenda = build_agenda([mail, envelope("b", "Notes", KNOWN)], signals())
    assert [name for topic in agenda.topics for name in names(topic.mails)] == ["b", "a"]


@pytest.mark.parametrize(
    ("sender", "subject"),
    [
        ("Anna Berg <anna@berg.example>", "Last chance to see the play"),
        ("Hausverwaltung Meier <info@hv-meier.example>", "Wasser wird abgestellt"),
        ("Tom <tom@gmail.com>", "50% of the money"),
    ],
)
def test_a_person_or_a_small_firm_is_no_newsletter(sender: str, subject: str) -> None:
    assert not reads_like_mass_mail(envelope("a", subject, sender), words_of(subject))


def test_the_footer_of_a_list_where_people_write_is_none_of_a_newsletter() -> None:
    assert has_mass_footer("News.\n\nUnsubscribe | Preferences")
    assert not has_mass_footer("Hi.\n\nBees mailing list\nTo unsubscribe send a mail to bees-leave@l.example")


def test_a_person_who_posts_to_a_list_is_a_person() -> None:
    assert is_discussion(envelope("a", "Rehearsal", "Hanne <hanne@post.example>", to="choir@l.example", list_id="<choir.l.example>"))
    assert is_discussion(envelope("a", "Rehearsal", "Hanne Riis <hanne@post.example>", list_id="<choir.l.example>"))
    assert not is_discussion(envelope("a", "Issue 4", "Nadia Blum <nadia@longlines.example>", list_id="<longlines.example>"))
