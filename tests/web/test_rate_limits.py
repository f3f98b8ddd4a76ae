"""Too often is refused with the time to wait, for each key by itself, and however many keys there are."""

import pytest

from web.http.problems import ProblemError
from web.http.rate_limits import MOST_KEYS, RateLimit, subscriber


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_so_many_are_allowed_in_a_window_and_no_more() -> None:
    clock = Clock()
    limit = RateLimit(3, 60.0, clock=clock)
    for _ in range(3):
        limit.take("ada")
        clock.now += 10
    with pytest.raises(ProblemError) as refused:
        limit.take("ada")
    assert (refused.value.status, refused.value.headers) == (429, {"Retry-After": "30"})
    clock.now += 30
    limit.take("ada")


def test_whoever_is_refused_does_not_wait_longer_for_asking_again() -> None:
    clock = Clock()
    limit = RateLimit(1, 60.0, clock=clock)
    limit.take("ada")
    for _ in range(50):
        clock.now += 1
        with pytest.raises(ProblemError):
            limit.take("ada")
    clock.now += 10
    limit.take("ada")


def test_others_are_not_held_up() -> None:
    limit = RateLimit(1)
    limit.take("ada")
    limit.take("bob")


def test_what_is_remembered_is_bounded() -> None:
    limit = RateLimit(1)
    for number in range(MOST_KEYS + 1):
        limit.take(str(number))
    limit.take("0")
    with pytest.raises(ProblemError):
        limit.take(str(MOST_KEYS))


def test_all_addresses_of_a_subscriber_count_as_one() -> None:
    assert subscriber("2001:db8:1:2::1") == subscriber("2001:db8:1:2:ffff::9") != subscriber("2001:db8:1:3::1")
    assert subscriber("203.0.113.7") != subscriber("203.0.113.8")
