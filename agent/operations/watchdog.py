"""Ends a process whose event loop is blocked, so that `agent.operations.supervision` sends another agent.

The participant of a blocked job stays in the room and says nothing, and LiveKit itself ends the job only after a minute. This is the
`faulthandler` of Python: its timer is a thread in C, which needs neither the event loop nor the interpreter's lock. A Python thread would
wait for that lock as long as, say, a regular expression runs away on some mail. When the timer runs out, it writes where every thread is
(files, lines and names of functions, never a value) to the standard error, and ends the process at once.
"""

import asyncio
import faulthandler
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

BLOCKED_FOR_S = 6.0
TICKS = 6


@asynccontextmanager
async def end_process_when_blocked(blocked_for_s: float = BLOCKED_FOR_S) -> AsyncIterator[None]:
    """While the block runs, an event loop that comes to a halt for `blocked_for_s` ends the process with code 1.

    One at a time in a process: there is only one such timer.
    """
    task = asyncio.create_task(_tick(blocked_for_s), name="watchdog")
    try:
        yield
    finally:
        task.cancel()
        faulthandler.cancel_dump_traceback_later()
        await asyncio.gather(task, return_exceptions=True)


async def _tick(blocked_for_s: float) -> None:
    while True:
        faulthandler.dump_traceback_later(blocked_for_s, exit=True)
        await asyncio.sleep(blocked_for_s / TICKS)
