"""Briefings by mail, with what was replied, answered and asked."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""
    op.create_table(
        "correspondence",
        sa.Column("correspondence_id", sa.Text(), nullable=False),
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("active_at", sa.BigInteger(), nullable=False),
        sa.Column("not_before", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("correspondence_id", name="pk_correspondence"),
        sa.UniqueConstraint("user_id", "day", name="uq_correspondence_user_id_day"),
    )
    op.create_index("ix_correspondence_active_at", "correspondence", ["active_at"])
    _part(
        "correspondence_letter",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("provider_id", sa.Text(), nullable=True),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        key=["number"],
    )
    op.create_index("ix_correspondence_letter_state", "correspondence_letter", ["state"])
    _part(
        "correspondence_reply",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("mail_id", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.UniqueConstraint("correspondence_id", "message_id", name="uq_correspondence_reply_message_id"),
        key=["number"],
    )
    _part(
        "correspondence_seen_mail",
        sa.Column("mail_id", sa.Text(), nullable=False),
        sa.Column("message_id", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        key=["mail_id"],
    )
    _part(
        "correspondence_wish",
        sa.Column("reply", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("is_done", sa.Boolean(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        key=["reply", "place"],
    )
    _part(
        "correspondence_question",
        sa.Column("answer", sa.Integer(), nullable=False),
        sa.Column("mail", sa.Integer(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("used_by", sa.Integer(), nullable=True),
        key=["answer", "mail"],
    )
    op.create_table(
        "correspondence_watch",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("watch_id", sa.Text(), nullable=False),
        sa.Column("looks_at", sa.BigInteger(), nullable=False),
        sa.Column("briefs_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name="pk_correspondence_watch"),
        sa.UniqueConstraint("watch_id", name="uq_correspondence_watch_watch_id"),
    )


def _part(name: str, *columns: sa.schema.SchemaItem, key: list[str]) -> None:
    """A table whose rows go with their correspondence."""
    op.create_table(
        name,
        sa.Column("correspondence_id", sa.Text(), nullable=False),
        *columns,
        sa.PrimaryKeyConstraint("correspondence_id", *key, name=f"pk_{name}"),
        sa.ForeignKeyConstraint(
            ["correspondence_id"],
            ["correspondence.correspondence_id"],
            name=f"fk_{name}_correspondence_id_correspondence",
            ondelete="CASCADE",
        ),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_table("correspondence_watch")
    for part in ("question", "wish", "seen_mail", "reply", "letter"):
        op.drop_table(f"correspondence_{part}")
    op.drop_table("correspondence")
