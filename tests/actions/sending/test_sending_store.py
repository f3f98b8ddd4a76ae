"""The rows of the outbox: each moves only when it may, only for its owner, and says no more than is still needed."""

from collections.abc import Sequence
from datetime import timedelta

import pytest
from sqlalchemy import select

from actions.sending.draft_store import DRAFT_CONTENT, HELD_MAIL, DraftContent, DraftKind, HeldMail, StoredDraft
from actions.sending.sealing import draft_words
from actions.sending.sending_store import (
    KEPT_FOR,
    SENDING,
    TO_SELF,
    DraftChangedError,
    MessageIdUsedError,
    SendingStore,
    StoredSending,
    cancel_held,
)
from actions.sending_states import SendingEvent, SendingState
from briefing.mail import MailId
from providers.connections.credentials import Vault
from providers.connections.secret_key import GivenKeys
from providers.durable.work_lanes import HeldLane, LaneLostError, WorkLanes
from providers.sender import Refusal
from storage.database import Database
from storage.epoch import ms_of
from tests.actions.sending_desk import ANNA, MORNING, USER, VAULT

pytestmark = pytest.mark.slow
pytest_plugins = ["tests.servers.both_databases"]

MS = timedelta(milliseconds=1)
LATER = MORNING + timedelta(minutes=1)
ENDED = [SendingState.SENT, SendingState.NOT_SENT, SendingState.UNKNOWN, SendingState.CANCELLED]


def a_row(sending_id: str = "s1", **changed: object) -> StoredSending:
    """A mail of the user that is due this morning."""
    plain: dict[str, object] = {
        "sending_id": sending_id, "user_id": USER, "account": "work", "message_id": f"{sending_id}@aloud", "state": "held",
        "put_at": ms_of(MORNING), "leaves_at": ms_of(MORNING), "due_at": ms_of(MORNING), "told": False,
        "action": "send", "words_hash": "w", "digest": "d", "rule": "r",
    }  # fmt: skip
    return StoredSending(**{**plain, **changed})


def a_mail(sending_id: str = "s1") -> HeldMail:
    return HeldMail(to=(ANNA,), subject="Lunch", body="Tuesday.", message_id=f"{sending_id}@aloud")


@pytest.fixture
def database(sqlite: Database) -> Database:
    """One of them is enough: `test_outbox` runs the same statements on both."""
    return sqlite


@pytest.fixture
def store(database: Database) -> SendingStore:
    return SendingStore(database, VAULT)


async def put(store: SendingStore, *rows: StoredSending) -> None:
    for row in rows:
        await store.add(row, a_mail(row.sending_id), recipients=[ANNA.email], from_draft=False)


async def draft(database: Database, sending_id: str = "s1", *, user: str = USER, account: str = "work") -> None:
    content = DraftContent(account=account, kind=DraftKind.NEW, to=(ANNA,), subject="Lunch", body="Tuesday.")
    sealed = draft_words(VAULT).seal(DRAFT_CONTENT.dump_json(content).decode(), user, "d")
    row = StoredDraft(
        user_id=user,
        draft_id="d",
        place="d",
        message_id=f"{sending_id}@aloud",
        version=3,
        edited_by_hand=False,
        changed_at=0,
        content=sealed,
    )
    async with database.session() as session:
        session.add(row)


async def drafts(database: Database) -> Sequence[StoredDraft]:
    async with database.reading() as session:
        return (await session.scalars(select(StoredDraft))).all()


async def rows(database: Database) -> dict[str, StoredSending]:
    async with database.reading() as session:
        return {row.sending_id: row for row in await session.scalars(select(StoredSending))}


def lane(database: Database, sending_id: str = "s1", owner: str = "me") -> HeldLane:
    return HeldLane(WorkLanes(database, now=lambda: MORNING), f"{SENDING}:{sending_id}", owner)


