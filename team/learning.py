"""What an agent takes out of a work session: insights, with the session as their source, in the transaction that completes it; and a
summary where it comes near to what a model takes, in the middle of its task, which goes on in the same session.
"""

import logging

from pydantic import BaseModel, Field

from prompts import render
from providers.models.typed.history import ModelRequest, OutputTool
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_errors import TypedModelError
from team.agent_run import AgentRun, as_transcript
from team.insights import NewInsight
from team.records import AgentTask, InsightKind, RunStage, WorkMessage, WorkRole
from team.sessions import KEPT_MESSAGES, context_up_to, should_compact, tokens_of

logger = logging.getLogger(__name__)

MOST_LEARNED = 8
"""Of one session."""


class LearnedInsight(BaseModel):
    kind: InsightKind
    content: str = Field(min_length=1, max_length=1_000)
    confidence: float | None = Field(None, ge=0.0, le=1.0)


class LearnedInsights(BaseModel):
    """The arguments of the model's one tool."""

    insights: list[LearnedInsight] = Field(default_factory=list, max_length=20)


async def learn(run: AgentRun) -> None:
    """Store what was learned and complete the session, once. Where nothing was learned, it is completed all the same."""
    learned = await learned_in(run)
    async with run.writing() as (session, row):
        if row.stage != RunStage.WORKING.value:
            return
        for new in learned:
            await run.parts.store.insights.add(session, run.owner, run.agent.agent_id, new, session_id=run.session_id)
        run.parts.store.sessions.complete(row)
    run.stage = RunStage.LEARNED


async def learned_in(run: AgentRun) -> list[NewInsight]:
    """What the session, as far as it is known, teaches; nothing where the model is away."""
    if not any(each.role is WorkRole.ASSISTANT for each in run.messages):
        return []
    kept = context_up_to(run.messages, run.parts.limits.context_tokens)
    request = ModelRequest(
        user_id=run.owner.user_id,
        instructions=render("team_learn"),
        words=render("team_learn_request", session=as_transcript(kept)),
    )
    try:
        found = await run.ask(Purpose.LEARN, request, LearnedInsights, OutputTool("note_insights", render("team_learn_tool")))
    except TypedModelError:
        logger.info("nothing was learned in a session")
        return []
    known = {each.content.casefold() for each in run.known}
    new = [each for each in found.insights if each.content.strip() and each.content.casefold() not in known][:MOST_LEARNED]
    return [NewInsight(kind=each.kind, content=each.content, confidence=each.confidence) for each in new]


class SessionSummary(BaseModel):
    """The arguments of the model's one tool."""

    summary: str = Field(min_length=1, max_length=8_000)


async def compacted_if_needed(run: AgentRun, task: AgentTask) -> None:
    """Replace what was before by a summary, the current task and the last few messages. What was learned so far is noted before.

    Raises `TypedModelError`, and what `AgentRun.writing` raises.
    """
    most = run.parts.limits.context_tokens
    if not should_compact(run.messages, most):
        return
    learned = await learned_in(run)
    request = ModelRequest(
        user_id=run.owner.user_id,
        instructions=render("team_compact"),
        words=render("team_compact_request", session=as_transcript(context_up_to(run.messages, most))),
    )
    summed = await run.ask(Purpose.COMPACT, request, SessionSummary, OutputTool("sum_up", render("team_compact_tool")))
    keep = kept_of(run.messages, most)
    sessions, insights = run.parts.store.sessions, run.parts.store.insights
    async with run.writing(task) as (session, row):
        for new in learned:
            stored = await insights.add(session, run.owner, run.agent.agent_id, new, session_id=run.session_id)
            run.known.append(run.parts.store.sealed.insight(stored))
        await sessions.compact(session, row, summed.summary, keep)
        run.messages[:] = await sessions.messages(session, row)


def kept_of(messages: list[WorkMessage], most_tokens: int) -> list[WorkMessage]:
    """The current task, and behind it as many of the last messages as leave room. A call and its result are one message."""
    task_at = max((at for at, each in enumerate(messages) if each.role is WorkRole.USER), default=0)
    task, last = messages[task_at], messages[task_at + 1 :][-KEPT_MESSAGES:]
    while last and tokens_of([task, *last]) > most_tokens // 3:
        last = last[1:]
    return [task, *last]
