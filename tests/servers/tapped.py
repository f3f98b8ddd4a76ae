"""A line to a loopback port that somebody listens in on: what the client says, as it goes over the wire."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field


@dataclass
class Tap:
    port: int = 0
    said: bytearray = field(default_factory=bytearray)


@asynccontextmanager
async def tapped(port: int) -> AsyncIterator[Tap]:
    """Until the block ends."""
    tap = Tap()
    carrying: set[asyncio.Task[None]] = set()

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, heard: bytearray) -> None:
        with suppress(OSError):
            while piece := await reader.read(65_536):
                heard += piece
                writer.write(piece)
        writer.transport.abort()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        carrying.add(task)
        from_server, to_server = await asyncio.open_connection("127.0.0.1", port)
        try:
            with suppress(asyncio.CancelledError):
                await asyncio.gather(carry(reader, to_server, tap.said), carry(from_server, writer, bytearray()))
        finally:
            to_server.transport.abort()
            writer.transport.abort()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    tap.port = server.sockets[0].getsockname()[1]
    try:
        yield tap
    finally:
        server.close()
        for task in carrying:
            task.cancel()
        await asyncio.gather(*carrying, return_exceptions=True)
        await server.wait_closed()
