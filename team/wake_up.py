"""How whoever queues work wakes the background, told within the transaction that queues it."""

from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncSession


class WakeUp(Protocol):
    """Has an agent looked after as soon as the transaction is committed. Never fails: what is queued is found by the clock as well."""

    async def __call__(self, session: AsyncSession, agent_id: str, /) -> None: ...


async def by_the_clock(_session: AsyncSession, _agent_id: str, /) -> None:
    """For a process without the engine: the clock of `aloud team` finds the work within a second."""
