"""CPU of a share that is looked at and shows the same thing all the time: receiving, decoding and comparing it, in shares of one core.

The sharer is a process of its own. Five frames a second are what our page sends, with a cursor that blinks; thirty what another client may.
"""

import asyncio
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, process_time

from livekit import api, rtc

from agent.glancing.screen_track import ScreenTrack
from benchmarks.record import Figure, Measured
from session.glancing.shared_screen import SharedScreen, Sharing
from tests.servers.livekit import LiveKitServer, livekit_server

SETTLES_S = 8.0
MEASURED_S = 20.0
MOST = 0.05
RATES = (5, 30)
ROOM = "share"


def main() -> Measured:
    shares = asyncio.run(_measured())
    for what, share in shares.items():
        print(f"{what}: {share:.1%} of a core")
    return Measured(
        figures=[
            Figure(what="an idle share at 5 frames a second, of a core", measured=shares["5 frames a second"], at_most=MOST),
            Figure(what="at 30 frames a second, of a core", measured=shares["30 frames a second"]),
            Figure(what="a room without a share, of a core", measured=shares["nothing shared"]),
        ],
        numbers={"of_a_core": shares},
    )


async def _measured() -> dict[str, float]:
    with TemporaryDirectory() as folder:
        async with livekit_server(Path(folder)) as server:
            found = {"nothing shared": await _share_of(server, 0)}
            for rate in RATES:
                found[f"{rate} frames a second"] = await _share_of(server, rate)
    return found


async def _share_of(server: LiveKitServer, rate: int) -> float:
    room, screen = rtc.Room(), SharedScreen(can_look=True)
    await room.connect(server.url, _token(server, "agent"), rtc.RoomOptions(auto_subscribe=False))
    following = asyncio.create_task(ScreenTrack(room, "caller", screen).follow())
    command = [sys.executable, "-m", "benchmarks.glance.sharer", server.url, _token(server, "caller"), str(rate)]
    sharer = subprocess.Popen(command) if rate else None  # noqa: ASYNC220, S603 - it begins at once; ours
    try:
        while sharer is not None and screen.sharing is not Sharing.LOOKING:  # noqa: ASYNC110 - another process begins
            await asyncio.sleep(0.1)
        await asyncio.sleep(SETTLES_S)
        began, used = monotonic(), process_time()
        await asyncio.sleep(MEASURED_S)
        return (process_time() - used) / (monotonic() - began)
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
        if sharer is not None:
            sharer.terminate()
            sharer.wait()
        await room.disconnect()


def _token(server: LiveKitServer, identity: str) -> str:
    grants = api.VideoGrants(room_join=True, room=ROOM)
    return api.AccessToken(server.key, server.secret).with_identity(identity).with_grants(grants).to_jwt()