async def taken(database: Database, sending_id: str = "s1", owner: str = "me") -> HeldLane:
    held = lane(database, sending_id, owner)
    assert await held.lanes.take(held.lane, owner)
    return held


async def due(store: SendingStore, database: Database, *, user_id: str | None) -> list[str]:
    async with database.reading() as session:
        return list(await session.scalars(store.due(MORNING, user_id=user_id)))


class TestAdding:
    async def test_what_was_told_is_known_for_thirty_days_and_its_id_cannot_be_used(self, store: SendingStore, database: Database) -> None:
        old = {"state": "sent", "told": True}
        await put(
            store,
            a_row("just", put_at=ms_of(MORNING), **old),
            a_row("over", put_at=ms_of(MORNING) - 1, **old),
            a_row("untold", put_at=0, state="sent"),
            a_row("tims", put_at=0, user_id="tim", **old),
            a_row("abes", put_at=0, user_id="abe", **old),
        )
        await put(store, a_row("new", put_at=ms_of(MORNING + KEPT_FOR)))
        assert set(await rows(database)) == {"just", "untold", "tims", "abes", "new"}
        with pytest.raises(MessageIdUsedError):
            await put(store, a_row("again", message_id="just@aloud", put_at=ms_of(MORNING + KEPT_FOR)))
        assert timedelta(days=30) == KEPT_FOR

    async def test_one_of_a_draft_is_what_the_draft_says(self, store: SendingStore, database: Database) -> None:
        await draft(database)
        await store.add(a_row(), a_mail(), recipients=["a@x.org", "b@x.org"], from_draft=True)
        row = (await rows(database))["s1"]
        assert store.mail_of(row) == a_mail()
        assert store.recipients_of(row) == ("a@x.org", "b@x.org")

    @pytest.mark.parametrize(("account", "user"), [("home", USER), ("work", "tim"), ("work", "abe"), ("zoo", USER)])
    async def test_one_of_another_account_or_user_is_none(self, store: SendingStore, database: Database, account: str, user: str) -> None:
        await draft(database, account=account, user=user)
        with pytest.raises(DraftChangedError):
            await store.add(a_row(), a_mail(), recipients=[], from_draft=True)
        assert await rows(database) == {}

    async def test_content_and_recipients_are_sealed_under_names_of_their_own(self, store: SendingStore, database: Database) -> None:
        await put(store, a_row())
        row = (await rows(database))["s1"]
        row.content, row.about = row.about, row.content
        assert store.recipients_of(row) == ()
        assert SendingStore(database, Vault(GivenKeys(bytes(32)))).recipients_of((await rows(database))["s1"]) == ()

    async def test_without_recipients_there_are_none(self, store: SendingStore) -> None:
        assert store.recipients_of(a_row(about=None)) == ()


class TestSealing:
    @pytest.mark.parametrize("open_one", ["draft", "content", "about"])
    async def test_whatever_is_open_is_sealed_and_the_rest_stays(self, store: SendingStore, database: Database, open_one: str) -> None:
        await draft(database)
        await put(store, a_row(), a_row("ended", state="sent", told=True))
        async with database.session() as session:
            kept = await session.get(StoredSending, "s1")
            ended = await session.get(StoredSending, "ended")
            of_user = await session.get(StoredDraft, (USER, "d"))
            assert kept is not None
            assert ended is not None
            assert of_user is not None
            ended.content = ended.about = None
            match open_one:
                case "draft":
                    of_user.content = draft_words(VAULT).open(of_user.content, USER, "d")
                case "content":
                    kept.content, kept.about = HELD_MAIL.dump_json(a_mail()).decode(), None
                case _:
                    kept.content, kept.about = None, '["eve@x.org"]'
        for _ in range(2):
            await store.seal_what_is_open()
        found, (of_user,) = await rows(database), await drafts(database)
        assert (found["ended"].content, found["ended"].about) == (None, None)
        texts = [text for text in (found["s1"].content, found["s1"].about, of_user.content) if text is not None]
        assert all(text.startswith("sealed:") for text in texts)
        assert draft_words(VAULT).open(of_user.content, USER, "d").startswith("{")
        assert found["s1"].content is None or store.mail_of(found["s1"]) == a_mail()
        assert (found["s1"].about is None) == (open_one == "content")
        assert open_one != "about" or store.recipients_of(found["s1"]) == ("eve@x.org",)


