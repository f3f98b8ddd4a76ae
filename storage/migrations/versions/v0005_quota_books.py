"""What the processes of one user have booked of an account's quota."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it to the account."""
    op.add_column("account", sa.Column("quota_book", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("account", "quota_book")
