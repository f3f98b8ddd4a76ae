"""How the user wants to be briefed by mail: what is said in a call stands here too, and is in force for the next briefing."""

from dataclasses import replace
from datetime import datetime, time
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from briefing.understanding.times.zones import zone_of
from knowledge.mail_wishes import MailLength, MailWishes, at_another_time
from web.accounts.shown_accounts import accounts_of
from web.http.problems import ProblemCode, ProblemError
from web.server_parts import Here, WebParts
from web.visitor import NEEDS_SIGN_IN, WRITES_WITH_A_BODY, SignedIn, Writing

MOST_ACCOUNTS = 50


class ShownMailWishes(BaseModel):
    """`at` is a time of day by the user's clock, like 07:30; `days` are weekdays, Monday being 0. `accounts` are slugs, all of the user's
    where it is empty. `quiet`: no mail where nothing matters. `acknowledges`: a reply that only thanks is answered too."""

    on: bool
    at: str = Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")
    days: tuple[Annotated[int, Field(ge=0, le=6)], ...] = Field(min_length=1, max_length=7)
    length: MailLength
    accounts: tuple[Annotated[str, Field(min_length=1, max_length=100)], ...] = Field(max_length=MOST_ACCOUNTS)
    quiet: bool
    acknowledges: bool


mail_wish_routes = APIRouter(prefix="/api/briefing-by-mail", tags=["preferences"])


@mail_wish_routes.get("", responses=NEEDS_SIGN_IN)
async def briefing_by_mail(parts: Here, session: SignedIn) -> ShownMailWishes:
    """Whether and how the user is briefed by mail."""
    return _shown(await parts.preferences.mail_wishes(session.user_id))


@mail_wish_routes.put("", responses=WRITES_WITH_A_BODY)
async def wish_for_mail(parts: Here, session: Writing, wanted: ShownMailWishes) -> ShownMailWishes:
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
        quiet=wanted.quiet,
        acknowledges=wanted.acknowledges,
    )
    await parts.preferences.keep_mail_wishes(session.user_id, after)
    return _shown(after)


async def _now_of(parts: WebParts, user_id: str) -> datetime:
    zone = zone_of((await parts.preferences.likes(user_id)).zone)
    return datetime.now(zone or parts.settings.timezone)


def _shown(wishes: MailWishes) -> ShownMailWishes:
    return ShownMailWishes(
        on=wishes.on,
        at=f"{wishes.at:%H:%M}",
        days=tuple(sorted(wishes.days)),
        length=wishes.length,
        accounts=wishes.accounts,
        quiet=wishes.quiet,
        acknowledges=wishes.acknowledges,
    )
