"""A mail in the outbox knows whether it was agreed to in a dry run: it never goes to anybody, whatever is set when its time comes."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """What is there already was agreed to without a word of a dry run."""
    op.add_column("outbox", sa.Column("dry_run", sa.Boolean(), nullable=False, server_default=sa.false()))


def downgrade() -> None:
    """Mails of a dry run go: an older Aloud would send them."""
    op.execute("DELETE FROM outbox WHERE dry_run")
    op.drop_column("outbox", "dry_run")
