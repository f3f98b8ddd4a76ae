"""The tables of correspondences. Words are sealed; times are milliseconds since the epoch. Everything goes with its correspondence."""

from sqlalchemy import BigInteger, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from storage.database import Base

_OF = "correspondence.correspondence_id"


class StoredCorrespondence(Base):
    """One of a user and date. `content` are the numbered mails and what was found out. `not_before`: what failed is tried again then."""

    __tablename__ = "correspondence"

    correspondence_id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str]
    day: Mapped[str]
    account: Mapped[str]
    content: Mapped[str]
    opened_at: Mapped[int] = mapped_column(BigInteger)
    active_at: Mapped[int] = mapped_column(BigInteger)
    not_before: Mapped[int] = mapped_column(BigInteger)
    attempts: Mapped[int]

    __table_args__ = (UniqueConstraint("user_id", "day", name="uq_correspondence_user_id_day"), Index(None, "active_at"))


class StoredLetter(Base):
    """A mail of ours, whose words are the `content`: 0 is the briefing, any other the answer to replies up to that number."""

    __tablename__ = "correspondence_letter"

    correspondence_id: Mapped[str] = mapped_column(ForeignKey(_OF, ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    message_id: Mapped[str]
    state: Mapped[str]
    content: Mapped[str]
    provider_id: Mapped[str | None]
    sent_at: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (Index(None, "state"),)


class StoredReply(Base):
    __tablename__ = "correspondence_reply"

    correspondence_id: Mapped[str] = mapped_column(ForeignKey(_OF, ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    message_id: Mapped[str]
    mail_id: Mapped[str]
    content: Mapped[str]
    at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (UniqueConstraint("correspondence_id", "message_id", name="uq_correspondence_reply_message_id"),)


class StoredSeenMail(Base):
    """A mail of the thread that is no reply, so that it is looked at once: one of ours (without `content`), or one that the user did not
    write."""

    __tablename__ = "correspondence_seen_mail"

    correspondence_id: Mapped[str] = mapped_column(ForeignKey(_OF, ondelete="CASCADE"), primary_key=True)
    mail_id: Mapped[str] = mapped_column(primary_key=True)
    message_id: Mapped[str]
    content: Mapped[str | None]
    at: Mapped[int] = mapped_column(BigInteger)


class StoredWish(Base):
    """A wish of a reply that is being carried out, or was: `place` is where it stands in the reply. `content` is what came of it, and
    before that what exactly is to be taken back."""

    __tablename__ = "correspondence_wish"

    correspondence_id: Mapped[str] = mapped_column(ForeignKey(_OF, ondelete="CASCADE"), primary_key=True)
    reply: Mapped[int] = mapped_column(primary_key=True)
    place: Mapped[int] = mapped_column(primary_key=True)
    is_done: Mapped[bool]
    content: Mapped[str]


class StoredQuestion(Base):
    """What a yes by mail would send: `content` is the whole payload, which `digest` binds. Asked in the answer of that number, about the
    mail of the briefing that it replies to, and used once."""

    __tablename__ = "correspondence_question"

    correspondence_id: Mapped[str] = mapped_column(ForeignKey(_OF, ondelete="CASCADE"), primary_key=True)
    answer: Mapped[int] = mapped_column(primary_key=True)
    mail: Mapped[int] = mapped_column(primary_key=True)
    digest: Mapped[str]
    content: Mapped[str]
    expires_at: Mapped[int] = mapped_column(BigInteger)
    used_by: Mapped[int | None]


class StoredWatch(Base):
    """A user whose replies are looked for, next at `looks_at`, and who may be due for a briefing from `briefs_at` on. `watch_id` names
    them to the queue of work, which is no place for a user's id."""

    __tablename__ = "correspondence_watch"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    watch_id: Mapped[str]
    looks_at: Mapped[int] = mapped_column(BigInteger)
    briefs_at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (UniqueConstraint("watch_id", name="uq_correspondence_watch_watch_id"),)
