"""Labels can be read aloud, whatever a stranger wrote into a subject."""

from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefing.triage.topic_labels import LONGEST_LABEL, label_words, list_name, shared_label, subject_label

HIDDEN = "\u202e\u2066\u200b\u200d\ufeff\x00\x07\x1b\u2028\n\t"


@pytest.mark.parametrize(
    ("subject", "label"),
    [
        ("Re: [EXT] AW: Budget plan", "Budget plan"),
        ("🎉🎉 Summer party!!! 🎉", "Summer party!"),
        ("[#48213] Printer on fire (Ticket 48213)", "Printer on fire"),
        ("PROJ-812: Login form jumps", "Login form jumps"),
        ("Your order 302-8812345-1123 has shipped", "Your order has shipped"),
        ("Meeting on 12 March at 5 pm", "Meeting on 12 March at 5 pm"),
        ("See https://example.com/a?b=c for the plan", "See for the plan"),
        ("Bud\u200bget\u202e plan\x00", "Budget plan"),
        ("Zahlung über 45 € fällig", "Zahlung über 45 € fällig"),
        ("𝓦𝓮𝓵𝓬𝓸𝓶𝓮 home", "Welcome home"),
        ("Ver\u00adsicherung \u2014 \ufeffneu", "Versicherung — neu"),
        ("H\u0316\u0317\u0318e\u0316llo world", "Hello world"),
        ("<b>Bold</b> {name} | `code`", "Bold code"),
        ("(no subject)", ""),
        ("hi", ""),
        ("👍", ""),
        ("", ""),
    ],
)
def test_a_subject_becomes_what_one_would_say(subject: str, label: str) -> None:
    assert subject_label(subject) == label


def test_a_long_subject_ends_at_a_word() -> None:
    label = subject_label("The quarterly report of the northern harbour offices and their many annexes, revised")
    assert label == "The quarterly report of the northern harbour offices and"


def test_several_subjects_are_called_by_what_they_share() -> None:
    assert shared_label(["Invoice 4711 from Acme", "Invoice 4712 from Acme"]) == "Invoice from Acme"
    assert shared_label(["Backup report of 12 March", "Backup report of 13 March"]) == "Backup report"
    assert shared_label(["Harbour tour", "Re: Harbour tour"]) == "Harbour tour"
    assert shared_label(["Harbour tour", "Tax return"]) == "Harbour tour and more"


@pytest.mark.parametrize(
    ("list_id", "name"),
    [
        ("Python developers <python-dev.python.example>", "Python developers"),
        ("<python-dev.python.example>", "python dev"),
        ("choir_north.lists.example", "choir north"),
        ("<0a1b2c3d4e5f.123.list-id.mcsv.example>", ""),
        ("", ""),
    ],
)
def test_a_list_is_called_by_its_name_unless_that_is_a_code(list_id: str, name: str) -> None:
    assert list_name(list_id) == name


@given(st.text(max_size=400))
def test_no_subject_makes_a_label_unsafe_or_long(subject: str) -> None:
    for label in (subject_label(subject), label_words(HIDDEN + subject)):
        assert not any(category(sign) in {"Cc", "Cf", "Cs", "Co", "Cn", "So", "Zl", "Zp"} for sign in label)
        assert not set(label) & set("<>{}[]|`")
        assert label == " ".join(label.split())
    assert len(subject_label(subject)) <= LONGEST_LABEL


@given(st.lists(st.text(max_size=80), min_size=1, max_size=6))
def test_shared_labels_are_safe_too(subjects: list[str]) -> None:
    label = shared_label(subjects)
    assert len(label) <= LONGEST_LABEL
    assert label == label_words(label)
