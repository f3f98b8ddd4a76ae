"""The model of a team in a process of its own, so that who is measured does not answer for it: tells its address, and answers at once."""

import asyncio

from tests.servers.openai.double import openai_server
from tests.team.working import Mind


async def serve() -> None:
    """Until it is killed."""
    async with openai_server() as server:
        server.always(Mind())
        print(server.url, flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(serve())
