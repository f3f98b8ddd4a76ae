"""About which mails users were nudged: ids alone."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "nudged_mail",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("mail_id", sa.Text(), nullable=False),
        sa.Column("at_minute", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "mail_id", name="pk_nudged_mail"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("nudged_mail")
