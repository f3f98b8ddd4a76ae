"""What follows from a change of the user's mail: the ledger knows it, and so does whoever watches."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from actions.changes.undo import Wanted
from briefing.mail import MailId, MailStatus, Mark, mail_id
from briefing.mail_action import ON_MAILS, TIER_OF, MailAction, Tier
from inbox.carrying_out import ActionDone, ActionTakenBack, MailActions, MailGone, MailNews
from inbox.ledger.marks import MarkWriter
from inbox.ledger.sql_ledger import SqlLedger
from providers.mailbox import MailboxUnavailableError
from providers.mailbox_writing import Change, Receipt
from storage.database import Database
from tests.actions.acting import Acting, all_of, embedded
from tests.actions.changes.test_changing import Mailbox

GONE = mail_id("work", "gone")


class Watching:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.news: list[MailNews] = []

    def mail_changed(self, news: MailNews) -> None:
        self.news.append(news)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with embedded(tmp_path) as database:
        yield database


class World:
    """One user's mail, with nobody on the line."""

    def __init__(self, database: Database, marks: MarkWriter, mailbox: Mailbox, watcher: Watching | None = None) -> None:
        self.acting = Acting(database, {"work": mailbox})
        self.marks = marks
        self.ledger = SqlLedger(database)
        self.actions = MailActions(
            changer=self.acting.changer, undo=self.acting.undoing, marks=marks, now=self.acting.clock, watcher=watcher
        )

    async def do(self, action: MailAction, *mails: MailId) -> None:
        await all_of(self.actions.carry_out(self.acting.granted(action, mails), action, mails))

    async def take_back(self, *mails: MailId) -> None:
        await self.actions.take_back(self.acting.granted(MailAction.UNDO, mails), Wanted(count=len(mails)))

    async def known(self) -> dict[MailId, tuple[MailStatus, MailAction | None]]:
        assert await self.marks.drain() == 0
        return {mail: (mark.status, mark.action) for mail, mark in (await self.ledger.records("anna", now=self.acting.clock())).items()}


async def test_without_a_call_the_ledger_knows_what_was_done_and_what_was_taken_back(database: Database) -> None:
    mailbox = Mailbox()
    one, two = mailbox.add("one", "two")
    async with MarkWriter(SqlLedger(database), "anna") as marks:
        world = World(database, marks, mailbox)
        await world.do(MailAction.ARCHIVE, one, two)
        archived = (MailStatus.ACTIONED, MailAction.ARCHIVE)
        assert await world.known() == {one: archived, two: archived}
        assert len(await world.acting.entries()) > 0
        await world.take_back(one, two)
        assert await world.known() == {}


@pytest.mark.parametrize("action", [MailAction.FLAG, MailAction.MARK_UNREAD, MailAction.LABEL])
async def test_what_left_a_mail_in_the_briefing_leaves_it_heard_when_it_is_undone(database: Database, action: MailAction) -> None:
    mailbox = Mailbox()
    (one,) = mailbox.add("one")
    async with MarkWriter(SqlLedger(database), "anna") as marks:
        world = World(database, marks, mailbox)
        marks.put([Mark(mail_id=one, status=MailStatus.BRIEFED, at=world.acting.clock())])
        await world.do(action, one)
        await world.take_back(one)
        assert await world.known() == {one: (MailStatus.BRIEFED, None)}


async def test_a_flag_leaves_a_mail_to_be_told(database: Database) -> None:
    mailbox = Mailbox()
    (one,) = mailbox.add("one")
    async with MarkWriter(SqlLedger(database), "anna") as marks:
        world = World(database, marks, mailbox)
        await world.do(MailAction.FLAG, one)
        assert await world.known() == {}


async def test_who_watches_is_told_of_each_mail_what_became_of_it(database: Database) -> None:
    mailbox, watching = Mailbox(), Watching()
    one, two = mailbox.add("one", "two")
    async with MarkWriter(SqlLedger(database), "anna") as marks:
        world = World(database, marks, mailbox, watching)
        await world.do(MailAction.FLAG, one)
        await world.do(MailAction.ARCHIVE, one, GONE)
        await world.do(MailAction.ARCHIVE, two)
        await world.take_back(two)
        told = [(type(news), news.mail, getattr(news, "kind", None)) for news in watching.news]
        assert told == [
            (ActionDone, one, MailAction.FLAG),
            (ActionDone, one, MailAction.ARCHIVE),
            (MailGone, GONE, None),
            (ActionDone, two, MailAction.ARCHIVE),
            (ActionTakenBack, two, MailAction.ARCHIVE),
        ]
        assert set(await world.known()) == {one}


async def test_what_was_so_already_counts_as_done_and_what_failed_as_nothing(database: Database) -> None:
    mailbox, watching = Mailbox(), Watching()
    one, two = mailbox.add("one", "two")

    async def refuses(_: Change) -> Receipt:
        raise MailboxUnavailableError("away")

    async with MarkWriter(SqlLedger(database), "anna") as marks:
        world = World(database, marks, mailbox, watching)
        await world.do(MailAction.MARK_UNREAD, one)
        mailbox.instead = refuses
        await world.do(MailAction.ARCHIVE, two)
        assert [(type(news), news.mail) for news in watching.news] == [(ActionDone, one)]
        assert await world.known() == {}


def test_every_action_on_mails_is_written_with_a_letter_of_its_own_and_can_be_taken_back() -> None:
    assert len({its.code for its in ON_MAILS.values()}) == len(ON_MAILS)
    assert set(ON_MAILS) == {action for action, tier in TIER_OF.items() if tier is Tier.REVERSIBLE} - {MailAction.UNDO}
