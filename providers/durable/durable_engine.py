"""DBOS, put between who wakes a lane and who works in it; beside what enqueues, nothing else of ours knows it.

It keeps the queue of wake-ups in the database that all processes share, starts each in one of them as soon as there is room, and stores no
more of it than an id. Four things it does not do by itself, and they are done around it: one run at a time in a lane, and taking over
from a process that died (`work_lanes.py` and the clock in `due_work.py`), one worker for an SQLite file (`only_worker.py`), and
clearing up what is over.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Self

from dbos import DBOS, DBOSConfig
from sqlalchemy.exc import SQLAlchemyError

from providers.durable.enqueueing import NAME, QUEUE, VERSION, WORKFLOW, plain_url
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

AT_ONCE = 16
"""Lanes that one process works in."""
LOOK_EVERY_S = 0.05
"""How often the queue is looked at, which is all of the time that a wake-up waits. An idle process needs 6 % of a core; at 0.1 s, 4 %."""
ENDS_WITHIN_S = 10.0
CLEARED_AFTER = timedelta(hours=1)
LEFT_AFTER = timedelta(days=1)
CLEAR_EVERY_S = 600.0

Work = Callable[[str], Awaitable[object]]
"""Does what there is to do in the lane of this name, until nothing is left."""


class DurableEngine:
    """A worker of this process; there can be one. An async context manager: leaving it gives up the work under way, to be found again."""

    def __init__(self, url: str, work: Work, *, at_once: int = AT_ONCE, look_every_s: float = LOOK_EVERY_S) -> None:
        self._url = url
        self._do = work
        self._at_once = at_once
        self._look_every_s = look_every_s
        self._working: set[asyncio.Task[None]] = set()
        self._is_ending = False

    async def __aenter__(self) -> Self:
        """Raises `DatabaseUnavailableError`."""
        self._loop = asyncio.get_running_loop()
        try:
            await asyncio.to_thread(self._launch)
        except SQLAlchemyError as error:
            await asyncio.to_thread(DBOS.destroy, destroy_registry=True)
            raise DatabaseUnavailableError("the queue of work cannot be reached") from error
        self._clearing = asyncio.create_task(self._clear_up(), name="clear up durable work")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._is_ending = True
        for task in (self._clearing, *self._working):
            task.cancel()
        await asyncio.gather(self._clearing, *self._working, return_exceptions=True)
        await asyncio.to_thread(DBOS.destroy, destroy_registry=True)

    def _launch(self) -> None:
        config: DBOSConfig = {
            "name": NAME,
            "system_database_url": plain_url(self._url),
            "application_version": VERSION,
            "executor_id": f"worker-{secrets.token_hex(8)}",  # of this process alone: DBOS counts and recovers by it
            "use_listen_notify": False,
            "sys_db_pool_size": 5,
            "log_level": "ERROR",
            "max_executor_threads": self._at_once + 4,
        }
        DBOS(config=config)

        @DBOS.workflow(name=WORKFLOW)
        def work(lane: str) -> None:  # in a thread of DBOS; the work itself is done in our loop, where the database is
            asyncio.run_coroutine_threadsafe(self._worked(lane), self._loop).result()

        DBOS.launch()
        DBOS.register_queue(QUEUE, worker_concurrency=self._at_once, polling_interval_sec=self._look_every_s)

    async def _worked(self, lane: str) -> None:
        if self._is_ending:
            return
        task = asyncio.create_task(self._logged(lane), name="durable work")
        self._working.add(task)
        task.add_done_callback(self._working.discard)
        await asyncio.wait([task])

    async def _logged(self, lane: str) -> None:
        """What fails is tried again by the clock; DBOS would store the error, whose text may quote anything."""
        try:
            await self._do(lane)
        except Exception as error:  # a run that fails must not end the worker
            logger.error("a run failed", extra={"error": type(error).__name__})  # noqa: TRY400 - its text may quote mail

    async def _clear_up(self) -> None:
        while True:
            try:
                await asyncio.to_thread(_clear, datetime.now(UTC))
            except Exception as error:  # what is over does no harm until the next time
                logger.warning("durable work could not be cleared up", extra={"error": type(error).__name__})
            await asyncio.sleep(CLEAR_EVERY_S)


def _clear(now: datetime) -> None:
    """Delete what ended, and what a process that died has left: whatever it was for is found by the clock."""
    ended = DBOS.list_workflows(
        status=["SUCCESS", "ERROR", "CANCELLED"], completed_before=(now - CLEARED_AFTER).isoformat(), load_input=False, load_output=False
    )
    left = DBOS.list_workflows(end_time=(now - LEFT_AFTER).isoformat(), load_input=False, load_output=False)
    if gone := [each.workflow_id for each in (*ended, *left)]:
        DBOS.delete_workflows(gone)
