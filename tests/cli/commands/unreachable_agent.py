"""A worker that gives up at the first try to reach a LiveKit server."""

import os

from livekit.agents import AgentServer, JobContext

server = AgentServer(max_retry=0, ws_url=os.environ["LIVEKIT_URL"], host="127.0.0.1", port=0, load_fnc=lambda _: 0.0, num_idle_processes=0)


@server.rtc_session()
async def answer_call(_: JobContext) -> None:
    """Nobody calls."""
