"""What was talked about in calls: conversations, and the messages in them."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "conversation",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation_id", sa.Text(), nullable=False),
        sa.Column("organisation_id", sa.Text(), nullable=True),
        sa.Column("call_id", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=True),
        sa.Column("summary", sa.Text(), nullable=True),
        sa.Column("began_at", sa.BigInteger(), nullable=False),
        sa.Column("last_activity_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "conversation_id", name="pk_conversation"),
    )
    op.create_index("ix_conversation_digest", "conversation", ["user_id", "organisation_id", "last_activity_at", "conversation_id"])
    op.create_index("ix_conversation_user_id_call_id", "conversation", ["user_id", "call_id"])
    op.create_index("ix_conversation_last_activity_at", "conversation", ["last_activity_at"])
    op.create_table(
        "conversation_message",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("conversation_id", sa.Text(), nullable=False),
        sa.Column("call_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("organisation_id", sa.Text(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "conversation_id", "call_id", "number", name="pk_conversation_message"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("conversation_message")
    op.drop_table("conversation")
