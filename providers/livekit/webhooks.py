"""The LiveKit server's webhooks, read and verified: who joined a room, who left it, and whether in order or by a broken connection."""

from dataclasses import dataclass
from enum import StrEnum

from livekit import api

from providers.livekit.rooms import NOT_CALLERS, Room

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


class NotSignedError(Exception):
    """The notice was not signed by the LiveKit server, for this very body."""


class RoomNews(StrEnum):
    AGENT_LEFT = "agent_left"
    """In order: it left, or it was removed."""
    AGENT_LOST = "agent_lost"
    """Its connection broke."""
    CALLER_CAME = "caller_came"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomNotice:
    """One notice; `identity` is that of the participant it is about."""

    news: RoomNews
    room: Room
    identity: str


def read_notice(key: str, secret: str, body: bytes, signature: str) -> RoomNotice:
    """Read a notice and check its signature. Raises `NotSignedError`."""
    receiver = api.WebhookReceiver(api.TokenVerifier(key, secret))
    try:
        event = receiver.receive(body.decode(), signature)
    except Exception:  # it raises Exception itself, and whatever its libraries raise for a token or a text of strangers
        raise NotSignedError from None
    return RoomNotice(news=_news(event), room=Room(name=event.room.name, sid=event.room.sid), identity=event.participant.identity)


def _news(event: api.WebhookEvent) -> RoomNews:
    who = event.participant
    if event.event in LEFT and who.kind == api.ParticipantInfo.Kind.AGENT:
        return RoomNews.AGENT_LEFT if who.disconnect_reason in BY_ITSELF else RoomNews.AGENT_LOST
    return RoomNews.CALLER_CAME if event.event in CAME and who.kind not in NOT_CALLERS else RoomNews.NOTHING
