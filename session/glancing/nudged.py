"""Which mails a user was nudged about, for as long as the ledger remembers what was heard; ids alone are kept."""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from briefing.mail import REMEMBERED_FOR, MailId
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)


class NudgeRecords(Protocol):
    """Where they are kept. Every method may raise `DatabaseUnavailableError`."""

    async def since(self, user_id: str, mails: Sequence[MailId], at: datetime) -> frozenset[MailId]:
        """Those of the mails about which the user was nudged since then."""

    async def add(self, user_id: str, mail: MailId, at: datetime) -> None:
        """The user was nudged about this mail; what is older than the ledger remembers is forgotten."""


class NudgedMails:
    """Those of this call in memory as well, so that nothing is said twice while the database is away."""

    def __init__(self, records: NudgeRecords) -> None:
        self._records = records
        self._here: set[MailId] = set()

    async def know(self, user_id: str, mails: Sequence[MailId], now: datetime) -> bool:
        return not self._here.isdisjoint(mails) or bool(await self._records.since(user_id, mails, now - REMEMBERED_FOR))

    async def note(self, user_id: str, mail: MailId, now: datetime) -> None:
        self._here.add(mail)
        try:
            await self._records.add(user_id, mail, now)
        except DatabaseUnavailableError:
            logger.warning("a nudge is remembered in this call only")
