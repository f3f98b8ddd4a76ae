"""One briefing mail for each chosen date, at the user's hour, across every change of the clock and of the zone."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from correspondence.briefing_mail.schedule import due
from knowledge.mail_wishes import WEEKDAYS, MailLength, MailWishes, at_another_time

DAILY = MailWishes(on=True)
ZONES = (
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Asia/Kolkata",
    "America/Sao_Paulo",
    "UTC",
    "Africa/Cairo",
)


def sent(wishes: MailWishes, zone: str, begin: datetime, days: int, *, every: timedelta = timedelta(minutes=10)) -> list[datetime]:
    """When it is sent, by the user's clock, if somebody looks so often."""
    moments, last, now = list[datetime](), None, begin
    while now < begin + timedelta(days=days):
        if (day := due(wishes, ZoneInfo(zone), last, now)) is not None:
            moments.append(now.astimezone(ZoneInfo(zone)))
            assert moments[-1].date() == day
            last = day
        now += every
    return moments


@pytest.mark.parametrize("zone", ZONES[:4])
@pytest.mark.parametrize("at", [time(0, 0), time(2, 30), time(23, 0)])
def test_every_day_once_across_a_year_of_changed_clocks(zone: str, at: time) -> None:
    begin = datetime(2026, 1, 1, 12, tzinfo=UTC)
    moments = sent(replace(DAILY, at=at), zone, begin, 366, every=timedelta(minutes=30))
    dates = [moment.date() for moment in moments]
    assert len(dates) == len(set(dates))
    first = dates[0]
    assert dates == [first + timedelta(days=place) for place in range(len(dates))]
    assert len(dates) >= 365
    late = [moment for moment in moments[1:] if moment.replace(tzinfo=None) - datetime.combine(moment.date(), at) > timedelta(minutes=61)]
    assert late == []


@pytest.mark.parametrize(("day", "clock"), [(date(2026, 3, 29), "03:00"), (date(2026, 10, 25), "02:30")])
def test_an_hour_that_is_left_out_has_come_when_the_clock_is_past_it_and_one_that_comes_twice_counts_once(day: date, clock: str) -> None:
    begin = datetime.combine(day, time(0), tzinfo=ZoneInfo("Europe/Berlin")).astimezone(UTC)
    moments = sent(replace(DAILY, at=time(2, 30)), "Europe/Berlin", begin, 1)
    assert [f"{moment:%H:%M}" for moment in moments] == [clock]


@settings(max_examples=100)
@given(at=st.times(), zone=st.sampled_from(ZONES), now=st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1)))  # noqa: DTZ001
def test_a_date_that_was_sent_is_never_due_again(at: time, zone: str, now: datetime) -> None:
    moment = now.replace(tzinfo=UTC)
    today = moment.astimezone(ZoneInfo(zone)).date()
    wishes = replace(DAILY, at=at.replace(microsecond=0), asked_on=today)
    assert due(wishes, ZoneInfo(zone), today, moment) is None
    assert due(wishes, ZoneInfo(zone), today + timedelta(days=1), moment) is None, "the user has flown back over the date line"


def test_only_on_the_chosen_days() -> None:
    moments = sent(replace(DAILY, days=WEEKDAYS), "Europe/Berlin", datetime(2026, 11, 23, tzinfo=UTC), 14)
    assert [moment.weekday() for moment in moments] == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4]


def test_nothing_is_sent_to_who_did_not_ask_for_it() -> None:
    assert sent(MailWishes(), "UTC", datetime(2026, 11, 23, tzinfo=UTC), 3) == []


def test_what_could_not_be_written_all_day_is_not_sent_in_the_evening() -> None:
    evening = datetime(2026, 11, 23, 17, 0, tzinfo=UTC)
    assert due(DAILY, UTC, None, evening - timedelta(minutes=1)) == evening.date()
    assert due(DAILY, UTC, None, evening) is None


def test_one_that_is_asked_for_is_due_at_once_and_on_that_day_alone() -> None:
    now = datetime(2026, 11, 23, 20, 0, tzinfo=UTC)
    asked = MailWishes(asked_on=now.date())
    assert due(asked, UTC, None, now) == now.date()
    assert due(asked, UTC, None, now + timedelta(days=1)) is None


def test_setting_an_hour_that_has_passed_sends_nothing_today() -> None:
    noon = datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
    later = at_another_time(MailWishes(), on=True, at=time(7), now=noon)
    assert due(later, UTC, None, noon) is None
    assert due(later, UTC, None, noon + timedelta(hours=19)) == date(2026, 11, 24)
    assert due(at_another_time(MailWishes(), on=True, at=time(13), now=noon), UTC, None, noon + timedelta(hours=1)) == noon.date()


@pytest.mark.parametrize(
    "wishes",
    [
        MailWishes(),
        MailWishes(on=True, at=time(7, 30), days=WEEKDAYS, length=MailLength.LONG, accounts=("work", "home"), quiet=True),
        MailWishes(acknowledges=False, from_day=date(2026, 11, 27), asked_on=date(2026, 11, 26), days=frozenset({6})),
    ],
)
def test_what_is_stored_is_read_back(wishes: MailWishes) -> None:
    assert MailWishes.of({kind: value for kind, value in wishes.as_stored.items() if value}) == wishes


def test_what_cannot_be_read_is_as_by_default() -> None:
    broken = {"mail_at": "25:00", "mail_days": "x9", "mail_length": "huge", "mail_from_day": "soon", "mail_on": "perhaps"}
    assert MailWishes.of(broken) == MailWishes()
