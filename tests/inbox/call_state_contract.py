"""What every `CallStateStore` promises. A test class for each store inherits this and brings its own `store` fixture."""

import asyncio
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from briefing.mail import MailId
from briefing.mail_action import MailAction
from briefing.tracking.snapshot import Snapshot
from briefing.tracking.tracker import BriefingSessionTracker
from inbox.saved_call.call_state import KEPT_FOR, CallStateStore, CallStateUnavailableError, SavedCall
from tests.briefing.tracker_agendas import agenda, m, ref, tracker
from tests.inbox.ledger_contract import ODD_USERS

NOW = datetime(2026, 3, 2, 8, 30, 15, 123_000, tzinfo=UTC)
USER = "anna"
SECOND = timedelta(seconds=1)


class Briefing:
    """A tracker that is saved as a call does it: the whole, each time under the next number."""

    def __init__(self, store: CallStateStore, call_id: str = "call 1", user: str = USER) -> None:
        self.store = store
        self.call_id = call_id
        self.user = user
        self.number = 0
        self.tracker = tracker([1, 2, 3], [4, 5, 6], [7, 8])

    async def save(self, *, now: datetime = NOW, began_at: datetime | None = None, ended: bool = False) -> bool:
        self.number += 1
        call = SavedCall(snapshot=self.tracker.snapshot(), saved_at=now, ended=ended, call_id=self.call_id)
        return await self.store.save(self.user, call, number=self.number, began_at=began_at)

    async def go_on(self, *, now: datetime = NOW) -> bool:
        self.tracker.advance(at=now)
        return await self.save(now=now)


async def begun(store: CallStateStore, call_id: str = "call 1", user: str = USER, now: datetime = NOW) -> Briefing:
    """A call that took over and saved where it stands."""
    await store.take_over(user, call_id, now=now)
    briefing = Briefing(store, call_id, user)
    assert await briefing.save(now=now)
    return briefing


async def left(store: CallStateStore, call_id: str = "next call", user: str = USER, now: datetime = NOW) -> SavedCall | None:
    return await store.take_over(user, call_id, now=now)


async def snapshot_left(store: CallStateStore, user: str = USER) -> Snapshot:
    saved = await left(store, user=user)
    assert saved is not None
    return saved.snapshot


