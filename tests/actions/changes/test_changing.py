"""Changing mail: what is claimed was read back, whatever the mailbox said, and a program may die at any point without the journal lying."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest

from actions.changes.changer import AT_ONCE, KIND_OF, PER_MAIL_S, Changed, NotGrantedError
from actions.changes.entries import ChangeOutcome, Entry
from actions.changes.journal import Journal
from actions.changes.read_back import CHANGE_WITHIN_S, LOOK_WITHIN_S
from actions.changes.taking_back import Why
from actions.consent.grants import GrantUsedError
from briefing.mail import MailId, mail_id
from briefing.mail_action import TIER_OF, MailAction, Tier
from providers.mailbox import MailboxUnavailableError, MailGoneError, SignInNeededError
from providers.mailbox_writing import (
    Change,
    ChangeNotConfirmedError,
    ChangeRefusedError,
    Located,
    MailAttributes,
    Place,
    Receipt,
    aimed_at,
    wanted,
)
from storage.database import Database
from tests.actions.acting import NEXT_MORNING, Acting, all_of, embedded
from tests.actions.worlds import MADE, MaildirWorld
from tests.inbox.virtual_clock import in_virtual_time, now
from tests.providers.gmail.doubles.arranged_model import ArrangedGmailModel
from tests.providers.gmail.doubles.model import Failure, GmailModel
from tests.providers.messages import message

pytestmark = pytest.mark.slow

UNREAD = MailAttributes(place=Place.INBOX, read=False, flagged=False)


class KilledError(BaseException):
    """The program ends here."""


@dataclass
class Mailbox:
    """A mailbox in memory whose every answer can be replaced. `renames`: a mail that changes its place gets another id."""

    mails: dict[MailId, MailAttributes] = field(default_factory=dict)
    renames: bool = False
    applied: list[Change] = field(default_factory=list)
    before_change: Callable[[], Awaitable[None]] | None = None
    instead: Callable[[Change], Awaitable[Receipt]] | None = None
    after_change: Callable[[], Awaitable[None]] | None = None
    busy: int = 0
    most_busy: int = 0
    moved: dict[MailId, MailId] = field(default_factory=dict)

    def add(self, *names: str) -> list[MailId]:
        mails = [mail_id("work", name) for name in names]
        self.mails.update(dict.fromkeys(mails, UNREAD))
        return mails

    async def state(self, mail: MailId) -> MailAttributes:
        if mail not in self.mails:
            raise MailGoneError("gone")
        return self.mails[mail]

    async def plan(self, change: Change) -> Change:
        before = await self.state(change.mail_id)
        return change if change.to is not None else replace(change, before=before, to=wanted(before, change))

    async def find(self, mail: MailId, *, before: MailAttributes) -> Located:
        found = mail if mail in self.mails else self.moved.get(mail, mail)
        return Located(mail_id=found, state=await self.state(found))

    async def apply(self, change: Change) -> Receipt:
        self.busy += 1
        self.most_busy = max(self.busy, self.most_busy)
        try:
            if self.before_change:
                await self.before_change()
            if self.instead:
                return await self.instead(change)
            receipt = await self.really(change)
            if self.after_change:
                await self.after_change()
            return receipt
        finally:
            self.busy -= 1

    async def really(self, change: Change) -> Receipt:
        self.applied.append(change)
        before = await self.state(change.mail_id)
        plan = await self.plan(change)
        after = aimed_at(before, plan)
        del self.mails[change.mail_id]
        mail = MailId(f"{change.mail_id}+") if self.renames and after.place is not before.place else change.mail_id
        self.moved[change.mail_id] = mail
        self.mails[mail] = after
        return Receipt(change=change, mail_id=mail, before=before, after=after)


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with embedded(tmp_path) as database:
        yield database


@pytest.fixture
def mailbox() -> Mailbox:
    return Mailbox()


@pytest.fixture
def acting(database: Database, mailbox: Mailbox) -> Acting:
    return Acting(database, {"work": mailbox})


class TestGrants:
    async def test_a_grant_is_good_for_one_action_on_its_own_mails_and_once(self, acting: Acting, mailbox: Mailbox) -> None:
        a, b = mailbox.add("a", "b")
        grant = acting.granted(MailAction.ARCHIVE, [a])
        for action, mails, label in (
            (MailAction.DELETE, [a], ""),
            (MailAction.ARCHIVE, [a, b], ""),
            (MailAction.ARCHIVE, [b], ""),
            (MailAction.ARCHIVE, [], ""),
            (MailAction.ARCHIVE, [a], "x"),
        ):
            with pytest.raises(NotGrantedError):
                await all_of(acting.changer.in_parts(grant, action, mails, label=label))
        assert (await all_of(acting.changer.in_parts(grant, MailAction.ARCHIVE, [a]))).done == (a,)
        with pytest.raises(GrantUsedError):
            await all_of(acting.changer.in_parts(grant, MailAction.ARCHIVE, [a]))
        assert len(mailbox.applied) == 1

    async def test_what_is_sent_or_undone_is_never_done_here(self, acting: Acting, mailbox: Mailbox) -> None:
        mails = mailbox.add("a")
        for action in set(MailAction) - KIND_OF.keys():
            with pytest.raises(NotGrantedError):
                await all_of(acting.changer.in_parts(acting.granted(action, mails), action, mails))
        assert await acting.entries() == []

    def test_every_reversible_action_on_a_mail_can_be_done(self) -> None:
        reversible = {action for action, tier in TIER_OF.items() if tier is Tier.REVERSIBLE}
        assert reversible == {*KIND_OF, MailAction.SNOOZE, MailAction.UNDO}


class TestTheJournalOfAChange:
    async def test_a_change_is_written_down_before_and_after(self, acting: Acting, mailbox: Mailbox) -> None:
        (mail,) = mailbox.add("a")
        seen: list[ChangeOutcome] = []

        async def look() -> None:
            seen.extend(await acting.outcomes())

        mailbox.before_change = look
        assert (await acting.do(MailAction.ARCHIVE, mail)).done == (mail,)
        assert seen == [ChangeOutcome.INTENDED]
        intended, done = await acting.entries()
        assert (done.outcome, done.settles, done.action, done.mail_id, done.call_id) == (
            *(ChangeOutcome.DONE, intended.key, MailAction.ARCHIVE),
            *(mail, "call-1"),
        )
        assert (done.before, done.after) == (UNREAD, replace(UNREAD, place=Place.ARCHIVE))
        assert (done.words_hash, done.digest, done.rule) == ("w" * 64, "d" * 64, "asked this turn")

    async def test_what_was_so_already_is_told_and_not_written_down(self, acting: Acting, mailbox: Mailbox) -> None:
        (mail,) = mailbox.add("a")
        assert (await acting.do(MailAction.UNFLAG, mail)) == Changed(unchanged=(mail,))
        assert (await acting.entries(), mailbox.applied) == ([], [])

    async def test_ids_that_change_on_a_move_are_told_and_undone_under_the_new_ones(self, acting: Acting, mailbox: Mailbox) -> None:
        mailbox.renames = True
        (mail,) = mailbox.add("a")
        changed = await acting.do(MailAction.ARCHIVE, mail)
        (new,) = changed.renamed.values()
        assert (changed.done, changed.renamed) == ((mail,), {mail: new})
        assert (await acting.do(MailAction.FLAG, new)).done == (new,)
        undone = await acting.undo(count=2)
        assert (len(undone.undone), undone.refused) == (2, ())
        (final,) = mailbox.mails
        assert (undone.renamed, mailbox.mails) == (((new, final),), {final: UNREAD})

    async def test_a_mail_is_found_by_every_id_that_it_had_in_the_call(self, acting: Acting, mailbox: Mailbox) -> None:
        mailbox.renames = True
        (mail,) = mailbox.add("a")
        await acting.do(MailAction.ARCHIVE, mail)
        await acting.undo()
        again = await acting.do(MailAction.ARCHIVE, mail)
        assert (again.done, again.gone) == ((mail,), ())
        (now,) = mailbox.mails
        steps = acting.changer.steps
        assert ({steps.known_as(each) for each in (mail, now)}, steps.id_now(mail), steps.id_now(now)) == ({mail}, now, now)
        (undone,) = (await acting.undo()).undone
        assert (steps.known_as(undone.mail_id), [*mailbox.mails.values()]) == (mail, [UNREAD])

    async def test_mails_of_several_accounts_and_of_none_go_where_they_belong(self, database: Database, mailbox: Mailbox) -> None:
        home = Mailbox(mails={mail_id("home", "1"): UNREAD})
        acting = Acting(database, {"work": mailbox, "home": home})
        (mail,) = mailbox.add("a")
        elsewhere, at_home = mail_id("elsewhere", "1"), mail_id("home", "1")
        changed = await acting.do(MailAction.FLAG, mail, elsewhere, at_home)
        assert (changed.done, changed.gone) == ((mail, at_home), (elsewhere,))
        assert (len(mailbox.applied), len(home.applied)) == (1, 1)


async def says_done(change: Change, mail: MailId, *, before: MailAttributes = UNREAD) -> Receipt:
    """A receipt, whether or not anything happened."""
    plan = change if change.to is not None else replace(change, before=before, to=wanted(before, change))
    return Receipt(change=change, mail_id=mail, before=before, after=aimed_at(before, plan))


SO_ALREADY = frozenset({MailAction.MARK_UNREAD, MailAction.UNFLAG, MailAction.MARK_NOT_IMPORTANT, MailAction.UNLABEL})
"""What makes no difference to a mail that has just come."""

LIES = ("nothing", "another mail", "another change", "another id", "an id of nobody")


class TestLies:
    """The mailbox answers OK. Whoever believes it says that something was done which was not."""

    @pytest.mark.parametrize("action", sorted(KIND_OF.keys() - SO_ALREADY))
    @pytest.mark.parametrize("lie", LIES)
    async def test_what_a_writer_answers_is_no_proof(self, acting: Acting, mailbox: Mailbox, action: MailAction, lie: str) -> None:
        mail, other = mailbox.add("a", "b")

        async def instead(change: Change) -> Receipt:
            match lie:
                case "another mail":
                    await mailbox.really(replace(change, mail_id=other))
                case "another change":
                    changed = replace(UNREAD, read=action is not MailAction.MARK_READ, flagged=action is not MailAction.FLAG)
                    mailbox.mails[mail] = changed
                case "another id":
                    await mailbox.really(replace(change, mail_id=other))
                    return await says_done(change, other)
                case "an id of nobody":
                    return await says_done(change, mail_id("work", "nobody"))
            return await says_done(change, mail)

        mailbox.instead = instead
        changed = await acting.do(action, mail, label="x" if action in {MailAction.LABEL, MailAction.MOVE} else "")
        assert changed.done == ()
        assert {*changed.failed, *changed.gone} == {mail}
        assert await acting.outcomes() == [ChangeOutcome.INTENDED, ChangeOutcome.FAILED]
        assert (await acting.undo()).undone == ()

    @pytest.mark.parametrize("error", [ChangeNotConfirmedError, ChangeRefusedError, SignInNeededError, MailboxUnavailableError])
    async def test_an_error_before_anything_happened_is_not_done(self, acting: Acting, mailbox: Mailbox, error: type[Exception]) -> None:
        (mail,) = mailbox.add("a")

        async def instead(_: Change) -> Receipt:
            raise error("no")

        mailbox.instead = instead
        refused = (mail,) if error is ChangeRefusedError else ()
        assert (await acting.do(MailAction.ARCHIVE, mail)) == Changed(failed=(mail,), refused=refused)
        assert ChangeOutcome.DONE not in await acting.outcomes()

    @pytest.mark.parametrize("error", [ChangeNotConfirmedError, MailboxUnavailableError, MailGoneError])
    async def test_an_error_after_it_happened_is_settled_by_looking(self, acting: Acting, mailbox: Mailbox, error: type[Exception]) -> None:
        mailbox.renames = True
        (mail,) = mailbox.add("a")

        async def fail() -> None:
            raise error("the answer was lost")

        mailbox.after_change = fail
        changed = await acting.do(MailAction.ARCHIVE, mail)
        assert (changed.done, len(changed.renamed)) == ((mail,), 1)
        mailbox.after_change = None
        assert len((await acting.undo()).undone) == 1
        assert [*mailbox.mails.values()] == [UNREAD]

    async def test_a_gmail_that_lies_or_ignores_or_fails_is_never_believed(self, database: Database) -> None:
        for model in (GmailModel(lies=True), GmailModel(fail_at={number: Failure() for number in range(1, 9)})):
            gmail = ArrangedGmailModel(model)
            mail = await gmail.deliver(message("a"))
            acting = Acting(database, {gmail.mailbox.account.slug: gmail.writer}, user_id=f"lied to {model.lies}")
            for action in (MailAction.ARCHIVE, MailAction.FLAG, MailAction.DELETE, MailAction.REPORT_SPAM):
                assert (await acting.do(action, mail)).done == ()
                model.fail_at = {model.requests.total() + number: Failure() for number in range(1, 9)}
            assert ChangeOutcome.DONE not in await acting.outcomes()

    async def test_a_label_that_does_not_exist_is_refused_and_nothing_is_written_down(self, database: Database) -> None:
        gmail = ArrangedGmailModel()
        mail = await gmail.deliver(message("a"))
        acting = Acting(database, {gmail.mailbox.account.slug: gmail.writer})
        assert (await acting.do(MailAction.LABEL, mail, label="Nobody")) == Changed(failed=(mail,), refused=(mail,))
        assert await acting.entries() == []


class KilledJournal(Journal):
    """The program dies before or after it has written down so many times."""

    def __init__(self, database: Database, *, at: int, after: bool) -> None:
        super().__init__(database)
        self._left = at
        self._after = after

    async def append(self, user_id: str, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        if not entries:
            return ()
        self._left -= 1
        if self._left == 0 and not self._after:
            raise KilledError
        taken = await super().append(user_id, entries)
        if self._left == 0:
            raise KilledError
        return taken


BOUNDARIES = {
    "before the intention": False,
    "after the intention": False,
    "before the change": False,
    "after the change": True,
    "before the end": True,
    "after the end": True,
}


def killed_at(boundary: str, database: Database, mailbox: Mailbox) -> Journal:
    async def die() -> None:
        raise KilledError

    match boundary:
        case "before the change":
            mailbox.before_change = die
        case "after the change":
            mailbox.after_change = die
        case _:
            return KilledJournal(database, at=1 if "intention" in boundary else 2, after=boundary.startswith("after"))
    return Journal(database)


@pytest.mark.parametrize("renames", [False, True], ids=["same id", "new id"])
@pytest.mark.parametrize("boundary", BOUNDARIES)
class TestKilled:
    """At every boundary between what is meant, what is done and what is written down."""

    async def test_a_change_is_in_the_journal_exactly_if_it_was_made_and_can_be_undone(
        self, database: Database, mailbox: Mailbox, boundary: str, renames: bool
    ) -> None:
        mailbox.renames = renames
        (mail,) = mailbox.add("a")
        with pytest.raises(KilledError):
            await Acting(database, {"work": mailbox}, journal=killed_at(boundary, database, mailbox)).do(MailAction.ARCHIVE, mail)
        mailbox.before_change = mailbox.after_change = None
        made = next(iter(mailbox.mails.values())).place is Place.ARCHIVE
        assert made is BOUNDARIES[boundary]
        after = Acting(database, {"work": mailbox}, call_id="call-2")
        assert await after.changer.steps.settle_interrupted() == 0
        assert (ChangeOutcome.DONE in await after.outcomes()) is made
        assert await after.changer.steps.settle_interrupted() == 0
        undone = await after.undo()
        assert (len(undone.undone), undone.refused) == (int(made), ())
        assert [*mailbox.mails.values()] == [UNREAD]
        assert await after.journal.verify("anna") is None

    async def test_an_undoing_is_in_the_journal_exactly_if_it_was_made(
        self, database: Database, mailbox: Mailbox, boundary: str, renames: bool
    ) -> None:
        mailbox.renames = renames
        (mail,) = mailbox.add("a")
        await Acting(database, {"work": mailbox}).do(MailAction.ARCHIVE, mail)
        with pytest.raises(KilledError):
            await Acting(database, {"work": mailbox}, journal=killed_at(boundary, database, mailbox)).undo()
        mailbox.before_change = mailbox.after_change = None
        after = Acting(database, {"work": mailbox}, call_id="call-2")
        undone = await after.undo()
        assert (len(undone.undone), undone.refused) == (int(not BOUNDARIES[boundary]), ())
        assert [*mailbox.mails.values()] == [UNREAD]
        assert (await after.outcomes()).count(ChangeOutcome.UNDONE) == 1
        assert (await after.undo()).undone == ()


async def test_a_maildir_finds_a_mail_by_its_old_name_after_a_crash(tmp_path: Path, database: Database) -> None:
    world = MaildirWorld(tmp_path / "mail")
    mail = await world.deliver("a", twin=True)
    start = await world.views()
    writers = {world.slug: world.writer}
    with pytest.raises(KilledError):
        await Acting(database, writers, journal=KilledJournal(database, at=2, after=False)).do(MailAction.ARCHIVE, mail)
    assert await world.views() != start
    after = Acting(database, writers)
    (entry,) = (await after.undo()).undone
    assert entry.mail_after != mail
    assert await world.views() == start


class TestTime:
    @in_virtual_time
    async def test_a_mailbox_that_hangs_has_not_changed_anything_and_that_is_known_in_five_seconds(self, tmp_path: Path) -> None:
        mailbox = Mailbox()
        (mail,) = mailbox.add("a")

        async def hang() -> None:
            await asyncio.sleep(3600)

        async with embedded(tmp_path) as database:
            acting = Acting(database, {"work": mailbox})
            mailbox.before_change = hang
            assert await acting.do(MailAction.ARCHIVE, mail) == Changed(failed=(mail,))
            assert now() <= CHANGE_WITHIN_S + LOOK_WITHIN_S
            assert await acting.outcomes() == [ChangeOutcome.INTENDED]
            mailbox.before_change = None
            await mailbox.really(Change(mail_id=mail, kind=KIND_OF[MailAction.ARCHIVE]))  # it was only late
            assert [entry.mail_id for entry in (await acting.undo()).undone] == [mail]
            assert mailbox.mails[mail] == UNREAD

    async def test_many_mails_are_changed_a_few_at_a_time_and_told_in_parts(self, acting: Acting, mailbox: Mailbox) -> None:
        mails = mailbox.add(*map(str, range(3 * AT_ONCE)))

        async def yield_once() -> None:
            await asyncio.sleep(0)

        mailbox.before_change = yield_once
        parts = [part async for part in acting.changer.in_parts(acting.granted(MailAction.FLAG, mails), MailAction.FLAG, mails)]
        assert [len(part.done) for part in parts] == [AT_ONCE] * 3
        assert [mail for part in parts for mail in part.done] == mails
        assert 1 < mailbox.most_busy <= AT_ONCE
        assert len({entry.act for entry in await acting.entries()}) == 1

    @in_virtual_time
    async def test_many_mails_have_an_end_as_well(self, tmp_path: Path) -> None:
        mailbox = Mailbox()
        mails = mailbox.add(*map(str, range(40)))

        async def hang() -> None:
            await asyncio.sleep(3600)

        mailbox.before_change = hang
        async with embedded(tmp_path) as database:
            changed = await Acting(database, {"work": mailbox}).do(MailAction.FLAG, *mails)
        assert changed == Changed(failed=tuple(mails))
        assert now() <= CHANGE_WITHIN_S + PER_MAIL_S * 40 + 5 * LOOK_WITHIN_S


class TestSnoozing:
    async def test_a_mail_sleeps_and_is_woken_by_undo(self, acting: Acting, mailbox: Mailbox) -> None:
        (mail,) = mailbox.add("a")
        assert (await acting.do(MailAction.SNOOZE, mail)).done == (mail,)
        assert await acting.snoozes.sleeping("anna", NEXT_MORNING - timedelta(minutes=1)) == {mail}
        assert mailbox.applied == []
        assert len((await acting.undo()).undone) == 1
        assert await acting.snoozes.of("anna", mail) is None

    async def test_undo_of_a_longer_sleep_is_the_shorter_one(self, acting: Acting, mailbox: Mailbox) -> None:
        (mail,) = mailbox.add("a")
        later = NEXT_MORNING + timedelta(days=10)
        await acting.do(MailAction.SNOOZE, mail)
        await acting.do(MailAction.SNOOZE, mail, until=later)
        assert (await acting.do(MailAction.SNOOZE, mail, until=later)).unchanged == (mail,)
        await acting.undo()
        found = await acting.snoozes.of("anna", mail)
        assert found is not None
        assert found.until == NEXT_MORNING

    async def test_what_has_been_heard_since_is_not_undone(self, acting: Acting, mailbox: Mailbox) -> None:
        (mail,) = mailbox.add("a")
        await acting.do(MailAction.SNOOZE, mail)
        await acting.snoozes.wake("anna", [mail])
        assert [why for _, why in (await acting.undo()).refused] == [Why.CHANGED_SINCE]

    async def test_a_mail_that_gets_another_id_sleeps_on(self, acting: Acting, mailbox: Mailbox) -> None:
        mailbox.renames = True
        (mail,) = mailbox.add("a")
        await acting.do(MailAction.SNOOZE, mail)
        (new,) = (await acting.do(MailAction.ARCHIVE, mail)).renamed.values()
        assert await acting.snoozes.of("anna", mail) is None
        assert await acting.snoozes.of("anna", new) is not None
        assert len((await acting.undo(count=2)).undone) == 2
        assert await acting.snoozes.forget("anna") == 0

    @pytest.mark.parametrize("boundary", [each for each in BOUNDARIES if "change" not in each])
    async def test_killed_at_any_boundary_the_journal_says_whether_it_sleeps(
        self, database: Database, mailbox: Mailbox, boundary: str
    ) -> None:
        (mail,) = mailbox.add("a")
        with pytest.raises(KilledError):
            await Acting(database, {"work": mailbox}, journal=killed_at(boundary, database, mailbox)).do(MailAction.SNOOZE, mail)
        after = Acting(database, {"work": mailbox})
        assert await after.changer.steps.settle_interrupted() == 0
        sleeps = await after.snoozes.of("anna", mail) is not None
        assert (ChangeOutcome.DONE in await after.outcomes()) is sleeps
        await after.undo()
        assert await after.snoozes.of("anna", mail) is None


@pytest.mark.parametrize("action", sorted(KIND_OF.keys() - SO_ALREADY - {MailAction.LABEL}))
async def test_on_a_maildir_each_action_is_done_proved_and_undone(tmp_path: Path, database: Database, action: MailAction) -> None:
    world = MaildirWorld(tmp_path / "mail")
    mail, start = await world.deliver("a"), await world.views()
    acting = Acting(database, {world.slug: world.writer})
    assert (await acting.do(action, mail, label=MADE[0] if action is MailAction.MOVE else "")).done == (mail,)
    assert await world.views() != start
    assert len((await acting.undo()).undone) == 1
    assert await world.views() == start
