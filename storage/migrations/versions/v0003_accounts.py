"""The accounts that users have connected."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "account",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("provider", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("connected_at", sa.BigInteger(), nullable=False),
        sa.Column("needs_sign_in", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "slug", name="pk_account"),
        sa.UniqueConstraint("user_id", "label", name="uq_account_user_id_label"),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("account")
