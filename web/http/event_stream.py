"""Server-sent events, as routes answer with them and describe them."""

import json
from collections.abc import Mapping

from fastapi.responses import StreamingResponse

from web.http.problems import Responses

EVENT_STREAM = "text/event-stream"

_EVENT = {"type": "object", "properties": {"event": {"type": "string"}, "data": {"type": "string"}}, "required": ["event", "data"]}
STREAMS: Responses = {200: {"description": "Server-sent events.", "content": {EVENT_STREAM: {"schema": _EVENT}}}}
"""For the API's description of a route."""


class EventStream(StreamingResponse):
    media_type = EVENT_STREAM


def written(kind: str, data: Mapping[str, object]) -> str:
    """One event."""
    return f"event: {kind}\ndata: {json.dumps(data)}\n\n"
