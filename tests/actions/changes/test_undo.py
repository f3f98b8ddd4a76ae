"""Undo: what "the last", "the last three" and "what I archived this morning" mean, from another call too, and when it says no."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from actions.changes.changer import NotGrantedError
from actions.changes.entries import ChangeOutcome, new_key
from actions.changes.taking_back import Why
from actions.changes.undo import Wanted
from actions.consent.grants import GrantUsedError
from actions.sending.outgoing_entries import outgoing_entry
from actions.sending_states import SendingState
from briefing.mail import MailId, mail_id
from briefing.mail_action import MailAction
from storage.database import Database
from tests.actions.acting import BEGAN, Acting, embedded
from tests.actions.worlds import MADE, GmailModelWorld, MaildirWorld, Views
from tests.providers.gmail.doubles.model import Failure

pytestmark = pytest.mark.slow


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with embedded(tmp_path) as database:
        yield database


@pytest.fixture
def world(tmp_path: Path) -> MaildirWorld:
    return MaildirWorld(tmp_path / "mail")


@pytest.fixture
def acting(database: Database, world: MaildirWorld) -> Acting:
    return Acting(database, {world.slug: world.writer})


async def delivered(world: MaildirWorld, names: str = "abc") -> tuple[list[MailId], Views]:
    mails = [await world.deliver(name) for name in names]
    return mails, await world.views()


class TestWhatIsMeant:
    async def test_one_intent_about_many_mails_is_taken_back_as_one(self, world: MaildirWorld, acting: Acting) -> None:
        mails, start = await delivered(world)
        await acting.do(MailAction.FLAG, mails[0])
        flagged = await world.views()
        await acting.do(MailAction.ARCHIVE, *mails)
        assert {entry.mail_id for entry in (await acting.undo()).undone} == set(mails)
        assert await world.views() == flagged
        assert [entry.action for entry in (await acting.undo()).undone] == [MailAction.FLAG]
        assert await world.views() == start
        assert (await acting.undo()).undone == ()

    async def test_the_last_three_are_three_intents(self, world: MaildirWorld, acting: Acting) -> None:
        mails, start = await delivered(world)
        await acting.do(MailAction.MARK_READ, mails[0])
        read = await world.views()
        for action in (MailAction.FLAG, MailAction.ARCHIVE, MailAction.DELETE):
            await acting.do(action, *mails[:2])
        assert len((await acting.undo(count=3)).undone) == 6
        assert await world.views() == read
        assert len((await acting.undo(count=3)).undone) == 1
        assert await world.views() == start

    async def test_what_i_archived_since_a_moment_leaves_the_rest(self, world: MaildirWorld, acting: Acting) -> None:
        mails, _ = await delivered(world)
        await acting.do(MailAction.ARCHIVE, mails[0])
        before = await world.views()
        morning = acting.clock.at
        await acting.do(MailAction.ARCHIVE, mails[1])
        await acting.do(MailAction.ARCHIVE, mails[2])
        await acting.do(MailAction.FLAG, mails[2])
        undone = await acting.undo(since=morning, action=MailAction.ARCHIVE)
        assert ([entry.mail_id for entry in undone.undone], undone.refused) == ([mails[2], mails[1]], ())
        views = await world.views()
        assert views["c"].flagged
        await world.toggle_elsewhere("c", "flagged")
        assert await world.views() == before

    async def test_a_preview_changes_nothing_and_says_what_would_be_undone(self, world: MaildirWorld, acting: Acting) -> None:
        mails, _ = await delivered(world)
        await acting.do(MailAction.ARCHIVE, mails[0])
        after = await world.views()
        assert [entry.mail_id for entry in await acting.undoing.preview(Wanted())] == [mails[0]]
        assert await world.views() == after
        assert ChangeOutcome.UNDONE not in await acting.outcomes()

    async def test_it_works_from_another_call_a_year_later(self, world: MaildirWorld, acting: Acting, database: Database) -> None:
        mails, start = await delivered(world)
        await acting.do(MailAction.DELETE, *mails)
        later = Acting(database, {world.slug: world.writer}, call_id="call-2")
        later.clock.at += timedelta(days=365)
        assert len((await later.undo()).undone) == 3
        assert await world.views() == start

    async def test_other_users_changes_are_not_mine(self, world: MaildirWorld, acting: Acting, database: Database) -> None:
        mails, _ = await delivered(world)
        await acting.do(MailAction.ARCHIVE, mails[0])
        assert await Acting(database, {world.slug: world.writer}, user_id="ben").undoing.preview(Wanted(count=9)) == ()

    async def test_it_looks_back_over_any_number_of_other_changes(self, world: MaildirWorld, acting: Acting) -> None:
        mails, start = await delivered(world, "ab")
        await acting.do(MailAction.ARCHIVE, mails[1])
        for _ in range(60):
            await acting.do(MailAction.FLAG, mails[0])
            await acting.do(MailAction.UNFLAG, mails[0])
        assert [entry.mail_id for entry in (await acting.undo(action=MailAction.ARCHIVE)).undone] == [mails[1]]
        assert await world.views() == start


class TestGrants:
    async def test_only_the_mails_of_the_grant_are_touched(self, world: MaildirWorld, acting: Acting) -> None:
        mails, _ = await delivered(world)
        await acting.do(MailAction.ARCHIVE, *mails)
        undone = await acting.undoing.undo(acting.granted(MailAction.UNDO, mails[:1]), Wanted())
        assert [entry.mail_id for entry in undone.undone] == mails[:1]
        assert {entry.mail_id: why for entry, why in undone.refused} == dict.fromkeys(mails[1:], Why.NOT_ASKED)

    async def test_a_grant_for_something_else_or_a_used_one_undoes_nothing(self, world: MaildirWorld, acting: Acting) -> None:
        mails, _ = await delivered(world)
        await acting.do(MailAction.ARCHIVE, mails[0])
        with pytest.raises(NotGrantedError):
            await acting.undoing.undo(acting.granted(MailAction.ARCHIVE, mails), Wanted())
        grant = acting.granted(MailAction.UNDO, mails)
        await acting.undoing.undo(grant, Wanted())
        with pytest.raises(GrantUsedError):
            await acting.undoing.undo(grant, Wanted())


class TestWhatItRefuses:
    async def test_a_mail_that_somebody_has_moved_since_stays_where_they_put_it(self, world: MaildirWorld, acting: Acting) -> None:
        mails, _ = await delivered(world)
        await acting.do(MailAction.ARCHIVE, *mails)
        await world.move_elsewhere("a", MADE[0])
        moved = (await world.views())["a"]
        undone = await acting.undo()
        assert [(entry.mail_id, why) for entry, why in undone.refused] == [(mails[0], Why.CHANGED_SINCE)]
        assert (len(undone.undone), (await world.views())["a"]) == (2, moved)

    async def test_what_else_somebody_did_with_it_is_left_alone(self, world: MaildirWorld, acting: Acting) -> None:
        mails, start = await delivered(world)
        await acting.do(MailAction.ARCHIVE, mails[0])
        await world.toggle_elsewhere("a", "flagged")
        assert (await acting.undo()).refused == ()
        assert (await world.views())["a"].flagged
        await world.toggle_elsewhere("a", "flagged")
        assert await world.views() == start

    async def test_an_older_change_under_a_newer_one_that_stays_is_not_pulled_out(self, world: MaildirWorld, acting: Acting) -> None:
        mails, _ = await delivered(world)
        await acting.do(MailAction.FLAG, mails[0])
        await acting.do(MailAction.UNFLAG, mails[0])
        await world.toggle_elsewhere("a", "flagged")
        flagged = await world.views()
        for undone in (await acting.undo(action=MailAction.FLAG), await acting.undo(count=2)):
            assert {why for _, why in undone.refused} == {Why.CHANGED_SINCE}
            assert undone.undone == ()
        assert await world.views() == flagged

    async def test_a_mail_that_is_gone_and_a_folder_that_is_gone_are_told(self, world: MaildirWorld, acting: Acting) -> None:
        (a, b), _ = await delivered(world, "ab")
        await acting.do(MailAction.MOVE, b, label=MADE[0])
        await acting.do(MailAction.ARCHIVE, a, b)
        await world.delete_elsewhere("a")
        (world.arranged.path / f".{MADE[0]}").rename(world.arranged.path.parent / "elsewhere")
        assert {entry.mail_id: why for entry, why in (await acting.undo()).refused} == {a: Why.GONE, b: Why.NOT_POSSIBLE}

    async def test_a_mailbox_that_is_away_is_told_and_it_can_be_undone_later(self, database: Database) -> None:
        world = GmailModelWorld()
        mail = await world.deliver("a")
        start = await world.views()
        acting = Acting(database, {world.slug: world.writer})
        await acting.do(MailAction.ARCHIVE, mail)
        world.model.fail_at = {world.model.requests.total() + number: Failure() for number in range(9)}
        assert [why for _, why in (await acting.undo()).refused] == [Why.AWAY]
        world.model.fail_at = {}
        assert len((await acting.undo()).undone) == 1
        assert await world.views() == start

    async def test_a_mailbox_that_says_yes_and_does_nothing_is_not_believed(self, database: Database) -> None:
        world = GmailModelWorld()
        mail = await world.deliver("a")
        acting = Acting(database, {world.slug: world.writer})
        await acting.do(MailAction.ARCHIVE, mail)
        world.model.lies = True
        undone = await acting.undo()
        assert (undone.undone, [why for _, why in undone.refused]) == ((), [Why.NOT_CONFIRMED])


class HeldMail:
    """An outbox with one mail in it, and what became of others."""

    def __init__(self) -> None:
        self.held = {"s1"}
        self.ended: dict[str, SendingState] = {}
        self.asked: list[str] = []

    async def state(self, sending_id: str) -> SendingState | None:
        return SendingState.HELD if sending_id in self.held else self.ended.get(sending_id)

    async def cancel(self, sending_id: str | None = None) -> bool:
        assert sending_id is not None
        self.asked.append(sending_id)
        held = sending_id in self.held
        self.held.discard(sending_id)
        return held


async def put(
    acting: Acting, world: MaildirWorld, action: MailAction = MailAction.SEND, outcome: ChangeOutcome = ChangeOutcome.DONE
) -> None:
    """What the journal says of a mail that was put into the outbox."""
    about = mail_id(world.slug, "s1")
    entry = outgoing_entry(acting.granted(action, []), about, act=new_key(), outcome=outcome, at=acting.clock(), call_id="call-1")
    await acting.journal.append("anna", [entry])


class TestSendings:
    @pytest.fixture
    def held(self) -> HeldMail:
        return HeldMail()

    @pytest.fixture
    def acting(self, database: Database, world: MaildirWorld, held: HeldMail) -> Acting:
        return Acting(database, {world.slug: world.writer}, held=held)

    @pytest.mark.parametrize("action", [MailAction.SEND, MailAction.SEND_LATER, MailAction.UNSUBSCRIBE])
    async def test_a_mail_is_called_back_as_long_as_it_has_not_left(
        self, world: MaildirWorld, acting: Acting, held: HeldMail, action: MailAction
    ) -> None:
        mails, _ = await delivered(world)
        await acting.do(MailAction.FLAG, mails[0])
        await put(acting, world, action)
        assert [entry.action for entry in (await acting.undo()).undone] == [action]
        assert [entry.action for entry in (await acting.undo()).undone] == [MailAction.FLAG]
        assert held.asked == ["s1"]
        assert await acting.journal.verify("anna") is None

    @pytest.mark.parametrize("became", [SendingState.SENDING, SendingState.SENT, SendingState.UNKNOWN, None])
    async def test_the_last_steps_over_what_nothing_can_fetch_back(
        self, world: MaildirWorld, acting: Acting, held: HeldMail, became: SendingState | None
    ) -> None:
        mails, start = await delivered(world)
        await acting.do(MailAction.FLAG, mails[0])
        await put(acting, world)
        held.held, held.ended = set(), {"s1": became} if became else {}
        undone = await acting.undo()
        assert ([entry.action for entry in undone.undone], undone.refused) == ([MailAction.FLAG], ())
        assert await world.views() == start
        only = await acting.undo()
        assert ([why for _, why in only.refused], only.undone) == ([Why.HAS_LEFT], ())

    async def test_whoever_names_what_was_sent_hears_that_it_has_left(self, world: MaildirWorld, acting: Acting, held: HeldMail) -> None:
        mails, _ = await delivered(world)
        await acting.do(MailAction.FLAG, mails[0])
        await put(acting, world)
        held.held, held.ended = set(), {"s1": SendingState.SENT}
        undone = await acting.undo(action=MailAction.SEND)
        assert ([why for _, why in undone.refused], undone.undone) == ([Why.HAS_LEFT], ())

    @pytest.mark.parametrize("became", [SendingState.CANCELLED, SendingState.NOT_SENT])
    @pytest.mark.parametrize("wanted", [Wanted(), Wanted(action=MailAction.SEND), Wanted(since=BEGAN)])
    async def test_of_a_mail_that_never_left_nothing_is_to_be_taken_back(
        self, world: MaildirWorld, acting: Acting, held: HeldMail, wanted: Wanted, became: SendingState
    ) -> None:
        await put(acting, world)
        held.held, held.ended = set(), {"s1": became}
        assert await acting.undoing.preview(wanted) == ()

    @pytest.mark.parametrize("outcome", [ChangeOutcome.DONE, ChangeOutcome.UNKNOWN])
    async def test_the_last_steps_over_a_list_that_was_left(
        self, world: MaildirWorld, acting: Acting, held: HeldMail, outcome: ChangeOutcome
    ) -> None:
        mails, _ = await delivered(world)
        await acting.do(MailAction.ARCHIVE, mails[0])
        held.held.clear()
        await put(acting, world, MailAction.UNSUBSCRIBE, outcome)
        assert [entry.action for entry in (await acting.undo()).undone] == [MailAction.ARCHIVE]
        assert [why for _, why in (await acting.undo()).refused] == [Why.NOT_POSSIBLE]


class TestExactlyTheseEntries:
    async def test_what_was_previewed_is_undone_and_not_what_was_done_since(self, world: MaildirWorld, acting: Acting) -> None:
        mails, start = await delivered(world)
        await acting.do(MailAction.ARCHIVE, *mails[:2])
        keys = tuple(entry.key for entry in await acting.undoing.preview(Wanted()))
        await acting.do(MailAction.ARCHIVE, mails[2])
        undone = await acting.undoing.undo(acting.granted(MailAction.UNDO, mails[:2]), Wanted(keys=keys))
        assert ({entry.mail_id for entry in undone.undone}, undone.refused) == (set(mails[:2]), ())
        views = await world.views()
        assert [views[each] == start[each] for each in "abc"] == [True, True, False]

    async def test_nothing_is_undone_twice_by_them(self, world: MaildirWorld, acting: Acting) -> None:
        mails, start = await delivered(world)
        await acting.do(MailAction.ARCHIVE, mails[0])
        await acting.do(MailAction.ARCHIVE, mails[1])
        (last,) = await acting.undoing.preview(Wanted())
        for _ in range(2):
            await acting.undoing.undo(acting.granted(MailAction.UNDO, mails), Wanted(keys=(last.key,)))
        views = await world.views()
        assert [views[each] == start[each] for each in "abc"] == [False, True, True]

    async def test_they_are_not_pulled_out_from_under_what_was_done_since(self, world: MaildirWorld, acting: Acting) -> None:
        mails, _ = await delivered(world)
        await acting.do(MailAction.FLAG, mails[0])
        (flagged,) = await acting.undoing.preview(Wanted())
        await acting.do(MailAction.UNFLAG, mails[0])
        await acting.do(MailAction.FLAG, mails[0])
        undone = await acting.undoing.undo(acting.granted(MailAction.UNDO, mails), Wanted(keys=(flagged.key,)))
        assert ([why for _, why in undone.refused], undone.undone) == ([Why.CHANGED_SINCE], ())

    async def test_they_come_in_the_order_of_the_preview_whichever_mailbox_is_the_quicker(
        self, world: MaildirWorld, acting: Acting
    ) -> None:
        mails, _ = await delivered(world, "abcdefgh")
        for mail in mails:
            await acting.do(MailAction.ARCHIVE, mail)
        assert [entry.mail_id for entry in (await acting.undo(count=8)).undone] == mails[::-1]


async def test_a_mailbox_of_no_account_any_more_is_gone(database: Database, world: MaildirWorld) -> None:
    mails, _ = await delivered(world)
    await Acting(database, {world.slug: world.writer}).do(MailAction.ARCHIVE, mails[0])
    undone = await Acting(database, {}).undo()
    assert [why for _, why in undone.refused] == [Why.GONE]
