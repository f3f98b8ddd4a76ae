"""Meetings out of iCalendar texts: on the right days by the wall clock, and quickly whatever a stranger wrote."""

import time
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from providers.calendars.calendar import CalendarEntry
from providers.calendars.ics import read_ics

BERLIN = ZoneInfo("Europe/Berlin")
DAY = datetime(2026, 11, 26, tzinfo=BERLIN)


def event(*lines: str, start: str = "DTSTART;TZID=Europe/Berlin:20261126T090000", method: str = "REQUEST") -> str:
    told = [start, "UID:one@example.org", "SUMMARY:Budget review", *lines]
    return "\r\n".join(["BEGIN:VCALENDAR", f"METHOD:{method}", "BEGIN:VEVENT", *told, "END:VEVENT", "END:VCALENDAR", ""])


def on(day: datetime, text: str) -> list[CalendarEntry]:
    return [entry for meeting in read_ics(text, zone=BERLIN) for entry in meeting.days(day, day + timedelta(days=1))]


def hours(day: datetime, text: str) -> list[str]:
    return [f"{entry.starts_at.astimezone(BERLIN):%H:%M}-{entry.ends_at.astimezone(BERLIN):%H:%M}" for entry in on(day, text)]


@pytest.mark.parametrize(
    ("start", "lines", "expected"),
    [
        ("DTSTART;TZID=Europe/Berlin:20261126T090000", ["DTEND;TZID=Europe/Berlin:20261126T103000"], ["09:00-10:30"]),
        ("DTSTART:20261126T080000Z", ["DTEND:20261126T090000Z"], ["09:00-10:00"]),
        ("DTSTART;TZID=America/New_York:20261126T090000", ["DURATION:PT45M"], ["15:00-15:45"]),
        ("DTSTART:20261126T090000", [], ["09:00-09:00"]),
        ("DTSTART;VALUE=DATE:20261126", [], ["00:00-00:00"]),
        ("DTSTART;TZID=Europe/Berlin:20261125T220000", ["DTEND;TZID=Europe/Berlin:20261126T010000"], ["22:00-01:00"]),
        ("DTSTART;TZID=Europe/Berlin:20261127T090000", [], []),
        ("DTSTART;TZID=Europe/Berlin:20261125T090000", ["DTEND;TZID=Europe/Berlin:20261125T100000"], []),
        ("DTSTART;TZID=Europe/Berlin:20261126T090000", ["DTEND;TZID=Europe/Berlin:20261126T080000"], ["09:00-09:00"]),
    ],
)
def test_a_meeting_is_at_its_hour_in_the_users_zone(start: str, lines: list[str], expected: list[str]) -> None:
    assert hours(DAY, event(*lines, start=start)) == expected


@pytest.mark.parametrize(
    ("rule", "start", "takes_place"),
    [
        ("FREQ=WEEKLY", "20260604T090000", True),
        ("FREQ=WEEKLY", "20260603T090000", False),
        ("FREQ=WEEKLY;BYDAY=MO,TH", "20260601T090000", True),
        ("FREQ=WEEKLY;INTERVAL=2", "20261112T090000", True),
        ("FREQ=WEEKLY;INTERVAL=2", "20261119T090000", False),
        ("FREQ=DAILY;COUNT=5", "20261122T090000", True),
        ("FREQ=DAILY;COUNT=5", "20261121T090000", False),
        ("FREQ=DAILY;UNTIL=20261126T080000Z", "20261101T090000", True),
        ("FREQ=DAILY;UNTIL=20261125T230000Z", "20261101T090000", False),
        ("FREQ=MONTHLY;BYDAY=4TH", "20260122T090000", True),
        ("FREQ=MONTHLY;BYDAY=-1TH", "20260129T090000", True),
        ("FREQ=MONTHLY;BYDAY=1TH", "20260101T090000", False),
        ("FREQ=MONTHLY;BYMONTHDAY=26", "20260126T090000", True),
        ("FREQ=YEARLY", "20201126T090000", True),
    ],
)
def test_a_repeated_meeting_takes_place_on_its_days(rule: str, start: str, takes_place: bool) -> None:
    text = event(f"RRULE:{rule}", start=f"DTSTART;TZID=Europe/Berlin:{start}")
    assert hours(DAY, text) == (["09:00-09:00"] if takes_place else [])


