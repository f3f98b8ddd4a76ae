"""The outbox is worked in lanes, like all durable work: its own claims go. Indexes: one that is missing, two that nothing uses."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """A mail that may have left is due only once its attempt is over, so whoever is at it now is not disturbed."""
    op.drop_column("outbox", "claimed_by")
    op.drop_column("outbox", "claimed_until")
    op.drop_index("ix_task_status_not_before", "task")
    op.drop_index("ix_agent_next_run_at", "agent")
    op.create_index("ix_inbox_item_agent_id", "inbox_item", ["agent_id"])


def downgrade() -> None:
    """Nobody has claimed anything."""
    op.drop_index("ix_inbox_item_agent_id", "inbox_item")
    op.create_index("ix_agent_next_run_at", "agent", ["next_run_at"])
    op.create_index("ix_task_status_not_before", "task", ["status", "not_before"])
    op.add_column("outbox", sa.Column("claimed_until", sa.BigInteger(), nullable=False, server_default="0"))
    op.add_column("outbox", sa.Column("claimed_by", sa.Text(), nullable=True))
