"""Conversations that are had by mail as well: whoever mails begins them, and keeps what was mailed. Here are their row and what is said in
them besides, by voice or typed."""

from datetime import datetime
from typing import Protocol

from sqlalchemy import select, update
from sqlalchemy.ext.asyncio import AsyncSession

from conversations.conversation_rows import Owner, StoredConversation, begun, one_of
from conversations.parts import TalkMessage
from conversations.sealed_talk import SealedTalk
from storage.epoch import ms_of


class TalkByMail(Protocol):
    """The mails of such a conversation, by its id. Methods may raise `DatabaseUnavailableError`."""

    async def messages(self, user_id: str, conversation_id: str) -> list[TalkMessage]:
        """The oldest first; none where there is no such one of the user's."""

    async def forget(self, session: AsyncSession, user_id: str, conversation_id: str) -> None:
        """Delete the words of all of them, in this transaction."""


async def begin_by_mail(session: AsyncSession, sealed: SealedTalk, user_id: str, conversation_id: str, title: str, now: datetime) -> None:
    """In the organisation for which the user talked last: a mail is written to no organisation."""
    newest = select(StoredConversation.organisation_id).where(StoredConversation.user_id == user_id)
    organisation = await session.scalar(newest.order_by(StoredConversation.last_activity_at.desc()).limit(1))
    owner = Owner(user_id=user_id, organisation_id=organisation)
    row = begun(owner, conversation_id, "", now)
    row.by_mail, row.title = True, sealed.title(title, owner, conversation_id)
    session.add(row)
    await session.flush()


async def mailed_in(session: AsyncSession, user_id: str, conversation_id: str, now: datetime) -> None:
    """There is something new in it."""
    of_it = StoredConversation.user_id == user_id, StoredConversation.conversation_id == conversation_id
    await session.execute(update(StoredConversation).where(*of_it).values(last_activity_at=ms_of(now)))


async def is_by_mail(session: AsyncSession, owner: Owner, conversation_id: str) -> bool:
    return await session.scalar(select(StoredConversation.by_mail).where(*one_of(owner, conversation_id))) or False
