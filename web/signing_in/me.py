"""`GET /api/me`: what the page needs to know before a call."""

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from web.accounts.shown_accounts import ShownAccount, accounts_of
from web.server_parts import Here
from web.visitor import WELCOMES, Welcomed, name_of


class User(BaseModel):
    """Who is signed in; `name` is to be shown, as text."""

    id: str
    name: str


class Me(BaseModel):
    """The user, and what the server can do for them."""

    user: User
    csrf: str = Field(description="To be sent as X-CSRF-Token with whatever is not a GET.")
    demo: bool = Field(description="There is one local user, and nobody signs in.")
    speech: bool = Field(description="A speech service is set: the agent can hear.")
    accounts: tuple[ShownAccount, ...]


def me_routes(*, open_to_all: bool) -> APIRouter:
    routes = APIRouter(tags=["sign-in"])
    or_without_a_cookie: dict[str, list[dict[str, str]]] | None = {"security": [{}]} if open_to_all else None

    @routes.get("/api/me", responses=WELCOMES, openapi_extra=or_without_a_cookie)
    async def me(request: Request, parts: Here, session: Welcomed) -> Me:
        """Who is signed in. Where nobody has to sign in, the local user is from now on."""
        return Me(
            user=User(id=session.user_id, name=name_of(request, session)),
            csrf=session.csrf,
            demo=parts.local_user is not None,
            speech=parts.settings.voice != "none",
            accounts=await accounts_of(parts, session.user_id),
        )

    return routes
