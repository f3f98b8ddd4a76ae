"""`aloud dev`: a room on this machine for trying the agent, with a real LiveKit server and worker."""

from cli.dev.child_process import first_to_end
from cli.dev.local_server import KEY, LocalServer
from cli.dev.voice_process import voice_started
from cli.screen import out, progress
from providers.livekit.rooms import VALID_FOR, caller_token
from providers.settings import Settings

ROOM = "dev"


async def serve_room(settings: Settings, program: str) -> None:
    """Start all, print how to join once the worker is ready, and run until one of them ends or we are stopped."""
    async with voice_started(settings) as voiced, LocalServer.started(voiced, program) as server, server.worker() as worker:
        with progress("Starting a worker (a few seconds)…"):
            await server.worker_ready(worker)
        token = caller_token(KEY, server.secret, room=ROOM, user_id=settings.aloud_user)
        for name, value in {"URL": server.url, "Room": ROOM, "Token": token, "Logs": server.logs}.items():
            out.print(f"{name:<6} {value}", markup=False, soft_wrap=True)
        minutes = int(VALID_FOR.total_seconds() // 60)
        out.print(f"Join with any LiveKit client on this machine; the token is good for {minutes} minutes. Ctrl-C ends everything.")
        raise await first_to_end(server.process.ends(), worker.ends())
