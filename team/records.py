"""What a team is made of: agents, their tasks and work sessions, what they learned, and what they have for the user."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from briefing.mail import MailId


class AgentRole(StrEnum):
    LEAD = "lead"
    """Works for the mission by itself, delegates, and may brief the user."""
    WORKER = "worker"
    """Does what is in its queue."""


class TaskSource(StrEnum):
    DELEGATION = "delegation"
    """From another agent."""
    USER = "user"
    """From the user's words."""
    SYSTEM = "system"
    """The first task of a lead."""
    SELF = "self"
    """What an agent gave itself to do."""


class TaskStatus(StrEnum):
    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"
    """By the user."""


class WorkStatus(StrEnum):
    ACTIVE = "active"
    COMPACTED = "compacted"
    """Still running, with what was before as a summary."""
    COMPLETED = "completed"


class RunStage(StrEnum):
    """How far a run has come; one that has died goes on from there."""

    WORKING = "working"
    LEARNED = "learned"
    """The session is completed, with what was learned in it; whether the user is briefed is still to be decided."""
    OVER = "over"


class WorkRole(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"


class InsightKind(StrEnum):
    FACT = "fact"
    """About the domain."""
    TECHNIQUE = "technique"
    """What worked, or did not."""
    PATTERN = "pattern"
    LESSON = "lesson"
    """A skill that was learned."""


class ItemKind(StrEnum):
    BRIEFING = "briefing"
    """A lead found something that matters."""
    RESULT = "result"
    """What a task of the user's came to, also that it failed."""


class ItemState(StrEnum):
    UNREAD = "unread"
    OPEN = "open"
    """Seen or told, and not dealt with."""
    DONE = "done"


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    team_id: str
    name: str = field(repr=False)
    description: str = field(repr=False)
    mission: str = field(repr=False)
    lead_id: str
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamAgent:
    """`conversation_id` is its home: the one permanent conversation that it has with its user. `next_run_at` is a lead's alone."""

    agent_id: str
    team_id: str
    name: str = field(repr=False)
    prompt: str = field(repr=False)
    role: AgentRole
    paused: bool
    conversation_id: str
    next_run_at: datetime | None
    last_completed_at: datetime | None
    created_at: datetime

    @property
    def is_lead(self) -> bool:
        return self.role is AgentRole.LEAD


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentTask:
    """`conversation_id` is where the user asked for it and where its result goes; None where they did not. `out_of_mail`: its text was
    written by a model, out of mail perhaps, and is no word of the user's. `depth`: how many delegations lie before it, `parent_id`: the
    task in which it was delegated. `mail_id` is the mail that the user may mean by "this"."""

    task_id: str
    agent_id: str
    assigned_by: str
    text: str = field(repr=False)
    source: TaskSource
    status: TaskStatus
    result: str | None = field(repr=False)
    conversation_id: str | None
    out_of_mail: bool
    depth: int
    parent_id: str | None
    attempts: int
    session_id: str | None
    created_at: datetime
    ended_at: datetime | None
    mail_id: MailId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkSession:
    """One run of one agent. The counts are what it has used of its limits."""

    session_id: str
    agent_id: str
    status: WorkStatus
    created_at: datetime
    completed_at: datetime | None
    requests: int
    tokens: int
    delegations: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkCall:
    """A tool that the agent called, with its `result` once there is one."""

    call_id: str
    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict, repr=False)
    result: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkMessage:
    """`number` rises from 1 within a session. The result of a call stands with the call, so there is none without the other."""

    number: int
    role: WorkRole
    words: str = field(repr=False)
    calls: tuple[WorkCall, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Insight:
    """`session_id` is where it was learned; empty for what the user said, and once that session is gone. `by_user`: they told it, or put
    it right."""

    insight_id: str
    agent_id: str
    kind: InsightKind
    content: str = field(repr=False)
    session_id: str | None
    by_user: bool
    confidence: float | None
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxItem:
    """Something for the user: in short here, in full as `message` (a writer and a number) in the conversation."""

    item_id: str
    kind: ItemKind
    state: ItemState
    summary: str = field(repr=False)
    agent_id: str
    conversation_id: str
    written_by: str
    task_id: str | None
    created_at: datetime


class TeamError(Exception):
    """What was asked for cannot be done; `str()` says why, without a word of anybody's."""


class NotYoursError(TeamError):
    """There is no such team, agent, task or item, or it is somebody else's, which is the same."""
