"""The ledger: what the user has heard or acted on, per mail, across calls.

One contract, several stores (Redis, SQLite, PostgreSQL). It is asked only about candidates, so its cost depends on the inbox and not on
what it has stored.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from briefing.mail import MailId, Mark


class LedgerUnavailableError(Exception):
    """The store cannot be reached; marks must be kept and delivered later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """What the ledger knows at the start of a call: marks of the candidates asked about, and when the user was last briefed.

    `partial`: the store could not be asked, and these are only the marks kept on this machine; earlier calls may be missing.
    """

    marks: Mapping[MailId, Mark]
    last_briefed_at: datetime | None
    partial: bool = False


class BriefedEmailStore(Protocol):
    """Marks per user and mail; the newest mark of a mail counts; each expires `REMEMBERED_FOR` after its own `at`.

    Times have minute precision, in UTC. Of two marks within one minute the one stored later counts; an older mark that arrives late, or the
    same mark again, changes nothing. Every mark except a withdrawal and one of no news also moves `last_briefed_at`, which never expires.
    Every method may raise `LedgerUnavailableError`; then the write may or may not be stored.
    """

    async def recall(self, user_id: str, candidates: Sequence[MailId], *, now: datetime) -> Recall:
        """Marks of those candidates that are remembered at `now`. At most two round trips."""

    async def mark(self, user_id: str, marks: Sequence[Mark]) -> None:
        """Store marks, one round trip. A mark with status `PENDING` withdraws what is known of its mail."""

    async def records(self, user_id: str, *, now: datetime) -> dict[MailId, Mark]:
        """All that is remembered of this user at `now`."""

    async def forget(self, user_id: str) -> int:
        """Delete everything about the user; returns the number of mails forgotten."""

    async def aclose(self) -> None:
        """Disconnect."""
