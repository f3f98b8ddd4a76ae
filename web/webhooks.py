"""What the LiveKit server tells of its rooms: signed, so that nobody else can have the keeper do anything.

Set `webhook.urls` in its configuration to this route, and `webhook.api_key` to the key that this server has too. LiveKit tries again
what was not taken, so telling twice must be as good as once; the keeper sees to that.
"""

from http import HTTPStatus

from fastapi import APIRouter, Request
from livekit import api

from providers.livekit.rooms import NOT_CALLERS, Room
from web.keeper import Keeper
from web.lost_calls import TAKEN_WITHIN
from web.parts import Here, LiveKitKey
from web.problems import ProblemCode, ProblemError, described

PATH = "/api/livekit/webhook"
SIGNED_AS = "application/webhook+json"

ITS_WORKER_ACTS_WITHIN_S = 2.5
"""When an agent has left by itself its worker lives, and replaces it, or ends the call as it should (`agent.operations.supervision`)."""

BY_ITSELF = frozenset(
    {
        api.DisconnectReason.CLIENT_INITIATED,
        api.DisconnectReason.PARTICIPANT_REMOVED,
        api.DisconnectReason.ROOM_DELETED,
        api.DisconnectReason.SERVER_SHUTDOWN,
    }
)
LEFT = frozenset({"participant_left", "participant_connection_aborted"})
CAME = frozenset({"participant_joined", "room_started"})

_BODY = {"requestBody": {"required": True, "content": {SIGNED_AS: {"schema": {"type": "object"}}}}}


def webhook_routes() -> APIRouter:
    """One route."""
    routes = APIRouter(tags=["livekit"])

    @routes.post(
        PATH,
        status_code=HTTPStatus.NO_CONTENT,
        openapi_extra=_BODY,
        responses=described(HTTPStatus.UNAUTHORIZED, HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
    )
    async def told(request: Request, parts: Here) -> None:
        """For the LiveKit server alone: the header `Authorization` has to be signed with its secret, for this very body."""
        _heed(_event(parts.livekit, await request.body(), request.headers.get("Authorization", "")), parts.keeper)

    return routes


def _event(livekit: LiveKitKey, body: bytes, signature: str) -> api.WebhookEvent:
    receiver = api.WebhookReceiver(api.TokenVerifier(livekit.key, livekit.secret.get_secret_value()))
    try:
        return receiver.receive(body.decode(), signature)
    except Exception:  # it raises Exception itself, and whatever its libraries raise for a token or a text of strangers
        detail = "This was not signed by the LiveKit server."
        raise ProblemError(HTTPStatus.UNAUTHORIZED, ProblemCode.NOT_SIGNED, detail) from None


def _heed(event: api.WebhookEvent, keeper: Keeper) -> None:
    room = Room(name=event.room.name, sid=event.room.sid)
    who = event.participant
    if event.event in LEFT and who.kind == api.ParticipantInfo.Kind.AGENT:
        after_s = ITS_WORKER_ACTS_WITHIN_S if who.disconnect_reason in BY_ITSELF else 0.0
        keeper.look_after(room, left=who.identity, after_s=after_s)
    elif event.event in CAME and who.kind not in NOT_CALLERS:
        keeper.look_after(room, after_s=TAKEN_WITHIN.total_seconds())