class TestTurns:
    async def test_due_is_what_is_under_way_the_longest_due_first(self, store: SendingStore, database: Database) -> None:
        await put(
            store,
            a_row("now"),
            a_row("earlier", due_at=ms_of(MORNING) - 1, state="sending"),
            a_row("later", due_at=ms_of(MORNING) + 1),
            a_row("tims", user_id="tim", due_at=ms_of(MORNING) - 2),
            a_row("abes", user_id="abe", due_at=ms_of(MORNING) - 3),
            *(a_row(state.value, state=state.value) for state in ENDED),
        )
        assert await due(store, database, user_id=USER) == ["earlier", "now"]
        assert await due(store, database, user_id=None) == ["abes", "tims", "earlier", "now"]

    async def test_who_puts_it_off_leaves_its_lane_and_nobody_else_can(self, store: SendingStore, database: Database) -> None:
        await put(store, a_row())
        mine = await taken(database)
        with pytest.raises(LaneLostError):
            await store.put_off(lane(database, owner="other"), "s1", until=LATER)
        assert (await rows(database))["s1"].due_at == ms_of(MORNING)
        await store.put_off(mine, "s1", until=LATER)
        row = (await rows(database))["s1"]
        assert (row.due_at, row.state, mine.is_left) == (ms_of(LATER), "held", True)
        await store.put_off(await taken(database), "none", until=LATER)


class TestLeaving:
    async def test_it_is_noted_once_and_by_whose_lane_it_is(self, store: SendingStore, database: Database) -> None:
        await put(store, a_row())
        mine = await taken(database)
        with pytest.raises(LaneLostError):
            await store.leave(lane(database, owner="other"), "s1", now=MORNING, until=LATER)
        assert not await store.leave(mine, "none", now=MORNING, until=LATER)
        assert (await rows(database))["s1"].state == "held"
        assert await store.leave(mine, "s1", now=MORNING + MS, until=LATER + MS)
        row = (await rows(database))["s1"]
        assert (row.state, row.left_at, row.due_at) == ("sending", ms_of(MORNING + MS), ms_of(LATER + MS))
        assert not await store.leave(mine, "s1", now=LATER, until=LATER)
        assert (await rows(database))["s1"].left_at == ms_of(MORNING + MS)

    @pytest.mark.parametrize(
        ("event", "state"),
        [(SendingEvent.ACCEPTED, "sent"), (SendingEvent.REFUSED, "not_sent"), (SendingEvent.LOST, "unknown")],
    )
    async def test_its_end_erases_what_it_said_and_leaves_whom_to_tell_of(
        self, store: SendingStore, database: Database, event: SendingEvent, state: str
    ) -> None:
        await draft(database)
        await put(store, a_row())
        await store.settle(await taken(database), "s1", event)
        assert (await rows(database))["s1"].state == "held"
        mine = await taken(database)
        await store.leave(mine, "s1", now=MORNING, until=LATER)
        with pytest.raises(LaneLostError):
            await store.settle(lane(database, owner="other"), "s1", event)
        assert (await rows(database))["s1"].state == "sending"
        await store.settle(mine, "s1", event, refusal=Refusal.ADDRESS, sent_as=MailId("work:9"))
        row = (await rows(database))["s1"]
        assert (row.state, row.content, row.told, mine.is_left) == (state, None, False, True)
        assert (row.refusal, row.sent_as, store.recipients_of(row)) == (Refusal.ADDRESS.value, "work:9", (ANNA.email,))
        left = [(each.version, each.message_id == "s1@aloud") for each in await drafts(database)]
        assert left == ([] if event is SendingEvent.ACCEPTED else [(4, False)])
        await store.settle(await taken(database), "none", event)

    async def test_an_end_without_a_reason_has_none(self, store: SendingStore, database: Database) -> None:
        await put(store, a_row())
        mine = await taken(database)
        await store.leave(mine, "s1", now=MORNING, until=LATER)
        await store.settle(mine, "s1", SendingEvent.ACCEPTED)
        row = (await rows(database))["s1"]
        assert (row.refusal, row.sent_as) == (None, None)

    async def test_what_is_refused_unsent_was_held_until_then(self, store: SendingStore, database: Database) -> None:
        await put(store, a_row(), a_row("gone"))
        gone = await taken(database, "gone")
        await store.leave(gone, "gone", now=MORNING, until=LATER)
        await store.refuse_unsent(gone, "gone", Refusal.LATE, now=MORNING)
        mine = await taken(database)
        with pytest.raises(LaneLostError):
            await store.refuse_unsent(lane(database, owner="other"), "s1", Refusal.LATE, now=MORNING)
        assert {each: row.state for each, row in (await rows(database)).items()} == {"s1": "held", "gone": "sending"}
        await store.refuse_unsent(mine, "s1", Refusal.LATE, now=LATER)
        row = (await rows(database))["s1"]
        assert (row.state, row.refusal, row.left_at, row.content) == ("not_sent", Refusal.LATE.value, ms_of(LATER), None)
        await store.refuse_unsent(await taken(database, "none"), "none", Refusal.LATE, now=MORNING)

    async def test_forgetting_ends_what_is_just_prepared(self, store: SendingStore, database: Database) -> None:
        await put(store, a_row(), a_row("tims", user_id="tim"), a_row("b1", user_id=f"{USER[:-1]}"))
        mine, tims = await taken(database), await taken(database, "tims")
        assert await store.forget(USER) == 1
        assert "b1" in await rows(database)
        with pytest.raises(LaneLostError):
            await store.leave(mine, "s1", now=MORNING, until=LATER)
        assert await store.leave(tims, "tims", now=MORNING, until=LATER)


