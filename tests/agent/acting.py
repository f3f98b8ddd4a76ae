"""What acting is made of where a test brings its own mailboxes: a database of its own, and no way to send."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from actions.changes.steps import Writers
from providers.sender import MailSender, Refusal, SendRefusedError
from session.acting import ActingParts
from storage.database import Database
from tests.actions.sending_desk import VAULT

NOBODY_THERE = "postgresql://nobody@127.0.0.1:1/nothing"
"""Refused at once, whoever asks."""


class NoSenders:
    """Nothing is set up to send from."""

    dry_run = False

    @asynccontextmanager
    async def open(self, user_id: str, account: str) -> AsyncIterator[MailSender]:
        """As `Senders`."""
        raise SendRefusedError(Refusal.NO_ACCOUNT)
        yield

    async def accounts(self, user_id: str) -> Sequence[str]:
        """As `Senders`."""
        return ()


def acting(writers: Writers, database: Database | None = None, *, local: Database | None = None) -> ActingParts:
    """Changes by these writers; without a database there is one that is away."""
    return ActingParts(writers=writers, senders=NoSenders(), database=database or Database(NOBODY_THERE), vault=VAULT, local=local)
