"""Who is picked up, and when: at once by whoever queues work, and by the clock, which finds what that has missed.

The clock is also what takes over the work of a process that died: their lanes are free once the leases have ended,
and so are their agents due.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Self

from storage.database import DatabaseUnavailableError
from team.agents import Agents

logger = logging.getLogger(__name__)

LOOK_EVERY_S = 1.0
LOOK_AGAIN_S = 10.0
"""After a failure."""
WAITS_S = 15.0
"""How long one that was notified may wait for its turn before it is notified again."""

Notify = Callable[[str], Awaitable[None]]
"""`notify_task_queued`: has the agent of this id looked after as soon as there is room."""


class TeamClock:
    """Notifies whoever is due. An async context manager; leaving it stops the clock."""

    def __init__(self, agents: Agents, notify_task_queued: Notify, *, look_every_s: float = LOOK_EVERY_S) -> None:
        self._agents = agents
        self._notify = notify_task_queued
        self._look_every_s = look_every_s
        self._notified: dict[str, float] = {}

    async def look(self) -> Sequence[str]:
        """Notify all who are due and were not notified just now; who that was."""
        now = asyncio.get_running_loop().time()
        due = await self._agents.due()
        self._notified = {agent: at for agent, at in self._notified.items() if agent in due and now - at < WAITS_S}
        new = [agent for agent in due if agent not in self._notified]
        for agent in new:
            await self._notify(agent)
            self._notified[agent] = now
        return new

    async def __aenter__(self) -> Self:
        self._running = asyncio.create_task(self._run(), name="team clock")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            try:
                await self.look()
                pause_s = self._look_every_s
            except DatabaseUnavailableError:
                logger.warning("nobody can be picked up while the database is away")
                pause_s = LOOK_AGAIN_S
            except Exception as error:  # the clock outlives whatever goes wrong with one look
                logger.error("looking for work failed", extra={"error": type(error).__name__})  # noqa: TRY400 - it may quote a task
                pause_s = LOOK_AGAIN_S
            await asyncio.sleep(pause_s)
