"""What agents may use up: for each run, and for each user in a day.

A task that uses up the larger part of a run by itself ends and says so. Another one never has less than that before it: no task begins in a
session of which half is used. Where the day is used up, all waits for the next one, and that is said.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from storage.epoch import ms_of
from team.records import TeamError
from team.team_rows import StoredTask, StoredWorkSession


class LimitReachedError(TeamError):
    """No more is done in this run."""


class DayLimitError(LimitReachedError):
    """No more is done for this user today."""


class NotDelegatedError(TeamError):
    """A task is not queued because there were too many; `str()` is for the model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLimits:
    """`requests` of a model, `tokens` and `delegations` (also those to oneself) of one run; in a day, those of all runs of a user. `depth`:
    so many delegations may follow one another. `context_tokens` is what the model takes. A day is one of UTC, as it is for tokens."""

    requests: int = 60
    tokens: int = 600_000
    delegations: int = 8
    requests_a_day: int = 1_500
    delegations_a_day: int = 100
    depth: int = 4
    context_tokens: int = 60_000
    attempts: int = 3
    tries_again_after: timedelta = timedelta(seconds=30)
    rest: timedelta = timedelta(hours=1)

    async def check(self, session: AsyncSession, row: StoredWorkSession, now: datetime) -> None:
        """Before each step of a task. Raises `LimitReachedError`, of which `DayLimitError` is one."""
        if row.requests >= self.requests or row.tokens >= self.tokens:
            raise LimitReachedError("the run has used up what it may")
        requests, _ = await self._today(session, row.user_id, now)
        if requests >= self.requests_a_day:
            raise DayLimitError("the user's day is used up")

    def has_room(self, row: StoredWorkSession) -> bool:
        """Whether a task that begins now may still use the larger part of its run."""
        return row.requests == 0 or (row.requests < self.requests / 2 and row.tokens < self.tokens / 2)

    def took_most(self, task: StoredTask) -> bool:
        """Whether the task has used up the larger part of a run by itself."""
        return task.requests > self.requests / 2 or task.tokens > self.tokens / 2

    async def count_delegation(self, session: AsyncSession, row: StoredWorkSession, depth: int, now: datetime) -> None:
        """Raises `NotDelegatedError`, and then nothing is counted."""
        if depth > self.depth:
            raise NotDelegatedError("This came from too many hands already: do it yourself, or leave it.")
        _, delegations = await self._today(session, row.user_id, now)
        if row.delegations >= self.delegations or delegations >= self.delegations_a_day:
            raise NotDelegatedError("No more can be queued in this run: finish with what there is.")
        row.delegations += 1

    async def _today(self, session: AsyncSession, user_id: str, now: datetime) -> tuple[int, int]:
        used = select(func.sum(StoredWorkSession.requests), func.sum(StoredWorkSession.delegations))
        today = StoredWorkSession.user_id == user_id, StoredWorkSession.created_at >= ms_of(_midnight(now))
        requests, delegations = (await session.execute(used.where(*today))).one()
        return int(requests or 0), int(delegations or 0)


def next_day(now: datetime) -> datetime:
    return _midnight(now) + timedelta(days=1)


def _midnight(now: datetime) -> datetime:
    """That the day began with."""
    return datetime.combine(now.astimezone(UTC).date(), time(), UTC)
