"""The meetings of the day, and what is known for each: who comes, what was last written with them, what they asked.

What was found is stored as items, each with its meeting, so that an answer later loads only what it needs.
"""

import asyncio
from collections.abc import Sequence, Set
from datetime import datetime

from briefing.mail import Address, Envelope, MailText
from briefing.mail_query import MailQuery
from briefing.speech.content.names import spoken_name
from briefing.speech.content.summary import summary
from briefing.speech.content.topics import subject_of
from briefing.speech.wording.ages import spoken_age
from briefing.speech.wording.counts import sentence_start
from briefing.speech.wording.quoting import finished, said, titled
from briefing.words import split_words
from correspondence.briefing_mail.material import Meeting, Research
from inbox.unified import UnifiedInbox
from providers.calendars.calendar import Calendar, CalendarEntry
from providers.mailbox import MailboxError

MOST_MEETINGS = 12
MOST_PEOPLE = 3
"""Of a meeting, about whom something is looked up."""
MOST_LOOKED_AT = 5
AT_ONCE = 3
_WITHIN_S = 60.0


async def meetings_of(
    calendars: Sequence[Calendar], inbox: UnifiedInbox, since: datetime, until: datetime, *, now: datetime, own: Set[str]
) -> tuple[tuple[Meeting, ...], bool]:
    """Those of all calendars, the earliest first, and whether one of them did not answer. One that stands in two counts once."""
    entries, is_away = list[CalendarEntry](), False
    for calendar in calendars:
        try:
            async with asyncio.timeout(_WITHIN_S):
                entries += await calendar.entries(since, until)
        except (MailboxError, TimeoutError):
            is_away = True
    unique = {(entry.key or entry.title, entry.starts_at): entry for entry in reversed(entries)}
    ordered = sorted(unique.values(), key=lambda entry: (not entry.all_day, entry.starts_at, entry.title))[:MOST_MEETINGS]
    looking = asyncio.Semaphore(AT_ONCE)

    async def known(entry: CalendarEntry) -> Meeting:
        async with looking:
            return _meeting(entry, await _research(entry, inbox, now=now, own=own))

    return tuple(await asyncio.gather(*map(known, ordered))), is_away


def _meeting(entry: CalendarEntry, research: tuple[Research, ...]) -> Meeting:
    return Meeting(
        key=entry.key,
        title=entry.title,
        starts_at=entry.starts_at,
        ends_at=entry.ends_at if entry.ends_at > entry.starts_at else None,
        all_day=entry.all_day,
        with_=tuple(spoken_name(person) for person in entry.people),
        place=entry.place,
        is_tentative=entry.is_tentative,
        research=research,
    )


async def _research(entry: CalendarEntry, inbox: UnifiedInbox, *, now: datetime, own: Set[str]) -> tuple[Research, ...]:
    people = [person for person in entry.people if person.email and person.email not in own][:MOST_PEOPLE]
    found = [await _last_from(person, inbox) for person in people]
    title = entry.title or "a meeting without a title"
    return tuple(
        Research(name=f"What {spoken_name(person)} last wrote", meeting=title, text=last_written(person, *mail, now=now))
        for person, mail in zip(people, found, strict=True)
        if mail is not None
    )


async def _last_from(person: Address, inbox: UnifiedInbox) -> tuple[Envelope, MailText | None] | None:
    """The newest mail of exactly this address; none of somebody who only bears the name."""
    query = MailQuery(sender=tuple((word,) for word in split_words(person.email.partition("@")[0])))
    if not query.asks_for_something:
        return None
    looked = await inbox.search(query, limit=MOST_LOOKED_AT)
    envelope = next((each for each in looked.newest if each.sender.email == person.email and not each.invitation), None)
    if envelope is None:
        return None
    try:
        return envelope, await inbox.text(envelope.mail_id)
    except MailboxError:
        return envelope, None


def last_written(person: Address, envelope: Envelope, text: MailText | None, *, now: datetime) -> str:
    """`Anna Keller last wrote about "Budget", from Tuesday: "Can you send the figures?"` In the mail's own words, which are quoted."""
    found = summary(envelope, text, now=now)
    words = found.question or found.sentence
    title = subject_of(envelope.subject).title
    about = f" about {titled(title)}" if title else ""
    told = f"{spoken_name(person)} last wrote{about}, {spoken_age(envelope.received_at, now)}"
    return sentence_start(f"{told}: {said(words)}" if words else finished(told))
