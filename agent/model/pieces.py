"""An answer that comes in pieces, waited for with a limit for each.

The source runs in a task of its own. So waiting can be given up and taken up again without ending the source, which waiting for an
asynchronous generator directly could not: its pending step would be cancelled, and the generator with it.
"""

import asyncio
from collections.abc import AsyncIterable
from types import TracebackType
from typing import Generic, Self, TypeVar

Piece = TypeVar("Piece")


class EndOfAnswerError(Exception):
    """There are no more pieces."""


class Pieces(Generic[Piece]):
    """The pieces of `source`. An async context manager: leaving it ends the source."""

    def __init__(self, source: AsyncIterable[Piece]) -> None:
        self._source = source
        self._pieces: asyncio.Queue[Piece | Exception] = asyncio.Queue()
        self._reading: asyncio.Task[None] | None = None

    async def next(self, within_s: float) -> Piece:
        """The next piece.

        Raises `TimeoutError` if there is none in time (the source goes on), `EndOfAnswerError` at the end, and whatever the source raised.
        """
        try:
            async with asyncio.timeout(max(0.0, within_s)):
                piece = await self._pieces.get()
        except TimeoutError:
            raise TimeoutError("no piece in time") from None
        if isinstance(piece, Exception):
            raise piece
        return piece

    async def __aenter__(self) -> Self:
        self._reading = asyncio.create_task(self._read(), name="pieces of an answer")
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait([self._reading])

    async def _read(self) -> None:
        try:
            async for piece in self._source:
                self._pieces.put_nowait(piece)
        except Exception as error:  # not lost: it is raised where the pieces are waited for
            self._pieces.put_nowait(error)
        else:
            self._pieces.put_nowait(EndOfAnswerError())
