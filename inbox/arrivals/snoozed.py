"""The user's sleeping mails, as a briefing sees them: what is left out, and what is back although the ledger knows it.

A mail that has woken is taken in once. That it was heard then shows in the ledger, as a mark from after it woke, and only then is it
forgotten here: a call that breaks off before it was heard loses nothing.
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
"""A caller is waiting for the first mail meanwhile."""


class SnoozedMails:
    """One user's. While the store is away, what was last known of it holds."""

    def __init__(self, store: SnoozeStore, user_id: str) -> None:
        self._store = store
        self._user_id = user_id
        self._due: dict[MailId, Snooze] = {}
        self.asleep: frozenset[MailId] = frozenset()

    @property
    def due(self) -> frozenset[MailId]:
        """What the user asked to hear again by now, and has not heard since."""
        return frozenset(self._due)

    @property
    def unlisted(self) -> tuple[MailId, ...]:
        """Those of `due` that the mailbox does not list among the unread ones, because they were read when they were put to sleep."""
        return tuple(mail for mail, snooze in self._due.items() if snooze.was_read)

    async def look(self, now: datetime) -> frozenset[MailId]:
        """Ask how it is at `now`; returns what has woken since the last look."""
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
        """The marks that keep a mail out of the briefing: not those of mails that have woken since.

        What was heard after it woke has been heard again, and is forgotten here.
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
