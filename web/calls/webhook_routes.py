"""The LiveKit server's webhook: signed, so that nobody else can make the keeper act.

Set `webhook.urls` in its configuration to this route, and `webhook.api_key` to the API key of this server. LiveKit repeats a notice that
was not accepted, so one may come twice; the keeper tolerates that.
"""

from http import HTTPStatus

from fastapi import APIRouter, Request

from providers.livekit.webhooks import NotSignedError, RoomNews, read_notice
from web.calls.lost_calls import TAKEN_WITHIN
from web.http.problems import ProblemCode, ProblemError, described
from web.server_parts import Here

PATH = "/api/livekit/webhook"
SIGNED_AS = "application/webhook+json"

ITS_WORKER_ACTS_WITHIN_S = 2.5
"""When an agent has left by itself its worker lives, and replaces it, or ends the call as it should (`agent.operations.supervision`)."""

_LOOKED_AT_AFTER_S = {
    RoomNews.AGENT_LEFT: ITS_WORKER_ACTS_WITHIN_S,
    RoomNews.AGENT_LOST: 0.0,
    RoomNews.CALLER_CAME: TAKEN_WITHIN.total_seconds(),
}
_BODY = {"requestBody": {"required": True, "content": {SIGNED_AS: {"schema": {"type": "object"}}}}}


webhook_routes = APIRouter(tags=["livekit"])


@webhook_routes.post(
    PATH,
    status_code=HTTPStatus.NO_CONTENT,
    openapi_extra=_BODY,
    responses=described(HTTPStatus.UNAUTHORIZED, HTTPStatus.REQUEST_ENTITY_TOO_LARGE),
)
async def told(request: Request, parts: Here) -> None:
    """For the LiveKit server alone: the header `Authorization` has to be signed with its secret, for this very body."""
    secret = parts.settings.livekit_api_secret.get_secret_value()
    try:
        notice = read_notice(parts.settings.livekit_api_key, secret, await request.body(), request.headers.get("Authorization", ""))
    except NotSignedError:
        detail = "This was not signed by the LiveKit server."
        raise ProblemError(HTTPStatus.UNAUTHORIZED, ProblemCode.NOT_SIGNED, detail) from None
    if notice.news in _LOOKED_AT_AFTER_S:
        left = None if notice.news is RoomNews.CALLER_CAME else notice.identity
        parts.keeper.look_after(notice.room, left=left, after_s=_LOOKED_AT_AFTER_S[notice.news])
