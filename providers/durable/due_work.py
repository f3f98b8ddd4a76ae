"""One clock for all that has to be done whatever dies: it looks for what is due, of every kind, and works it.

What is to be done is a row of its own kind, found by a query. Each has a lane, which is mutex and lease in one, so any number of processes
may run a clock over the same kinds, on both databases, beside an engine that wakes them sooner or without one. What a process that died
was at is due again once its lease has ended. The clock works what it finds and enqueues nothing: a queue would have to be asked what
waits in it already, and what DBOS holds against a second entry it holds for a process that died, too.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Self

from sqlalchemy import Select, exists, literal, select, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from providers.durable.work_lanes import LEASE, HeldLane, LaneLostError, StoredLane, WorkLanes
from storage.database import Database, DatabaseUnavailableError
from storage.epoch import ms_of

logger = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
LOOK_AGAIN_S = 10.0
"""After a failure: the database is away, or something else is wrong that a second does not mend."""
LOOK_ENDS_WITHIN_S = 5.0
"""When the clock stops; a query that is cancelled costs its connection."""
TOGETHER_S = 0.05
"""What ends within this time is followed by one look."""
MOST_AT_A_LOOK = 100
RESTS, RESTS_AT_MOST = timedelta(seconds=15), timedelta(minutes=15)
"""How long this process leaves work alone that has failed once, and that goes on failing; another may have what it lacks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KindOfWork:
    """`due` asks for the ids of what is to be done now, the most urgent first; `work` does it in the lane `name:id`, or as much of it as
    one may while others wait, and leaves it due where it raises. When the process ends it may finish within `ends_within_s`, and is
    cancelled then."""

    name: str
    due: Callable[[], Select[str]]
    work: Callable[[HeldLane, str], Awaitable[None]]
    at_once: int
    ends_within_s: float = 0.0


