"""The table of who is signed in."""

from sqlalchemy import BigInteger
from sqlalchemy.orm import Mapped, mapped_column

from storage.database import Base


class StoredSession(Base):
    """One browser that is signed in. `key` is a digest of what its cookie holds: whoever reads the table cannot be anybody with it.

    `room` and `identity` are its call, if it has asked for one. `expires_at` is in milliseconds since the epoch.
    """

    __tablename__ = "web_session"

    key: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str] = mapped_column(index=True)
    expires_at: Mapped[int] = mapped_column(BigInteger, index=True)
    room: Mapped[str | None]
    identity: Mapped[str | None]
