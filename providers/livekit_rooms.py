"""Tokens for rooms: who may join, and that the agent comes along.

A token is good for one room, ten minutes, microphone and text, and nothing else. The dispatch stands inside the token, signed by the
server's secret, so the user id that the agent trusts cannot be chosen by whoever joins.
"""

import json
from datetime import timedelta

from livekit import api

AGENT_NAME = "aloud"
VALID_FOR = timedelta(minutes=10)


def caller_token(key: str, secret: str, *, room: str, user_id: str, identity: str = "caller") -> str:
    """A signed token for one caller of one room."""
    grants = api.VideoGrants(
        room_join=True,
        room=room,
        can_publish=True,
        can_publish_sources=["microphone"],
        can_publish_data=True,
        can_subscribe=True,
        can_update_own_metadata=False,
    )
    dispatch = api.RoomAgentDispatch(agent_name=AGENT_NAME, metadata=json.dumps({"user_id": user_id}))
    return (
        api.AccessToken(key, secret)
        .with_identity(identity)
        .with_ttl(VALID_FOR)
        .with_grants(grants)
        .with_room_config(api.RoomConfiguration(agents=[dispatch]))
        .to_jwt()
    )