def test_its_hour_stays_the_same_when_clocks_change() -> None:
    text = event("RRULE:FREQ=DAILY", "DURATION:PT1H", start="DTSTART;TZID=Europe/Berlin:20260320T090000")
    assert hours(datetime(2026, 3, 28, tzinfo=BERLIN), text) == hours(datetime(2026, 3, 30, tzinfo=BERLIN), text) == ["09:00-10:00"]


def test_a_day_that_is_left_out_is_left_out() -> None:
    text = event("RRULE:FREQ=WEEKLY", "EXDATE;TZID=Europe/Berlin:20261126T090000", start="DTSTART;TZID=Europe/Berlin:20260604T090000")
    assert on(DAY, text) == []
    assert on(DAY + timedelta(days=7), text) != []


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=SECONDLY",
        "FREQ=MINUTELY;INTERVAL=1",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31",
        "FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=MO;BYSETPOS=366",
        "FREQ=MONTHLY;BYDAY=5MO",
        "FREQ=DAILY;INTERVAL=0",
        "FREQ=DAILY;COUNT=999999999",
        "FREQ=WEEKLY;BYDAY=XX",
        "FREQ=NEVER",
        "FREQ=DAILY;UNTIL=soon",
    ],
)
@pytest.mark.parametrize("start", ["20261126T090000", "19010101T090000", "00010101T090000", "20200101T090000"])
def test_no_rule_takes_long(rule: str, start: str) -> None:
    began = time.process_time()
    on(DAY, event(f"RRULE:{rule}", start=f"DTSTART;TZID=Europe/Berlin:{start}"))
    assert time.process_time() - began < 2


def test_who_comes_is_named_without_the_user_and_without_rooms() -> None:
    text = event(
        "ORGANIZER;CN=Anna Keller:mailto:Anna@example.org",
        "ATTENDEE;CN=Sam:mailto:sam@example.com",
        "ATTENDEE;CN=Ben Okafor:mailto:ben@example.org",
        "ATTENDEE;CUTYPE=ROOM;CN=Room 4:mailto:room4@example.org",
        "ATTENDEE;CN=Anna Keller:mailto:anna@example.org",
        "LOCATION:Room 4",
    )
    (meeting,) = read_ics(text, zone=BERLIN, own=frozenset({"sam@example.com"}))
    assert [person.name for person in meeting.entry.people] == ["Anna Keller", "Ben Okafor"]
    assert (meeting.entry.title, meeting.entry.place) == ("Budget review", "Room 4")


@pytest.mark.parametrize(
    ("text", "cancelled"),
    [
        (event(), False),
        (event(method="CANCEL"), True),
        (event("STATUS:CANCELLED"), True),
        (event("ATTENDEE;PARTSTAT=DECLINED:mailto:sam@example.com"), True),
        (event("ATTENDEE;PARTSTAT=DECLINED:mailto:ben@example.org"), False),
    ],
)
def test_what_is_cancelled_or_declined_by_the_user_does_not_take_place(text: str, cancelled: bool) -> None:
    (meeting,) = read_ics(text, zone=BERLIN, own=frozenset({"sam@example.com"}))
    assert meeting.is_cancelled is cancelled


@settings(max_examples=60)
@given(st.text(max_size=300), st.sampled_from(["SUMMARY", "DTEND", "RRULE", "EXDATE", "ATTENDEE", "RECURRENCE-ID", "SEQUENCE", "UID"]))
def test_whatever_a_text_holds_nothing_is_raised(text: str, name: str) -> None:
    on(DAY.astimezone(UTC), event(f"{name}:{text}"))
    on(DAY, text)
