"""CPU of a share that is looked at and shows the same thing all the time: receiving, decoding and comparing it, in shares of one core.

The sharer is a process of its own. Two frames a second of at most 1,280 by 800 are what our page sends, with a cursor that blinks;
larger ones, and thirty a second, what another client may.
"""

import asyncio
import subprocess
import sys
from dataclasses import dataclass
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
ROOM = "share"


@dataclass(frozen=True, slots=True)
class Shared:
    what: str
    rate: int
    wide: int = 1_280
    high: int = 720


NOTHING = Shared("a room without a share", 0)
OUR_PAGE = Shared("an idle share of our page", 2)
LARGE = Shared("one of another client, 1,920 by 1,080 at 5 frames a second", 5, 1_920, 1_080)
FAST = Shared("one of another client, 1,920 by 1,080 at 30 frames a second", 30, 1_920, 1_080)
ALL = (NOTHING, OUR_PAGE, LARGE, FAST)


def main() -> Measured:
    shares = asyncio.run(_measured())
    for shared, share in shares.items():
        print(f"{shared.what}: {share:.1%} of a core")
    most = {OUR_PAGE: MOST}
    return Measured(
        figures=[
            *(Figure(what=f"{each.what}, of a core", measured=shares[each], at_most=most.get(each)) for each in ALL),
            Figure(what="what our page's adds to a room without a share, of a core", measured=shares[OUR_PAGE] - shares[NOTHING]),
        ],
        numbers={"of_a_core": {each.what: shares[each] for each in ALL}},
    )


async def _measured() -> dict[Shared, float]:
    with TemporaryDirectory() as folder:
        async with livekit_server(Path(folder)) as server:
            return {each: await _share_of(server, each) for each in ALL}


async def _share_of(server: LiveKitServer, shared: Shared) -> float:
    room, screen = rtc.Room(), SharedScreen(can_look=True)
    await room.connect(server.url, _token(server, "agent"), rtc.RoomOptions(auto_subscribe=False))
    following = asyncio.create_task(ScreenTrack(room, "caller", screen).follow())
    how = map(str, (shared.rate, shared.wide, shared.high))
    command = [sys.executable, "-m", "benchmarks.glance.sharer", server.url, _token(server, "caller"), *how]
    sharer = subprocess.Popen(command) if shared.rate else None  # noqa: ASYNC220, S603 - it begins at once; ours
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
