"""The forms that a recogniser is asked about, and which of them are near to what it heard."""

import pytest

from briefing.understanding.command_grammar.command_phrases.notation import expand
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.hearing.near_forms import MOST, distance, nearest
from briefing.understanding.hearing.plain_forms import ALWAYS, ASKED, GIVEN, MOST_NAMES, MaySay, plain_forms
from briefing.understanding.understanding import understand

FORMS = plain_forms(("Hillmark", "Priya"), is_asked=True)


def test_every_form_is_plainly_understood() -> None:
    lost = [
        form
        for form in FORMS
        if understand(form).command is None and understand(form).confirmation() not in {Confirmation.YES, Confirmation.NO}
    ]
    assert not lost


def test_every_slot_is_filled_and_words_of_an_example_are_told_as_such() -> None:
    assert not [form for form in FORMS if "{" in form]
    assert [form for pattern in (*ALWAYS, *ASKED) for form in expand(pattern) if GIVEN & set(form.split())]


def test_answers_are_there_only_where_something_is_asked() -> None:
    assert {"yes", "send it", "read it back"} <= set(FORMS)
    assert {"yes", "send it", "read it back"}.isdisjoint(plain_forms(("Hillmark",), is_asked=False))


@pytest.mark.parametrize(
    ("heard", "meant"),
    [
        (("Move it until Monday.", "Soon it until Monday."), "snooze it until Monday"),
        (("Can solve.",), "cancel"),
        (("Archive all new letters.",), "archive all newsletters"),
        (("Archive everything from hill marked.",), "archive everything from Hillmark"),
        (("", "Start it."), "star it"),
    ],
)
def test_the_form_that_was_meant_is_among_the_nearest(heard: tuple[str, ...], meant: str) -> None:
    near = nearest(heard, FORMS)
    assert meant in [each.words for each in near[:2]]
    assert len(near) == MOST
    assert [each.distance for each in near] == sorted(each.distance for each in near)


def test_nothing_is_near_to_nothing() -> None:
    assert not nearest(("", "..."), FORMS)
    assert distance("archive it", "Archive it.") == 0
    assert distance("", "archive it") > distance("hive it", "archive it")


def test_of_many_names_those_that_sound_like_something_heard_are_in_the_forms() -> None:
    many = MaySay(names=(*(f"Abcd{letter}" for letter in "efghijklmnopq"), "Swiftpost", "Tomasz Wolski", "Tomasz"))
    assert len(many.names) > MOST_NAMES
    assert "open the one from Swiftpost" in many.forms(("Open the one from swift post.", ""))
    assert "delete the one from Tomasz" in many.forms(("Delete the one.", "Delete the one from Tomash."))
    assert not MaySay(names=many.names, is_dictated=True).forms(("Open the one from swift post.",))
