"""Tokens by which programs of a user reach the API of the team, without a browser.

The user makes one on the page, sees it once, and may revoke it. The database has a digest of it, so that reading the table opens nothing;
what it may be used for, its scopes say.
"""

import secrets
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from uuid import uuid4

from sqlalchemy import BigInteger, ColumnElement, delete, func, select
from sqlalchemy.orm import Mapped, mapped_column

from conversations.conversation_rows import Owner
from storage.database import Base, Database
from storage.epoch import moment_of_ms, ms_of

PREFIX = "aloud_"
"""By which people and scanners of leaked secrets know one."""
MOST_TOKENS = 20
"""Of one user."""


class TokenScope(StrEnum):
    READ = "team:read"
    """See teams and agents, what they do and know, what they have for the user, and what was said to them."""
    WRITE = "team:write"
    """Hand work over, stop and pause it, and change all that."""


class StoredApiToken(Base):
    """`key` is a digest of the token. `scopes` are divided by spaces; `created_at` is in milliseconds since the epoch."""

    __tablename__ = "api_token"

    key: Mapped[str] = mapped_column(primary_key=True)
    token_id: Mapped[str] = mapped_column(unique=True)
    user_id: Mapped[str] = mapped_column(index=True)
    organisation_id: Mapped[str | None]
    label: Mapped[str]
    scopes: Mapped[str]
    created_at: Mapped[int] = mapped_column(BigInteger)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiToken:
    """What is known of one; the token itself only who made it knows."""

    token_id: str
    owner: Owner
    label: str = field(repr=False)
    scopes: frozenset[TokenScope]
    created_at: datetime


class TooManyTokensError(Exception):
    """The user has as many as one may have."""


class ApiTokens:
    """The tokens of all users. Every method may raise `DatabaseUnavailableError`; times are in UTC."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def make(self, owner: Owner, label: str, scopes: Collection[TokenScope], *, now: datetime) -> tuple[str, ApiToken]:
        """The token, which is not kept, and what is kept of it. Raises `TooManyTokensError`."""
        token = f"{PREFIX}{secrets.token_urlsafe(32)}"
        row = StoredApiToken(
            key=_key(token),
            token_id=uuid4().hex,
            user_id=owner.user_id,
            organisation_id=owner.organisation_id,
            label=label,
            scopes=" ".join(sorted(scopes)),
            created_at=ms_of(now),
        )
        async with self._database.session() as session:
            if (await session.scalar(select(func.count()).where(*_of(owner))) or 0) >= MOST_TOKENS:
                raise TooManyTokensError
            session.add(row)
        return token, _opened(row)

    async def of_owner(self, owner: Owner) -> list[ApiToken]:
        """The newest first."""
        mine = select(StoredApiToken).where(*_of(owner)).order_by(StoredApiToken.created_at.desc(), StoredApiToken.token_id)
        async with self._database.reading() as session:
            return [_opened(row) for row in await session.scalars(mine)]

    async def find(self, token: str) -> ApiToken | None:
        """None for one that was revoked, or never made."""
        async with self._database.reading() as session:
            row = await session.get(StoredApiToken, _key(token))
        return None if row is None else _opened(row)

    async def revoke(self, owner: Owner, token_id: str) -> bool:
        """Whether there was such a one."""
        gone = delete(StoredApiToken).where(*_of(owner), StoredApiToken.token_id == token_id).returning(StoredApiToken.token_id)
        async with self._database.session() as session:
            return await session.scalar(gone) is not None

    async def forget(self, user_id: str) -> int:
        """Revoke all of a user's; returns how many there were."""
        return await self._database.forget(StoredApiToken, user_id)


def _of(owner: Owner) -> tuple[ColumnElement[bool], ...]:
    return StoredApiToken.user_id == owner.user_id, StoredApiToken.organisation_id == owner.organisation_id


def _opened(row: StoredApiToken) -> ApiToken:
    return ApiToken(
        token_id=row.token_id,
        owner=Owner(user_id=row.user_id, organisation_id=row.organisation_id),
        label=row.label,
        scopes=frozenset(map(TokenScope, row.scopes.split())),
        created_at=moment_of_ms(row.created_at),
    )


def _key(token: str) -> str:
    return sha256(token.encode()).hexdigest()
