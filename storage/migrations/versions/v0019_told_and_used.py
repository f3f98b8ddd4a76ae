"""Insights say if the user told them, tasks what they have used up. What has no source may be the user's, and is kept as theirs."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What has no source counts as told by the user."""
    op.add_column("insight", sa.Column("by_user", sa.Boolean(), nullable=False, server_default=sa.false()))
    insight = sa.table("insight", sa.column("by_user", sa.Boolean()), sa.column("session_id", sa.Text()))
    op.execute(sa.update(insight).where(insight.c.session_id.is_(None)).values(by_user=True))
    op.add_column("task", sa.Column("requests", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("task", sa.Column("tokens", sa.BigInteger(), nullable=False, server_default="0"))


def downgrade() -> None:
    """As it was."""
    op.drop_column("task", "tokens")
    op.drop_column("task", "requests")
    op.drop_column("insight", "by_user")
