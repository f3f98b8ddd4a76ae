"""Random changes, then everything undone: the mailbox is what it was, and what somebody else changed meanwhile stays as they left it."""

from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from actions.changes.taking_back import Why
from actions.changes.undo import Wanted
from briefing.mail import MailId
from briefing.mail_action import MailAction
from storage.database import Database
from tests.actions.acting import BEGAN, Acting, embedded
from tests.actions.worlds import MADE, GmailModelWorld, GmailServerWorld, MaildirWorld, View, Views, World
from tests.providers.gmail.doubles.arranged import arranged_gmail
from tests.randomness import chance, times
from tests.servers.gmail.server import RunningGmail, running_gmail

pytestmark = [pytest.mark.slow, pytest.mark.random]

MIXED = times(14, in_proofs=80)
MIXED_AT_MOST = 80
"""Days that somebody else changes things in, until each reason for a refusal was there."""
A_PART = times(8, in_proofs=25)
PARTS = range(times(1, in_proofs=20))
"""Each of `A_PART` sequences."""
SERVER_PART = times(6, in_proofs=20)
SERVER_PARTS = range(times(1, in_proofs=25))
SHOWS = {
    MailAction.MARK_READ: ("read", True),
    MailAction.MARK_UNREAD: ("read", False),
    MailAction.FLAG: ("flagged", True),
    MailAction.UNFLAG: ("flagged", False),
    MailAction.MARK_IMPORTANT: ("important", True),
    MailAction.MARK_NOT_IMPORTANT: ("important", False),
}


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with embedded(tmp_path) as database:
        yield database


class Sequence:
    """One user's day with a few mails, decided by a seed."""

    def __init__(self, world: World, database: Database, seed: int) -> None:
        self.random = chance(type(world).__name__, seed)
        self.world = world
        self.acting = Acting(database, {world.slug: world.writer}, user_id=f"user-{seed}")
        self.ids: dict[str, MailId] = {}
        self.done = 0

    async def begin(self, mails: int, *, twins: float = 0.2) -> Views:
        for number in range(mails):
            name = f"m{number}"
            self.ids[name] = await self.world.deliver(name, twin=self.random.random() < twins)
            for what in ("read", "flagged"):
                if self.random.random() < 0.3:
                    await self.world.toggle_elsewhere(name, what)
        return await self.world.views()

    async def act(self) -> None:
        """One intent about some of the mails; whatever is claimed of it can be seen in the mailbox."""
        action = self.random.choice(self.world.actions)
        names = self.random.sample(sorted(self.ids), k=self.random.randint(1, len(self.ids)))
        label = self.random.choice(MADE) if action in {MailAction.LABEL, MailAction.UNLABEL, MailAction.MOVE} else ""
        until = BEGAN + timedelta(hours=self.random.randint(1, 400)) if action is MailAction.SNOOZE else None
        changed = await self.acting.do(action, *(self.ids[name] for name in names), label=label, until=until)
        assert changed.failed == (), action
        self.done += len(changed.done)
        by_id = {mail: name for name, mail in self.ids.items()}
        for mail, new in changed.renamed.items():
            self.ids[by_id[mail]] = new
        views = await self.world.views()
        for mail in changed.done:
            if action in SHOWS:
                aspect, value = SHOWS[action]
                assert getattr(views[by_id[mail]], aspect) is value
            if action in {MailAction.ARCHIVE, MailAction.DELETE, MailAction.REPORT_SPAM, MailAction.MOVE}:
                assert "INBOX" not in views[by_id[mail]].places

    async def undo_everything(self) -> None:
        """At once, or act by act."""
        if self.random.random() < 0.5 and self.done:
            await self._refused_nothing(since=True)
        while await self.acting.undoing.preview(Wanted(count=1)):
            await self._refused_nothing(since=False)

    async def _refused_nothing(self, *, since: bool) -> None:
        undone = await self.acting.undo(count=self.random.randint(1, 3), since=BEGAN if since else None)
        assert undone.refused == ()
        assert undone.undone


async def undone_is_as_it_was(world: World, database: Database, seed: int) -> int:
    """How many changes there were."""
    sequence = Sequence(world, database, seed)
    start = await sequence.begin(mails=sequence.random.randint(1, 3))
    for _ in range(sequence.random.randint(2, 4)):
        await sequence.act()
    await sequence.undo_everything()
    assert await world.views() == start, seed
    assert await sequence.acting.snoozes.forget(sequence.acting.user_id) == 0
    assert await sequence.acting.journal.verify(sequence.acting.user_id) is None
    return sequence.done