class DueClock:
    """Works what is due. An async context manager; `now` is the wall clock that processes share."""

    def __init__(
        self,
        database: Database,
        kinds: Sequence[KindOfWork],
        *,
        now: Callable[[], datetime],
        lease: timedelta = LEASE,
        look_every_s: float = LOOK_EVERY_S,
        look_again_s: float = LOOK_AGAIN_S,
    ) -> None:
        self._database = database
        self._kinds = {kind.name: kind for kind in kinds}
        self._now = now
        self._lanes = WorkLanes(database, now=now, lease=lease)
        self._look_every_s, self._look_again_s = look_every_s, look_again_s
        self._places = {kind.name: asyncio.Semaphore(kind.at_once) for kind in kinds}
        self._under_way = Counter[str]()
        self._tasks: dict[asyncio.Task[bool], KindOfWork] = {}
        self._failed: dict[str, tuple[int, datetime]] = {}
        self._something_may_wait = False
        self._has_room = asyncio.Event()
        self._ends = False
        self._is_well = True

    async def wake(self, lane: str) -> bool:
        """Work in it now instead of with the next look; not where something may have waited longer, which the clock knows the order of."""
        name, _, _ = lane.partition(":")
        self._something_may_wait |= name in self._places and self._places[name].locked()
        return not self._something_may_wait and await self.work(lane)

    async def work(self, lane: str) -> bool:
        """Do what is due in it, once there is room; whether this process did. Never fails: what does is logged and rests."""
        name, _, work_id = lane.partition(":")
        if (kind := self._kinds.get(name)) is None:
            return False
        self._under_way[name] += 1
        try:
            async with self._places[name], self._lanes.working(lane, partial(_is_due, kind, work_id)) as held:
                if held is None:
                    return False
                await kind.work(held, work_id)
                self._failed.pop(lane, None)
                self._something_may_wait |= held.has_more
        except LaneLostError:
            logger.info("work was given up to another process", extra={"kind": name})
        except DatabaseUnavailableError:
            logger.warning("the database went away during work", extra={"kind": name})
            self._let_rest(lane)
        except Exception as error:  # what goes wrong with one must not keep all others from being done
            logger.error("work failed", extra={"kind": name, "error": type(error).__name__})  # noqa: TRY400 - its text may quote mail
            self._let_rest(lane)
        finally:
            self._under_way[name] -= 1
            if self._something_may_wait:
                self._has_room.set()
        return True

    async def work_due(self) -> int:
        """All that is due now, to its end; how much of it this process did. Raises `DatabaseUnavailableError` if that cannot be asked."""
        return sum(await asyncio.gather(*map(self.work, await self.due())))

    async def due(self, most: Mapping[str, int] | None = None) -> Sequence[str]:
        """The lanes with work that nobody is at, so many of each kind at most, but for what rests. Raises `DatabaseUnavailableError`."""
        queries = [self._waiting(kind, MOST_AT_A_LOOK if most is None else most[kind.name]) for kind in self._kinds.values()]
        async with self._database.reading() as session:
            return (await session.scalars(union_all(*queries))).all()

    def _waiting(self, kind: KindOfWork, most: int) -> Select[str]:
        due, now = kind.due(), self._now()
        lane = literal(f"{kind.name}:") + due.selected_columns[0]
        taken = exists().where(StoredLane.lane == lane, StoredLane.owner.is_not(None), StoredLane.leased_until > ms_of(now))
        resting = [each for each, (_, until) in self._failed.items() if until > now]
        waiting = due.with_only_columns(lane.label("lane")).where(~taken, lane.not_in(resting)).limit(most).subquery()
        return select(waiting.c.lane)

    async def __aenter__(self) -> Self:
        self._running = asyncio.create_task(self._run(), name="due work")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._ends = True
        self._has_room.set()
        await asyncio.wait({self._running}, timeout=LOOK_ENDS_WITHIN_S)
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)
        for kind in self._kinds.values():
            if ending := [task for task, its in self._tasks.items() if its is kind]:
                await asyncio.wait(ending, timeout=kind.ends_within_s)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self) -> None:
        while not self._ends:
            self._has_room.clear()
            pause_s = self._look_every_s if await self._look() else self._look_again_s
            with suppress(TimeoutError):
                async with asyncio.timeout(pause_s):
                    await self._has_room.wait()
                    await asyncio.sleep(TOGETHER_S)

    async def _look(self) -> bool:
        try:
            await self._begin_what_has_room()
        except DatabaseUnavailableError:
            if self._is_well:
                logger.warning("what is due cannot be asked")
            self._is_well = False
        except Exception as error:  # the clock outlives whatever goes wrong with one look
            logger.error("looking for work failed", extra={"error": type(error).__name__})  # noqa: TRY400 - its text may quote mail
            self._is_well = False
        else:
            self._is_well = True
        return self._is_well

    async def _begin_what_has_room(self) -> None:
        room = {name: max(0, kind.at_once - self._under_way[name]) for name, kind in self._kinds.items()}
        self._something_may_wait = False  # what comes while the database is asked says so anew
        found = await self.due(room)
        if self._ends:
            return
        for lane in found:
            kind = self._kinds[lane.partition(":")[0]]
            task = asyncio.create_task(self.work(lane), name=f"work of kind {kind.name}")
            self._tasks[task] = kind
            task.add_done_callback(self._tasks.pop)
        begun = Counter(lane.partition(":")[0] for lane in found)
        self._something_may_wait |= any(begun[name] == most for name, most in room.items())

    def _let_rest(self, lane: str) -> None:
        times = self._failed[lane][0] + 1 if lane in self._failed else 1
        self._failed[lane] = times, self._now() + min(RESTS * 4 ** min(times - 1, 9), RESTS_AT_MOST)


async def _is_due(kind: KindOfWork, work_id: str, session: AsyncSession) -> bool:
    due = kind.due()
    return await session.scalar(due.where(due.selected_columns[0] == work_id)) is not None
