"""How a user wants to be briefed by mail: whether at all, when, how much, of which accounts, and from where it is sent."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, replace
from datetime import date, datetime, time, timedelta
from enum import StrEnum


class MailLength(StrEnum):
    """How many mails a briefing mail tells, from few to many."""

    SHORT = "short"
    USUAL = "usual"
    LONG = "long"


class MailWay(StrEnum):
    """From where a briefing mail comes: an account of the user's, to itself, or an address of the installation."""

    OWN = "own"
    INSTALLATION = "installation"


EVERY_DAY = frozenset(range(7))
WEEKDAYS = frozenset(range(5))
_CLOCK = re.compile(r"([01]\d|2[0-3]):([0-5]\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class MailWishes:
    """What the user has not spoken of is as by default: no briefing by mail.

    `at` is on the user's own clock, and `days` are weekdays, Monday being 0. `accounts` are slugs of those that are told of, all where none
    is named. Where it cannot come by `way`, it comes by the other. `quiet`: no mail where nothing matters. `acknowledges`: a reply that
    only thanks is answered too. `from_day` is the first day of which a briefing is sent at its hour, and `asked_on` the day of which one
    was asked for at once.
    """

    on: bool = False
    at: time = time(5, 0)
    days: frozenset[int] = EVERY_DAY
    length: MailLength = MailLength.USUAL
    accounts: tuple[str, ...] = ()
    way: MailWay = MailWay.INSTALLATION
    quiet: bool = False
    acknowledges: bool = True
    from_day: date | None = None
    asked_on: date | None = None

    def way_among(self, ways: Collection[MailWay]) -> MailWay | None:
        """From where it comes, of the ways there are; none where there is none."""
        return self.way if self.way in ways else next(iter(ways), None)

    @property
    def as_stored(self) -> Mapping[str, str]:
        """By the name of the preference; what is as by default is empty."""
        usual = MailWishes()
        return {STORED_AS[name]: _written(getattr(self, name)) if getattr(self, name) != getattr(usual, name) else "" for name in STORED_AS}

    @classmethod
    def of(cls, stored: Mapping[str, str]) -> "MailWishes":
        """What cannot be read is as by default."""
        usual = cls()
        said = {name: stored.get(kind, "") for name, kind in STORED_AS.items()}
        return cls(
            on=said["on"] == "yes",
            at=_time(said["at"]) or usual.at,
            days=frozenset(int(day) for day in said["days"] if day in "0123456") or usual.days,
            length=MailLength(said["length"]) if said["length"] in set(MailLength) else usual.length,
            accounts=tuple(said["accounts"].split()),
            way=MailWay(said["way"]) if said["way"] in set(MailWay) else usual.way,
            quiet=said["quiet"] == "yes",
            acknowledges=said["acknowledges"] != "no",
            from_day=_date(said["from_day"]),
            asked_on=_date(said["asked_on"]),
        )


STORED_AS: Mapping[str, str] = {each.name: f"mail_{each.name}" for each in fields(MailWishes)}
"""The kind of preference that holds each of them."""


def at_another_time(wishes: MailWishes, *, on: bool, at: time, now: datetime) -> MailWishes:
    """The wishes with this hour. Where it has passed today, by the user's clock, the first briefing is tomorrow's: nobody who sets an
    hour wants a mail at once."""
    passed = now.time() >= at and (not wishes.on or at != wishes.at)
    return replace(wishes, on=on, at=at, from_day=now.date() + timedelta(days=1) if passed else wishes.from_day)


def _written(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case time():
            return f"{value:%H:%M}"
        case date():
            return value.isoformat()
        case frozenset():
            return "".join(map(str, sorted(value)))
        case tuple():
            return " ".join(value)
    return str(value)


def _date(written: str) -> date | None:
    try:
        return date.fromisoformat(written)
    except ValueError:
        return None


def _time(written: str) -> time | None:
    found = _CLOCK.fullmatch(written)
    return time(int(found[1]), int(found[2])) if found else None
