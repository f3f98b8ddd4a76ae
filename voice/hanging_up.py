"""A client that hangs up while its request waits: it gives up its place, so that those behind it move on."""

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

from fastapi import Request

Answer = TypeVar("Answer")


class HungUpError(Exception):
    """Nobody waits for the answer any more."""


async def unless_it_hangs_up(request: Request, work: Coroutine[object, object, Answer]) -> Answer:
    """What `work` returns. Cancels it and raises `HungUpError` as soon as the client of `request`, whose body is read, has gone."""
    working, leaving = asyncio.create_task(work), asyncio.create_task(_leaves(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise HungUpError
        return working.result()
    finally:
        working.cancel()
        leaving.cancel()


async def _leaves(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
