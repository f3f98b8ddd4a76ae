"""The ledger, its backlog, and the user's preferences."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "briefed_mail",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("mail_id", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=True),
        sa.Column("at_minute", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "mail_id", name="pk_briefed_mail"),
    )
    op.create_index("ix_briefed_mail_user_id_at_minute", "briefed_mail", ["user_id", "at_minute"])
    op.create_table(
        "last_briefing",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("at_minute", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_last_briefing"),
    )
    op.create_table(
        "ledger_backlog",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("mail_id", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("action", sa.Text(), nullable=True),
        sa.Column("at_minute", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_ledger_backlog"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_ledger_backlog_user_id_number", "ledger_backlog", ["user_id", "number"])
    op.create_table(
        "preference",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "kind", "value", name="pk_preference"),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("preference", "ledger_backlog", "last_briefing", "briefed_mail"):
        op.drop_table(table)
