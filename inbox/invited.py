"""A calendar out of the mailbox: the invitations and calendar files in a user's mail, for whoever has connected no other.

Only who invited to a meeting can move or cancel it: what another sender says of the same meeting is another meeting.
"""

from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime, timedelta, tzinfo

from briefing.mail import Envelope
from briefing.mail_query import CALENDAR_FILE, MailQuery
from briefing.words import split_words
from inbox.unified import UnifiedInbox
from providers.calendars.calendar import CalendarEntry
from providers.calendars.ics import IcsMeeting, read_ics
from providers.mailbox import MailboxError
from providers.mime.attached_text import calendar_texts

INVITED_WITHIN = timedelta(days=120)
"""How old an invitation may be: those of repeated meetings came long ago."""
MOST_READ = 60
MOST_NEWS = 5
MOST_MEETINGS = 12
_TITLE_WORDS = 4


@dataclass(slots=True)
class InvitedCalendar:
    """Implements `Calendar`. `own` are the user's addresses, and `zone` theirs for hours that name none."""

    inbox: UnifiedInbox
    zone: tzinfo
    own: Set[str] = field(default_factory=frozenset, repr=False)

    async def entries(self, since: datetime, until: datetime) -> Sequence[CalendarEntry]:
        """As `Calendar`. An account that is away is missing from it, as it is from the briefing."""
        earliest = since - INVITED_WITHIN
        asked = await self.inbox.search(MailQuery(file_type=CALENDAR_FILE, attachment=True, since=earliest), limit=MOST_READ)
        told = await self._read(asked.newest)
        first = _taking_place(told, since, until)[:MOST_MEETINGS]
        if not first:
            return ()
        # A mail that cancels or moves a meeting asks nothing and may not be found as an invitation: its subject names the meeting.
        titles = dict.fromkeys(entry.title for entry in first if entry.title.strip())
        seen = {envelope.mail_id for envelope in asked.newest}
        for title in titles:
            words = tuple((word,) for word in split_words(title)[:_TITLE_WORDS])
            found = await self.inbox.search(MailQuery(words=words, since=earliest), limit=MOST_NEWS)
            told += await self._read(envelope for envelope in found.newest if envelope.mail_id not in seen)
            seen |= {envelope.mail_id for envelope in found.newest}
        return _taking_place(told, since, until)[:MOST_MEETINGS]

    async def _read(self, envelopes: Iterable[Envelope]) -> list[tuple[str, datetime, IcsMeeting]]:
        """Each event with the address that sent it, and when."""
        found = []
        for envelope in envelopes:
            try:
                raw = await self.inbox.original(envelope.mail_id)
            except MailboxError:
                continue
            meetings = (meeting for text in calendar_texts(raw) for meeting in read_ics(text, zone=self.zone, own=self.own))
            found += [(envelope.sender.email, envelope.received_at, meeting) for meeting in meetings if not meeting.is_reply]
        return found


def _taking_place(told: Iterable[tuple[str, datetime, IcsMeeting]], since: datetime, until: datetime) -> list[CalendarEntry]:
    """What takes place by the newest word on each meeting, and on each day of it that has a word of its own."""
    newest: dict[tuple[str, str, datetime | None], IcsMeeting] = {}
    for sender, _, meeting in sorted(told, key=lambda each: (each[2].sequence, each[1])):
        newest[sender, meeting.uid, meeting.replaces] = meeting
    replaced = {(sender, uid): {day for of, other, day in newest if (of, other) == (sender, uid) and day} for sender, uid, _ in newest}
    found = [
        entry
        for (sender, uid, day), meeting in newest.items()
        if not meeting.is_cancelled
        for entry in meeting.days(since, until)
        if day is not None or entry.starts_at not in replaced[sender, uid]
    ]
    return sorted(found, key=lambda entry: (entry.starts_at, entry.title))
