"""Lets a cancellation wait until pydantic-ai has begun a run.

It enters a run in a few steps that wait for nothing outside, and a cancellation between two of them (pydantic-ai 2.68, `_run_lifecycle`:
while the task that waited for the start is drained) leaves a task of the library waiting for good, with all that the run holds.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import TypeVar

T = TypeVar("T")


async def uncut_words(words: AsyncGenerator[T, None], begun: asyncio.Event) -> AsyncGenerator[T, None]:
    """The words of a run, each made when it is asked for, in a task that ends with this generator; `begun`: its first request is made."""
    wanted, made = asyncio.Semaphore(0), asyncio.Queue[T | None]()

    async def make() -> None:
        try:
            async with aclosing(words):
                await wanted.acquire()
                async for word in words:
                    made.put_nowait(word)
                    await wanted.acquire()
        finally:
            made.put_nowait(None)

    task = asyncio.create_task(make())
    try:
        wanted.release()
        while (word := await made.get()) is not None:
            yield word
            wanted.release()
        await task
    finally:
        if not task.done():
            await _ended(task, begun)


async def next_until(events: AsyncIterator[T], ends: float) -> T | None:
    """The next one; None behind the last. A timeout around all of them would count what the reader does between two."""
    async with asyncio.timeout_at(ends):
        return await anext(events, None)


async def _ended(task: asyncio.Task[T], begun: asyncio.Event) -> None:
    start = asyncio.create_task(begun.wait())
    try:
        await asyncio.wait({task, start}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        start.cancel()
        task.cancel()
    await asyncio.wait({task, start})
