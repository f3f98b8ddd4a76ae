"""What agents know about their work: learned in sessions, or told by the user as an expert. It is for the background alone."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from sqlalchemy import ColumnElement, delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from conversations.conversation_rows import Owner
from storage.database import Database
from storage.epoch import ms_of
from team.records import Insight, InsightKind, NotYoursError, TeamError
from team.row_ids import new_id
from team.sealed_team import SealedTeam
from team.team_rows import StoredAgent, StoredInsight, is_owners

LONGEST_INSIGHT = 1_000
MOST_LEARNED = 2_000
"""By one agent; the oldest make room. What the user told stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewInsight:
    kind: InsightKind
    content: str = field(repr=False)
    confidence: float | None = None


class Insights:
    """The insights of all users' agents. What is another owner's is as if it were not there. Every method may raise
    `DatabaseUnavailableError`."""

    def __init__(self, database: Database, sealed: SealedTeam, now: Callable[[], datetime]) -> None:
        self._database = database
        self._sealed = sealed
        self._now = now

    async def create(self, owner: Owner, agent_id: str, new: NewInsight) -> Insight:
        """What the user told; it has no session as its source. Raises `NotYoursError`, and `TeamError` for one without words."""
        async with self._database.session() as session:
            mine = *is_owners(StoredAgent, owner), StoredAgent.agent_id == agent_id
            if await session.scalar(select(StoredAgent.agent_id).where(*mine)) is None:
                raise NotYoursError("there is no such agent")
            row = await self.add(session, owner, agent_id, new)
            row.by_user = True
        return self._sealed.insight(row)

    async def add(
        self, session: AsyncSession, owner: Owner, agent_id: str, new: NewInsight, *, session_id: str | None = None
    ) -> StoredInsight:
        """In a transaction of the caller, who knows that the agent is the owner's. What the agent knows already is not there twice."""
        content = " ".join(new.content.split())[:LONGEST_INSIGHT]
        if not content:
            raise TeamError("an insight needs words")
        if (there := await self._same(session, agent_id, content)) is not None:
            return there
        insight_id = new_id(self._now())
        row = StoredInsight(
            insight_id=insight_id,
            user_id=owner.user_id,
            organisation_id=owner.organisation_id,
            agent_id=agent_id,
            kind=new.kind.value,
            content=self._sealed.insights.seal(content, owner.user_id, insight_id),
            session_id=session_id,
            by_user=False,
            confidence=new.confidence,
            created_at=ms_of(self._now()),
        )
        session.add(row)
        await session.flush()
        learned = StoredInsight.agent_id == agent_id, StoredInsight.by_user.is_(False)
        newest = select(StoredInsight.insight_id).where(*learned).order_by(*_NEWEST_FIRST).offset(MOST_LEARNED)
        if too_many := (await session.scalars(newest)).all():
            await session.execute(delete(StoredInsight).where(StoredInsight.insight_id.in_(too_many)))
        return row

    async def _same(self, session: AsyncSession, agent_id: str, content: str) -> StoredInsight | None:
        rows = (await session.scalars(select(StoredInsight).where(StoredInsight.agent_id == agent_id))).all()
        known = await self._sealed.all_of(rows, self._sealed.insight)
        same = next((each.insight_id for each in known if _sameness(each.content) == _sameness(content)), None)
        return next((row for row in rows if row.insight_id == same), None)

    async def all(self, owner: Owner, agent_id: str, *, kind: InsightKind | None = None) -> list[Insight]:
        """The newest first."""
        return await self._insights(owner, agent_id, *([StoredInsight.kind == kind.value] if kind is not None else []))

    async def newest(self, owner: Owner, agent_id: str, most: int) -> list[Insight]:
        return await self._insights(owner, agent_id, most=most)

    async def known(self, owner: Owner, agent_id: str, most: int) -> list[Insight]:
        """What a run begins with: first what the user told, which nothing that was learned pushes out, then what was learned, the newest
        of both."""
        told = await self._insights(owner, agent_id, StoredInsight.by_user.is_(True), most=most)
        return [*told, *await self._insights(owner, agent_id, StoredInsight.by_user.is_(False), most=most)]

    async def search(self, owner: Owner, agent_id: str, words: str, *, kind: InsightKind | None = None) -> list[Insight]:
        """Those in which each of these words occurs, in whatever form of letters, the newest first."""
        wanted = words.casefold().split()
        return [each for each in await self.all(owner, agent_id, kind=kind) if all(word in each.content.casefold() for word in wanted)]

    async def remove(self, owner: Owner, insight_id: str) -> bool:
        """Whether there was such a one."""
        gone = delete(StoredInsight).where(*is_owners(StoredInsight, owner), StoredInsight.insight_id == insight_id)
        async with self._database.session() as session:
            return await session.scalar(gone.returning(StoredInsight.insight_id)) is not None

    async def correct(self, owner: Owner, insight_id: str, content: str) -> Insight:
        """What it says from now on, by the user's word. Raises `NotYoursError`, and `TeamError` for one without words."""
        words = " ".join(content.split())[:LONGEST_INSIGHT]
        if not words:
            raise TeamError("an insight needs words")
        async with self._database.session() as session:
            mine = *is_owners(StoredInsight, owner), StoredInsight.insight_id == insight_id
            row = await session.scalar(select(StoredInsight).where(*mine))
            if row is None:
                raise NotYoursError("there is no such insight")
            row.content = self._sealed.insights.seal(words, owner.user_id, insight_id)
            row.confidence, row.by_user = None, True
        return self._sealed.insight(row)

    async def _insights(self, owner: Owner, agent_id: str, *which: ColumnElement[bool], most: int | None = None) -> list[Insight]:
        mine = select(StoredInsight).where(*is_owners(StoredInsight, owner), StoredInsight.agent_id == agent_id, *which)
        async with self._database.reading() as session:
            rows = (await session.scalars(mine.order_by(*_NEWEST_FIRST).limit(most))).all()
        return await self._sealed.all_of(rows, self._sealed.insight)


_NEWEST_FIRST = (StoredInsight.created_at.desc(), StoredInsight.insight_id.desc())


def _sameness(content: str) -> str:
    return content.casefold().rstrip(" .!")
