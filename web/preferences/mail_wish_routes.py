"""How the user wants to be briefed by mail: what is said in a call stands here too, and is in force for the next briefing."""

import asyncio
from dataclasses import replace
from datetime import datetime, time
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field, StrictBool, StrictInt

from briefing.understanding.times.zones import zone_of
from knowledge.mail_wishes import MailLength, MailWay, MailWishes, at_another_time
from session.opening.letter_trust import SendingAccount, ways_of
from web.accounts.shown_accounts import OPENED_WITHIN_S, accounts_of
from web.http.problems import ProblemCode, ProblemError
from web.server_parts import Here, WebParts
from web.visitor import NEEDS_SIGN_IN, WRITES_WITH_A_BODY, SignedIn, Writing

MOST_ACCOUNTS = 50


class WishesByMail(BaseModel):
    """`at` is a time of day by the user's clock, like 07:30; `days` are weekdays, Monday being 0. `accounts` are slugs, all of the user's
    where it is empty. `way`: from an account of the user's, or from the installation's address; as before where it is left out. `quiet`: no
    mail where nothing matters. `acknowledges`: a reply that only thanks is answered too."""

    on: StrictBool
    at: str = Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")
    days: tuple[Annotated[StrictInt, Field(ge=0, le=6)], ...] = Field(min_length=1, max_length=7)
    length: MailLength
    accounts: tuple[Annotated[str, Field(min_length=1, max_length=100)], ...] = Field(max_length=MOST_ACCOUNTS)
    way: MailWay | None = None
    quiet: StrictBool
    acknowledges: StrictBool


class ShownWay(BaseModel):
    """A way in which a briefing can come, and the address that it comes from."""

    way: MailWay
    address: str


class ShownMailWishes(WishesByMail):
    """`way` is the one that is wanted, and `in_force` the one in which it comes, of the `ways` there are: null where that cannot be found
    out now."""

    in_force: MailWay | None
    ways: tuple[ShownWay, ...] | None


mail_wish_routes = APIRouter(prefix="/api/briefing-by-mail", tags=["preferences"])


@mail_wish_routes.get("", responses=NEEDS_SIGN_IN)
async def briefing_by_mail(parts: Here, session: SignedIn) -> ShownMailWishes:
    """Whether and how the user is briefed by mail."""
    return await _shown(parts, session.user_id, await parts.preferences.mail_wishes(session.user_id))


@mail_wish_routes.put("", responses=WRITES_WITH_A_BODY)
async def wish_for_mail(parts: Here, session: Writing, wanted: WishesByMail) -> ShownMailWishes:
    """Be briefed like this from now on; 422 for an account that is not the user's. An hour that has passed today begins tomorrow."""
    own = {account.slug for account in await accounts_of(parts, session.user_id)}
    if not own.issuperset(wanted.accounts):
        raise ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, ProblemCode.REQUEST_WRONG, "That is none of your accounts.")
    before = await parts.preferences.mail_wishes(session.user_id)
    now = await _now_of(parts, session.user_id)
    at = time.fromisoformat(wanted.at)
    after = at_another_time(before, on=True, at=at, now=now) if wanted.on else replace(before, at=at)
    after = replace(
        after,
        on=wanted.on,
        days=frozenset(wanted.days),
        length=wanted.length,
        accounts=tuple(dict.fromkeys(wanted.accounts)),
        way=wanted.way or before.way,
        quiet=wanted.quiet,
        acknowledges=wanted.acknowledges,
    )
    await parts.preferences.keep_mail_wishes(session.user_id, after)
    return await _shown(parts, session.user_id, after)


async def _now_of(parts: WebParts, user_id: str) -> datetime:
    zone = zone_of((await parts.preferences.likes(user_id)).zone)
    return datetime.now(zone or parts.settings.timezone)


async def _shown(parts: WebParts, user_id: str, wishes: MailWishes) -> ShownMailWishes:
    ways = await _ways(parts, user_id)
    return ShownMailWishes(
        on=wishes.on,
        at=f"{wishes.at:%H:%M}",
        days=tuple(sorted(wishes.days)),
        length=wishes.length,
        accounts=wishes.accounts,
        way=wishes.way,
        in_force=wishes.way_among(ways or ()),
        quiet=wishes.quiet,
        acknowledges=wishes.acknowledges,
        ways=None if ways is None else tuple(ShownWay(way=way, address=account.address) for way, account in ways.items()),
    )


async def _ways(parts: WebParts, user_id: str) -> dict[MailWay, SendingAccount] | None:
    """None where the accounts cannot be opened in time."""
    try:
        async with asyncio.timeout(OPENED_WITHIN_S):
            return await ways_of(parts.settings, parts.database, user_id)
    except TimeoutError:
        return None
