"""The saved state of calls."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "call_state",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("owned_since", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("saved_by", sa.Text(), nullable=True),
        sa.Column("saved_at", sa.BigInteger(), nullable=True),
        sa.Column("ended", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_call_state"),
    )
    op.create_table(
        "call_state_part",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("part", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "number", name="pk_call_state_part"),
    )


def downgrade() -> None:
    """Drop them."""
    for table in ("call_state_part", "call_state"):
        op.drop_table(table)
