"""Conversations say if they are had by mail as well; those of before are not."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("conversation", sa.Column("by_mail", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """As it was."""
    op.drop_column("conversation", "by_mail")
