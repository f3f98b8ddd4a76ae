"""The tables of conversations, and which rows of them are whose: every query of the store is made of these conditions."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import BigInteger, ColumnElement, Index, Row, Update, delete, false, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, mapped_column

from storage.database import Base
from storage.epoch import ms_of


class StoredConversation(Base):
    """One conversation; `call_id` is the last call that took part in it. Times are milliseconds since the epoch; words are sealed.
    `pending_link` names the drafts that were written in it (`pending_links.py`). With `agent_id`, it is the home of that agent; `by_mail`
    there are mails of it (`by_mail.py`)."""

    __tablename__ = "conversation"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    conversation_id: Mapped[str] = mapped_column(primary_key=True)
    organisation_id: Mapped[str | None]
    call_id: Mapped[str]
    title: Mapped[str | None]
    summary: Mapped[str | None]
    began_at: Mapped[int] = mapped_column(BigInteger)
    last_activity_at: Mapped[int] = mapped_column(BigInteger)
    pending_link: Mapped[str | None]
    agent_id: Mapped[str | None]
    by_mail: Mapped[bool] = mapped_column(default=False, server_default=false())

    __table_args__ = (
        Index("ix_conversation_digest", "user_id", "organisation_id", "last_activity_at", "conversation_id"),
        Index(None, "user_id", "call_id"),
        Index(None, "last_activity_at"),
    )


class StoredMessage(Base):
    """One message. `content` is its parts as JSON, sealed: they are read and written as a whole."""

    __tablename__ = "conversation_message"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    conversation_id: Mapped[str] = mapped_column(primary_key=True)
    call_id: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    organisation_id: Mapped[str | None]
    at: Mapped[int] = mapped_column(BigInteger)
    content: Mapped[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner:
    """Whose conversations these are; with `organisation_id`, only those that belong to it, and without, only those of none."""

    user_id: str
    organisation_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TalkPlace:
    """Where a call is written down: in the conversation that the user has opened, in a new one (`anew`), or else in that of the call that
    it resumes."""

    conversation_id: str | None = None
    anew: bool = False
    organisation_id: str | None = None


WITH_THE_CALL_BEFORE = TalkPlace()

ListedRow = Row[str, str | None, str | None, int, str | None, str | None, bool]
LISTED = select(
    StoredConversation.conversation_id,
    StoredConversation.title,
    StoredConversation.summary,
    StoredConversation.last_activity_at,
    StoredConversation.pending_link,
    StoredConversation.agent_id,
    StoredConversation.by_mail,
)


def of_owner(table: type[StoredConversation] | type[StoredMessage], owner: Owner) -> tuple[ColumnElement[bool], ...]:
    return table.user_id == owner.user_id, table.organisation_id == owner.organisation_id


def one_of(owner: Owner, conversation_id: str) -> tuple[ColumnElement[bool], ...]:
    return *of_owner(StoredConversation, owner), StoredConversation.conversation_id == conversation_id


async def delete_messages(session: AsyncSession, of: Sequence[tuple[str, str]]) -> None:
    """After their conversation: whoever writes one changes that row first, so that none comes in between."""
    for user_id, conversation_id in of:
        theirs = StoredMessage.user_id == user_id, StoredMessage.conversation_id == conversation_id
        await session.execute(delete(StoredMessage).where(*theirs))


def left_by(owner: Owner, call_id: str) -> Update:
    """A call that moves on to another conversation is resumed there and nowhere else."""
    return update(StoredConversation).where(*of_owner(StoredConversation, owner), StoredConversation.call_id == call_id).values(call_id="")


def begun(owner: Owner, conversation_id: str, call_id: str, now: datetime) -> StoredConversation:
    at = ms_of(now)
    named = {"user_id": owner.user_id, "organisation_id": owner.organisation_id, "conversation_id": conversation_id, "call_id": call_id}
    return StoredConversation(**named, began_at=at, last_activity_at=at)
