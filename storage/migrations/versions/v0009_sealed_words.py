"""Drafts and mails in the outbox are sealed from here on; an older Aloud could not read them.

Nothing changes in the tables. What is there is sealed when a process starts (`actions/sending/sealing.py`), because a migration has no key.
"""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """See above."""


def downgrade() -> None:
    """What is sealed goes: without its key it is nothing."""
    op.execute("DELETE FROM draft WHERE content LIKE 'sealed:%'")
    op.execute("DELETE FROM outbox WHERE content LIKE 'sealed:%' OR about LIKE 'sealed:%'")
