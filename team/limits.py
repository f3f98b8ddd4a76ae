"""What agents may use up: for each run, and for each user in a day. A limit that is reached ends the task that reached it, and says so."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from storage.epoch import ms_of
from team.records import TeamError
from team.team_rows import StoredWorkSession


class LimitReachedError(TeamError):
    """No more is done in this run."""


class NotDelegatedError(TeamError):
    """A task is not queued because there were too many; `str()` is for the model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamLimits:
    """`requests` of a model, `tokens` and `delegations` (also those to oneself) of one run; in a day, those of all runs of a user. `depth`:
    so many delegations may follow one another. `context_tokens` is what the model takes."""

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
        """Before each request of a model. Raises `LimitReachedError`."""
        if row.requests >= self.requests or row.tokens >= self.tokens:
            raise LimitReachedError("the run has used up what it may")
        requests, _ = await self._today(session, row.user_id, now)
        if requests >= self.requests_a_day:
            raise LimitReachedError("the user's day is used up")

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
        today = StoredWorkSession.user_id == user_id, StoredWorkSession.created_at > ms_of(now - timedelta(days=1))
        requests, delegations = (await session.execute(used.where(*today))).one()
        return int(requests or 0), int(delegations or 0)
