"""The tables of the team, and which rows of them are whose: every query that a user's request leads to is made of these conditions.

What belongs to an agent goes with it, and what was learned in a session outlives it: both are foreign keys, so that the database holds it.
Words are sealed; times are milliseconds since the epoch.
"""

from sqlalchemy import BigInteger, ColumnElement, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from conversations.conversation_rows import Owner
from storage.database import Base


class StoredTeam(Base):
    """`content` is its name, description and mission."""

    __tablename__ = "team"

    team_id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str]
    organisation_id: Mapped[str | None]
    lead_id: Mapped[str]
    content: Mapped[str]
    created_at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index(None, "user_id", "organisation_id"),)


class StoredAgent(Base):
    """`content` is its name and prompt. `rests_until`: it has reached its limits, and begins nothing before."""

    __tablename__ = "agent"

    agent_id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str]
    organisation_id: Mapped[str | None]
    team_id: Mapped[str] = mapped_column(ForeignKey("team.team_id", ondelete="CASCADE"))
    role: Mapped[str]
    content: Mapped[str]
    paused: Mapped[bool]
    conversation_id: Mapped[str]
    next_run_at: Mapped[int | None] = mapped_column(BigInteger)
    rests_until: Mapped[int] = mapped_column(BigInteger)
    last_completed_at: Mapped[int | None] = mapped_column(BigInteger)
    created_at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index(None, "user_id", "organisation_id"), Index(None, "team_id"))


class StoredTask(Base):
    """`not_before`: one that failed is tried again then. `parent_id`: the task in which it was delegated."""

    __tablename__ = "task"

    task_id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str]
    organisation_id: Mapped[str | None]
    agent_id: Mapped[str] = mapped_column(ForeignKey("agent.agent_id", ondelete="CASCADE"))
    assigned_by: Mapped[str]
    source: Mapped[str]
    status: Mapped[str]
    text: Mapped[str]
    result: Mapped[str | None]
    conversation_id: Mapped[str | None]
    out_of_mail: Mapped[bool]
    depth: Mapped[int]
    parent_id: Mapped[str | None]
    attempts: Mapped[int]
    not_before: Mapped[int] = mapped_column(BigInteger)
    session_id: Mapped[str | None]
    created_at: Mapped[int] = mapped_column(BigInteger)
    ended_at: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (
        Index(None, "agent_id", "status", "created_at"),
        Index(None, "user_id", "organisation_id", "created_at"),
        Index(None, "parent_id"),
    )


class StoredWorkSession(Base):
    """`stage` is how far the end of a run has come (`run.py`)."""

    __tablename__ = "work_session"

    session_id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str]
    agent_id: Mapped[str] = mapped_column(ForeignKey("agent.agent_id", ondelete="CASCADE"))
    status: Mapped[str]
    stage: Mapped[str]
    created_at: Mapped[int] = mapped_column(BigInteger)
    completed_at: Mapped[int | None] = mapped_column(BigInteger)
    requests: Mapped[int]
    tokens: Mapped[int] = mapped_column(BigInteger)
    delegations: Mapped[int]

    __table_args__ = (Index(None, "agent_id", "created_at"), Index(None, "user_id", "created_at"))


class StoredWorkMessage(Base):
    """`content` is its words and calls as JSON."""

    __tablename__ = "work_message"

    session_id: Mapped[str] = mapped_column(ForeignKey("work_session.session_id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    role: Mapped[str]
    content: Mapped[str]
    created_at: Mapped[int] = mapped_column(BigInteger)


class StoredInsight(Base):
    __tablename__ = "insight"

    insight_id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str]
    organisation_id: Mapped[str | None]
    agent_id: Mapped[str] = mapped_column(ForeignKey("agent.agent_id", ondelete="CASCADE"))
    kind: Mapped[str]
    content: Mapped[str]
    session_id: Mapped[str | None] = mapped_column(ForeignKey("work_session.session_id", ondelete="SET NULL"))
    confidence: Mapped[float | None]
    created_at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index(None, "agent_id", "created_at"), Index(None, "session_id"))


class StoredInboxItem(Base):
    """`written_by` names the message in the conversation, which has the full text."""

    __tablename__ = "inbox_item"

    item_id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str]
    organisation_id: Mapped[str | None]
    agent_id: Mapped[str] = mapped_column(ForeignKey("agent.agent_id", ondelete="CASCADE"))
    kind: Mapped[str]
    state: Mapped[str]
    summary: Mapped[str]
    conversation_id: Mapped[str]
    written_by: Mapped[str]
    task_id: Mapped[str | None]
    created_at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index(None, "user_id", "organisation_id", "state", "created_at"), Index(None, "agent_id"))


Owned = StoredTeam | StoredAgent | StoredTask | StoredInsight | StoredInboxItem


def is_owners(table: type[Owned], owner: Owner) -> tuple[ColumnElement[bool], ...]:
    return table.user_id == owner.user_id, table.organisation_id == owner.organisation_id
