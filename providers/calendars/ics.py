"""Meetings of an iCalendar text (RFC 5545), as invitations and `.ics` files bring them.

Such texts come from strangers. So of the rules for repeating only those are followed that name a day in every period: one that matches
nothing would be looked for until the year 9999. Of any other rule the first day counts alone.
"""

from collections.abc import Iterator, Set
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from dateutil.rrule import DAILY, MONTHLY, WEEKLY, YEARLY, rrule, weekday
from icalendar import Calendar as Parsed
from icalendar import Event, vCalAddress, vRecur

from briefing.mail import Address
from providers.calendars.calendar import CalendarEntry

LONGEST = 200_000
"""Characters of one text."""
MOST_EVENTS = 50
MOST_PEOPLE = 50
_OLDEST = timedelta(days=15 * 366)
_LONGEST_MEETING = timedelta(days=31)
_FREQUENCIES = {"DAILY": DAILY, "WEEKLY": WEEKLY, "MONTHLY": MONTHLY, "YEARLY": YEARLY}
_UNDERSTOOD = frozenset({"FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "WKST", "BYMONTHDAY"})
_DAYS = {name: weekday(number) for number, name in enumerate(("MO", "TU", "WE", "TH", "FR", "SA", "SU"))}
_LAST_CERTAIN_DAY = 28
_FIFTH = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class IcsMeeting:
    """One event as it was sent. `replaces` is the beginning of the one day of a repeated meeting that it stands for."""

    uid: str = field(repr=False)
    sequence: int = 0
    is_cancelled: bool = False
    is_reply: bool = False
    replaces: datetime | None = None
    entry: CalendarEntry
    rule: vRecur | None = field(default=None, repr=False)
    without: frozenset[datetime] = frozenset()

    def days(self, since: datetime, until: datetime) -> Iterator[CalendarEntry]:
        """Those of its days that touch the stretch."""
        length = min(self.entry.ends_at - self.entry.starts_at, _LONGEST_MEETING)
        for starts_at in self._beginnings(since - length, until):
            if starts_at < until and (starts_at + length > since or starts_at >= since) and starts_at not in self.without:
                yield replace(self.entry, starts_at=starts_at, ends_at=starts_at + length)

    def _beginnings(self, since: datetime, until: datetime) -> Iterator[datetime]:
        first = self.entry.starts_at
        if self.rule is None or (found := _repeated(self.rule, first, until)) is None:
            yield first
            return
        wall = first.replace(tzinfo=None)
        for moment in found.between(min(wall, _on_wall(since, first.tzinfo)), _on_wall(until, first.tzinfo), inc=True):
            yield moment.replace(tzinfo=first.tzinfo)


def read_ics(text: str, *, zone: tzinfo, own: Set[str] = frozenset()) -> list[IcsMeeting]:
    """The events of a text, hours without a zone in `zone`. Never raises; what cannot be read is left out.

    `own` are the user's addresses.
    """
    try:
        calendars = Parsed.from_ical(text[:LONGEST], multiple=True)
    except Exception:  # a stranger's text: the parser raises whatever its parts raise
        return []
    found = []
    for calendar in calendars[:MOST_EVENTS]:
        method = str(calendar.get("METHOD", "")).upper()
        for event in calendar.walk("VEVENT")[:MOST_EVENTS]:
            try:
                if isinstance(event, Event):
                    found.append(_meeting(event, method, zone, own))
            except Exception:  # noqa: S112 - the same
                continue
    return found


def _meeting(event: Event, method: str, zone: tzinfo, own: Set[str]) -> IcsMeeting:
    """Raises anything for an event that makes no sense."""
    starts, ends = event.decoded("DTSTART"), _end_of(event)
    all_day = not isinstance(starts, datetime)
    begins = _moment(starts, zone)
    people = tuple(_people(event, own))
    status = str(event.get("STATUS", "")).upper()
    declined = any(email in own and answer == "DECLINED" for email, answer in _answers(event))
    entry = CalendarEntry(
        key=f"{event.get('UID', '')}"[:200],
        title=str(event.get("SUMMARY", ""))[:300],
        starts_at=begins,
        ends_at=max(_moment(ends, zone), begins) if ends is not None else begins + (timedelta(days=1) if all_day else timedelta()),
        all_day=all_day,
        people=people,
        place=str(event.get("LOCATION", ""))[:200],
        is_tentative=status == "TENTATIVE",
    )
    replaces = event.decoded("RECURRENCE-ID") if "RECURRENCE-ID" in event else None
    rule = event.get("RRULE")
    return IcsMeeting(
        uid=str(event["UID"])[:200],
        sequence=int(event.get("SEQUENCE", 0)),
        is_cancelled=method == "CANCEL" or status == "CANCELLED" or declined,
        is_reply=method in {"REPLY", "COUNTER", "REFRESH"},
        replaces=_moment(replaces, zone) if replaces is not None else None,
        entry=entry,
        rule=rule if isinstance(rule, vRecur) else None,
        without=frozenset(_exceptions(event, zone)),
    )


def _end_of(event: Event) -> date | datetime | None:
    if "DTEND" in event:
        return event.decoded("DTEND")  # type: ignore[no-any-return]
    if "DURATION" in event:
        return event.decoded("DTSTART") + event.decoded("DURATION")  # type: ignore[no-any-return]
    return None


def _moment(value: date | datetime, zone: tzinfo) -> datetime:
    if isinstance(value, datetime):
        return value if value.tzinfo is not None else value.replace(tzinfo=zone)
    return datetime.combine(value, time(), tzinfo=zone)


def _exceptions(event: Event, zone: tzinfo) -> Iterator[datetime]:
    lists = event.get("EXDATE", [])
    for each in (lists if isinstance(lists, list) else [lists])[:MOST_EVENTS]:
        for one in each.dts[:366]:
            yield _moment(one.dt, zone)


def _answers(event: Event) -> Iterator[tuple[str, str]]:
    for each in _attendees(event):
        yield _email(str(each)), str(each.params.get("PARTSTAT", "")).upper()


def _people(event: Event, own: Set[str]) -> Iterator[Address]:
    organiser = event.get("ORGANIZER")
    seen = set(own)
    for each in [*([organiser] if isinstance(organiser, vCalAddress) else []), *_attendees(event)]:
        email = _email(str(each))
        if email and email not in seen and str(each.params.get("CUTYPE", "")).upper() not in {"ROOM", "RESOURCE"}:
            seen.add(email)
            yield Address(name=str(each.params.get("CN", ""))[:100], email=email)


def _attendees(event: Event) -> list[vCalAddress]:
    found = event.get("ATTENDEE", [])
    return [each for each in (found if isinstance(found, list) else [found]) if isinstance(each, vCalAddress)][:MOST_PEOPLE]


def _email(written: str) -> str:
    return written.lower().removeprefix("mailto:")[:254] if "@" in written else ""


def _on_wall(moment: datetime, zone: tzinfo | None) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=None)


def _repeated(rule: vRecur, first: datetime, until: datetime) -> rrule | None:
    """On the wall clock of the first day, so that an hour stays the same when clocks change. None for a rule that is not followed."""
    parts = {name.upper(): values for name, values in rule.items()}
    frequency = str(parts.get("FREQ", [""])[0]).upper()
    if frequency not in _FREQUENCIES or not _UNDERSTOOD.issuperset(parts) or first.astimezone(UTC) < until.astimezone(UTC) - _OLDEST:
        return None
    days = [_weekday(str(each), frequency) for each in parts.get("BYDAY", [])]
    of_month = [int(each) for each in parts.get("BYMONTHDAY", [])]
    if None in days or (of_month and (frequency != "MONTHLY" or days or not all(1 <= day <= _LAST_CERTAIN_DAY for day in of_month))):
        return None
    last = _on_wall(until, first.tzinfo)
    if "UNTIL" in parts:
        given = parts["UNTIL"][0]
        end = given if isinstance(given, datetime) else datetime.combine(given, time.max)
        last = min(last, _on_wall(end, first.tzinfo) if end.tzinfo is not None else end)
    count = int(parts["COUNT"][0]) if "COUNT" in parts else None
    return rrule(
        _FREQUENCIES[frequency],
        dtstart=first.replace(tzinfo=None),
        interval=max(1, int(parts.get("INTERVAL", [1])[0])),
        # A library of its own forbids both at once, and the stretch that is asked for has its end anyway.
        **({"count": count} if count is not None else {"until": last}),
        byweekday=[day for day in days if day is not None] or None,
        bymonthday=of_month or None,
    )


def _weekday(written: str, frequency: str) -> weekday | None:
    """`MO`, or of a month `2MO` and `-1FR`; None for a fifth one, which not every month has."""
    day, place = _DAYS.get(written[-2:].upper()), written[:-2]
    if day is None or (place and (frequency != "MONTHLY" or not 0 < abs(int(place)) < _FIFTH)):
        return None
    return day(int(place)) if place else day
