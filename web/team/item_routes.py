"""What the team has for the user: the list, one in full, whether it is dealt with."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from team.records import ItemState
from web.asker import ACTS_WITH_A_BODY, ASKS, Acting, Reading
from web.http.problems import described
from web.server_parts import Here
from web.team.shown_team import ShownItem, TeamIdInPath, TeamModel


class ItemsAnswer(TeamModel):
    """The newest first."""

    items: tuple[ShownItem, ...]


class WholeItem(TeamModel):
    """`text` is all of it."""

    item: ShownItem
    text: str = Field(repr=False)


class ItemChange(TeamModel):
    state: ItemState


item_routes = APIRouter(prefix="/api/items", tags=["team"])


@item_routes.get("", responses=ASKS)
async def items(parts: Here, asker: Reading, state: Annotated[ItemState | None, Query()] = None) -> ItemsAnswer:
    """Results and briefings: unread, open, which are seen and not dealt with, and done."""
    states = tuple(ItemState) if state is None else (state,)
    return ItemsAnswer(items=tuple(map(ShownItem.model_validate, await parts.team.items.items(asker.owner, states=states))))


@item_routes.get("/{item_id}", responses=ASKS | described(HTTPStatus.NOT_FOUND))
async def one_item(parts: Here, asker: Reading, item_id: TeamIdInPath) -> WholeItem:
    """One of them in full; that changes nothing."""
    item = await parts.team.items.item(asker.owner, item_id)
    return WholeItem(item=ShownItem.model_validate(item), text=await parts.team.items.full_text(asker.owner, item))


@item_routes.patch("/{item_id}", responses=ACTS_WITH_A_BODY | described(HTTPStatus.NOT_FOUND))
async def mark_item(parts: Here, asker: Acting, item_id: TeamIdInPath, change: ItemChange) -> ShownItem:
    """It is unread, open or done from now on."""
    return ShownItem.model_validate(await parts.team.items.mark(asker.owner, item_id, change.state))
