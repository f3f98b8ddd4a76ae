"""The journal: what was changed in a user's mailboxes, on which words, and the state before. Append-only; each entry contains the hash of
the entry before.

An append locks the user's head row until its transaction ends, so two processes never use the same number. While the database is away,
entries wait on this machine's disk and are delivered later, in order: a change is not refused because a server is being restarted. Entries
have unique keys, so an entry that is delivered twice is stored once.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from actions.changes.change_rows import JournalHead, JournalRow, WaitingEntry
from actions.changes.entries import ChangeOutcome, Entry, chain_hash, entry_of, first_break, written
from storage.database import Base, Database, DatabaseUnavailableError
from storage.write_behind import WriteBehind

logger = logging.getLogger(__name__)

WITHIN_S = 1.0
"""After this an entry goes to this machine's disk: the user is waiting to hear that the mail is archived."""

LOOK_EVERY_S = 60.0
"""How often to look on this machine's disk for entries that another process left there."""

PAGE = 200

_ROWS, _HEADS = Base.metadata.tables[JournalRow.__tablename__], Base.metadata.tables[JournalHead.__tablename__]
_COLUMNS = tuple(column for column in _ROWS.columns if column.key != "user_id")

# What every change of a mail runs is put together once.
_HEAD = select(_HEADS.c.number, _HEADS.c.hash).where(_HEADS.c.user_id == bindparam("user")).with_for_update()
_TO_HEAD = update(_HEADS).where(_HEADS.c.user_id == bindparam("user")).values(number=bindparam("last"), hash=bindparam("last_hash"))
_ABOUT = _ROWS.c.key.in_(bindparam("keys", expanding=True)) | _ROWS.c.settles.in_(bindparam("settled", expanding=True))
_ENDS = _ROWS.alias()
_ENDED = select(_ENDS.c.number).where(_ENDS.c.user_id == _ROWS.c.user_id, _ENDS.c.settles == _ROWS.c.key).exists()
_INTENDED = select(*_COLUMNS).where(_ROWS.c.user_id == bindparam("user"), _ROWS.c.outcome == ChangeOutcome.INTENDED.value, ~_ENDED)
_OPEN = _INTENDED.order_by(_ROWS.c.number)
_KNOWN = select(*_COLUMNS).where(_ROWS.c.user_id == bindparam("user"), _ABOUT).order_by(_ROWS.c.number)


class JournalUnavailableError(Exception):
    """Neither the database nor this machine's disk can be reached; nothing was written."""


