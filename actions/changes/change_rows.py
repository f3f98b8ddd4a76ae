"""The tables of the journal and of snoozed mails.

No column holds text of a mail: only ids, states, hashes, and the user's names of labels and folders. Times are milliseconds since the
epoch, those of snoozes minutes.
"""

from sqlalchemy import BigInteger, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from storage.database import Base


class JournalRow(Base):
    """One entry. `number` counts from 1 for each user; `previous` is the hash of the entry before, which `hash` covers too."""

    __tablename__ = "journal"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    key: Mapped[str]
    act: Mapped[str]
    call_id: Mapped[str]
    at: Mapped[int] = mapped_column(BigInteger)
    deed: Mapped[str]
    mail_id: Mapped[str]
    mail_after: Mapped[str]
    before: Mapped[str]
    after: Mapped[str]
    label: Mapped[str]
    until_before: Mapped[int | None] = mapped_column(BigInteger)
    until: Mapped[int | None] = mapped_column(BigInteger)
    words_hash: Mapped[str]
    digest: Mapped[str]
    rule: Mapped[str]
    outcome: Mapped[str]
    settles: Mapped[str]
    undoes_key: Mapped[str]
    undoes: Mapped[int | None] = mapped_column(BigInteger)
    previous: Mapped[str]
    hash: Mapped[str]

    __table_args__ = (UniqueConstraint("user_id", "key"), Index(None, "user_id", "settles"))


class JournalHead(Base):
    """The number and hash of a user's last entry. Appending locks this row; it also shows if entries at the end were deleted."""

    __tablename__ = "journal_head"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger)
    hash: Mapped[str]


class WaitingEntry(Base):
    """An entry, as JSON, that the journal's database has not taken yet; `number` gives the order and is never reused."""

    __tablename__ = "journal_backlog"

    number: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[str]
    entry: Mapped[str]

    __table_args__ = (Index(None, "user_id", "number"), {"sqlite_autoincrement": True})


class SnoozeRow(Base):
    """A mail that is asleep, or woke and was not heard since."""

    __tablename__ = "snooze"

    user_id: Mapped[str] = mapped_column(primary_key=True)
    mail_id: Mapped[str] = mapped_column(primary_key=True)
    until_minute: Mapped[int]
    was_read: Mapped[bool]

    __table_args__ = (Index(None, "user_id", "until_minute"),)
