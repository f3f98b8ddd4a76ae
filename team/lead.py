"""What a lead does beyond its queue: its own initiative, once an hour, and whether the user hears of what came out of a run."""

import logging
from datetime import timedelta

from pydantic import BaseModel, Field
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from conversations.conversation_rows import Owner
from conversations.headings import summary_line
from prompts import render
from prompts.data_quotation import as_data
from providers.models.typed.history import ModelRequest, OutputTool
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_errors import TypedModelError
from storage.epoch import ms_of
from team.agent_run import AgentRun, as_transcript
from team.inbox_items import TeamNews
from team.records import ItemKind, RunStage, TaskSource, TaskStatus, WorkRole
from team.sessions import context_up_to
from team.store import TeamStore
from team.tasks import NewTask, has_begun
from team.team_rows import StoredAgent, StoredInboxItem, StoredTask

logger = logging.getLogger(__name__)

AGAIN_AFTER = timedelta(hours=1)
TOLD, DONE, SHORT = 20, 10, 200
"""So many items and results of before a lead knows of, and so many characters of a result."""


class BriefingDecision(BaseModel):
    """The arguments of the model's one tool."""

    brief: bool
    summary: str = Field("", max_length=280)
    text: str = Field("", max_length=20_000)

    @property
    def is_one(self) -> bool:
        return self.brief and bool(self.text.strip())

    @property
    def shortly(self) -> str:
        return self.summary or self.text


async def own_initiative(session: AsyncSession, store: TeamStore, owner: Owner, agent: StoredAgent) -> None:
    """A lead whose hour has come asks itself what to do for its mission; what is queued comes first."""
    waits = StoredTask.agent_id == agent.agent_id, StoredTask.status.in_([TaskStatus.PENDING.value, TaskStatus.RUNNING.value])
    if await session.scalar(select(StoredTask.task_id).where(*waits).limit(1)) is None:
        text = render("team_initiative", lately=as_data(await _lately(session, store, agent.agent_id)))
        await store.tasks.add(session, owner, agent.agent_id, NewTask(text=text, source=TaskSource.SELF))


async def _lately(session: AsyncSession, store: TeamStore, agent_id: str) -> dict[str, list[str]]:
    """What the agent has told the user and what it has done, the newest first, in short: a new session knows nothing of it."""
    told = select(StoredInboxItem).where(StoredInboxItem.agent_id == agent_id).order_by(StoredInboxItem.created_at.desc())
    done = select(StoredTask).where(StoredTask.agent_id == agent_id, StoredTask.result.is_not(None)).order_by(StoredTask.ended_at.desc())
    items = await store.sealed.all_of((await session.scalars(told.limit(TOLD))).all(), store.sealed.item)
    tasks = await store.sealed.all_of((await session.scalars(done.limit(DONE))).all(), store.sealed.task)
    return {"told": [each.summary for each in items], "done": [(each.result or "")[:SHORT] for each in tasks]}


async def decide_on_briefing(run: AgentRun) -> None:
    """For a lead, an item and its full text in the conversation where something matters; then the run is over.

    The decision is stored with the end of the run, so a session has one briefing at most, whatever dies. A worker briefs nobody.
    """
    decision = await _decision(run) if run.agent.is_lead and _something_was_done(run) else BriefingDecision(brief=False)
    store, now = run.parts.store, run.parts.now()
    async with run.writing() as (session, row):
        if row.stage == RunStage.OVER.value:
            return
        agent = await session.get_one(StoredAgent, run.agent.agent_id)
        await store.sessions.discard(session, row)
        agent.last_completed_at = ms_of(now)
        agent.next_run_at = ms_of(now + AGAIN_AFTER) if run.agent.is_lead and await has_begun(session, agent.team_id) else None
        await session.flush()  # the agent before the conversation, as whoever hands work over does: neither waits for the other
        if decision.is_one and summary_line(decision.shortly) not in (await _lately(session, store, agent.agent_id))["told"]:
            news = TeamNews(summary=decision.shortly, text=decision.text.strip(), by=f"session:{run.session_id}")
            await store.items.add(session, agent, ItemKind.BRIEFING, news)


async def _decision(run: AgentRun) -> BriefingDecision:
    """Silent where the model is away or unsure."""
    learned = [
        each.content
        for each in await run.parts.store.insights.newest(run.owner, run.agent.agent_id, 20)
        if each.session_id == run.session_id
    ]
    async with run.parts.store.database.reading() as session:
        lately = await _lately(session, run.parts.store, run.agent.agent_id)
    kept = context_up_to(run.messages, run.parts.limits.context_tokens)
    request = ModelRequest(
        user_id=run.owner.user_id,
        instructions=render("team_brief", mission=run.team.mission),
        words=render("team_brief_request", session=as_transcript(kept), insights=as_data(learned), told=as_data(lately["told"])),
    )
    try:
        return await run.ask(Purpose.BRIEF, request, BriefingDecision, OutputTool("decide", render("team_brief_tool")))
    except TypedModelError:
        logger.info("nothing was decided about a briefing")
        return BriefingDecision(brief=False)


def _something_was_done(run: AgentRun) -> bool:
    return any(each.role is WorkRole.ASSISTANT for each in run.messages)
