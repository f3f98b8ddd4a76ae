"""Who and what matters to the user, and their own addresses: the same store as in words.

A call that is on takes it from there when the page says so (`VoiceWish.heeds`). What the server's settings name stands there
too, and stays.
"""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from enum import StrEnum
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from web.accounts.shown_accounts import accounts_of
from web.http.problems import ProblemCode, ProblemError
from web.server_parts import Here, WebParts
from web.signing_in.browser_sessions import Session
from web.visitor import NEEDS_SIGN_IN, WRITES, WRITES_WITH_A_BODY, SignedIn, Writing

LONGEST = 200
MOST = 200
"""Of a kind: each is looked for in every mail."""


class WhatMatters(StrEnum):
    """What can be listed, added and removed."""

    VIP = "vip"
    KEYWORD = "keyword"
    ADDRESS = "address"


class ShownPreference(BaseModel):
    """`removable` is false for what the settings of the server name."""

    value: str
    removable: bool


class PreferencesAnswer(BaseModel):
    """VIPs and the user's own addresses are mail addresses in lower case, keywords as they were written."""

    vip: tuple[ShownPreference, ...]
    keyword: tuple[ShownPreference, ...]
    address: tuple[ShownPreference, ...]


class AddRequest(BaseModel):
    kind: WhatMatters
    value: str = Field(min_length=1, max_length=LONGEST)


preference_routes = APIRouter(prefix="/api/preferences", tags=["preferences"])


@preference_routes.get("", responses=NEEDS_SIGN_IN)
async def preferences(parts: Here, session: SignedIn) -> PreferencesAnswer:
    """Who and what matters to the user, and the addresses that are theirs."""
    return await _shown(parts, session.user_id)


@preference_routes.post("", responses=WRITES_WITH_A_BODY)
async def add(parts: Here, session: Writing, wanted: AddRequest) -> PreferencesAnswer:
    """Add one; returns all there are then. 422 for what is no mail address where one is needed."""
    shown = getattr(await _shown(parts, session.user_id), wanted.kind)
    if len(shown) >= MOST:
        raise ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, ProblemCode.REQUEST_WRONG, f"There are {MOST} already. Remove one first.")
    try:
        await _adding(parts, wanted.kind)(session.user_id, wanted.value)
    except ValueError as error:
        detail = (
            "That is no mail address: it should be like anna@example.com." if wanted.kind is not WhatMatters.KEYWORD else "That is no word."
        )
        raise ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, ProblemCode.REQUEST_WRONG, detail) from error
    _heed(parts, session)
    return await _shown(parts, session.user_id)


@preference_routes.delete("/{kind}", responses=WRITES)
async def matters_no_more(
    parts: Here, session: Writing, kind: WhatMatters, value: Annotated[str, Query(min_length=1, max_length=LONGEST)]
) -> PreferencesAnswer:
    """Remove one; returns all there are then."""
    await _removing(parts, kind)(session.user_id, value)
    _heed(parts, session)
    return await _shown(parts, session.user_id)


def _heed(parts: WebParts, session: Session) -> None:
    """What is typed in this browser goes by it at once."""
    if (talk := parts.typed.find(session.token)) is not None:
        talk.heed()


async def _shown(parts: WebParts, user_id: str) -> PreferencesAnswer:
    connected = frozenset(account.address.lower() for account in await accounts_of(parts, user_id) if account.address)
    given = parts.given_preferences(user_id)
    given = replace(given, own_addresses=given.own_addresses | connected)
    kept = await parts.preferences.load(user_id, given)
    return PreferencesAnswer(
        vip=tuple(ShownPreference(value=each, removable=each not in given.vips) for each in sorted(kept.vips)),
        keyword=tuple(ShownPreference(value=each, removable=each not in given.keywords) for each in kept.keywords),
        address=tuple(ShownPreference(value=each, removable=each not in given.own_addresses) for each in sorted(kept.own_addresses)),
    )


def _adding(parts: WebParts, kind: WhatMatters) -> Callable[[str, str], Awaitable[bool]]:
    kept = parts.preferences
    return {WhatMatters.VIP: kept.add_vip, WhatMatters.KEYWORD: kept.add_keyword, WhatMatters.ADDRESS: kept.add_address}[kind]


def _removing(parts: WebParts, kind: WhatMatters) -> Callable[[str, str], Awaitable[bool]]:
    kept = parts.preferences
    return {WhatMatters.VIP: kept.remove_vip, WhatMatters.KEYWORD: kept.remove_keyword, WhatMatters.ADDRESS: kept.remove_address}[kind]
