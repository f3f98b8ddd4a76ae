"""What a page shows of the team, and an answer as soon as that is something else.

The work is done by other processes, so the database is looked at while a page waits; whoever does not look asks nothing. A page asks anew
after each answer: a stream of events would take one of the few connections that a browser has for all its tabs for good.
"""

import asyncio
from hashlib import sha256
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from conversations.conversation_rows import Owner
from team.records import ItemState
from web.asker import ASKS, Reading
from web.server_parts import Here, WebParts
from web.team.shown_team import ShownItem, ShownTeam, TeamModel, is_begun, teams_of

LOOKS_EVERY_S = 1.0
WAITS_S = 20.0
MOST_DONE = 30


class TeamNow(TeamModel):
    """All of it; `version` is another one when anything in it is. Of what is done, the newest alone."""

    version: str = ""
    works: bool
    begun: bool
    teams: tuple[ShownTeam, ...]
    items: tuple[ShownItem, ...]


live_routes = APIRouter(prefix="/api/team", tags=["team"])


@live_routes.get("", response_model=TeamNow, responses=ASKS | {204: {"description": "It is as it was."}})
async def team_now(
    request: Request,
    parts: Here,
    asker: Reading,
    seen: Annotated[str, Query(max_length=64, description="The version that is known; the answer waits for another one.")] = "",
) -> TeamNow | Response:
    """Teams, agents and items, at once or as soon as they are not what was seen; 204 where that is not within twenty seconds."""
    for _ in range(int(WAITS_S / LOOKS_EVERY_S)):
        now = await _look(parts, asker.owner)
        if now.version != seen:
            return now
        await asyncio.sleep(LOOKS_EVERY_S)
        if await request.is_disconnected():
            break
    return Response(status_code=HTTPStatus.NO_CONTENT)


async def _look(parts: WebParts, owner: Owner) -> TeamNow:
    undone = await parts.team.items.items(owner, states=[ItemState.UNREAD, ItemState.OPEN])
    done = await parts.team.items.items(owner, states=[ItemState.DONE], limit=MOST_DONE)
    now = TeamNow(
        works=parts.team_works,
        begun=await is_begun(parts, owner),
        teams=await teams_of(parts, owner),
        items=tuple(map(ShownItem.model_validate, [*undone, *done])),
    )
    return now.model_copy(update={"version": sha256(now.model_dump_json().encode()).hexdigest()[:32]})