class Journal:
    """All users' journals in `database`, which belongs to the caller. Entries that it cannot take wait in `local`, if given."""

    def __init__(self, database: Database, *, local: Database | None = None, within_s: float = WITHIN_S) -> None:
        self._database = database
        self._local = local
        self._within_s = within_s
        self._insert = postgresql.insert if database.dialect == "postgresql" else sqlite.insert
        self._delivery = WriteBehind[str, None]("journal", self.deliver, longest_pause_s=LOOK_EVERY_S, look_every_s=LOOK_EVERY_S)

    async def append(self, user_id: str, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """Append all of these entries or none. Returns them with their numbers, or unchanged if they have to wait.

        An end that is recorded already is not written again. Raises `JournalUnavailableError`.
        """
        if not entries:
            return ()
        if self._local is None:
            with _unavailable():
                return await self._write(user_id, entries)
        try:
            async with asyncio.timeout(self._within_s):
                await self._deliver(user_id)
                return await self._write(user_id, entries)
        except (DatabaseUnavailableError, TimeoutError):
            logger.warning("the journal is away; entries wait on disk", extra={"entries": len(entries)})
        with _unavailable():
            async with self._local.session() as session:
                texts = [{"user_id": user_id, "entry": json.dumps(written(entry))} for entry in entries]
                await session.execute(insert(WaitingEntry), texts)
        self._delivery.put(user_id, None)
        return tuple(entries)

    async def entries(
        self, user_id: str, *, before: int | None = None, limit: int | None = PAGE, about_call: str = ""
    ) -> tuple[Entry, ...]:
        """At most `limit` of the user's entries, newest first, with numbers below `before`. Waiting entries come first, with number 0.

        With `about_call`, of the stored ones only those of that call, and what took these back in any call.
        While the database is away, the waiting entries are the answer; raises `JournalUnavailableError` if there are none.
        """
        waiting = await self._waiting(user_id) if before is None else []
        if waiting:
            with contextlib.suppress(DatabaseUnavailableError, TimeoutError):
                async with asyncio.timeout(self._within_s):
                    await self._deliver(user_id)
                waiting = []
        query = select(*_COLUMNS).where(JournalRow.user_id == user_id).order_by(JournalRow.number.desc()).limit(limit)
        if before is not None:
            query = query.where(JournalRow.number < before)
        if about_call:
            own = aliased(JournalRow)
            its = select(own.key).where(own.user_id == user_id, own.call_id == about_call)
            query = query.where((JournalRow.call_id == about_call) | JournalRow.undoes_key.in_(its))
        try:
            async with self._database.reading() as session:
                stored = tuple(entry_of(row) for row in (await session.execute(query)).mappings())
        except DatabaseUnavailableError:
            if not waiting:
                raise JournalUnavailableError("the journal cannot be read right now") from None
            stored = ()
        return (*(entry for _, entry in reversed(waiting)), *stored)

    async def everything(self, user_id: str) -> AsyncIterator[Entry]:
        """All entries, newest first, read page by page."""
        page = await self.entries(user_id)
        while page:
            for entry in page:
                yield entry
            last = page[-1].number
            page = await self.entries(user_id, before=last) if last > 1 else ()

    async def open_intentions(self, user_id: str) -> tuple[Entry, ...]:
        """Intentions without a recorded end, oldest first. Raises `JournalUnavailableError`."""
        with _unavailable():
            await self._deliver(user_id)
            async with self._database.reading() as session:
                return tuple(entry_of(row) for row in (await session.execute(_OPEN, {"user": user_id})).mappings())

    async def verify(self, user_id: str) -> int | None:
        """The number of the first entry that was altered or is missing, or None. Raises `JournalUnavailableError`."""
        with _unavailable():
            async with self._database.reading() as session:
                head = await session.get(JournalHead, user_id)
                rows = await session.execute(select(*_COLUMNS).where(JournalRow.user_id == user_id).order_by(JournalRow.number))
                last, last_hash = (head.number, head.hash) if head is not None else (0, "")
                return first_break(user_id, [{**row} for row in rows.mappings()], last=last, last_hash=last_hash)

    async def forget(self, user_id: str) -> int:
        """Delete all of the user's entries, waiting ones included; returns how many. Raises `JournalUnavailableError`."""
        with _unavailable():
            count = 0
            for database in {id(each): each for each in (self._local, self._database) if each is not None}.values():
                async with database.session() as session:
                    waited = await session.scalars(
                        delete(WaitingEntry).where(WaitingEntry.user_id == user_id).returning(WaitingEntry.number)
                    )
                    count += len(waited.all())
            async with self._database.session() as session:
                gone = await session.scalars(delete(JournalRow).where(JournalRow.user_id == user_id).returning(JournalRow.number))
                count += len(gone.all())
                await session.execute(delete(JournalHead).where(JournalHead.user_id == user_id))
            return count

    async def deliver(self, _: object = None) -> None:
        """Deliver every entry that waits on this machine. Raises `JournalUnavailableError`."""
        if self._local is None:
            return
        with _unavailable():
            async with self._local.reading() as session:
                users = list(await session.scalars(select(WaitingEntry.user_id).distinct()))
            for user_id in users:
                await self._deliver(user_id)

    async def keep_delivering(self) -> None:
        """Deliver waiting entries whenever the database answers again, until cancelled."""
        await self._delivery.run()

    async def _deliver(self, user_id: str) -> None:
        """Oldest first. An entry is deleted here only after it is stored: if the process dies in between, it is delivered again."""
        if self._local is None:
            return
        while waiting := (await self._waiting(user_id))[:PAGE]:
            await self._write(user_id, [entry for _, entry in waiting])
            async with self._local.session() as session:
                await session.execute(delete(WaitingEntry).where(WaitingEntry.number.in_([number for number, _ in waiting])))

    async def _waiting(self, user_id: str) -> list[tuple[int, Entry]]:
        if self._local is None:
            return []
        query = select(WaitingEntry).where(WaitingEntry.user_id == user_id).order_by(WaitingEntry.number)
        async with self._local.reading() as session:
            return [(row.number, entry_of(json.loads(row.entry))) for row in await session.scalars(query)]

    async def _write(self, user_id: str, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        async with self._database.session() as session:
            number, previous = await self._locked_head(session, user_id)
            known = await _known(session, user_id, entries)
            numbers, taken, rows = known.numbers, [], []
            for entry in entries:
                if (same := known.same_as(entry)) is not None:
                    taken.append(same)
                    continue
                number += 1
                numbers[entry.key] = number
                linked = replace(entry, number=number, previous=previous, undoes=numbers.get(entry.undoes_key))
                previous = chain_hash(user_id, written(linked))
                taken.append(replace(linked, hash=previous))
                rows.append({**written(taken[-1]), "user_id": user_id})
            if rows:
                await session.execute(insert(_ROWS), rows)
                await session.execute(_TO_HEAD, {"user": user_id, "last": number, "last_hash": previous})
        return tuple(taken)

    async def _locked_head(self, session: AsyncSession, user_id: str) -> tuple[int, str]:
        """The number and the hash of the last entry."""
        head = (await session.execute(_HEAD, {"user": user_id})).one_or_none()
        if head is None:
            await session.execute(self._insert(JournalHead).values(user_id=user_id, number=0, hash="").on_conflict_do_nothing())
            head = (await session.execute(_HEAD, {"user": user_id})).one()
        return head.number, head.hash


@dataclass(frozen=True, slots=True, kw_only=True)
class _Recorded:
    """What the journal already has of the entries to be written: by key, and the last end of each intention."""

    by_key: Mapping[str, Entry]
    ends: Mapping[str, Entry]

    @property
    def numbers(self) -> dict[str, int]:
        return {key: entry.number for key, entry in self.by_key.items()}

    def same_as(self, entry: Entry) -> Entry | None:
        """The stored entry of this key, or the last end of the same intention if its outcome is the same."""
        end = self.ends.get(entry.settles)
        return self.by_key.get(entry.key) or (end if end is not None and end.outcome is entry.outcome else None)


async def _known(session: AsyncSession, user_id: str, entries: Sequence[Entry]) -> _Recorded:
    keys = {entry.key for entry in entries} | {entry.undoes_key for entry in entries if entry.undoes_key}
    settled = {entry.settles for entry in entries if entry.settles}
    about = {"user": user_id, "keys": [*keys], "settled": [*settled]}
    found = [entry_of(row) for row in (await session.execute(_KNOWN, about)).mappings()]
    return _Recorded(by_key={entry.key: entry for entry in found}, ends={entry.settles: entry for entry in found if entry.settles})


@contextlib.contextmanager
def _unavailable() -> Iterator[None]:
    try:
        yield
    except DatabaseUnavailableError:
        raise JournalUnavailableError("the journal cannot be reached right now") from None
