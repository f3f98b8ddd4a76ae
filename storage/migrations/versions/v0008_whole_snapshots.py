"""The saved state of a call as one snapshot instead of a base and the changes since."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_STATE = sa.table("call_state", sa.column("user_id"), sa.column("number"), sa.column("snapshot"))
_PART = sa.table("call_state_part", sa.column("user_id"), sa.column("number"), sa.column("part"))


def upgrade() -> None:
    """Fold what is stored; what cannot be folded is a call that begins afresh."""
    op.add_column("call_state", sa.Column("snapshot", sa.Text(), nullable=True))
    connection = op.get_bind()
    for user_id in connection.scalars(sa.select(_PART.c.user_id).distinct()).all():
        parts = connection.scalars(sa.select(_PART.c.part).where(_PART.c.user_id == user_id).order_by(_PART.c.number))
        snapshot = _folded(*parts)
        connection.execute(sa.update(_STATE).where(_STATE.c.user_id == user_id).values(snapshot=snapshot))
    op.drop_table("call_state_part")


def downgrade() -> None:
    """Each snapshot is a base without changes."""
    op.create_table(
        "call_state_part",
        sa.Column("user_id", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("part", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "number", name="pk_call_state_part"),
    )
    left = sa.select(_STATE.c.user_id, sa.func.coalesce(_STATE.c.number, 1), _STATE.c.snapshot).where(_STATE.c.snapshot.is_not(None))
    op.execute(sa.insert(_PART).from_select(["user_id", "number", "part"], left))
    op.drop_column("call_state", "snapshot")


def _folded(*parts: str) -> str | None:
    try:
        whole, *changes = map(json.loads, parts)
        for change in changes:
            _fold(whole, change)
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return json.dumps(whole)


def _fold(whole: dict[str, Any], change: dict[str, Any]) -> None:
    """As it was when changes were written: the order anew, then topics added behind a mail, then mails and the way."""
    if change["order"] is not None:
        whole["topics"] = change["order"]
    for behind, topic in change["added"]:
        topics = whole["topics"]
        place = next((number for number, (_, mails) in enumerate(topics, start=1) if behind in mails), len(topics))
        topics.insert(place, topic)
    whole["mails"] = {mail_id: record for mail_id, record in {**whole["mails"], **change["mails"]}.items() if record}
    whole["cursor"] = change["cursor"]
    whole["history"] = whole["history"][: change["kept"]] + change["went"]
    if change["just_skipped"] is not None:
        whole["just_skipped"] = change["just_skipped"]
