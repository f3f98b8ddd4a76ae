"""Marks at any times over ten days, in any order, against the plainest model that can be thought of: a dictionary."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from briefing.mail import MailId, MailStatus, Mark
from briefing.mail_action import ON_MAILS
from inbox.ledger.sql_ledger import SqlLedger
from storage.database import Database
from tests.randomness import times
from tests.storage.migrated import migrated

pytestmark = [pytest.mark.slow, pytest.mark.random]

START = datetime(2026, 2, 26, 23, 58, tzinfo=UTC)
MAILS = [MailId(f"work:{n}") for n in range(6)]
TEN_DAYS_S = 10 * 24 * 3600

# Close to each other, a week apart, or anywhere: expiry is decided by minutes, and so are ties.
seconds = st.one_of(
    st.integers(0, TEN_DAYS_S), st.integers(0, 300), st.builds(lambda s: s + 7 * 24 * 3600, st.integers(-120, 120)).filter(lambda s: s >= 0)
)
marks = st.builds(
    Mark,
    mail_id=st.sampled_from(MAILS),
    status=st.sampled_from(MailStatus),
    action=st.sampled_from([None, *ON_MAILS]),
    at=seconds.map(lambda s: START + timedelta(seconds=s)),
)
batches = st.lists(st.lists(marks, max_size=4), max_size=8)
users = (f"user {n}" for n in count())


@pytest.fixture
async def ledger(tmp_path: Path) -> AsyncIterator[SqlLedger]:
    url = f"sqlite:///{tmp_path}/aloud.db"
    await migrated(url)
    async with Database(url) as database:
        yield SqlLedger(database)


def whole_minute(at: datetime) -> datetime:
    return at.replace(second=0, microsecond=0)


def model(written: list[Mark], now: datetime) -> dict[MailId, Mark]:
    newest: dict[MailId, Mark] = {}
    for one in written:
        at = whole_minute(one.at)
        if one.mail_id not in newest or newest[one.mail_id].at <= at:
            newest[one.mail_id] = Mark(mail_id=one.mail_id, status=one.status, action=one.action, at=at)
    return {mail: one for mail, one in newest.items() if one.status is not MailStatus.PENDING and now - one.at < timedelta(days=7)}


@settings(
    max_examples=times(30, in_proofs=500), suppress_health_check=[HealthCheck.function_scoped_fixture]
)  # each example is another user
@given(batches=batches, later=st.lists(st.integers(0, TEN_DAYS_S), min_size=1, max_size=4), asked=st.sets(st.sampled_from(MAILS)))
async def test_the_ledger_remembers_what_a_dictionary_would(
    ledger: SqlLedger, batches: list[list[Mark]], later: list[int], asked: set[MailId]
) -> None:
    user = next(users)
    written: list[Mark] = []
    for batch in batches:
        await ledger.mark(user, batch)
        written += batch
    newest = max((one.at for one in written), default=START)
    heard = [whole_minute(one.at) for one in written if one.status not in {MailStatus.PENDING, MailStatus.NO_NEWS}]
    ends = [whole_minute(one.at) + timedelta(days=7) for one in written]
    moments = [newest + timedelta(seconds=s) for s in later] + ends + [end - timedelta(microseconds=1) for end in ends]
    for now in (moment for moment in moments if moment >= newest):
        expected = model(written, now)
        assert await ledger.records(user, now=now) == expected
        recall = await ledger.recall(user, sorted(asked), now=now)
        assert recall.marks == {mail: one for mail, one in expected.items() if mail in asked}
        assert recall.last_briefed_at == max(heard, default=None)
