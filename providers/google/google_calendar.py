"""Google Calendar for one account, for reading: the events of the primary calendar, each day of a repeated one by itself.

Its scope is asked for only where the operator has switched it on (`ALOUD_GOOGLE_CALENDAR`), and only for reading. One request with a short
deadline, and no retries: the briefing goes out without it and says so.
"""

import asyncio
from collections.abc import Iterator, Sequence, Set
from datetime import date, datetime, time, tzinfo
from types import TracebackType
from typing import Self

import httpx2
from pydantic import BaseModel, Field, ValidationError

from briefing.mail import Address
from providers.calendars.calendar import CalendarEntry
from providers.google.access import GoogleAccess
from providers.mailbox import MailboxUnavailableError, SignInNeededError

EVENTS_PATH = "/calendar/v3/calendars/primary/events"
MOST_EVENTS = 50
WITHIN_S = 10.0
LARGEST = 2_000_000
_FIELDS = (
    "items(id,iCalUID,status,summary,location,eventType,start,end,attendees(email,displayName,self,resource,responseStatus)"
    ",organizer(email,displayName,self))"
)
_NO_MEETING = frozenset({"workingLocation", "focusTime", "birthday", "outOfOffice"})


class _When(BaseModel):
    date: str = ""
    dateTime: str = ""  # noqa: N815 - as Google writes it


class _Person(BaseModel):
    email: str = ""
    displayName: str = ""  # noqa: N815
    self: bool = False
    resource: bool = False
    responseStatus: str = ""  # noqa: N815


class _Event(BaseModel):
    id: str = ""
    iCalUID: str = ""  # noqa: N815
    status: str = ""
    summary: str = ""
    location: str = ""
    eventType: str = "default"  # noqa: N815
    start: _When = Field(default_factory=_When)
    end: _When = Field(default_factory=_When)
    attendees: list[_Person] = Field(default_factory=list)
    organizer: _Person | None = None


class _Events(BaseModel):
    items: list[_Event] = Field(default_factory=list)


class GoogleCalendar:
    """Implements `Calendar`. An async context manager; `zone` is the user's, for days without hours, and `own` are their addresses."""

    def __init__(self, access: GoogleAccess, *, url: str, zone: tzinfo, own: Set[str] = frozenset(), within_s: float = WITHIN_S) -> None:
        self._http = httpx2.AsyncClient(timeout=within_s)
        self._token = access.token(self._http)
        self._url = url.rstrip("/") + EVENTS_PATH
        self._zone = zone
        self._own = own
        self._within_s = within_s

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self._token.aclose()
        await self._http.aclose()

    async def entries(self, since: datetime, until: datetime) -> Sequence[CalendarEntry]:
        asked = {
            "timeMin": since.isoformat(timespec="seconds"),
            "timeMax": until.isoformat(timespec="seconds"),
            "singleEvents": "true",
            "orderBy": "startTime",
            "maxResults": str(MOST_EVENTS),
            "fields": _FIELDS,
        }
        try:
            async with asyncio.timeout(self._within_s):
                response = await self._http.get(self._url, params=asked, auth=self._token)
            if response.status_code in {httpx2.codes.UNAUTHORIZED, httpx2.codes.FORBIDDEN}:
                raise SignInNeededError("the calendar may not be read with this sign-in")
            if response.is_error or len(response.content) > LARGEST:
                raise MailboxUnavailableError("the calendar does not answer")
            answer = _Events.model_validate_json(response.content)
        except (TimeoutError, httpx2.HTTPError, ValidationError):
            raise MailboxUnavailableError("the calendar does not answer") from None
        return tuple(self._entries(answer))

    def _entries(self, answer: _Events) -> Iterator[CalendarEntry]:
        for event in answer.items[:MOST_EVENTS]:
            mine = next((person.responseStatus for person in event.attendees if self._is_user(person)), "")
            begins, ends = self._moment(event.start), self._moment(event.end)
            if event.status == "cancelled" or mine == "declined" or event.eventType in _NO_MEETING or begins is None:
                continue
            yield CalendarEntry(
                key=event.iCalUID or event.id,
                title=event.summary[:300],
                starts_at=begins,
                ends_at=max(ends or begins, begins),
                all_day=not event.start.dateTime,
                people=tuple(self._people(event)),
                place=event.location[:200],
                is_tentative=event.status == "tentative" or mine in {"needsAction", "tentative"},
            )

    def _people(self, event: _Event) -> Iterator[Address]:
        seen = set[str]()
        for person in [*([event.organizer] if event.organizer else []), *event.attendees]:
            email = person.email.lower()
            if email and email not in seen and not self._is_user(person) and not person.resource:
                seen.add(email)
                yield Address(name=person.displayName[:100], email=email)

    def _is_user(self, person: _Person) -> bool:
        return person.self or person.email.lower() in self._own

    def _moment(self, when: _When) -> datetime | None:
        try:
            if when.dateTime:
                found = datetime.fromisoformat(when.dateTime)
                return found if found.tzinfo is not None else found.replace(tzinfo=self._zone)
            return datetime.combine(date.fromisoformat(when.date), time(), tzinfo=self._zone)
        except ValueError:
            return None
