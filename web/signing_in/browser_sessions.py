"""Who is signed in, and in which room their call is.

The cookie holds a random token; the user it belongs to is in the database, so that signing out ends it everywhere and every web server of
an installation knows it.
"""

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import BigInteger, delete, update
from sqlalchemy.orm import Mapped, mapped_column

from conversations.conversation_rows import Owner
from storage.database import Base, Database
from storage.epoch import ms_of

LASTS = timedelta(days=7)


class StoredSession(Base):
    """The row of one browser that is signed in.

    `key` is a digest of what its cookie holds, so that reading the table does not allow signing in. `room` and `identity` are its call,
    if it has asked for one, `organisation_id` that of the sign-in. `expires_at` is in milliseconds since the epoch.
    """

    __tablename__ = "web_session"

    key: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str] = mapped_column(index=True)
    expires_at: Mapped[int] = mapped_column(BigInteger, index=True)
    room: Mapped[str | None]
    identity: Mapped[str | None]
    organisation_id: Mapped[str | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A place in a room that one session alone is given tokens for."""

    room: str
    identity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One browser that is signed in as `user_id`, of `organisation_id` if the issuer named one; `seat` is its call, which may have ended.

    `token` is what its cookie holds.
    """

    token: str = field(repr=False)
    user_id: str
    seat: Seat | None
    organisation_id: str | None = None

    @property
    def csrf(self) -> str:
        """The CSRF token: our page knows it and no other page does. The session token cannot be derived from it."""
        return hmac.new(self.token.encode(), b"csrf", hashlib.sha256).hexdigest()

    @property
    def owner(self) -> Owner:
        """Whose conversations it shows."""
        return Owner(user_id=self.user_id, organisation_id=self.organisation_id)

    def has_csrf(self, given: str) -> bool:
        """Compared in constant time."""
        return hmac.compare_digest(given.encode(), self.csrf.encode())


class SessionStore:
    """The sessions of all users. Every method may raise `DatabaseUnavailableError`; times are in UTC."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, user_id: str, *, now: datetime, organisation_id: str | None = None) -> Session:
        """Sign a user in. Expired sessions are deleted on the way."""
        token = secrets.token_urlsafe(32)
        async with self._database.session() as session:
            await session.execute(delete(StoredSession).where(StoredSession.expires_at <= ms_of(now)))
            row = StoredSession(key=_key(token), user_id=user_id, expires_at=ms_of(now + LASTS), room=None, identity=None)
            row.organisation_id = organisation_id
            session.add(row)
        return Session(token=token, user_id=user_id, organisation_id=organisation_id, seat=None)

    async def find(self, token: str, *, now: datetime) -> Session | None:
        """The session that a cookie stands for; None if it has ended."""
        async with self._database.reading() as session:
            row = await session.get(StoredSession, _key(token))
        if row is None or row.expires_at <= ms_of(now):
            return None
        seat = Seat(room=row.room, identity=row.identity) if row.room and row.identity else None
        return Session(token=token, user_id=row.user_id, organisation_id=row.organisation_id, seat=seat)

    async def take_seat(self, owner: Session, seat: Seat) -> None:
        async with self._database.session() as session:
            here = StoredSession.key == _key(owner.token)
            await session.execute(update(StoredSession).where(here).values(room=seat.room, identity=seat.identity))

    async def end(self, ended: Session) -> None:
        async with self._database.session() as session:
            await session.execute(delete(StoredSession).where(StoredSession.key == _key(ended.token)))

    async def forget(self, user_id: str) -> int:
        """Sign a user out everywhere; returns of how many browsers."""
        return await self._database.forget(StoredSession, user_id)


def _key(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
