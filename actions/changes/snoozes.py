"""Snoozed mails: left out of every briefing until a given minute, and on the agenda again from then on.

A snooze is stored here alone, so the mailbox needs no undo. A mail that woke stays here until it was heard, however long that takes: the
ledger forgets after a week, and a mail may be snoozed for longer.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, select, update

from actions.changes.change_rows import SnoozeRow
from briefing.mail import MailId
from storage.database import Database
from storage.epoch import minute_of, moment_of_minute

_ALMOST_A_MINUTE = timedelta(minutes=1) - timedelta.resolution


@dataclass(frozen=True, slots=True, kw_only=True)
class Snooze:
    """A mail and the full minute (UTC) when it wakes. `was_read`: the mailbox does not list it as unread."""

    mail_id: MailId
    until: datetime
    was_read: bool = False


class SnoozeStore:
    """The snoozed mails of all users. Every method may raise `DatabaseUnavailableError`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def snooze(self, user_id: str, mail: MailId, until: datetime, *, was_read: bool = False) -> datetime:
        """Snooze a mail, or change until when; returns when it wakes, which is `until` rounded up to a full minute."""
        at = wakes_at(until)
        new = self._database.insert(SnoozeRow).values(user_id=user_id, mail_id=mail, until_minute=minute_of(at), was_read=was_read)
        changes = {"until_minute": new.excluded.until_minute, "was_read": new.excluded.was_read}
        key = [SnoozeRow.user_id, SnoozeRow.mail_id]
        async with self._database.session() as session:
            await session.execute(new.on_conflict_do_update(index_elements=key, set_=changes))
        return at

    async def wake(self, user_id: str, mails: Collection[MailId]) -> int:
        """Delete the snoozes of these mails; returns how many there were."""
        if not mails:
            return 0
        asleep = delete(SnoozeRow).where(SnoozeRow.user_id == user_id, SnoozeRow.mail_id.in_(mails)).returning(SnoozeRow.mail_id)
        async with self._database.session() as session:
            return len((await session.scalars(asleep)).all())

    async def of(self, user_id: str, mail: MailId) -> Snooze | None:
        """The snooze of a mail that is asleep, or woke and was not heard since."""
        async with self._database.reading() as session:
            row = await session.get(SnoozeRow, (user_id, mail))
            return None if row is None else _snooze(row)

    async def due(self, user_id: str, now: datetime) -> tuple[Snooze, ...]:
        """Mails that woke by `now` and were not heard since, the longest awake first."""
        woken = SnoozeRow.until_minute <= minute_of(now)
        query = select(SnoozeRow).where(SnoozeRow.user_id == user_id, woken).order_by(SnoozeRow.until_minute, SnoozeRow.mail_id)
        async with self._database.reading() as session:
            return tuple(_snooze(row) for row in await session.scalars(query))

    async def sleeping(self, user_id: str, now: datetime) -> frozenset[MailId]:
        asleep = SnoozeRow.until_minute > minute_of(now)
        async with self._database.reading() as session:
            return frozenset(map(MailId, await session.scalars(select(SnoozeRow.mail_id).where(SnoozeRow.user_id == user_id, asleep))))

    async def renamed(self, user_id: str, mail: MailId, new: MailId) -> None:
        row = update(SnoozeRow).where(SnoozeRow.user_id == user_id, SnoozeRow.mail_id == mail)
        async with self._database.session() as session:
            await session.execute(row.values(mail_id=new))

    async def forget(self, user_id: str) -> int:
        """Delete everything about the user; returns how many snoozes there were."""
        return await self._database.forget(SnoozeRow, user_id)


def wakes_at(until: datetime) -> datetime:
    """`until`, rounded up to a full minute."""
    return moment_of_minute(minute_of(until + _ALMOST_A_MINUTE))


def _snooze(row: SnoozeRow) -> Snooze:
    return Snooze(mail_id=MailId(row.mail_id), until=moment_of_minute(row.until_minute), was_read=row.was_read)
