"""Teams, memories of users, and the lanes of durable work. Conversations say whose home they are; those of before are nobody's."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def _text(name: str, *more: sa.ForeignKey, nullable: bool = False) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), *more, nullable=nullable)


def _moment(name: str, *, nullable: bool = False) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger(), nullable=nullable)


def _count(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer(), nullable=False)


def _of(table: str, column: str, other: str, *, gone: str = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{other}.{column}"], name=f"fk_{table}_{column}_{other}", ondelete=gone)


def upgrade() -> None:
    """Create the tables, and add the column."""
    op.add_column("conversation", _text("agent_id", nullable=True))
    op.create_table(
        "work_lane",
        _text("lane"),
        _text("owner", nullable=True),
        _moment("leased_until"),
        sa.PrimaryKeyConstraint("lane", name="pk_work_lane"),
    )
    op.create_table(
        "memory",
        _text("memory_id"),
        _text("user_id"),
        _text("organisation_id", nullable=True),
        _text("content"),
        _moment("created_at"),
        _moment("changed_at"),
        sa.PrimaryKeyConstraint("memory_id", name="pk_memory"),
    )
    op.create_table(
        "team",
        _text("team_id"),
        _text("user_id"),
        _text("organisation_id", nullable=True),
        _text("lead_id"),
        _text("content"),
        _moment("created_at"),
        sa.PrimaryKeyConstraint("team_id", name="pk_team"),
    )
    op.create_table(
        "agent",
        _text("agent_id"),
        _text("user_id"),
        _text("organisation_id", nullable=True),
        _text("team_id"),
        _text("role"),
        _text("content"),
        sa.Column("paused", sa.Boolean(), nullable=False),
        _text("conversation_id"),
        _moment("next_run_at", nullable=True),
        _moment("rests_until"),
        _moment("last_completed_at", nullable=True),
        _moment("created_at"),
        _of("agent", "team_id", "team"),
        sa.PrimaryKeyConstraint("agent_id", name="pk_agent"),
    )
    op.create_table(
        "task",
        _text("task_id"),
        _text("user_id"),
        _text("organisation_id", nullable=True),
        _text("agent_id"),
        _text("assigned_by"),
        _text("source"),
        _text("status"),
        _text("text"),
        _text("result", nullable=True),
        _text("conversation_id", nullable=True),
        sa.Column("out_of_mail", sa.Boolean(), nullable=False),
        _count("depth"),
        _text("parent_id", nullable=True),
        _count("attempts"),
        _moment("not_before"),
        _text("session_id", nullable=True),
        _moment("created_at"),
        _moment("ended_at", nullable=True),
        _of("task", "agent_id", "agent"),
        sa.PrimaryKeyConstraint("task_id", name="pk_task"),
    )
    op.create_table(
        "work_session",
        _text("session_id"),
        _text("user_id"),
        _text("agent_id"),
        _text("status"),
        _text("stage"),
        _moment("created_at"),
        _moment("completed_at", nullable=True),
        _count("requests"),
        _moment("tokens"),
        _count("delegations"),
        _of("work_session", "agent_id", "agent"),
        sa.PrimaryKeyConstraint("session_id", name="pk_work_session"),
    )
    op.create_table(
        "work_message",
        _text("session_id"),
        _count("number"),
        _text("role"),
        _text("content"),
        _moment("created_at"),
        _of("work_message", "session_id", "work_session"),
        sa.PrimaryKeyConstraint("session_id", "number", name="pk_work_message"),
    )
    op.create_table(
        "insight",
        _text("insight_id"),
        _text("user_id"),
        _text("organisation_id", nullable=True),
        _text("agent_id"),
        _text("kind"),
        _text("content"),
        _text("session_id", nullable=True),
        sa.Column("confidence", sa.Double(), nullable=True),
        _moment("created_at"),
        _of("insight", "agent_id", "agent"),
        _of("insight", "session_id", "work_session", gone="SET NULL"),
        sa.PrimaryKeyConstraint("insight_id", name="pk_insight"),
    )
    op.create_table(
        "inbox_item",
        _text("item_id"),
        _text("user_id"),
        _text("organisation_id", nullable=True),
        _text("agent_id"),
        _text("kind"),
        _text("state"),
        _text("summary"),
        _text("conversation_id"),
        _text("written_by"),
        _text("task_id", nullable=True),
        _moment("created_at"),
        _of("inbox_item", "agent_id", "agent"),
        sa.PrimaryKeyConstraint("item_id", name="pk_inbox_item"),
    )
    for table, *columns in INDEXES:
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, columns)


INDEXES = (
    ("memory", "user_id", "organisation_id", "created_at"),
    ("team", "user_id", "organisation_id"),
    ("agent", "user_id", "organisation_id"),
    ("agent", "team_id"),
    ("agent", "next_run_at"),
    ("task", "agent_id", "status", "created_at"),
    ("task", "status", "not_before"),
    ("task", "user_id", "organisation_id", "created_at"),
    ("task", "parent_id"),
    ("work_session", "agent_id", "created_at"),
    ("work_session", "user_id", "created_at"),
    ("insight", "agent_id", "created_at"),
    ("insight", "session_id"),
    ("inbox_item", "user_id", "organisation_id", "state", "created_at"),
)


def downgrade() -> None:
    """Drop them."""
    for table in ("inbox_item", "insight", "work_message", "work_session", "task", "agent", "team", "memory", "work_lane"):
        op.drop_table(table)
    op.drop_column("conversation", "agent_id")