class TestCancelling:
    async def test_without_an_id_it_is_the_last_that_is_held(self, store: SendingStore, database: Database) -> None:
        await put(
            store,
            a_row("b", put_at=2), a_row("a", put_at=2), a_row("z", put_at=1), a_row("leaves", put_at=3, state="sending"),
            a_row("tims", put_at=4, user_id="tim"), a_row("abes", put_at=5, user_id="abe"),
        )  # fmt: skip
        done: list[object] = []
        for _ in range(4):
            before = await rows(database)
            done.append(await store.cancel(USER, None))
            after = await rows(database)
            done += [each for each in after if after[each].state != before[each].state]
        assert done == [True, "a", True, "b", True, "z", False]

    async def test_one_is_cancelled_once_and_by_its_user(self, store: SendingStore, database: Database) -> None:
        await put(store, a_row("s1"), a_row("last", put_at=ms_of(LATER)), a_row("leaves", state="sending"))
        assert not await store.cancel("tim", "s1")
        assert not await store.cancel(USER, "none")
        assert not await store.cancel(USER, "leaves")
        assert await store.cancel(USER, "s1")
        assert not await store.cancel(USER, "s1")
        assert {each: row.state for each, row in (await rows(database)).items()} == {"s1": "cancelled", "last": "held", "leaves": "sending"}

    @pytest.mark.parametrize("told", [True, False])
    async def test_what_it_said_is_erased_and_whom_it_was_for_once_that_is_told(
        self, store: SendingStore, database: Database, told: bool
    ) -> None:
        await draft(database)
        await put(store, a_row())
        assert await (store.cancel(USER, "s1") if told else store.cancel(USER, "s1", told=False))
        row = (await rows(database))["s1"]
        assert (row.told, row.content, store.recipients_of(row)) == (told, None, () if told else (ANNA.email,))
        assert [each.version for each in await drafts(database)] == [4]

    async def test_a_changed_draft_takes_back_what_is_held_of_it_and_nothing_else(self, store: SendingStore, database: Database) -> None:
        await put(store, a_row(), a_row("other"), a_row("tims", user_id="tim", message_id="s1@aloud"), a_row("leaves", state="sending"))
        async with database.session() as session:
            for nobody in ("abe", "zoe"):
                assert await cancel_held(session, nobody, "s1@aloud")
        assert {row.state for row in (await rows(database)).values()} == {"held", "sending"}
        async with database.session() as session:
            assert await cancel_held(session, USER, "none@aloud")
            assert not await cancel_held(session, USER, "leaves@aloud")
            assert await cancel_held(session, USER, "s1@aloud")
        found = await rows(database)
        assert {each: row.state for each, row in found.items()} == {"s1": "cancelled", "other": "held", "tims": "held", "leaves": "sending"}
        assert (found["s1"].told, found["s1"].content, found["s1"].about) == (True, None, None)

    @pytest.mark.parametrize("state", ENDED)
    async def test_what_has_ended_is_in_nobodys_way(self, store: SendingStore, database: Database, state: SendingState) -> None:
        await put(store, a_row(state=state.value))
        async with database.session() as session:
            assert await cancel_held(session, USER, "s1@aloud")
        row = (await rows(database))["s1"]
        assert (row.state, row.told) == (state.value, False)
        assert row.about is not None


