"""Whether a correspondence is open follows from numbers alone."""

import pytest

from correspondence.states import is_open, max_reply, max_response


@pytest.mark.parametrize(("numbers", "highest"), [([], 0), ([1], 1), ([1, 3], 3), ([3, 1], 3)])
def test_the_highest_number_counts_whatever_is_missing(numbers: list[int], highest: int) -> None:
    assert max_reply(numbers) == highest
    assert max_response(numbers) == highest


@pytest.mark.parametrize(
    ("replies", "answers", "open_"),
    [([], [], False), ([1], [], True), ([1, 2, 3], [], True), ([1, 2], [2], False), ([1, 2, 3], [2], True), ([1, 3], [3], False)],
)
def test_it_is_open_while_a_reply_is_newer_than_the_last_answer(replies: list[int], answers: list[int], open_: bool) -> None:
    assert is_open(replies, answers) is open_
