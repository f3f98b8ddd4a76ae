"""Mails that are asleep: until the minute, over any time, each user's own."""

from datetime import UTC, datetime, timedelta

import pytest

from actions.changes.snoozes import Snooze, SnoozeStore
from briefing.mail import MailId
from storage.database import Database

pytest_plugins = ["tests.servers.both_databases"]

A, B, C = (MailId(f"work:{name}") for name in "abc")
NOW = datetime(2026, 3, 4, 8, 0, 20, tzinfo=UTC)
SOON = timedelta(minutes=1)


@pytest.fixture
def store(database: Database) -> SnoozeStore:
    return SnoozeStore(database)


async def test_a_mail_sleeps_until_the_minute_that_follows_and_is_due_from_then_on(store: SnoozeStore) -> None:
    until = NOW + timedelta(hours=2)
    wakes = await store.snooze("anna", A, until)
    assert wakes == until.replace(second=0) + SOON
    for at in (NOW, until, wakes - timedelta(microseconds=1)):
        assert (await store.sleeping("anna", at), await store.due("anna", at)) == (frozenset({A}), ())
    for at in (wakes, wakes + timedelta(days=4000)):
        assert (await store.sleeping("anna", at), await store.due("anna", at)) == (frozenset(), (Snooze(mail_id=A, until=wakes),))


async def test_a_full_minute_is_itself(store: SnoozeStore) -> None:
    assert await store.snooze("anna", A, NOW.replace(second=0)) == NOW.replace(second=0)


async def test_another_time_takes_the_place_of_the_first(store: SnoozeStore) -> None:
    await store.snooze("anna", A, NOW + timedelta(days=1))
    later = await store.snooze("anna", A, NOW + timedelta(days=30), was_read=True)
    assert await store.of("anna", A) == Snooze(mail_id=A, until=later, was_read=True)


async def test_the_longest_awake_come_first_and_what_was_heard_is_not_due_again(store: SnoozeStore) -> None:
    for mail, days in ((A, 2), (B, 1), (C, 5)):
        await store.snooze("anna", mail, NOW + timedelta(days=days))
    after = NOW + timedelta(days=3)
    assert [snooze.mail_id for snooze in await store.due("anna", after)] == [B, A]
    assert await store.wake("anna", [B, MailId("work:never")]) == 1
    assert [snooze.mail_id for snooze in await store.due("anna", after)] == [A]
    assert await store.wake("anna", []) == 0


async def test_users_sleep_apart_and_are_forgotten_apart(store: SnoozeStore) -> None:
    for user in ("anna", "annabel"):
        await store.snooze(user, A, NOW + timedelta(days=1))
    assert await store.forget("anna") == 1
    assert (await store.of("anna", A), await store.sleeping("annabel", NOW)) == (None, frozenset({A}))


async def test_a_mail_with_a_new_id_sleeps_on(store: SnoozeStore) -> None:
    wakes = await store.snooze("anna", A, NOW + timedelta(days=1), was_read=True)
    await store.renamed("anna", A, B)
    assert (await store.of("anna", A), await store.of("anna", B)) == (None, Snooze(mail_id=B, until=wakes, was_read=True))
