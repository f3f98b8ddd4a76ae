"""Tokens by which programs of a user reach the API of the team."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "api_token",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("token_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("organisation_id", sa.Text(), nullable=True),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("scopes", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_api_token"),
        sa.UniqueConstraint("token_id", name="uq_api_token_token_id"),
    )
    op.create_index("ix_api_token_user_id", "api_token", ["user_id"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("api_token")
