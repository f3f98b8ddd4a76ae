"""Words that come into a conversation from outside a call: what the user typed to an agent, its acknowledgement, its results and briefings.

Each is written once however often it is tried, since its writer (a task, a work session) and number are its key, and in a transaction of
whoever has more to write with it. An agent's home conversation is there for as long as the agent is: where it is missing, it begins anew.
"""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from actions.sending.sealing import SealedWords
from conversations.conversation_rows import Owner, StoredConversation, StoredMessage, of_owner, one_of
from conversations.headings import summary_line, title_of
from conversations.parts import LONGEST_WORDS, PARTS, OurWords, Part, UserWords
from providers.connections.credentials import SealBrokenError, Vault
from storage.database import Database
from storage.epoch import ms_of

MOST_PARTS_AT_ONCE = 20
"""Of one text: four times as many words as anybody would read."""


class BackgroundWords:
    """Writes into the conversations of all users, in transactions of the caller; nothing into one that is gone."""

    def __init__(self, database: Database, vault: Vault) -> None:
        self._database = database
        self._titles = SealedWords(vault, "conversation title")
        self._summaries = SealedWords(vault, "conversation summary")
        self._contents = SealedWords(vault, "conversation message")

    async def is_there(self, session: AsyncSession, owner: Owner, conversation_id: str) -> bool:
        return await session.scalar(select(StoredConversation.conversation_id).where(*one_of(owner, conversation_id))) is not None

    async def open_home(
        self, session: AsyncSession, owner: Owner, conversation_id: str, *, agent_id: str, title: str, at: datetime
    ) -> None:
        """The conversation that an agent has with its user; does nothing where it is there."""
        row = {
            "user_id": owner.user_id,
            "organisation_id": owner.organisation_id,
            "conversation_id": conversation_id,
            "call_id": "",
            "title": self._titles.seal(title_of(title), owner.user_id, conversation_id),
            "began_at": ms_of(at),
            "last_activity_at": ms_of(at),
            "agent_id": agent_id,
        }
        key = [StoredConversation.user_id, StoredConversation.conversation_id]
        await session.execute(self._database.insert(StoredConversation).values(row).on_conflict_do_nothing(index_elements=key))

    async def user_said(self, session: AsyncSession, owner: Owner, conversation_id: str, words: str, *, by: str, at: datetime) -> None:
        """As the first message of `by`."""
        await self._write(session, owner, conversation_id, (by, 1), (UserWords(words=words[:LONGEST_WORDS]),), at)

    async def agent_said(
        self, session: AsyncSession, owner: Owner, conversation_id: str, words: str, *, by: str, number: int, at: datetime
    ) -> None:
        """As that message of `by`; also the line on what was talked about last."""
        parts = tuple(OurWords(words=piece, heard=len(piece)) for piece in _pieces(words))
        await self._write(session, owner, conversation_id, (by, number), parts, at)
        line = self._summaries.seal(summary_line(words), owner.user_id, conversation_id)
        await session.execute(update(StoredConversation).where(*one_of(owner, conversation_id)).values(summary=line))

    async def said(self, owner: Owner, conversation_id: str, *, by: str, number: int) -> str | None:
        """The full text of one of these messages; None where it is gone or does not open."""
        key = StoredMessage.conversation_id == conversation_id, StoredMessage.call_id == by, StoredMessage.number == number
        async with self._database.reading() as session:
            content = await session.scalar(select(StoredMessage.content).where(*of_owner(StoredMessage, owner), *key))
        try:
            opened = content and self._contents.open(content, owner.user_id, f"{conversation_id}/{by}/{number}")
        except SealBrokenError:
            return None
        return "".join(part.words for part in PARTS.validate_json(opened) if isinstance(part, OurWords | UserWords)) if opened else None

    async def _write(
        self, session: AsyncSession, owner: Owner, conversation_id: str, key: tuple[str, int], parts: tuple[Part, ...], at: datetime
    ) -> None:
        by, number = key
        content = PARTS.dump_json(parts).decode()
        row = {
            "user_id": owner.user_id,
            "organisation_id": owner.organisation_id,
            "conversation_id": conversation_id,
            "call_id": by,
            "number": number,
            "at": ms_of(at),
            "content": self._contents.seal(content, owner.user_id, f"{conversation_id}/{by}/{number}"),
        }
        keys = [StoredMessage.user_id, StoredMessage.conversation_id, StoredMessage.call_id, StoredMessage.number]
        # The conversation first, as everybody does who writes into one: who deletes it waits for us, or we for them.
        there = update(StoredConversation).where(*one_of(owner, conversation_id)).values(last_activity_at=ms_of(at))
        if await session.scalar(there.returning(StoredConversation.conversation_id)) is None:
            return  # deleted meanwhile: its words would be there for good
        await session.execute(self._database.insert(StoredMessage).values(row).on_conflict_do_nothing(index_elements=keys))


def _pieces(words: str) -> Iterator[str]:
    for start in range(0, min(len(words), LONGEST_WORDS * MOST_PARTS_AT_ONCE), LONGEST_WORDS):
        yield words[start : start + LONGEST_WORDS]
