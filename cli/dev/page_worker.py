"""The worker behind the page: restarted when it ends by itself, because somebody may be in a call.

The web server moves the callers of a lost worker to the next one, so a new worker is enough. If workers keep ending, another restart does
not help, and the user is shown the log instead.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack

import typer

from cli.dev.child_process import MOST_ENDS, Child
from cli.screen import fail, out

WITHIN_S = 120.0
AGAIN = "{name} ended by itself, with code {code}. Another one is being started; a call goes on at the same mail."
NO_MORE = "{name} has ended by itself {times} times within {minutes} minutes, last with code {code}. Its log: {log}"

StartWorker = Callable[[], AbstractAsyncContextManager[Child]]


async def keep_a_worker(worker: Child, current: AsyncExitStack, start: StartWorker, *, within_s: float = WITHIN_S) -> typer.Exit:
    """Start another worker whenever one ends; returns the exit to raise once `MOST_ENDS` have ended within `within_s` seconds.

    `current` holds the one that runs.
    """
    clock = asyncio.get_running_loop()
    ends: deque[float] = deque(maxlen=MOST_ENDS)
    while True:
        code = await worker.process.wait()
        await current.aclose()  # also ends the processes of its calls, which outlive a killed worker
        ends.append(clock.time())
        if len(ends) == MOST_ENDS and ends[-1] - ends[0] <= within_s:
            words = NO_MORE.format(name=worker.name, times=MOST_ENDS, minutes=int(within_s // 60), code=code, log=worker.log)
            return fail(words, code=1)
        out.print(AGAIN.format(name=worker.name, code=code), markup=False, soft_wrap=True)
        worker = await current.enter_async_context(start())
