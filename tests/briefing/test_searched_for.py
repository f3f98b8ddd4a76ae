"""What a search is for: its sender, time and attachment are taken out of what was said, and each word is looked for in its forms."""

from datetime import UTC, datetime

import pytest

from briefing.mail_query import MailQuery
from briefing.understanding.searched_for import forms_of, searched_for

NOW = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)


def first(query: MailQuery) -> tuple[str, str]:
    """The words and the sender, in their first form."""
    return " ".join(forms[0] for forms in query.words), " ".join(forms[0] for forms in query.sender)


@pytest.mark.parametrize(
    ("said", "words", "sender"),
    [
        ("the invoice", "invoice", ""),
        ("invoice from Anna", "invoice", "anna"),
        ("the invoices from Anna Berg about March", "invoice march", "anna berg"),
        ("from kontor.example", "", "kontor.example"),
        ("anything from the dentist last week", "", "dentist"),
        ("mails with an attachment from Raj", "", "raj"),
        ("the one", "the one", ""),
        ("MÜLLER angebot", "müller angebot", ""),
        ("40 euro", "40 euro", ""),
    ],
)
def test_the_sender_is_taken_out(said: str, words: str, sender: str) -> None:
    assert first(searched_for(said, NOW)) == (words, sender)


@pytest.mark.parametrize(
    ("said", "since", "until"),
    [
        ("the invoice from last week", (2026, 3, 2), (2026, 3, 9)),
        ("invoice in october", (2025, 10, 1), (2025, 11, 1)),
        ("something from anna in march", (2026, 3, 1), (2026, 4, 1)),
        ("invoice from december 2024", (2024, 12, 1), (2025, 1, 1)),
        ("contracts in 2024", (2024, 1, 1), (2025, 1, 1)),
        ("mails from anna yesterday", (2026, 3, 9), (2026, 3, 10)),
    ],
)
def test_a_time_is_taken_out(said: str, since: tuple[int, int, int], until: tuple[int, int, int]) -> None:
    query = searched_for(said, NOW)
    assert (query.since, query.until) == (datetime(*since, tzinfo=UTC), datetime(*until, tzinfo=UTC))
    assert not {"october", "march", "week", "2024"} & {form for forms in (*query.words, *query.sender) for form in forms}


@pytest.mark.parametrize("said", ["mails with attachments", "the report with a pdf", "anything that has an attachment"])
def test_an_attachment_is_asked_for(said: str) -> None:
    assert searched_for(said, NOW).attachment


@pytest.mark.parametrize(
    ("said", "words", "sender", "file_type"),
    [
        ("mail from Ruth with the plan attached", ["plan"], ["ruth"], ""),
        ("from Ruth with attachment plan", ["plan"], ["ruth"], ""),
        ("mails that have a PDF attached", [], [], "pdf"),
        ("the quote from Tomasz with a pdf", ["quote"], ["tomasz"], "pdf"),
    ],
)
def test_what_is_attached_is_told_from_the_sender_and_the_words(said: str, words: list[str], sender: list[str], file_type: str) -> None:
    query = searched_for(said, NOW)
    assert query.attachment
    assert query.file_type == file_type
    assert ([forms[0] for forms in query.words], [forms[0] for forms in query.sender]) == (words, sender)


@pytest.mark.parametrize(
    ("word", "form"), [("dentist", "dental"), ("bills", "invoice"), ("invoices", "invoice"), ("photo", "picture"), ("Anna's", "anna")]
)
def test_a_word_is_looked_for_in_all_its_forms(word: str, form: str) -> None:
    assert form in forms_of(word)


def test_may_is_a_name_behind_from() -> None:
    assert searched_for("from may", NOW).since is None
