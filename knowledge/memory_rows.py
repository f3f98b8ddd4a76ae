"""The table of memories. `content` is sealed; times are milliseconds since the epoch."""

from sqlalchemy import BigInteger, Index
from sqlalchemy.orm import Mapped, mapped_column

from storage.database import Base


class StoredMemory(Base):
    __tablename__ = "memory"

    memory_id: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str]
    organisation_id: Mapped[str | None]
    content: Mapped[str]
    created_at: Mapped[int] = mapped_column(BigInteger)
    changed_at: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index(None, "user_id", "organisation_id", "created_at"),)
