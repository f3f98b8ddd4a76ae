"""Conversations and their messages in SQL, and who may see them: every query names the user, and the organisation they signed in for.

Words are sealed as drafts are, so a copy of the database tells who talked when, and nothing of what was said. That is also why searching
opens what it searches, newest first, instead of asking the database.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from uuid import uuid4

from pydantic import ValidationError
from sqlalchemy import delete, func, select, update

from actions.sending.sealing import SealedWords
from conversations.conversation_rows import (
    LISTED,
    ListedRow,
    Owner,
    StoredConversation,
    StoredMessage,
    begun,
    delete_messages,
    left_by,
    of_owner,
    one_of,
)
from conversations.headings import NAMELESS, summary_line, title_of
from conversations.parts import PARTS, TalkMessage
from conversations.pending_links import PendingLinks, drafts_of
from providers.connections.credentials import SealBrokenError, Vault
from storage.database import Database
from storage.epoch import moment_of_ms, ms_of

logger = logging.getLogger(__name__)

IN_A_DIGEST = 10
MOST_MESSAGES = 2_000
"""Of one conversation, the newest: more is read by nobody."""
MOST_SEARCHED = 20_000
"""Messages that one search opens, which takes some tenths of a second."""
_AT_ONCE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestEntry:
    """One conversation in a list; `draft_ids` are the drafts that were written in it, which may be gone by now. With `agent_id`, it is the
    home of that agent."""

    conversation_id: str
    title: str = field(repr=False)
    summary: str | None = field(repr=False)
    last_activity_at: datetime
    draft_ids: tuple[str, ...] = ()
    agent_id: str | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """Messages are stored; `gave_title` is the title that this gave, as it is sealed, where there was none."""

    gave_title: str | None = field(repr=False)


class ConversationStore:
    """The conversations of all users. What is another owner's is as if it were not there.

    Every method may raise `DatabaseUnavailableError`. The database belongs to the caller.
    """

    def __init__(self, database: Database, vault: Vault) -> None:
        self.links = PendingLinks(database)
        self._database = database
        self._titles = SealedWords(vault, "conversation title")
        self._summaries = SealedWords(vault, "conversation summary")
        self._contents = SealedWords(vault, "conversation message")

    async def of_calls(self, owner: Owner, calls: Collection[str]) -> str | None:
        """The conversation that one of these calls took part in last."""
        theirs = select(StoredConversation.conversation_id).where(*of_owner(StoredConversation, owner))
        async with self._database.reading() as session:
            found: str | None = await session.scalar(theirs.where(StoredConversation.call_id.in_(calls)))
            return found

    async def begin(self, owner: Owner, *, call_id: str, now: datetime, resumes: str | None = None) -> str:
        """The conversation that a call belongs to: its own, else that of the call it `resumes`, else a new one."""
        calls = [call_id, *([resumes] if resumes else [])]
        wanted = select(StoredConversation.call_id, StoredConversation.conversation_id).where(
            *of_owner(StoredConversation, owner), StoredConversation.call_id.in_(calls)
        )
        async with self._database.session() as session:
            of_call: dict[str, str] = {row.call_id: row.conversation_id for row in await session.execute(wanted)}
            if (own := of_call.get(call_id)) is not None:
                return own
            if resumes and (resumed := of_call.get(resumes)) is not None:
                await session.execute(update(StoredConversation).where(*one_of(owner, resumed)).values(call_id=call_id))
                return resumed
            new = str(uuid4())
            session.add(begun(owner, new, call_id, now))
            return new

    async def open_new(self, owner: Owner, conversation_id: str, *, call_id: str, now: datetime) -> None:
        """Begin a conversation under this id, whatever the call belongs to."""
        async with self._database.session() as session:
            await session.execute(left_by(owner, call_id))
            session.add(begun(owner, conversation_id, call_id, now))

    async def take_up(self, owner: Owner, conversation_id: str, *, call_id: str) -> bool:
        """The call goes on with this conversation; whether there is such a one."""
        change = update(StoredConversation).where(*one_of(owner, conversation_id)).values(call_id=call_id)
        async with self._database.session() as session:
            await session.execute(left_by(owner, call_id))
            return await session.scalar(change.returning(StoredConversation.conversation_id)) is not None

    async def drop(self, owner: Owner, conversation_id: str, call_id: str, numbers: Collection[int]) -> None:
        """Delete messages of a call that turned out to belong to another conversation."""
        theirs = (
            *of_owner(StoredMessage, owner),
            StoredMessage.conversation_id == conversation_id,
            StoredMessage.call_id == call_id,
            StoredMessage.number.in_(numbers),
        )
        async with self._database.session() as session:
            await session.execute(delete(StoredMessage).where(*theirs))

    async def write(
        self, owner: Owner, conversation_id: str, call_id: str, messages: Sequence[TalkMessage], *, title: str = ""
    ) -> Written | None:
        """Store messages of a call, each in place of the one that had its number; None, and nothing stored, if there is no such
        conversation. `title` is what it is called unless it has a title."""
        named = {"user_id": owner.user_id, "organisation_id": owner.organisation_id, "conversation_id": conversation_id, "call_id": call_id}
        rows = [
            named | {"number": each.number, "at": ms_of(each.at), "content": self._sealed(each, owner, conversation_id, call_id)}
            for each in messages
        ]
        if not rows:
            return Written(None)
        new = self._database.insert(StoredMessage).values(rows)
        keys = [StoredMessage.user_id, StoredMessage.conversation_id, StoredMessage.call_id, StoredMessage.number]
        changed = new.on_conflict_do_update(index_elements=keys, set_={"at": new.excluded.at, "content": new.excluded.content})
        entitled = title_of(title)
        sealed = self._titles.seal(entitled, owner.user_id, conversation_id) if entitled else None
        async with self._database.session() as session:
            found = await session.execute(
                update(StoredConversation)
                .where(*one_of(owner, conversation_id))
                .values(
                    last_activity_at=max(ms_of(message.at) for message in messages),
                    title=func.coalesce(StoredConversation.title, sealed) if sealed else StoredConversation.title,
                )
                .returning(StoredConversation.title)
            )
            if (there := found.first()) is None:
                return None
            await session.execute(changed)
        return Written(sealed if there.title == sealed else None)

    async def update_summary(self, owner: Owner, conversation_id: str, text: str) -> None:
        """Set the one line on what was talked about last; empty text, and a conversation of somebody else, change nothing."""
        if line := summary_line(text):
            sealed = self._summaries.seal(line, owner.user_id, conversation_id)
            async with self._database.session() as session:
                await session.execute(update(StoredConversation).where(*one_of(owner, conversation_id)).values(summary=sealed))

    async def rename(self, owner: Owner, conversation_id: str, title: str) -> bool:
        """Whether there is such a conversation; an empty title gives it none."""
        entitled = title_of(title)
        sealed = self._titles.seal(entitled, owner.user_id, conversation_id) if entitled else None
        change = update(StoredConversation).where(*one_of(owner, conversation_id)).values(title=sealed)
        async with self._database.session() as session:
            return await session.scalar(change.returning(StoredConversation.conversation_id)) is not None

    async def withdraw_title(self, owner: Owner, conversation_id: str, given: str) -> None:
        """Take back a title that `write` gave; one that the user gave since then stays."""
        still = *one_of(owner, conversation_id), StoredConversation.title == given
        async with self._database.session() as session:
            await session.execute(update(StoredConversation).where(*still).values(title=None))

    async def list_digest(self, owner: Owner, *, limit: int = IN_A_DIGEST, after: int = 0) -> list[DigestEntry]:
        """The newest conversations, newest activity first, without the first so many. One query, which reads an index and no messages."""
        # The organisation stands in the order because PostgreSQL takes a column that is null for one that is still to be ordered.
        newest_first = (
            StoredConversation.organisation_id.desc(),
            StoredConversation.last_activity_at.desc(),
            StoredConversation.conversation_id.desc(),
        )
        query = LISTED.where(*of_owner(StoredConversation, owner)).order_by(*newest_first).limit(limit).offset(after)
        async with self._database.reading() as session:
            rows = (await session.execute(query)).all()
        return [self._entry(owner, row) for row in rows]

    async def entry(self, owner: Owner, conversation_id: str) -> DigestEntry | None:
        async with self._database.reading() as session:
            row = (await session.execute(LISTED.where(*one_of(owner, conversation_id)))).first()
        return None if row is None else self._entry(owner, row)

    async def messages(self, owner: Owner, conversation_id: str, *, most: int = MOST_MESSAGES) -> list[TalkMessage]:
        """The newest messages, oldest first, without those that today's key does not open, or that another version wrote."""
        mine = (*of_owner(StoredMessage, owner), StoredMessage.conversation_id == conversation_id)
        newest = select(StoredMessage).where(*mine).order_by(StoredMessage.at.desc(), StoredMessage.number.desc()).limit(most)
        async with self._database.reading() as session:
            rows = (await session.scalars(newest)).all()
        return await asyncio.to_thread(self._opened, owner, rows[::-1])

    async def search(self, owner: Owner, words: str, *, limit: int = _AT_ONCE) -> list[DigestEntry]:
        """Conversations in which all of these words occur, in whatever form of letters, newest first."""
        wanted, found, looked_at, passed = words.casefold().split(), list[DigestEntry](), 0, 0
        while len(found) < limit and looked_at < MOST_SEARCHED:
            entries = await self.list_digest(owner, limit=_AT_ONCE, after=passed)
            if not entries:
                break
            of = [entry.conversation_id for entry in entries]
            mine = (*of_owner(StoredMessage, owner), StoredMessage.conversation_id.in_(of))
            async with self._database.reading() as session:
                newest = select(StoredMessage).where(*mine).order_by(StoredMessage.at.desc()).limit(MOST_SEARCHED - looked_at)
                rows = (await session.scalars(newest)).all()
            found += await asyncio.to_thread(self._matching, owner, entries, rows, wanted)
            looked_at, passed = looked_at + len(rows), passed + len(entries)
        return found[:limit]

    async def forget_one(self, owner: Owner, conversation_id: str) -> bool:
        """Delete a conversation with all its messages; whether it was there."""
        async with self._database.session() as session:
            gone = delete(StoredConversation).where(*one_of(owner, conversation_id)).returning(StoredConversation.conversation_id)
            there = await session.scalar(gone) is not None
            await delete_messages(session, [(owner.user_id, conversation_id)] if there else [])
        return there

    async def forget(self, user_id: str) -> int:
        """Delete all conversations of the user, of every organisation; returns how many there were."""
        gone = await self._database.forget(StoredConversation, user_id)
        await self._database.forget(StoredMessage, user_id)
        return gone

    async def forget_outdated(self, before: datetime) -> int:
        """Delete what nobody has gone on with since then, of all users, but for homes of agents; returns how many that were."""
        old = delete(StoredConversation).where(StoredConversation.last_activity_at < ms_of(before), StoredConversation.agent_id.is_(None))
        async with self._database.session() as session:
            gone = (await session.execute(old.returning(StoredConversation.user_id, StoredConversation.conversation_id))).all()
            await delete_messages(session, [(row.user_id, row.conversation_id) for row in gone])
        return len(gone)

    def _sealed(self, message: TalkMessage, owner: Owner, conversation_id: str, call_id: str) -> str:
        content = PARTS.dump_json(message.parts).decode()
        return self._contents.seal(content, owner.user_id, _row(conversation_id, call_id, message.number))

    def _entry(self, owner: Owner, listed: ListedRow) -> DigestEntry:
        conversation_id, title, summary, at, link, agent_id = listed
        return DigestEntry(
            conversation_id=conversation_id,
            title=(_open(self._titles, title, owner, conversation_id) if title else None) or NAMELESS,
            summary=_open(self._summaries, summary, owner, conversation_id) if summary else None,
            last_activity_at=moment_of_ms(at),
            draft_ids=drafts_of(link),
            agent_id=agent_id,
        )

    def _opened(self, owner: Owner, rows: Sequence[StoredMessage]) -> list[TalkMessage]:
        found = []
        for row in rows:
            content = _open(self._contents, row.content, owner, _row(row.conversation_id, row.call_id, row.number))
            with suppress(ValidationError):  # of another version, which knows other parts
                if content is not None:
                    found.append(TalkMessage(number=row.number, at=moment_of_ms(row.at), parts=PARTS.validate_json(content)))
        if len(found) < len(rows):
            logger.warning("messages do not open with today's key, or are of another version", extra={"messages": len(rows) - len(found)})
        return found

    def _matching(
        self, owner: Owner, entries: Sequence[DigestEntry], rows: Sequence[StoredMessage], wanted: Collection[str]
    ) -> list[DigestEntry]:
        said: Mapping[str, list[StoredMessage]] = defaultdict(list)
        for row in rows:
            said[row.conversation_id].append(row)
        texts = {
            entry.conversation_id: " ".join(
                [entry.title, entry.summary or "", *(message.words for message in self._opened(owner, said[entry.conversation_id]))]
            ).casefold()
            for entry in entries
        }
        return [entry for entry in entries if all(word in texts[entry.conversation_id] for word in wanted)]


def _row(conversation_id: str, call_id: str, number: int) -> str:
    return f"{conversation_id}/{call_id}/{number}"


def _open(sealed: SealedWords, text: str, owner: Owner, row: str) -> str | None:
    try:
        return sealed.open(text, owner.user_id, row)
    except SealBrokenError:
        return None