class TestTelling:
    async def test_told_of_is_what_has_ended_of_this_user_and_was_named(self, store: SendingStore, database: Database) -> None:
        ended = [a_row(state.value, state=state.value) for state in ENDED]
        await put(store, *ended, a_row("held"), a_row("leaves", state="sending"), a_row("tims", state="sent", user_id="tim"))
        await put(store, a_row("unnamed", state="sent"), a_row("abes", state="sent", user_id="abe"))
        await store.told(USER, [*(each.sending_id for each in ended), "held", "leaves", "tims", "abes"])
        found = await rows(database)
        assert {each for each, row in found.items() if row.told} == {state.value for state in ENDED}
        assert {each for each, row in found.items() if row.about is None} == {state.value for state in ENDED}

    async def test_mails_come_the_oldest_first(self, store: SendingStore) -> None:
        await put(
            store,
            a_row("b", put_at=2),
            a_row("c", put_at=1),
            a_row("a", put_at=2),
            a_row("tims", user_id="tim"),
            a_row("abes", user_id="abe"),
        )
        assert [row.sending_id for row in await store.of_user(USER)] == ["c", "a", "b"]
        assert [row.sending_id for row in await store.of_user(USER, StoredSending.put_at == 2)] == ["a", "b"]


async def test_a_user_has_every_mail_of_their_own_whatever_its_rule_and_no_other(store: SendingStore) -> None:
    before, after = f"{USER[:-1]}", f"{USER}x"
    own = [a_row("s1", rule="a rule"), a_row("s2", rule="zz"), a_row("s3", rule=TO_SELF)]
    others = [a_row("b1", user_id=before), a_row("a1", user_id=after)]
    await put(store, *own, *others)
    assert [row.sending_id for row in await store.under_way(USER)] == ["s1", "s2"]
    assert [row.sending_id for row in await store.of_user(USER)] == ["s1", "s2"]
    assert not any(row.dry_run for row in await store.of_user(USER))
    assert not await store.cancel(USER, "b1")
    assert not await store.cancel(USER, "a1")
    assert not await store.cancel(USER, "s3")
    assert await store.cancel(USER, None)
    assert await store.cancel(USER, None)
    assert not await store.cancel(USER, None)
    await store.told(USER, ["b1", "a1"])
    assert [(row.state, row.told) for user in (before, after) for row in await store.under_way(user)] == [("held", False)] * 2