class CallStateContract:
    async def test_nothing_is_left_for_a_new_user_who_owns_the_state_from_then_on(self, store: CallStateStore) -> None:
        assert await store.owner(USER) is None
        assert await store.take_over(USER, "call 1", now=NOW) is None
        assert await store.owner(USER) == "call 1"

    async def test_what_was_begun_is_left_with_its_call_and_time(self, store: CallStateStore) -> None:
        briefing = await begun(store)
        saved = await left(store, now=NOW + SECOND)
        assert saved == SavedCall(snapshot=briefing.tracker.snapshot(), saved_at=NOW, ended=False, call_id="call 1")

    async def test_what_was_saved_last_is_left_whatever_happened_to_the_mails(self, store: CallStateStore) -> None:
        briefing = await begun(store)
        one = briefing.tracker
        one.advance(at=NOW)
        assert await briefing.save()
        one.mark_actioned(m(2), MailAction.ARCHIVE, at=NOW)
        one.add_arrivals([ref(9)], accepted=True, label="New mail")
        assert await briefing.save()
        one.skip_topic(at=NOW)
        assert await briefing.save()
        one.go_back()
        one.refine(agenda([7, 8], [4, 5, 6, 10], [1, 2, 3]))
        assert await briefing.save(now=NOW + SECOND)
        saved = await left(store)
        assert saved is not None
        assert (saved.snapshot, saved.saved_at) == (one.snapshot(), NOW + SECOND)

    async def test_a_tracker_goes_on_from_what_was_left(self, store: CallStateStore) -> None:
        briefing = await begun(store)
        await briefing.go_on()
        await briefing.go_on()
        refs = {m(number): ref(number) for number in range(10)}
        restored = BriefingSessionTracker.from_snapshot(await snapshot_left(store), refs)
        assert restored.current() == briefing.tracker.current()

    async def test_what_was_left_stays_until_the_next_call_begins(self, store: CallStateStore) -> None:
        first = await begun(store)
        await first.go_on()
        for call_id in ("call 2", "call 3"):
            saved = await left(store, call_id)
            assert saved is not None
            assert (saved.snapshot, saved.call_id) == (first.tracker.snapshot(), "call 1")
        second = await begun(store, "call 4")
        saved = await left(store)
        assert saved is not None
        assert (saved.snapshot, saved.call_id) == (second.tracker.snapshot(), "call 4")

    async def test_a_call_that_was_taken_over_writes_nothing(self, store: CallStateStore) -> None:
        old = await begun(store)
        new = await begun(store, "call 2")
        assert not await old.go_on()
        assert not await old.save(ended=True)
        saved = await left(store)
        assert saved is not None
        assert (saved.snapshot, saved.ended, saved.call_id) == (new.tracker.snapshot(), False, "call 2")

    async def test_it_is_fenced_before_the_next_call_has_begun(self, store: CallStateStore) -> None:
        old = await begun(store)
        before = old.tracker.snapshot()
        await left(store, "call 2")
        assert not await old.go_on()
        assert await snapshot_left(store) == before

    async def test_of_saves_and_a_take_over_at_once_the_new_call_knows_of_all_that_were_stored(self, store: CallStateStore) -> None:
        """Whatever the order: a save either was in what the new call got, or was refused."""
        for attempt in range(10):
            old = await begun(store, f"old {attempt}")
            for _ in range(3):
                old.tracker.advance(at=NOW)
                await old.save()

            async def walk(briefing: Briefing) -> list[bool]:
                return [await briefing.go_on() for _ in range(4)]

            answers, saved = await asyncio.gather(walk(old), left(store, f"new {attempt}"))
            assert saved is not None
            stored = sum(answers)
            assert answers == [True] * stored + [False] * (4 - stored)
            assert len(saved.snapshot.history) == 3 + stored

    async def test_of_calls_that_take_over_at_once_one_owns_the_state(self, store: CallStateStore) -> None:
        calls = [f"call {number}" for number in range(5)]
        await asyncio.gather(*(store.take_over(USER, call, now=NOW) for call in calls))
        answers = await asyncio.gather(*(Briefing(store, call).save() for call in calls))
        owner = await store.owner(USER)
        assert [call for call, answer in zip(calls, answers, strict=True) if answer] == [owner]

    async def test_a_write_that_arrives_after_a_newer_one_changes_nothing(self, store: CallStateStore) -> None:
        briefing = await begun(store)
        late = SavedCall(snapshot=briefing.tracker.snapshot(), saved_at=NOW + SECOND, ended=True, call_id="call 1")
        assert await briefing.go_on()
        assert await store.save(USER, late, number=1)
        assert await store.save(USER, late, number=2)
        saved = await left(store)
        assert saved == SavedCall(snapshot=briefing.tracker.snapshot(), saved_at=NOW, ended=False, call_id="call 1")

    async def test_where_nobody_owns_the_state_the_call_that_saves_does(self, store: CallStateStore) -> None:
        briefing = await begun(store)
        await store.forget(USER)
        assert await briefing.go_on()
        assert await store.owner(USER) == "call 1"
        assert await snapshot_left(store) == briefing.tracker.snapshot()

    async def test_a_call_that_could_not_take_over_when_it_began_makes_up_for_that(self, store: CallStateStore) -> None:
        await begun(store, "earlier", now=NOW - SECOND)
        late = Briefing(store, "late")
        assert not await late.save()
        assert await late.save(now=NOW + SECOND, began_at=NOW)
        assert await store.owner(USER) == "late"
        assert await late.go_on()

    async def test_but_not_at_the_cost_of_a_newer_call(self, store: CallStateStore) -> None:
        newer = await begun(store, "newer", now=NOW + SECOND)
        assert not await Briefing(store, "late").save(now=NOW + 2 * SECOND, began_at=NOW)
        assert await newer.go_on()

    async def test_of_two_late_calls_the_newer_prevails_in_whatever_order_they_come(self, store: CallStateStore) -> None:
        for user, first, second in (("anna", 0, 1), ("ben", 1, 0)):
            for place in (first, second):
                await Briefing(store, f"late {place}", user).save(now=NOW + 9 * SECOND, began_at=NOW + place * SECOND)
            assert await store.owner(user) == "late 1"

    async def test_the_end_is_told_and_the_next_call_has_not_ended(self, store: CallStateStore) -> None:
        briefing = await begun(store)
        assert await briefing.save(ended=True)
        saved = await left(store, "call 2")
        assert saved is not None
        assert (saved.snapshot, saved.ended) == (briefing.tracker.snapshot(), True)
        await begun(store, "call 2")
        saved = await left(store)
        assert saved is not None
        assert not saved.ended

    async def test_a_state_is_kept_for_seven_days_after_it_was_saved_last(self, store: CallStateStore) -> None:
        briefing = await begun(store, now=NOW - timedelta(days=3))
        await briefing.go_on(now=NOW)
        assert await left(store, now=NOW + KEPT_FOR - timedelta(milliseconds=1)) is not None
        assert await left(store, now=NOW + KEPT_FOR) is None

    async def test_a_time_without_a_zone_is_refused(self, store: CallStateStore) -> None:
        with pytest.raises(ValueError, match="time zone"):
            await store.take_over(USER, "call 1", now=NOW.replace(tzinfo=None))

    async def test_what_cannot_be_restored_counts_as_nothing(self, store: CallStateStore, caplog: pytest.LogCaptureFixture) -> None:
        briefing = await begun(store)
        stray = replace(briefing.tracker.snapshot(), cursor=MailId("work:secret"))
        assert await store.save(USER, SavedCall(snapshot=stray, saved_at=NOW, ended=False, call_id="call 1"), number=2)
        assert await left(store, "call 2") is None
        assert [record.message for record in caplog.records] == ["a saved call cannot be read"]
        assert "secret" not in caplog.text
        briefing.call_id = "call 2"
        assert await briefing.save()
        assert await snapshot_left(store) == briefing.tracker.snapshot()

    async def test_users_never_see_each_other(self, store: CallStateStore) -> None:
        briefings = [await begun(store, f"call {number}", user) for number, user in enumerate(ODD_USERS)]
        for number, briefing in enumerate(briefings):
            for _ in range(number % 7):
                assert await briefing.go_on()
        assert await store.forget(ODD_USERS[0]) == 1
        assert await left(store, user=ODD_USERS[0]) is None
        for briefing in briefings[1:]:
            assert await store.owner(briefing.user) == briefing.call_id
            assert await snapshot_left(store, briefing.user) == briefing.tracker.snapshot()

    async def test_forget_deletes_and_counts(self, store: CallStateStore) -> None:
        await begun(store)
        assert [await store.forget(USER), await store.forget(USER)] == [1, 0]
        assert await store.owner(USER) is None
        await store.take_over(USER, "call 2", now=NOW)
        assert await store.forget(USER) == 0
        assert await store.owner(USER) is None


async def an_outage_loses_nothing(store: CallStateStore, away: AbstractAsyncContextManager[object]) -> None:
    """A save while the store is `away` raises. It is sent again, stored or not, with what came meanwhile."""
    briefing = await begun(store)
    async with away:
        with pytest.raises(CallStateUnavailableError):
            await briefing.go_on()
    assert await briefing.go_on()
    assert await snapshot_left(store) == briefing.tracker.snapshot()
