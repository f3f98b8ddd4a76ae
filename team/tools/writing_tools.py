"""Tools that write what is ours alone: insights, tasks, and drafts, which wait for the user."""

import asyncio

from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession

from actions.sending.left_drafts import answer_to, leave_draft
from briefing.mail import MailId
from providers.mime.original import read_original
from team.insights import NewInsight
from team.limits import NotDelegatedError
from team.records import InsightKind, TaskSource, TeamAgent, TeamError
from team.row_ids import the_id_of
from team.tasks import NewTask
from team.team_rows import StoredWorkSession
from team.tools.toolbox import AtWork, ToolOutcome, WorkTool


class NoteInsight(BaseModel):
    """Note something that will help you in later work. It is about the work, never about what the user is like."""

    kind: InsightKind = Field(
        description="fact: about the domain. technique: what worked or did not. pattern. lesson: what you learned to do."
    )
    content: str = Field(min_length=1, max_length=1_000)


class Delegate(BaseModel):
    """Give a task to a worker of your team. You hear of its result later, as a task of yours; do not wait for it."""

    worker: str = Field(max_length=100, description="The worker's name.")
    task: str = Field(min_length=1, max_length=4_000, description="All that the worker has to know: it sees nothing of what you know.")


class QueueForMyself(BaseModel):
    """Put a task into your own queue, which you do after this one."""

    task: str = Field(min_length=1, max_length=4_000)


class WriteDraft(BaseModel):
    """Leave an answer to a mail as a draft. It is not sent: the user reads it, and sends it or not. Say in your result that it is there."""

    mail_id: str = Field(max_length=300, description="The mail that it answers, as a search has it.")
    text: str = Field(min_length=1, max_length=8_000, description="All that the mail says, without a subject.")


async def _note_insight(at_work: AtWork, asked: NoteInsight) -> ToolOutcome:
    async def effect(session: AsyncSession, row: StoredWorkSession) -> None:
        new = NewInsight(kind=asked.kind, content=asked.content)
        await at_work.store.insights.add(session, at_work.owner, at_work.agent.agent_id, new, session_id=row.session_id)

    return ToolOutcome("Noted.", effect)


async def _delegate(at_work: AtWork, asked: Delegate) -> ToolOutcome:
    worker = next((each for each in at_work.workers if each.name.casefold() == asked.worker.strip().casefold()), None)
    if worker is None:
        return ToolOutcome("There is no such worker in your team.")
    return _queued(at_work, worker, asked.task, TaskSource.DELEGATION)


async def _queue_for_myself(at_work: AtWork, asked: QueueForMyself) -> ToolOutcome:
    return _queued(at_work, at_work.agent, asked.task, TaskSource.SELF)


def _queued(at_work: AtWork, agent: TeamAgent, text: str, source: TaskSource) -> ToolOutcome:
    task = at_work.task
    new = NewTask(
        text=text,
        source=source,
        assigned_by=at_work.agent.agent_id,
        conversation_id=task.conversation_id,
        out_of_mail=True,  # by this session, a report or an insight: whatever an agent words may be words of a mail
        depth=task.depth + 1,
        parent_id=task.task_id,
    )

    async def effect(session: AsyncSession, row: StoredWorkSession) -> str | None:
        try:
            await at_work.limits.count_delegation(session, row, new.depth, at_work.now())
        except NotDelegatedError as error:
            return str(error)
        await at_work.store.tasks.add(session, at_work.owner, agent.agent_id, new)
        return None

    return ToolOutcome("Queued.", effect)


async def _write_draft(at_work: AtWork, asked: WriteDraft) -> ToolOutcome:
    mail_id = MailId(asked.mail_id)
    mail = await at_work.mail.opened()
    (envelope,) = (await mail.inbox.envelopes([mail_id])).found or (None,)
    if envelope is None:
        raise TeamError("There is no such mail.")
    original = await asyncio.to_thread(read_original, await mail.inbox.original(mail_id))
    content = answer_to(mail_id, envelope.thread_id, original, own_addresses=mail.own_addresses, body=asked.text)
    draft_id = the_id_of("draft", at_work.task.task_id, mail_id)
    own = next((each.email for each in (*original.to, *original.cc) if each.email in mail.own_addresses), "")

    async def effect(session: AsyncSession, _row: StoredWorkSession) -> None:
        await leave_draft(session, at_work.store.drafts, at_work.owner.user_id, draft_id, content, own=own, at=at_work.now())

    return ToolOutcome("The draft waits for the user.", effect)


DELEGATE = WorkTool.of(Delegate, _delegate, name="delegate")
WRITING = (
    WorkTool.of(NoteInsight, _note_insight, name="note_insight"),
    WorkTool.of(QueueForMyself, _queue_for_myself, name="queue_for_myself"),
    WorkTool.of(WriteDraft, _write_draft, name="write_draft"),
)
