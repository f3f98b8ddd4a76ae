"""`aloud team` as a child process of a command. A call does without it: one that ends by itself is started again, and ends nothing else."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from cli.commands.aloud_team import RESTS
from cli.dev.child_process import Child, Restarts, keep_running
from cli.dev.local_server import LocalServer
from cli.logs import log_file
from cli.screen import out
from providers.settings import Settings

RESTARTS = Restarts(no_more="The team has ended by itself {times} times and rests from now on. Its log: {log}")


@asynccontextmanager
async def team_started(settings: Settings, server: LocalServer) -> AsyncIterator[None]:
    """The team at work until the block ends; where it has no model, one sentence says that it rests."""
    if settings.openai_api_key is None:
        out.print(RESTS, markup=False, soft_wrap=True)
        yield
        return
    log_file(settings, "team")
    async with AsyncExitStack() as current:

        async def start() -> Child:
            return await current.enter_async_context(server.beside("The team", "team"))

        keeping = asyncio.create_task(keep_running(await start(), current, start, RESTARTS), name="keep the team")
        try:
            yield
        finally:
            keeping.cancel()
            await asyncio.wait([keeping])
