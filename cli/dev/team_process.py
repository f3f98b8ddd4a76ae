"""`aloud team` as a child process of a command. A call does without it: one that ends by itself is started again, and ends nothing else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from cli.commands.aloud_team import RESTS
from cli.dev.child_process import Child
from cli.dev.local_server import LocalServer
from cli.logs import log_file
from cli.screen import out
from providers.settings import Settings

AGAIN_AFTER_S = 5.0
MOST_ENDS = 4
NO_MORE = "The team has ended by itself {times} times and rests from now on. Its log: {log}"


@asynccontextmanager
async def team_started(settings: Settings, server: LocalServer) -> AsyncIterator[None]:
    """The team at work until the block ends; where it has no model, one sentence says that it rests."""
    if settings.openai_api_key is None:
        out.print(RESTS, markup=False, soft_wrap=True)
        yield
        return
    log_file(settings, "team")
    async with AsyncExitStack() as current:
        keeping = asyncio.create_task(_keep(await _started(server, current), current, server), name="keep the team")
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.wait([keeping])


async def _started(server: LocalServer, current: AsyncExitStack) -> Child:
    return await current.enter_async_context(server.beside("The team", "team"))


async def _keep(child: Child, current: AsyncExitStack, server: LocalServer) -> None:
    for ends in range(1, MOST_ENDS + 1):
        await child.process.wait()
        await current.aclose()
        if ends == MOST_ENDS:
            out.print(NO_MORE.format(times=ends, log=child.log), markup=False, soft_wrap=True)
            return
        await asyncio.sleep(AGAIN_AFTER_S)
        child = await _started(server, current)
