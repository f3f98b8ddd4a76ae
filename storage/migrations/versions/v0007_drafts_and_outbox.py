"""What users are writing, and what is on its way out."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "draft",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("draft_id", sa.Text(), nullable=False),
        sa.Column("place", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("edited_by_hand", sa.Boolean(), nullable=False),
        sa.Column("changed_at", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "draft_id", name="pk_draft"),
        sa.UniqueConstraint("user_id", "place", name="uq_draft_user_id_place"),
        sa.UniqueConstraint("user_id", "message_id", name="uq_draft_user_id_message_id"),
    )
    op.create_table(
        "outbox",
        sa.Column("sending_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=True),
        sa.Column("about", sa.Text(), nullable=True),
        sa.Column("put_at", sa.BigInteger(), nullable=False),
        sa.Column("leaves_at", sa.BigInteger(), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("claimed_by", sa.Text(), nullable=True),
        sa.Column("claimed_until", sa.BigInteger(), nullable=False),
        sa.Column("left_at", sa.BigInteger(), nullable=True),
        sa.Column("refusal", sa.Text(), nullable=True),
        sa.Column("sent_as", sa.Text(), nullable=True),
        sa.Column("told", sa.Boolean(), nullable=False),
        sa.Column("deed", sa.Text(), nullable=False),
        sa.Column("words_hash", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("sending_id", name="pk_outbox"),
        sa.UniqueConstraint("user_id", "message_id", name="uq_outbox_user_id_message_id"),
    )
    op.create_index("ix_outbox_state_due_at", "outbox", ["state", "due_at"])


def downgrade() -> None:
    """Drop them."""
    for table in ("outbox", "draft"):
        op.drop_table(table)
