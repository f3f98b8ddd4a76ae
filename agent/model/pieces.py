"""An answer that comes in pieces, with a time limit for each piece.

The source runs in a task of its own, so waiting can stop and start again without ending the source. Waiting for an asynchronous generator
directly could not: a timeout would cancel its pending step, and the generator with it.
"""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from math import inf
from typing import TypeVar

Piece = TypeVar("Piece")


class EndOfAnswerError(Exception):
    """There are no more pieces."""


@asynccontextmanager
async def in_pieces(source: AsyncIterable[Piece]) -> AsyncIterator[Callable[[float], Coroutine[object, object, Piece]]]:
    """Gives a function that waits so many seconds for the next piece; leaving the block ends the source.

    The function raises `TimeoutError` if no piece came in time (the source goes on), `EndOfAnswerError` at the end, and whatever the
    source raised.
    """
    pieces: asyncio.Queue[Piece | Exception] = asyncio.Queue()

    async def read() -> None:
        try:
            async for piece in source:
                pieces.put_nowait(piece)
        except Exception as error:  # not lost: it is raised where the pieces are waited for
            pieces.put_nowait(error)
        else:
            pieces.put_nowait(EndOfAnswerError())

    async def next_piece(within_s: float) -> Piece:
        async with asyncio.timeout(max(0.0, within_s) if within_s < inf else None):
            piece = await pieces.get()
        if isinstance(piece, Exception):
            raise piece
        return piece

    reading = asyncio.create_task(read(), name="pieces of an answer")
    try:
        yield next_piece
    finally:
        reading.cancel()
        await asyncio.wait([reading])
