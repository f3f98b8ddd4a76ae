"""Whoever dies after a change of the mailbox, and before anything says so: the next one writes it down."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from actions.changes.change_rows import WaitingEntry
from actions.changes.entries import ChangeOutcome, written
from actions.changes.journal import Journal
from briefing.mail_action import MailAction
from correspondence.kept.kinds_of_letter_work import lane_of
from correspondence.processor import answer_correspondence
from correspondence.wishing.hands import Hands, UserDesk
from inbox.carrying_out import MailActions
from inbox.ledger.marks import MarkWriter
from providers.durable.work_lanes import WorkLanes
from providers.mailbox_writing import Change, Receipt
from providers.maildir import MaildirWriter, maildir_account
from session.acting import ActingParts, acting_of
from session.opening.sending_due import writing_vault
from storage.database import Database
from tests.actions.acting import an_entry
from tests.correspondence.exchange.post_office import ANNA, OWN, PostOffice, post_office

pytest_plugins = ["tests.servers.both_databases"]


class DiedError(BaseException):
    """The end of a process."""


class DiesAfterTheChange(MaildirWriter):
    async def apply(self, change: Change) -> Receipt:
        await super().apply(change)
        raise DiedError


@pytest.fixture
async def office(migrated_url: str, tmp_path: Path) -> AsyncIterator[PostOffice]:
    async with post_office(tmp_path, migrated_url) as opened:
        await opened.send()
        await opened.work()
        opened.reply("2 archive")
        opened.clock.forward(seconds=31)
        (watch,) = [each for each in await opened.due.due() if each.startswith("replies:")]
        await opened.due.work(watch)
        yield opened


def one_that_dies(office: PostOffice) -> ActingParts:
    writer = DiesAfterTheChange(office.folder, account=maildir_account(office.folder))
    return ActingParts(
        writers={office.account: writer},
        senders=office.parts.posting.senders,
        database=office.database,
        vault=writing_vault(office.settings),
        own_addresses=frozenset({OWN}),
        hold_s=0,
        clock=lambda: 0.0,
    )


async def answered_by_one_that_dies(office: PostOffice) -> None:
    acting = one_that_dies(office)

    @asynccontextmanager
    async def desk(user_id: str) -> AsyncIterator[UserDesk]:
        async with office.parts.open_desk(user_id) as opened, MarkWriter(opened.ledger, user_id) as marks:

            def hands() -> Hands:
                made = acting_of(acting, user_id, call_id="mail", now=office.clock)
                actions = MailActions(changer=made.changer, undo=made.undo, marks=marks, now=office.clock)
                return replace(opened.hands(), consent=made.consent, actions=actions)

            yield replace(opened, hands=hands)

    found = await office.now()
    async with WorkLanes(office.database, now=office.clock).working(lane_of(found.correspondence_id)) as lane:
        assert lane is not None
        with pytest.raises(DiedError):
            await answer_correspondence(replace(office.parts, open_desk=desk), lane, found.correspondence_id)


async def outcomes(office: PostOffice) -> list[ChangeOutcome]:
    entries = await Journal(office.database).entries(ANNA)
    return [each.outcome for each in reversed(entries) if each.action is MailAction.ARCHIVE]


async def test_a_change_that_nothing_said_anything_of_is_in_the_journal_once_the_reply_is_answered(office: PostOffice) -> None:
    await answered_by_one_that_dies(office)
    assert office.is_in(2, ".Archive")
    assert await outcomes(office) == [ChangeOutcome.INTENDED]
    await office.work()
    assert "Archived." in office.texts[-1]
    assert await outcomes(office) == [ChangeOutcome.INTENDED, ChangeOutcome.DONE]


async def test_entries_that_waited_on_this_machine_are_delivered_with_the_next_answer_whosever_they_are(office: PostOffice) -> None:
    """They wait where the shared database took too long to take them, and no call is there that would look for them."""
    async with Database(office.settings.local_database_url) as local, local.session() as session:
        session.add(WaitingEntry(user_id="ben", entry=json.dumps(written(an_entry("work:1")))))
    await office.work()
    assert "Archived." in office.texts[-1]
    assert [each.mail_id for each in await Journal(office.database).entries("ben")] == ["work:1"]
