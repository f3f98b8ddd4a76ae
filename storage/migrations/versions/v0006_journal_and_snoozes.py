"""What was changed in mailboxes, what of that still waits to be written down, and the mails that are asleep."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "journal",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("call_id", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("deed", sa.Text(), nullable=False),
        sa.Column("mail_id", sa.Text(), nullable=False),
        sa.Column("mail_after", sa.Text(), nullable=False),
        sa.Column("before", sa.Text(), nullable=False),
        sa.Column("after", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("until_before", sa.BigInteger(), nullable=True),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.Column("words_hash", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("rule", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("settles", sa.Text(), nullable=False),
        sa.Column("undoes_key", sa.Text(), nullable=False),
        sa.Column("undoes", sa.BigInteger(), nullable=True),
        sa.Column("previous", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "number", name="pk_journal"),
        sa.UniqueConstraint("user_id", "key", name="uq_journal_user_id_key"),
    )
    op.create_index("ix_journal_user_id_settles", "journal", ["user_id", "settles"])
    op.create_table(
        "journal_head",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_journal_head"),
    )
    op.create_table(
        "journal_backlog",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_journal_backlog"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_journal_backlog_user_id_number", "journal_backlog", ["user_id", "number"])
    op.create_table(
        "snooze",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("mail_id", sa.Text(), nullable=False),
        sa.Column("until_minute", sa.Integer(), nullable=False),
        sa.Column("was_read", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "mail_id", name="pk_snooze"),
    )
    op.create_index("ix_snooze_user_id_until_minute", "snooze", ["user_id", "until_minute"])


def downgrade() -> None:
    """Drop them."""
    for table in ("snooze", "journal_backlog", "journal_head", "journal"):
        op.drop_table(table)
