import asyncio
import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from briefing.mail import MailStatus
from inbox.ledger.marks import MarkWriter
from inbox.ledger.sql_ledger import SqlLedger
from storage.database import Database
from tests.inbox.ledger_contract import NOW, USER, mark, withdrawn
from tests.storage.migrated import migrated


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    url = f"sqlite:///{tmp_path}/aloud.db"
    await migrated(url)
    async with Database(url, busy_timeout_s=0.01) as database:
        yield database


def writer(database: Database) -> MarkWriter:
    return MarkWriter(SqlLedger(database), USER, first_pause_s=0.02)


async def test_marks_are_stored_in_order_without_waiting(database: Database) -> None:
    async with writer(database) as marks:
        for _ in range(50):
            marks.put([mark("work:1"), mark("work:2")])
            marks.put([withdrawn("work:1")])
        marks.put([mark("work:1", MailStatus.SKIPPED)])
        assert await marks.drain() == 0
        expected = {"work:1": mark("work:1", MailStatus.SKIPPED), "work:2": mark("work:2")}
        assert await SqlLedger(database).records(USER, now=NOW) == expected


async def test_closing_stores_what_was_put(database: Database) -> None:
    async with writer(database) as marks:
        marks.put([mark("work:1")])
    assert set(await SqlLedger(database).records(USER, now=NOW)) == {"work:1"}


async def test_nothing_put_means_nothing_to_wait_for(database: Database) -> None:
    async with writer(database) as marks:
        marks.put([])
        assert await asyncio.wait_for(marks.drain(), 1) == 0


async def test_a_refused_write_is_tried_again_with_the_newest_mark_of_each_mail(database: Database) -> None:
    async with writer(database) as marks:
        async with database.session():
            marks.put([mark("work:1")])
            assert await marks.drain(within_s=0.1) == 1
            marks.put([mark("work:2"), mark("work:1", MailStatus.SKIPPED)])
            assert await marks.drain(within_s=0.1) == 2
        assert await marks.drain() == 0
        expected = {"work:1": mark("work:1", MailStatus.SKIPPED), "work:2": mark("work:2")}
        assert await SqlLedger(database).records(USER, now=NOW) == expected


async def test_a_mark_that_can_never_be_written_is_counted_and_does_not_end_the_writer(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async with writer(database) as marks:
        marks.put([mark("work:secret", at=NOW.replace(tzinfo=None))])
        assert await marks.drain(within_s=0.1) == 1
        with caplog.at_level(logging.ERROR):
            await marks.aclose(within_s=0.1)
    assert [record.message for record in caplog.records if record.levelno == logging.ERROR] == ["marks lost"]
    assert "secret" not in caplog.text
