"""Work sessions: one for each run of an agent, with messages of its own, which nobody outside sees.

All methods write in a transaction of the run that owns the agent's lane, so that no two write into one session.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from storage.epoch import ms_of
from team.records import ItemState, RunStage, TaskSource, WorkMessage, WorkRole, WorkSession, WorkStatus
from team.row_ids import new_id
from team.sealed_team import SealedTeam, session_of
from team.team_rows import StoredAgent, StoredInboxItem, StoredTask, StoredWorkMessage, StoredWorkSession

COUNTED_FOR = timedelta(days=2)
"""How long a session is there that is over, without its messages: the limits of the day count it. The insights out of it stay."""
OWN_TASKS_KEPT_FOR = timedelta(days=30)
"""What a lead gave itself to do once it has ended: there is one every hour."""
DONE_KEPT_FOR = timedelta(days=90)
"""Items that the user has dealt with; their full text stays in its conversation."""
CHARACTERS_OF_A_TOKEN = 3.5
"""Rather too many tokens than too few: a tokenizer would cost more than it saves."""
COMPACTS_AT = 0.7
"""Of the model's context limit."""
KEPT_MESSAGES = 6
"""The last ones stay as they are when what was before is summed up."""


class WorkSessions:
    def __init__(self, sealed: SealedTeam, now: Callable[[], datetime]) -> None:
        self._sealed = sealed
        self._now = now

    async def start(self, session: AsyncSession, agent: StoredAgent) -> WorkSession:
        """A new one, `active`."""
        row = StoredWorkSession(
            session_id=new_id(self._now()),
            user_id=agent.user_id,
            agent_id=agent.agent_id,
            status=WorkStatus.ACTIVE.value,
            stage=RunStage.WORKING.value,
            created_at=ms_of(self._now()),
            completed_at=None,
            requests=0,
            tokens=0,
            delegations=0,
        )
        session.add(row)
        await session.flush()
        return session_of(row)

    async def _clear_up(self, session: AsyncSession, agent_id: str) -> None:
        now = self._now()
        counted = StoredWorkSession.agent_id == agent_id, StoredWorkSession.completed_at < ms_of(now - COUNTED_FOR)
        own = StoredTask.agent_id == agent_id, StoredTask.source == TaskSource.SELF.value
        ended = *own, StoredTask.ended_at < ms_of(now - OWN_TASKS_KEPT_FOR)
        items = StoredInboxItem.agent_id == agent_id, StoredInboxItem.state == ItemState.DONE.value
        done = *items, StoredInboxItem.created_at < ms_of(now - DONE_KEPT_FOR)
        await session.execute(delete(StoredWorkSession).where(*counted))
        await session.execute(delete(StoredTask).where(*ended))
        await session.execute(delete(StoredInboxItem).where(*done))

    async def active(self, session: AsyncSession, agent_id: str) -> StoredWorkSession | None:
        """The one that the agent is at: neither completed nor gone; a compacted one is still at work."""
        mine = StoredWorkSession.agent_id == agent_id, StoredWorkSession.status != WorkStatus.COMPLETED.value
        return await session.scalar(select(StoredWorkSession).where(*mine).order_by(StoredWorkSession.session_id.desc()).limit(1))

    async def append(self, session: AsyncSession, row: StoredWorkSession, message: WorkMessage) -> WorkMessage:
        """Behind the others, whatever number it had."""
        last = select(func.max(StoredWorkMessage.number)).where(StoredWorkMessage.session_id == row.session_id)
        numbered = WorkMessage(number=(await session.scalar(last) or 0) + 1, role=message.role, words=message.words, calls=message.calls)
        session.add(self._stored(row, numbered))
        await session.flush()
        return numbered

    async def answer(self, session: AsyncSession, row: StoredWorkSession, message: WorkMessage) -> None:
        """The same message with results of its calls."""
        mine = StoredWorkMessage.session_id == row.session_id, StoredWorkMessage.number == message.number
        sealed = self._sealed.sealed_message(message, row.user_id, row.session_id)
        await session.execute(update(StoredWorkMessage).where(*mine).values(content=sealed))

    async def messages(self, session: AsyncSession, row: StoredWorkSession) -> list[WorkMessage]:
        """In their order."""
        mine = select(StoredWorkMessage).where(StoredWorkMessage.session_id == row.session_id).order_by(StoredWorkMessage.number)
        rows = (await session.scalars(mine)).all()
        return await self._sealed.all_of(rows, lambda each: self._sealed.message(each, row.user_id))

    async def compact(self, session: AsyncSession, row: StoredWorkSession, summary: str, keep: Sequence[WorkMessage]) -> None:
        """Replace all messages by one that sums them up and those that are kept, in their order and numbered anew from 1."""
        await session.execute(delete(StoredWorkMessage).where(StoredWorkMessage.session_id == row.session_id))
        summed = WorkMessage(number=1, role=WorkRole.SYSTEM, words=summary)
        kept = [WorkMessage(number=at, role=each.role, words=each.words, calls=each.calls) for at, each in enumerate(keep, start=2)]
        session.add_all(self._stored(row, each) for each in (summed, *kept))
        row.status = WorkStatus.COMPACTED.value
        await session.flush()

    async def unfinished(self, session: AsyncSession, agent_id: str) -> StoredWorkSession | None:
        """The one whose run is not over: one that died goes on with it."""
        mine = StoredWorkSession.agent_id == agent_id, StoredWorkSession.stage != RunStage.OVER.value
        return await session.scalar(select(StoredWorkSession).where(*mine).order_by(StoredWorkSession.session_id.desc()).limit(1))

    def complete(self, row: StoredWorkSession) -> None:
        row.status, row.completed_at, row.stage = WorkStatus.COMPLETED.value, ms_of(self._now()), RunStage.LEARNED.value

    async def discard(self, session: AsyncSession, row: StoredWorkSession) -> None:
        """The run is over, with insights taken and the briefing decided: the messages, which hold mail, go, and what is old and of no more
        use to the agent."""
        row.stage = RunStage.OVER.value
        await self._clear_up(session, row.agent_id)
        await session.execute(delete(StoredWorkMessage).where(StoredWorkMessage.session_id == row.session_id))

    def _stored(self, row: StoredWorkSession, message: WorkMessage) -> StoredWorkMessage:
        return StoredWorkMessage(
            session_id=row.session_id,
            number=message.number,
            role=message.role.value,
            content=self._sealed.sealed_message(message, row.user_id, row.session_id),
            created_at=ms_of(self._now()),
        )


def tokens_of(messages: Sequence[WorkMessage]) -> int:
    """An estimate."""
    return sum(map(_tokens, messages))


def should_compact(messages: Sequence[WorkMessage], most_tokens: int) -> bool:
    """Whether they come near to what the model takes."""
    return tokens_of(messages) >= COMPACTS_AT * most_tokens


def context_up_to(messages: Sequence[WorkMessage], most_tokens: int) -> list[WorkMessage]:
    """The newest messages that fit, behind the summary if there is one."""
    summary = [each for each in messages[:1] if each.role is WorkRole.SYSTEM]
    left, fitting = most_tokens - tokens_of(summary), list[WorkMessage]()
    for message in reversed(messages[len(summary) :]):
        left -= _tokens(message)
        if left < 0:
            break
        fitting.insert(0, message)
    return [*summary, *fitting]


def _tokens(message: WorkMessage) -> int:
    calls = sum(len(each.tool) + len(str(dict(each.arguments))) + len(each.result or "") + 20 for each in message.calls)
    return int((len(message.words) + calls + 20) / CHARACTERS_OF_A_TOKEN)
