"""What sleeps is left out of every briefing, and comes back when it is due: once, whatever the ledger knows, and in a later call too."""

from collections.abc import AsyncIterator, Collection, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from actions.changes.snoozes import SnoozeStore
from briefing.agenda import Agenda, MailRef, ReasonKind
from briefing.mail import REMEMBERED_FOR, MailId, MailStatus, Mark, Preferences
from inbox.arrivals.incoming import Incoming
from inbox.arrivals.snoozed import SnoozedMails
from inbox.listing.pipeline import BriefingPipeline
from inbox.unified import UnifiedInbox
from storage.database import Database
from tests.actions.acting import embedded
from tests.inbox.memory_ledger import MemoryLedger
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mails
from tests.servers.ports import free_port

USER = "anna"
TOMORROW = NOON + timedelta(days=1)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with embedded(tmp_path) as database:
        yield database


def refs(agenda: Agenda) -> dict[MailId, MailRef]:
    return {ref.mail_id: ref for topic in agenda.topics for ref in topic.mails}


class Calls:
    """One inbox of three unread mails, and a call now and then."""

    def __init__(self, database: Database) -> None:
        self.store = SnoozeStore(database)
        self.mailbox = MemoryMailbox("work", new_mails(3))
        self.first, self.second, self.third = (mail.mail_id for mail in new_mails(3))
        self.ledger = MemoryLedger()

    async def call(self, at: datetime) -> dict[MailId, MailRef]:
        """What its agenda holds."""
        inbox = UnifiedInbox([self.mailbox])
        snoozed = SnoozedMails(self.store, USER)
        pipeline = BriefingPipeline(inbox=inbox, ledger=self.ledger, preferences=Preferences(), user_id=USER, snoozed=snoozed)
        agenda = (await pipeline.first_look(at)).agenda
        await pipeline.aclose()
        await inbox.aclose()
        return refs(agenda)

    async def heard(self, mail: MailId, at: datetime) -> None:
        await self.ledger.mark(USER, [Mark(mail_id=mail, status=MailStatus.BRIEFED, at=at)])


@pytest.fixture
def calls(database: Database) -> Calls:
    return Calls(database)


async def test_what_sleeps_is_left_out_and_comes_back_with_its_reason_when_it_is_due(calls: Calls) -> None:
    await calls.heard(calls.first, NOON)
    await calls.store.snooze(USER, calls.first, TOMORROW)
    await calls.store.snooze(USER, calls.second, TOMORROW)
    assert set(await calls.call(NOON + timedelta(hours=1))) == {calls.third}
    back = await calls.call(TOMORROW)
    assert set(back) == {calls.first, calls.second, calls.third}
    for mail in (calls.first, calls.second):
        assert ReasonKind.ASKED_AGAIN in {reason.kind for reason in back[mail].reasons}
        assert back[mail].important
    assert ReasonKind.ASKED_AGAIN not in {reason.kind for reason in back[calls.third].reasons}


async def test_a_call_that_breaks_off_before_it_was_heard_loses_nothing_and_once_heard_it_is_over(calls: Calls) -> None:
    await calls.store.snooze(USER, calls.first, TOMORROW)
    for _ in range(2):
        assert calls.first in await calls.call(TOMORROW)
    await calls.heard(calls.first, TOMORROW + timedelta(minutes=1))
    assert calls.first not in await calls.call(TOMORROW + timedelta(minutes=2))
    assert await calls.store.forget(USER) == 0


@pytest.mark.parametrize("days", [6, 8, 400])
async def test_it_sleeps_and_comes_back_beyond_what_the_ledger_remembers(calls: Calls, days: int) -> None:
    await calls.heard(calls.first, NOON)
    until = await calls.store.snooze(USER, calls.first, NOON + timedelta(days=days))
    assert calls.first not in await calls.call(until - timedelta(minutes=1))
    back = await calls.call(until + REMEMBERED_FOR)
    assert ReasonKind.ASKED_AGAIN in {reason.kind for reason in back[calls.first].reasons}


async def test_a_mail_that_is_gone_or_was_read_elsewhere_does_not_come_back(calls: Calls) -> None:
    for mail in (calls.first, calls.second):
        await calls.store.snooze(USER, mail, TOMORROW)
    calls.mailbox.lose(calls.first)
    calls.mailbox.read_elsewhere(calls.second)
    assert set(await calls.call(TOMORROW)) == {calls.third}


async def test_a_mail_that_was_read_when_it_was_put_off_comes_back_unless_it_is_gone(calls: Calls) -> None:
    for mail in (calls.first, calls.second):
        calls.mailbox.read_elsewhere(mail)
        await calls.store.snooze(USER, mail, TOMORROW, was_read=True)
    calls.mailbox.lose(calls.second)
    assert set(await calls.call(NOON)) == {calls.third}
    assert set(await calls.call(TOMORROW)) == {calls.first, calls.third}


async def test_with_the_store_away_a_briefing_goes_on(calls: Calls) -> None:
    async with Database(f"postgresql://aloud@127.0.0.1:{free_port()}/aloud") as nowhere:
        calls.store = SnoozeStore(nowhere)
        assert set(await calls.call(TOMORROW)) == {calls.first, calls.second, calls.third}


async def test_what_falls_due_during_a_call_joins_as_an_arrival_although_the_ledger_knows_it(calls: Calls) -> None:
    await calls.heard(calls.first, NOON)
    await calls.store.snooze(USER, calls.first, TOMORROW)
    inbox, snoozed, incoming = UnifiedInbox([calls.mailbox]), SnoozedMails(calls.store, USER), Incoming()

    async def known(mails: Sequence[MailId]) -> Collection[MailId]:
        return (await calls.ledger.recall(USER, mails, now=TOMORROW)).marks

    assert [page async for page in inbox.unread()]
    assert await snoozed.look(TOMORROW - timedelta(minutes=1)) == frozenset()
    assert snoozed.asleep == {calls.first}
    woken = await snoozed.look(TOMORROW)
    assert woken == {calls.first}
    incoming.wake(woken)
    await incoming.read(inbox, known)
    assert [happening.mail_id for happening in incoming.take()] == [calls.first]
    assert await snoozed.look(TOMORROW + timedelta(minutes=1)) == frozenset()
    await incoming.read(inbox, known)
    assert incoming.take() == ()
    await inbox.aclose()
