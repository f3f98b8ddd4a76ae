"""Sums up a work session that comes near to what a model takes, in the middle of its task, which goes on in the same session."""

from pydantic import BaseModel, Field

from prompts import render
from providers.models.typed.history import ModelRequest, OutputTool
from providers.models.typed.purposes import Purpose
from team.agent_run import AgentRun, as_transcript
from team.learning import learned_in
from team.records import AgentTask, WorkMessage, WorkRole
from team.sessions import KEPT_MESSAGES, context_up_to, should_compact, tokens_of


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