class TwoHands(Sequence):
    """The same beside somebody else, who changes the mails between our acts.

    `events` is by mail and by what of it: what it was at the start, and every change of it since, ours or theirs.
    """

    def __init__(self, world: World, database: Database, seed: int) -> None:
        super().__init__(world, database, seed)
        self.deletes = seed % 3 == 0
        self.world.actions = tuple(
            action for action in world.actions if action not in {MailAction.MOVE, MailAction.LABEL, MailAction.UNLABEL}
        )
        self.events: dict[tuple[str, str], list[tuple[str, object]]] = {}
        self.deleted: set[str] = set()

    async def day(self) -> Views:
        """What has to be there once everything of ours is undone."""
        start = await self.begin(mails=2, twins=0)
        self._note("start", {}, start)
        for _ in range(self.random.randint(2, 6)):
            before = await self.world.views()
            await self.act()
            between = await self.world.views()
            self._note("ours", before, between)
            if self.random.random() < 0.7:
                await self._somebody_else()
                self._note("theirs", between, await self.world.views())
        if self.deletes:
            name = self.random.choice(sorted(self.ids))
            await self.world.delete_elsewhere(name)
            self.deleted.add(name)
        return {name: self._expected(name, view) for name, view in start.items() if name not in self.deleted}

    async def _somebody_else(self) -> None:
        name, what = self.random.choice(sorted(self.ids)), self.random.choice(["read", "flagged", "INBOX", "Archive"])
        if what in {"read", "flagged"}:
            await self.world.toggle_elsewhere(name, what)
        else:
            await self.world.move_elsewhere(name, what)

    def _note(self, who: str, before: Views, after: Views) -> None:
        for name, view in after.items():
            for what in ("read", "flagged", "places"):
                value, events = getattr(view, what), self.events.setdefault((name, what), [])
                if before and value == getattr(before[name], what):
                    continue
                if events and who == "theirs" == events[-1][0]:  # theirs with nothing of ours in between: only what comes of it counts
                    events.pop()
                if not events or events[-1][1] != value:
                    events.append((who, value))

    def _expected(self, name: str, view: View) -> View:
        """Theirs stays, with all that lies under it, and what we changed after it is taken back."""

        def last_of_theirs(what: str) -> Any:
            events = self.events[name, what]
            return next((value for who, value in reversed(events) if who == "theirs"), events[0][1])

        return replace(view, read=last_of_theirs("read"), flagged=last_of_theirs("flagged"), places=last_of_theirs("places"))


async def theirs_is_left_alone(world: World, database: Database, seed: int) -> list[Why]:
    """Why some of it was refused."""
    sequence = TwoHands(world, database, seed)
    expected = await sequence.day()
    undone = await sequence.acting.undo(since=BEGAN)
    assert await world.views() == expected, seed
    assert len(undone.undone) + len(undone.refused) == sequence.done
    assert await sequence.acting.journal.verify(sequence.acting.user_id) is None
    whys = [why for _, why in undone.refused]
    assert set(whys) <= {Why.CHANGED_SINCE} | ({Why.GONE} if sequence.deleted else set())
    return whys


async def test_what_somebody_else_changed_in_a_maildir_is_refused_with_a_reason(tmp_path: Path, database: Database) -> None:
    assert await whys_of_refusals(lambda seed: MaildirWorld(tmp_path / f"mail-{seed}"), database) == {Why.CHANGED_SINCE, Why.GONE}


async def test_what_somebody_else_changed_in_the_model_of_gmail_is_refused_with_a_reason(database: Database) -> None:
    assert await whys_of_refusals(lambda _: GmailModelWorld(), database) == {Why.CHANGED_SINCE, Why.GONE}


async def whys_of_refusals(world: Callable[[int], World], database: Database) -> set[Why]:
    whys = set[Why]()
    for seed in range(MIXED_AT_MOST):
        if seed < MIXED or len(whys) < 2:
            whys.update(await theirs_is_left_alone(world(seed), database, seed))
    return whys


@pytest.mark.parametrize("part", PARTS)
async def test_sequences_on_a_maildir_come_back_to_the_start(tmp_path: Path, database: Database, part: int) -> None:
    seeds = range(A_PART * part, A_PART * (part + 1))
    changes = [await undone_is_as_it_was(MaildirWorld(tmp_path / f"mail-{seed}"), database, seed) for seed in seeds]
    assert sum(changes) > A_PART


@pytest.mark.parametrize("part", PARTS)
async def test_sequences_on_the_model_of_gmail_come_back_to_the_start(database: Database, part: int) -> None:
    seeds = range(A_PART * part, A_PART * (part + 1))
    changes = [await undone_is_as_it_was(GmailModelWorld(), database, seed) for seed in seeds]
    assert sum(changes) > A_PART


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningGmail]:
    with running_gmail(tmp_path_factory.mktemp("gmail")) as gmail:
        yield gmail


@pytest.mark.server
@pytest.mark.parametrize("part", SERVER_PARTS)
async def test_sequences_on_the_third_partys_gmail_come_back_to_the_start(running: RunningGmail, database: Database, part: int) -> None:
    changes = []
    for seed in range(SERVER_PART * part, SERVER_PART * (part + 1)):
        async with arranged_gmail(running) as arranged:  # with a quota of its own
            changes.append(await undone_is_as_it_was(await GmailServerWorld.of(arranged), database, seed))
    assert sum(changes) > SERVER_PART // 2  # some sequences hold nothing that changes a mail
