"""The user's snoozed mails as a briefing sees them: those left out, and those that are back although the ledger knows them.

A mail that woke is taken in once. It is forgotten here only when the ledger has a mark from after it woke, so a call that breaks off before
the mail was heard loses nothing.
"""

import asyncio
import logging
from collections.abc import Collection, Mapping
from datetime import datetime

from actions.changes.snoozes import Snooze, SnoozeStore
from briefing.mail import MailId, Mark
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

LOOKS_WITHIN_S = 1.0
"""The caller is waiting for the first mail."""


class SnoozedMails:
    """One user's snoozed mails. While the store is away, the last known state holds."""

    def __init__(self, store: SnoozeStore, user_id: str) -> None:
        self._store = store
        self._user_id = user_id
        self._due: dict[MailId, Snooze] = {}
        self.asleep: frozenset[MailId] = frozenset()

    @property
    def due(self) -> frozenset[MailId]:
        """Mails that woke and were not heard since."""
        return frozenset(self._due)

    @property
    def unlisted(self) -> tuple[MailId, ...]:
        """Those of `due` that the mailbox does not list as unread, because they were read when they were snoozed."""
        return tuple(mail for mail, snooze in self._due.items() if snooze.was_read)

    async def look(self, now: datetime) -> frozenset[MailId]:
        """Read the state at `now`; returns mails that woke since the last look."""
        before = self.due
        try:
            async with asyncio.timeout(LOOKS_WITHIN_S):
                due = await self._store.due(self._user_id, now)
                self.asleep = await self._store.sleeping(self._user_id, now)
        except (DatabaseUnavailableError, TimeoutError):
            logger.warning("which mails sleep could not be asked")
            return frozenset()
        self._due = {snooze.mail_id: snooze for snooze in due}
        return self.due - before

    async def known(self, marks: Mapping[MailId, Mark]) -> dict[MailId, Mark]:
        """The marks that keep a mail out of the briefing: not those of mails that woke since.

        Mails that were heard after they woke are forgotten here.
        """
        heard = {mail for mail, snooze in self._due.items() if mail in marks and marks[mail].at >= snooze.until}
        if heard:
            await self._forget(heard)
        return {mail: mark for mail, mark in marks.items() if mail not in self._due}

    async def _forget(self, heard: Collection[MailId]) -> None:
        for mail in heard:
            del self._due[mail]
        try:
            await self._store.wake(self._user_id, heard)
        except DatabaseUnavailableError:
            logger.warning("mails that were heard again could not be forgotten", extra={"mails": len(heard)})
