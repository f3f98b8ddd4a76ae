"""Who is signed in at the web server."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "web_session",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("room", sa.Text(), nullable=True),
        sa.Column("identity", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("key", name="pk_web_session"),
    )
    op.create_index("ix_web_session_user_id", "web_session", ["user_id"])
    op.create_index("ix_web_session_expires_at", "web_session", ["expires_at"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("web_session")
