"""Conversations and their messages in SQL, and who may see them: every query names the user, and the organisation they signed in for.

Words are sealed as drafts are, so a copy of the database tells who talked when, and nothing of what was said. That is also why searching
opens what it searches, newest first, instead of asking the database.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import uuid4

from sqlalchemy import delete, func, select, update

from conversations.by_mail import TalkByMail, is_by_mail
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
from conversations.headings import NAMELESS, summary_line
from conversations.parts import TalkMessage
from conversations.pending_links import PendingLinks, drafts_of
from conversations.sealed_talk import SealedTalk
from providers.connections.credentials import Vault
from storage.database import Database
from storage.epoch import moment_of_ms, ms_of

IN_A_DIGEST = 10
MOST_MESSAGES = 2_000
"""Of one conversation, the newest: more is read by nobody."""
MOST_SEARCHED = 20_000
"""Messages that one search opens, which takes some tenths of a second."""
_AT_ONCE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class DigestEntry:
    """One conversation in a list; `draft_ids` are the drafts that were written in it, which may be gone by now. With `agent_id`, it is the
    home of that agent; `by_mail` there are mails of it."""

    conversation_id: str
    title: str = field(repr=False)
    summary: str | None = field(repr=False)
    last_activity_at: datetime
    draft_ids: tuple[str, ...] = ()
    agent_id: str | None = None
    by_mail: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """Messages are stored; `gave_title` is the title that this gave, as it is sealed, where there was none."""

    gave_title: str | None = field(repr=False)


class ConversationStore:
    """The conversations of all users. What is another owner's is as if it were not there.

    Every method may raise `DatabaseUnavailableError`. The database belongs to the caller.
    """

    def __init__(self, database: Database, vault: Vault, *, by_mail: TalkByMail | None = None) -> None:
        """Without `by_mail`, nothing of what was mailed is shown or found, and nothing of it is forgotten."""
        self.links = PendingLinks(database)
        self._database = database
        self._sealed = SealedTalk(vault)
        self._by_mail = by_mail

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
            named | {"number": each.number, "at": ms_of(each.at), "content": self._sealed.message(each, owner, conversation_id, call_id)}
            for each in messages
        ]
        if not rows:
            return Written(None)
        new = self._database.insert(StoredMessage).values(rows)
        keys = [StoredMessage.user_id, StoredMessage.conversation_id, StoredMessage.call_id, StoredMessage.number]
        changed = new.on_conflict_do_update(index_elements=keys, set_={"at": new.excluded.at, "content": new.excluded.content})
        sealed = self._sealed.title(title, owner, conversation_id)
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
            sealed = self._sealed.summary(line, owner, conversation_id)
            async with self._database.session() as session:
                await session.execute(update(StoredConversation).where(*one_of(owner, conversation_id)).values(summary=sealed))

    async def rename(self, owner: Owner, conversation_id: str, title: str) -> bool:
        """Whether there is such a conversation; an empty title gives it none."""
        sealed = self._sealed.title(title, owner, conversation_id)
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
        """The newest messages, oldest first, what was mailed among them; without those that today's key does not open, or that another
        version wrote."""
        mine = (*of_owner(StoredMessage, owner), StoredMessage.conversation_id == conversation_id)
        newest = select(StoredMessage).where(*mine).order_by(StoredMessage.at.desc(), StoredMessage.number.desc()).limit(most)
        async with self._database.reading() as session:
            rows = (await session.scalars(newest)).all()
            mailed = self._by_mail is not None and await is_by_mail(session, owner, conversation_id)
        said = await asyncio.to_thread(self._sealed.open_messages, owner, rows[::-1])
        if mailed:
            said = sorted([*await self._mailed(owner, conversation_id), *said], key=lambda message: message.at)[-most:]
        return said

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
            mailed = {each.conversation_id: await self._mailed(owner, each.conversation_id) for each in entries if each.by_mail}
            found += await asyncio.to_thread(self._matching, owner, entries, rows, mailed, wanted)
            looked_at, passed = looked_at + len(rows), passed + len(entries)
        return found[:limit]

    async def forget_one(self, owner: Owner, conversation_id: str) -> bool:
        """Delete a conversation with all its messages, what was mailed in it too; whether it was there."""
        async with self._database.session() as session:
            gone = delete(StoredConversation).where(*one_of(owner, conversation_id)).returning(StoredConversation.by_mail)
            mailed = await session.scalar(gone)
            await delete_messages(session, [(owner.user_id, conversation_id)] if mailed is not None else [])
            if mailed and self._by_mail is not None:
                await self._by_mail.forget(session, owner.user_id, conversation_id)
        return mailed is not None

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

    async def _mailed(self, owner: Owner, conversation_id: str) -> list[TalkMessage]:
        return await self._by_mail.messages(owner.user_id, conversation_id) if self._by_mail is not None else []

    def _entry(self, owner: Owner, listed: ListedRow) -> DigestEntry:
        conversation_id, title, summary, at, link, agent_id, by_mail = listed
        return DigestEntry(
            conversation_id=conversation_id,
            title=self._sealed.open_title(title, owner, conversation_id) or NAMELESS,
            summary=self._sealed.open_summary(summary, owner, conversation_id),
            last_activity_at=moment_of_ms(at),
            draft_ids=drafts_of(link),
            agent_id=agent_id,
            by_mail=by_mail,
        )

    def _matching(
        self,
        owner: Owner,
        entries: Sequence[DigestEntry],
        rows: Sequence[StoredMessage],
        mailed: Mapping[str, Sequence[TalkMessage]],
        wanted: Collection[str],
    ) -> list[DigestEntry]:
        said: Mapping[str, list[StoredMessage]] = defaultdict(list)
        for row in rows:
            said[row.conversation_id].append(row)
        texts = {}
        for entry in entries:
            of_it = entry.conversation_id
            messages = [*mailed.get(of_it, ()), *self._sealed.open_messages(owner, said[of_it])]
            texts[of_it] = " ".join([entry.title, entry.summary or "", *(message.words for message in messages)]).casefold()
        return [entry for entry in entries if all(word in texts[entry.conversation_id] for word in wanted)]
