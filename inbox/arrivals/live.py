"""The user's inbox as it changes while a call runs: one watcher per account, for as long as the block lasts.

A watcher only says when to look. `UnifiedInbox.look` finds out what happened, from a change token that was taken before the listing. So a
watcher that missed something (its mailbox was away, the machine slept) catches up with its next look.
"""

import asyncio
import contextlib
from typing import Self

from inbox.unified import UnifiedInbox
from providers.mailbox import MailboxError

FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 60.0
LOOK_EVERY_S = 60.0
"""Without a report of the mailbox, because network file systems report nothing."""


class LiveInbox:
    """Keeps looking at all accounts of an inbox, for `UnifiedInbox.drain_changes`. An async context manager."""

    def __init__(self, inbox: UnifiedInbox, *, first_pause_s: float = FIRST_PAUSE_S, look_every_s: float = LOOK_EVERY_S) -> None:
        """`first_pause_s` is how long a mailbox that failed is left alone; each further pause is twice as long, up to `LONGEST_PAUSE_S`."""
        self._inbox = inbox
        self._first_pause_s = first_pause_s
        self._look_every_s = look_every_s
        self._watching: list[asyncio.Task[None]] = []
        self._looked_at: dict[str, float] = {}

    async def __aenter__(self) -> Self:
        slugs = [account.slug for account in self._inbox.accounts]
        self._watching = [asyncio.create_task(self._watch(slug), name="watch a mailbox") for slug in slugs]
        self._watching.append(asyncio.create_task(self._look_now_and_then(), name="look at the mailboxes"))
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in self._watching:
            task.cancel()
        await asyncio.gather(*self._watching, return_exceptions=True)

    async def _watch(self, slug: str) -> None:
        """Until the mailbox is closed. One that is away is tried again, and then compared with its last known state."""
        pause_s = self._first_pause_s
        while True:
            async with contextlib.aclosing(self._inbox.watch(slug)) as bells:
                try:
                    async for _ in bells:
                        if not await self._look(slug):
                            break
                        pause_s = self._first_pause_s
                    else:
                        return
                except MailboxError:
                    pass  # the inbox has noted that it is away
            await asyncio.sleep(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    async def _look_now_and_then(self) -> None:
        """Only at accounts without another look meanwhile, because a look may cost quota."""
        clock = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(self._look_every_s)
            due = clock.time() - self._look_every_s
            slugs = [account.slug for account in self._inbox.accounts]
            await asyncio.gather(*(self._look(slug) for slug in slugs if self._looked_at.get(slug, due) <= due))

    async def _look(self, slug: str) -> bool:
        self._looked_at[slug] = asyncio.get_running_loop().time()
        return await self._inbox.look(slug, ahead=True)
