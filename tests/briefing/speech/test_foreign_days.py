"""Days and times of mail in other languages, in English."""

import pytest

from briefing.speech.wording.foreign_days import in_english_days, moments_in


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Der Elternabend ist am Donnerstag, 26. November, um 7 pm in Raum 12.", ["Thursday 26 November at 7 pm"]),
        ("Rendez-vous mardi 1er décembre à 9:30 am.", ["Tuesday 1 December at 9:30 am"]),
        ("La reunión es el jueves 3 de diciembre.", ["Thursday 3 December"]),
        ("Ci vediamo domani, o venerdì.", ["tomorrow", "Friday"]),
        ("A reunião passou para quinta-feira às 3 pm.", ["Thursday at 3 pm"]),
        ("Mødet er på onsdag; ikke onsdag i næste uge.", ["Wednesday"]),
        ("Nichts davon.", []),
    ],
)
def test_days_are_told_in_english(text: str, named: list[str]) -> None:
    assert moments_in(text) == named


def test_what_names_no_day_stays_as_it_is() -> None:
    text = "Ihr Angebot über 7.300 Euro nehmen wir an."
    assert in_english_days(text) == text


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Die Lieferung kommt morgen zwischen 10 o'clock und noon.", ["tomorrow between 10 o'clock and noon"]),
        ("Kom je zaterdag om 8 uur?", ["Saturday at 8 o'clock"]),
        ("Betaal voor 1 december.", ["1 December"]),
        ("Le train part mardi à 9:40.", ["Tuesday at 9:40"]),
        ("El taller abre el lunes de 3 pm a 5 pm.", ["Monday between 3 pm and 5 pm"]),
    ],
)
def test_an_hour_belongs_to_the_day_in_front_of_it(text: str, named: list[str]) -> None:
    assert moments_in(text) == named
