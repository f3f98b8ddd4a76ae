"""Calls from the page: a token for a room, and "the agent is gone".

Each session has one call. Its room has an unguessable name, and only its session gets tokens for it. While the room exists, the session
rejoins it under the same identity. So a page that is reloaded goes on where it was, without another agent, and of two tabs the newer one
takes over: LiveKit admits an identity to a room once, and tells the older page why it was removed (`DUPLICATE_IDENTITY`). Another browser
of the same user is another session with another room; there the agents settle which call goes on, and the older one says so.
"""

import secrets
from datetime import datetime
from http import HTTPStatus

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from providers.livekit.rooms import VALID_FOR, RoomsUnavailableError, caller_token
from web.conversations.conversation_routes import owned
from web.http.problems import ProblemCode, ProblemError, described
from web.server_parts import Here, WebParts
from web.signing_in.browser_sessions import Seat, Session
from web.visitor import WRITES_WITH_A_BODY, Writing, network_of


class CallAnswer(BaseModel):
    """How to join: the LiveKit server, a token for one room, and under which identity."""

    url: str = Field(examples=["wss://livekit.example.com"])
    token: str
    room: str
    identity: str
    expires_at: datetime = Field(description="After this the token opens nothing; who is in the room by then stays.")


class WantedCall(BaseModel):
    """The conversation that the call goes on with; null: the one of the call before, if that broke off, else a new one."""

    conversation_id: str | None = Field(default=None, max_length=100)


class Alone(BaseModel):
    """The room in which the agent is no longer heard."""

    room: str = Field(max_length=200)


call_routes = APIRouter(prefix="/api/call", tags=["call"])


@call_routes.post("", responses=WRITES_WITH_A_BODY | described(HTTPStatus.NOT_FOUND, HTTPStatus.TOO_MANY_REQUESTS))
async def call(request: Request, parts: Here, session: Writing, wanted: WantedCall | None = None) -> CallAnswer:
    """Begin a call, or go on with the one that this browser is in. An agent comes when the caller joins with the token.

    A call in a conversation is always another one, which takes over from any that goes on.
    """
    _take(request, parts, session)
    opened = wanted.conversation_id if wanted else None
    if opened is not None:
        await owned(parts, session, opened)
    seat = await (_seat(parts, session) if opened is None else _new_seat(parts, session))
    issued = parts.now()
    token = caller_token(
        parts.settings.livekit_api_key,
        parts.settings.livekit_api_secret.get_secret_value(),
        room=seat.room,
        user_id=session.user_id,
        identity=seat.identity,
        organisation_id=session.organisation_id,
        conversation_id=opened,
    )
    return CallAnswer(url=parts.address.livekit_url, token=token, room=seat.room, identity=seat.identity, expires_at=issued + VALID_FOR)


@call_routes.post(
    "/alone",
    status_code=HTTPStatus.ACCEPTED,
    responses=WRITES_WITH_A_BODY | described(HTTPStatus.NOT_FOUND, HTTPStatus.TOO_MANY_REQUESTS),
)
async def alone(request: Request, parts: Here, session: Writing, said: Alone) -> None:
    """Report that the agent is no longer heard: it is checked at once, and replaced if it is dead."""
    _take(request, parts, session)
    room = await parts.rooms.find(said.room) if session.seat and session.seat.room == said.room else None
    if room is None:
        raise ProblemError(HTTPStatus.NOT_FOUND, ProblemCode.NO_SUCH_CALL, "That call has ended. Begin another one.")
    parts.keeper.look_after(room)


def _take(request: Request, parts: WebParts, session: Session) -> None:
    parts.rates.call_from_address.take(network_of(request))
    parts.rates.call_of_user.take(session.user_id)


async def _seat(parts: WebParts, session: Session) -> Seat:
    """The session's seat while its room exists, else a new one; also if the LiveKit server is away, when a new one does no harm."""
    try:
        if session.seat and await parts.rooms.find(session.seat.room):
            return session.seat
    except RoomsUnavailableError:
        pass
    return await _new_seat(parts, session)


async def _new_seat(parts: WebParts, session: Session) -> Seat:
    seat = Seat(room=f"call-{secrets.token_urlsafe(24)}", identity=f"caller-{secrets.token_hex(8)}")
    await parts.sessions.take_seat(session, seat)
    return seat
