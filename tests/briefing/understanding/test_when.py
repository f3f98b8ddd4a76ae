"""Spoken times become moments on the user's own clock, and never one that is past."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefing.understanding.times.spans import span_of
from briefing.understanding.times.spoken_times import spoken_time
from briefing.understanding.times.when import moment_of

BERLIN = ZoneInfo("Europe/Berlin")
SATURDAY = datetime(2026, 11, 21, 14, 37, tzinfo=BERLIN)

SAID = [
    ("tomorrow morning", "2026-11-22 08:00"),
    ("until tomorrow", "2026-11-22 08:00"),
    ("first thing tomorrow", "2026-11-22 08:00"),
    ("tonight", "2026-11-21 19:00"),
    ("this evening", "2026-11-21 19:00"),
    ("this afternoon", "2026-11-21 15:37"),
    ("later today", "2026-11-21 17:37"),
    ("on monday", "2026-11-23 08:00"),
    ("on saturday", "2026-11-28 08:00"),
    ("next tuesday", "2026-11-24 08:00"),
    ("next week", "2026-11-23 08:00"),
    ("next week on tuesday", "2026-11-24 08:00"),
    ("the weekend", "2026-11-28 08:00"),
    ("next month", "2026-12-01 08:00"),
    ("in an hour", "2026-11-21 15:37"),
    ("half an hour", "2026-11-21 15:07"),
    ("an hour and a half", "2026-11-21 16:07"),
    ("for two hours", "2026-11-21 16:37"),
    ("in three days", "2026-11-24 08:00"),
    ("in two months", "2027-01-21 08:00"),
    ("at nine", "2026-11-21 21:00"),
    ("at 9 am", "2026-11-22 09:00"),
    ("at three", "2026-11-21 15:00"),
    ("at two", "2026-11-22 14:00"),
    ("at 16:30", "2026-11-21 16:30"),
    ("quarter to ten", "2026-11-21 21:45"),
    ("twenty past nine", "2026-11-21 21:20"),
    ("tomorrow at half past nine", "2026-11-22 09:30"),
    ("tomorrow at two", "2026-11-22 14:00"),
    ("nine thirty tomorrow", "2026-11-22 09:30"),
    ("monday at nine in the evening", "2026-11-23 21:00"),
    ("friday at noon", "2026-11-27 12:00"),
    ("midnight", "2026-11-22 00:00"),
    ("the 24th", "2026-11-24 08:00"),
    ("the twenty fourth", "2026-11-24 08:00"),
    ("the 20th", "2026-12-20 08:00"),
    ("the 31st", "2026-12-31 08:00"),
    ("december first at noon", "2026-12-01 12:00"),
    ("the 1st of december", "2026-12-01 08:00"),
    ("24 december", "2026-12-24 08:00"),
    ("march third", "2027-03-03 08:00"),
    ("half six", "2026-11-21 18:30"),
    ("monday at half nine", "2026-11-23 09:30"),
    ("the end of the day", "2026-11-21 17:00"),
    ("a week on tuesday", "2026-12-01 08:00"),
    ("tuesday week", "2026-12-01 08:00"),
    ("a week from tuesday at nine", "2026-12-01 09:00"),
    ("two weeks on monday", "2026-12-07 08:00"),
    ("a week tomorrow", "2026-11-29 08:00"),
    ("february 29", "2028-02-29 08:00"),
]
NO_TIME = [
    "",
    "later",
    "work",
    "the travel folder",
    "february 30",
    "monday tuesday",
    "at 25:00",
    "tuesday works",
    "nine ten eleven",
    "three days on tuesday",
    "13 pm",
    "anna",
]


@pytest.mark.parametrize(("words", "moment"), SAID)
def test_a_spoken_time_is_a_moment(words: str, moment: str) -> None:
    assert moment_of(words, SATURDAY) == datetime.fromisoformat(moment).replace(tzinfo=BERLIN)


@pytest.mark.parametrize("words", NO_TIME)
def test_words_that_name_no_time_name_none(words: str) -> None:
    assert moment_of(words, SATURDAY) is None


def test_a_time_that_is_past_is_the_next_one() -> None:
    evening = SATURDAY.replace(hour=22, minute=30)
    assert moment_of("this morning", evening) == datetime(2026, 11, 22, 8, tzinfo=BERLIN)
    assert moment_of("at nine", evening) == datetime(2026, 11, 22, 9, tzinfo=BERLIN)
    assert moment_of("today at 9 am", SATURDAY) is None  # an hour of today that is over is of no other day


def test_tomorrow_said_after_midnight_is_the_day_that_has_just_begun() -> None:
    assert moment_of("tomorrow morning", SATURDAY.replace(hour=1)) == datetime(2026, 11, 21, 8, tzinfo=BERLIN)


def test_a_weekday_said_on_that_day_is_in_a_week_unless_an_hour_is_named() -> None:
    assert moment_of("on saturday", SATURDAY) == datetime(2026, 11, 28, 8, tzinfo=BERLIN)
    assert moment_of("saturday at 6 pm", SATURDAY) == datetime(2026, 11, 21, 18, tzinfo=BERLIN)


def test_an_hour_that_the_clock_leaves_out_is_what_it_shows_instead() -> None:
    before = datetime(2026, 3, 28, 12, 0, tzinfo=BERLIN)
    assert moment_of("tomorrow at 02:30", before) == datetime(2026, 3, 29, 3, 30, tzinfo=BERLIN)


def test_hours_are_counted_across_a_change_of_the_clock() -> None:
    before = datetime(2026, 3, 29, 1, 30, tzinfo=BERLIN)
    moment = moment_of("in two hours", before)
    assert moment is not None
    assert moment.astimezone(UTC) - before.astimezone(UTC) == timedelta(hours=2)
    assert moment.hour == 4


zones = st.sampled_from([ZoneInfo(name) for name in ("Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "UTC")])
moments = st.datetimes(min_value=datetime(2000, 1, 2), max_value=datetime(2090, 1, 1), timezones=zones)  # noqa: DTZ001 - `timezones` adds one
words = st.lists(
    st.sampled_from(
        sorted(
            {word for said, _ in SAID for word in said.split()}
            | {"past", "oh", "30", "99", "yesterday", "last", "since", "a", "days", "ago"}
        )
    ),
    max_size=6,
).map(" ".join)


@given(st.sampled_from([said for said, _ in SAID]) | words, moments)
def test_a_moment_is_always_to_come(said: str, now: datetime) -> None:
    moment = moment_of(said, now)
    if moment is not None:
        assert moment.astimezone(UTC) > now.astimezone(UTC)
        assert moment.tzinfo is now.tzinfo


@given(st.sampled_from([said for said, _ in SAID if said != "february 29"]), moments)
def test_every_time_in_the_tables_is_one_whenever_it_is_said(said: str, now: datetime) -> None:
    assert moment_of(said, now) is not None


@given(st.text(max_size=80), moments)
def test_no_text_is_an_error(text: str, now: datetime) -> None:
    assert moment_of(text, now) is None or text
    assert span_of(text, now) is None or text


@pytest.mark.parametrize(
    ("said", "since", "until"),
    [
        ("this morning", "2026-11-21 00:00", "2026-11-21 12:00"),
        ("today", "2026-11-21 00:00", "2026-11-21 14:37"),
        ("yesterday", "2026-11-20 00:00", "2026-11-21 00:00"),
        ("yesterday evening", "2026-11-20 18:00", "2026-11-21 00:00"),
        ("since nine", "2026-11-21 09:00", "2026-11-21 14:37"),
        ("in the last hour", "2026-11-21 13:37", "2026-11-21 14:37"),
        ("the last two weeks", "2026-11-07 14:37", "2026-11-21 14:37"),
        ("last week", "2026-11-09 00:00", "2026-11-16 00:00"),
        ("on monday", "2026-11-16 00:00", "2026-11-17 00:00"),
        ("since yesterday", "2026-11-20 00:00", "2026-11-21 14:37"),
        ("an hour ago", "2026-11-21 13:07", "2026-11-21 14:07"),
        ("just now", "2026-11-21 14:27", "2026-11-21 14:37"),
        ("over the weekend", "2026-11-21 00:00", "2026-11-21 14:37"),
        ("last weekend", "2026-11-14 00:00", "2026-11-16 00:00"),
    ],
)
def test_a_past_stretch_is_named(said: str, since: str, until: str) -> None:
    span = span_of(said, SATURDAY)
    assert span is not None
    assert (span.since, span.until) == tuple(datetime.fromisoformat(each).replace(tzinfo=BERLIN) for each in (since, until))


@pytest.mark.parametrize("said", ["", "tonight", "tomorrow", "from github", "next week", "in two hours", "the budget"])
def test_what_is_to_come_is_no_past_stretch(said: str) -> None:
    assert span_of(said, SATURDAY) is None


@given(words, moments)
def test_a_past_stretch_has_begun(said: str, now: datetime) -> None:
    span = span_of(said, now)
    if span is not None:
        assert span.since.astimezone(UTC) <= now.astimezone(UTC)
        assert span.since.astimezone(UTC) <= span.until.astimezone(UTC)


@pytest.mark.parametrize("words", ["the first one", "first", "the second", "the 2nd one", "on the first one", "third"])
def test_what_counts_mails_or_comes_first_is_no_day(words: str) -> None:
    assert spoken_time(words.split()) is None


@pytest.mark.parametrize("words", ["on the first", "until the 2nd", "monday the 2nd", "the 24th", "first of may", "by the third"])
def test_a_day_of_the_month_is_said_as_one(words: str) -> None:
    assert spoken_time(words.split()) is not None
