"""Calls in writing with a team behind them, whose work a test does by hand: what comes of it is put where a run puts it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

from pydantic import SecretStr

from conversations.conversation_rows import Owner
from providers.durable.at_work import at_work
from providers.models.typed.typed_models import TypedModels
from providers.settings import Settings
from session.call import Call
from session.opening.asking_models import typed_models_of
from session.opening.assembly import open_call
from session.opening.handing_over import team_store
from session.skills.team.team_desk import TeamDesk
from session.written_call import WrittenCall
from storage.database import Database
from storage.epoch import now_in_utc
from team.inbox_items import TeamNews
from team.records import AgentTask, ItemKind, TaskStatus
from team.task_states import TaskEvent, advance_task
from team.tasks import written_by
from team.team_rows import StoredAgent, StoredTask
from tests.agent.typed_call import NOW, sample_settings
from tests.session.test_written_call import Paper, Written
from tests.storage.prepared import prepared

ME = Owner(user_id="local")
NO_MODEL_ANSWERS = "http://127.0.0.1:9"


@dataclass
class TeamTalk(Written):
    """A written call and its team."""

    settings: Settings

    @property
    def desk(self) -> TeamDesk:
        assert self.call.records.team is not None
        return self.call.records.team

    async def tasks(self) -> list[AgentTask]:
        return await self.desk.store.tasks.tasks(ME)

    async def done(self, task: AgentTask, summary: str, text: str | None = None, *, failed: bool = False) -> None:
        """The task ends with this result while the call goes on."""
        await done(self.settings, task, summary, text, failed=failed)
        self.desk.stirred.set()


async def done(settings: Settings, task: AgentTask, summary: str, text: str | None = None, *, failed: bool = False) -> None:
    """The task ends with this result, as a run writes it."""
    async with Database(settings.shared_database_url) as database, team_store(settings, database) as store, database.session() as session:
        row = await session.get(StoredTask, task.task_id)
        agent = await session.get(StoredAgent, task.agent_id)
        assert row is not None
        assert agent is not None
        row.status = advance_task(TaskStatus.RUNNING, TaskEvent.FAIL if failed else TaskEvent.FINISH).value
        news = TeamNews(
            summary=summary, text=text or summary, by=written_by(task.task_id), place=task.conversation_id, task_id=task.task_id
        )
        await store.items.add(session, agent, ItemKind.RESULT, news)


@asynccontextmanager
async def team_talk(
    folder: Path,
    *,
    base_url: str = NO_MODEL_ANSWERS,
    has_model: bool = True,
    works: bool = True,
    unread: int = 5,
    now: Callable[[], datetime] | None = None,
    answers: bool = False,
) -> AsyncIterator[TeamTalk]:
    """`works`: a process says that it works; `answers`: a model answers what rules do not."""
    key = {"openai_api_key": SecretStr("sk-test"), "openai_base_url": base_url, "aloud_small_model": "small-model"}
    settings = sample_settings(folder, unread=unread).model_copy(update=key if has_model else {})
    await prepared(settings)
    async with Database(settings.shared_database_url) as database:
        working = at_work(database, now=now_in_utc) if works else nullcontext()
        async with working, _models(settings, database, asked=base_url != NO_MODEL_ANSWERS) as models:
            opening = open_call(settings, "local", call_id=str(uuid4()), now=now or (lambda: NOW), is_written=True, models=models)
            async with opening as (call, look):
                paper = Paper()
                conversation = WrittenCall(call, paper, models=models if answers else None)
                await conversation.start(look)
                await conversation.greet(look)
                yield TeamTalk(call, conversation, paper, settings)


@asynccontextmanager
async def _models(settings: Settings, database: Database, *, asked: bool) -> AsyncIterator[TypedModels | None]:
    made = typed_models_of(settings, database) if asked else None
    if made is None:
        yield None
        return
    async with made as models:
        yield models


def later(hours: float) -> datetime:
    return NOW.astimezone(UTC) + timedelta(hours=hours)


__all__ = ["ME", "NOW", "Call", "TeamTalk", "later", "team_talk"]
