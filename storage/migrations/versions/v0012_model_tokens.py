"""How many tokens users have spent on models in a day."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "model_tokens",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("tokens", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "day", name="pk_model_tokens"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("model_tokens")
