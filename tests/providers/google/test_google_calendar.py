"""Google Calendar over HTTP, from a server of this process that answers as Google's documentation says; never from Google itself."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from aiohttp import web

from providers.calendars.calendar import CalendarEntry
from providers.connections.accounts import StoredGrant
from providers.google.access import GoogleAccess
from providers.google.client import READ_CALENDAR, GoogleClient
from providers.google.google_calendar import EVENTS_PATH, GoogleCalendar
from providers.mailbox import MailboxUnavailableError, SignInNeededError
from tests.servers.http_server import http_server

BERLIN = ZoneInfo("Europe/Berlin")
DAY = datetime(2026, 11, 26, tzinfo=BERLIN)
ME = {"email": "sam@example.com", "self": True, "responseStatus": "accepted"}
EVENTS: list[dict[str, object]] = [
    {
        "id": "a",
        "iCalUID": "a@google.com",
        "status": "confirmed",
        "summary": "Budget review",
        "location": "Room 4",
        "start": {"dateTime": "2026-11-26T09:00:00+01:00"},
        "end": {"dateTime": "2026-11-26T10:30:00+01:00"},
        "organizer": {"email": "Anna@example.org", "displayName": "Anna Keller"},
        "attendees": [
            ME,
            {"email": "anna@example.org"},
            {"email": "room@resource.example", "resource": True},
            {"email": "ben@example.org"},
        ],
    },
    {"id": "b", "status": "cancelled", "start": {"dateTime": "2026-11-26T11:00:00Z"}},
    {"id": "c", "summary": "Declined", "start": {"dateTime": "2026-11-26T11:00:00Z"}, "attendees": [ME | {"responseStatus": "declined"}]},
    {"id": "d", "summary": "Open", "start": {"dateTime": "2026-11-26T11:00:00Z"}, "attendees": [ME | {"responseStatus": "needsAction"}]},
    {"id": "e", "summary": "Holiday", "start": {"date": "2026-11-26"}, "end": {"date": "2026-11-27"}},
    {"id": "f", "summary": "At home", "eventType": "workingLocation", "start": {"date": "2026-11-26"}},
    {"id": "g", "summary": "Broken", "start": {"dateTime": "tomorrow"}},
]

Answering = Callable[[web.Request], web.StreamResponse]


def events(_: web.Request) -> web.StreamResponse:
    return web.json_response({"items": EVENTS})


@asynccontextmanager
async def calendar(answering: Answering, asked: list[web.Request], *, fetched: str = "good") -> AsyncIterator[GoogleCalendar]:
    async def answer(request: web.Request) -> web.StreamResponse:
        asked.append(request)
        if request.headers.get("Authorization") != "Bearer good":
            return web.json_response({}, status=401)
        return answering(request)

    async def fetch(_: web.Request) -> web.StreamResponse:
        known = {"access_token": fetched, "expires_in": 3600}
        return web.json_response(known if fetched else {"error": "invalid_grant"}, status=200 if fetched else 400)

    application = web.Application()
    application.add_routes([web.get(EVENTS_PATH, answer), web.post("/token", fetch)])
    async with http_server(application) as address:
        client = GoogleClient(
            client_id="c", client_secret="s", scopes=(READ_CALENDAR,), auth_url="", token_url=f"{address}/token", revoke_url="", api_url=""
        )
        grant = StoredGrant(address="sam@example.com", refresh_token="r", scopes=(READ_CALENDAR,))
        access = GoogleAccess(grant, client)
        async with GoogleCalendar(access, url=address, zone=BERLIN, own=frozenset({"sam@example.com"}), within_s=3.0) as found:
            yield found


async def entries(found: GoogleCalendar) -> list[CalendarEntry]:
    return list(await found.entries(DAY, DAY + timedelta(days=1)))


async def test_the_days_events_are_read_without_what_was_cancelled_or_declined() -> None:
    asked: list[web.Request] = []
    async with calendar(events, asked) as found:
        told = await entries(found)
    assert [entry.title for entry in told] == ["Budget review", "Open", "Holiday"]
    first = told[0]
    assert (first.starts_at, first.ends_at) == (DAY + timedelta(hours=9), DAY + timedelta(hours=10, minutes=30))
    assert [person.email for person in first.people] == ["anna@example.org", "ben@example.org"]
    assert [entry.is_tentative for entry in told] == [False, True, False]
    assert [entry.all_day for entry in told] == [False, False, True]
    (request,) = asked
    assert request.query["singleEvents"] == "true"
    assert request.query["timeMin"] == "2026-11-26T00:00:00+01:00"
    assert request.method == "GET"


@pytest.mark.parametrize(
    ("answering", "error"),
    [
        (lambda _: web.json_response({"error": {"code": 403}}, status=403), SignInNeededError),
        (lambda _: web.json_response({}, status=503), MailboxUnavailableError),
        (lambda _: web.Response(text="<html>"), MailboxUnavailableError),
        (lambda _: web.json_response({"items": "none"}), MailboxUnavailableError),
        (lambda _: web.Response(text='{"items": [' + " " * 2_100_000 + "]}"), MailboxUnavailableError),
    ],
)
async def test_a_calendar_that_does_not_answer_is_an_error_that_says_nothing_of_it(answering: Answering, error: type[Exception]) -> None:
    async with calendar(answering, []) as found:
        with pytest.raises(error) as raised:
            await entries(found)
    assert "sam" not in str(raised.value)


async def test_a_grant_that_was_taken_back_asks_for_a_new_sign_in() -> None:
    async with calendar(events, [], fetched="") as found:
        with pytest.raises(SignInNeededError):
            await entries(found)
