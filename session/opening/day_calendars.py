"""The calendars of a user, for their day: Google's where it is switched on and allowed, and the invitations in their mail."""

from collections.abc import AsyncIterator, Sequence, Set
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import tzinfo

from inbox.invited import InvitedCalendar
from inbox.unified import UnifiedInbox
from providers.calendars.calendar import Calendar
from providers.google.client import READ_CALENDAR, GoogleClient
from providers.google.google_calendar import GoogleCalendar
from providers.settings import Settings
from session.opening.connected_accounts import ConnectedAccounts
from session.opening.sending_due import account_store
from storage.database import Database


@asynccontextmanager
async def calendars_of(
    settings: Settings, user_id: str, inbox: UnifiedInbox, *, zone: tzinfo, own: Set[str]
) -> AsyncIterator[Sequence[Calendar]]:
    """A meeting that stands in several is told by the first of them."""
    async with AsyncExitStack() as stack:
        found: list[Calendar] = []
        if settings.aloud_google_calendar:
            database = await stack.enter_async_context(Database(settings.shared_database_url))
            store, client = account_store(settings, database), GoogleClient.of(settings)
            accounts = await stack.enter_async_context(ConnectedAccounts(store, client, user_id))
            for one in accounts.opened:
                if READ_CALENDAR in one.access.grant.scopes:
                    google = GoogleCalendar(one.access, url=settings.aloud_google_calendar_url, zone=zone, own=own)
                    found.append(await stack.enter_async_context(google))
        yield [*found, InvitedCalendar(inbox, zone, own)]
