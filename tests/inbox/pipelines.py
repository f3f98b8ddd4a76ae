"""Pipelines over mailboxes in memory, and what their agendas hold."""

from dataclasses import replace
from datetime import timedelta

from briefing.agenda import Agenda
from briefing.mail import Address, Envelope, MailId, MailStatus, Mark, Preferences, account_of, mail_id
from briefing.tracking.tracker import BriefingSessionTracker
from briefing.triage.scoring import Signals
from inbox.listing.first_look import FirstLook, PipelineOptions
from inbox.listing.pipeline import BriefingPipeline
from inbox.unified import UnifiedInbox
from tests.inbox.memory_ledger import MemoryLedger
from tests.inbox.memory_mailbox import NOON, OWN_ADDRESS, MemoryMailbox, new_mails

USER = "robin"


def pipeline_over(
    *mailboxes: MemoryMailbox,
    ledger: MemoryLedger | None = None,
    options: PipelineOptions | None = None,
    preferences: Preferences | None = None,
    inbox: UnifiedInbox | None = None,
) -> BriefingPipeline:
    return BriefingPipeline(
        inbox=inbox or UnifiedInbox(mailboxes, timeout_s=10, greeting_timeout_s=4),
        ledger=ledger or MemoryLedger(),
        preferences=preferences or Preferences(own_addresses=frozenset({OWN_ADDRESS})),
        user_id=USER,
        options=options,
    )


async def all_agendas(pipeline: BriefingPipeline) -> tuple[FirstLook, list[Agenda]]:
    look = await pipeline.first_look(NOON)
    return look, [look.agenda, *[agenda async for agenda in pipeline.refinements(NOON)]]


async def last_agenda(pipeline: BriefingPipeline) -> Agenda:
    return (await all_agendas(pipeline))[1][-1]


def mails_of(agenda: Agenda) -> list[MailId]:
    return [mail.mail_id for topic in agenda.topics for mail in topic.mails]


def loaded_of(agenda: Agenda, slug: str) -> list[MailId]:
    refs = [ref for topic in agenda.topics for ref in topic.mails]
    return [ref.mail_id for ref in refs if ref.loaded and account_of(ref.mail_id) == slug]


def ids(slug: str, *names: str) -> list[MailId]:
    return [mail_id(slug, name) for name in names]


def loaded_in(agenda: Agenda) -> int:
    return sum(mail.loaded for topic in agenda.topics for mail in topic.mails)


def mark(mail: MailId, status: MailStatus = MailStatus.BRIEFED, *, days_ago: float = 1) -> Mark:
    return Mark(mail_id=mail, status=status, at=NOON - timedelta(days=days_ago))


async def ledger_with(*marks: Mark) -> MemoryLedger:
    ledger = MemoryLedger()
    await ledger.mark(USER, marks)
    return ledger


def varied_mails(number: int, *, slug: str = "work") -> list[Envelope]:
    """Newest first: threads, newsletters, machines, mail that is flagged, important or for the user alone."""
    kinds = [
        lambda mail: replace(mail, flagged=True),
        lambda mail: replace(mail, important=True),
        lambda mail: replace(mail, to=(Address(email=OWN_ADDRESS),)),
        lambda mail: replace(mail, bulk=True, list_id=f"news{int(mail.subject.split()[1]) % 3}.example"),
        lambda mail: replace(mail, automatic=True, sender=Address(name="Builds", email="builds@machines.example")),
    ]
    mails = []
    for place, mail in enumerate(new_mails(number, slug=slug)):
        kind = kinds[place % 11] if place % 11 < len(kinds) else None
        mails.append(kind(mail) if kind else mail)
    return mails


def signals_over(mails: list[Envelope], preferences: Preferences) -> Signals:
    return Signals(
        preferences=preferences,
        now=NOON,
        important=frozenset(mail.mail_id for mail in mails if mail.important),
        flagged=frozenset(mail.mail_id for mail in mails if mail.flagged),
        to_me=frozenset(mail.mail_id for mail in mails if any(address.email == OWN_ADDRESS for address in mail.to)),
        from_vips=frozenset(mail.mail_id for mail in mails if mail.sender.email in preferences.vips),
    )


def progress_of(tracker: BriefingSessionTracker) -> set[MailId]:
    """The mails that "next" alone reaches."""
    reached = set()
    while (mail := tracker.current()) is not None and mail.mail_id not in reached:
        reached.add(mail.mail_id)
        tracker.advance(at=NOON)
    return reached
