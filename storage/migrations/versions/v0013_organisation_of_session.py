"""Which organisation somebody signed in for; those who were signed in before are of none."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("web_session", sa.Column("organisation_id", sa.Text(), nullable=True))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("web_session", "organisation_id")
