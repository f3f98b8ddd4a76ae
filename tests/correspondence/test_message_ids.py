"""The ids of what we mail can be computed anew by whoever has the key, and by nobody else."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from correspondence.message_ids import OurLetter, answer_id, briefing_id, letter_of

KEY, DAY = b"k" * 32, date(2026, 11, 26)
USERS = st.text(min_size=1, max_size=60)
DAYS = st.dates(min_value=date(1000, 1, 1))


def test_the_id_of_a_briefing_is_fixed_by_user_and_day() -> None:
    one = briefing_id(KEY, "anna", DAY, "Mail.Example")
    assert one == briefing_id(KEY, "anna", DAY, "mail.example")
    assert one.startswith("aloud-2026-11-26-")
    assert one.endswith("@mail.example")
    others = {briefing_id(KEY, "bob", DAY, "mail.example"), briefing_id(b"x" * 32, "anna", DAY, "mail.example")}
    assert len({one, *others, briefing_id(KEY, "anna", date(2026, 11, 27), "mail.example")}) == 4


@given(user=USERS, day=DAYS, number=st.integers(min_value=1, max_value=99_999))
def test_what_was_made_is_known_again(user: str, day: date, number: int) -> None:
    assert letter_of(KEY, user, briefing_id(KEY, user, day, "x.example")) == OurLetter(day=day)
    assert letter_of(KEY, user, f"<{answer_id(KEY, user, day, number, 'x.example')}>".upper()) == OurLetter(day=day, number=number)


@given(user=USERS, other=USERS, day=DAYS)
def test_the_id_of_one_user_is_none_of_another(user: str, other: str, day: date) -> None:
    assert (letter_of(KEY, other, briefing_id(KEY, user, day, "x.example")) is not None) == (user == other)


@given(at=st.integers(min_value=0, max_value=40), letter=st.sampled_from("abcdefghijklmnopqrstuvwxyz234567-0189"))
def test_an_id_that_was_changed_is_none(at: int, letter: str) -> None:
    one = briefing_id(KEY, "anna", DAY, "x.example")
    other = one[:at] + letter + one[at + 1 :]
    assert (letter_of(KEY, "anna", other) is not None) == (other == one)


@given(st.text(max_size=80))
def test_any_text_is_no_id(text: str) -> None:
    assert letter_of(KEY, "anna", text) is None
    assert letter_of(KEY, "anna", f"aloud-{text}@x") is None


def test_answers_are_numbered_from_1() -> None:
    with pytest.raises(ValueError, match="numbered from 1"):
        answer_id(KEY, "anna", DAY, 0, "x.example")
