"""The time zone of a place, as people name it, and the clock of a user who is there."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest

from briefing.understanding.times.zones import place_of, zone_of
from knowledge.users_clock import UsersClock


@pytest.mark.parametrize(
    ("said", "zone"),
    [
        ("lisbon", "Europe/Lisbon"),
        ("Lisbon", "Europe/Lisbon"),
        ("new york", "America/New_York"),
        ("New York City", "America/New_York"),
        ("europe/berlin", "Europe/Berlin"),
        ("america/argentina/buenos aires", "America/Argentina/Buenos_Aires"),
        ("California", "America/Los_Angeles"),
        ("pacific", "America/Los_Angeles"),
        ("s\u00e3o paulo", "America/Sao_Paulo"),
        ("dar es salaam", "Africa/Dar_es_Salaam"),
        ("port au prince", "America/Port-au-Prince"),
        ("port-au-prince", "America/Port-au-Prince"),
        ("japan", "Asia/Tokyo"),
        ("utc", "UTC"),
    ],
)
def test_a_place_is_found_by_the_names_that_people_have_for_it(said: str, zone: str) -> None:
    found = zone_of(said)
    assert found is not None
    assert found.key == zone


def test_what_was_stored_is_read_back_as_itself() -> None:
    keys = {
        key for key in available_timezones() if "/" in key and key.partition("/")[0] not in {"US", "Canada", "Brazil", "Chile", "Mexico"}
    }
    assert len(keys) > 400
    assert {key for key in keys if (zone := zone_of(key)) is None or zone.key != key} == set()


def test_a_name_of_two_places_is_none() -> None:
    assert zone_of("georgia") is None


@pytest.mark.parametrize(
    "said", ["", " ", "a hurry", "trouble", "europe", "../../etc/passwd", "europe/../../etc/passwd", "/", "x" * 300, "a\0b"]
)
def test_what_is_no_place_has_no_zone(said: str) -> None:
    assert zone_of(said) is None


def test_the_clock_follows_the_user_and_goes_back() -> None:
    noon = datetime(2026, 7, 1, 12, tzinfo=UTC)
    clock = UsersClock(lambda: noon)
    assert clock() is noon
    clock.zone = ZoneInfo("America/New_York")
    assert (clock().hour, clock()) == (8, noon)
    assert place_of(clock().tzinfo) == "New York"
    clock.zone = None
    assert clock().tzinfo is UTC
    assert place_of(UTC) == ""
