"""The link to where a draft of a conversation waits; those of before have none."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("conversation", sa.Column("pending_link", sa.Text(), nullable=True))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("conversation", "pending_link")
