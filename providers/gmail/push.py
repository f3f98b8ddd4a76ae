"""Google tells us that a mailbox changed, and whoever watches it looks at once: a second source of bells, and of nothing else.

What happened is worked out by the same look that polling leads to, which goes on: Google may be late, or drop notices. So a notice that is
lost, repeated, out of order, or about somebody who is in no call here does no harm.

A subscription hands each notice to one reader only. A process that looks after all its calls should have one of its own; several processes
that share one take each other's notices, and the pace of polling is what is left.

Written after Google's documentation and tested against recorded notices; it was never run against Google itself.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol, Self

from providers.gmail.values import WatchLease
from providers.google.pubsub import Notice, PushAwayError, ServiceAccount, Subscription
from providers.mailbox import MailboxError, SignInNeededError
from providers.resilience.priority import Priority
from providers.settings import Settings

logger = logging.getLogger(__name__)

RENEW_EVERY_S = 86_400.0
"""Google sends notices for seven days after each request and advises to repeat it daily."""
SOONEST_S = 60.0
FIRST_PAUSE_S = 1.0
LONGEST_PAUSE_S = 300.0
EMPTY_PAUSE_S = 1.0
"""After an answer without notices, which should have taken longer to come."""


class WatchesGmail(Protocol):
    """The one request of `GmailApi` that has notices sent."""

    async def watch(self, topic: str, *, priority: Priority = ...) -> WatchLease:
        """Have notices sent to a topic until the lease is over (100 units)."""


class PullsNotices(Protocol):
    """What `Subscription` does."""

    async def pull(self) -> tuple[Notice, ...]:
        """Wait for notices. Raises `PushAwayError`."""

    async def acknowledge(self, notices: tuple[Notice, ...]) -> None:
        """Do not send these again. Raises `PushAwayError`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PushedAccount:
    """An account that wants notices: its address, how to ask Google for them, and what to do when one comes."""

    address: str = field(repr=False)
    api: WatchesGmail
    ring: Callable[[], None]


class Push:
    """Has notices sent for accounts, and rings when they come. An async context manager; it closes nothing that it was given.

    Nothing is asked for outside of it, nor before the first account is there.
    """

    def __init__(self, *, topic: str, subscription: PullsNotices) -> None:
        self._topic = topic
        self._subscription = subscription
        self._accounts: list[PushedAccount] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._open = False

    def include(self, account: PushedAccount) -> None:
        """This one, too: at once, or as soon as it is entered."""
        self._accounts.append(account)
        if self._open:
            self._begin(account)

    async def __aenter__(self) -> Self:
        self._open = True
        for account in self._accounts:
            self._begin(account)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._open = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, account: PushedAccount) -> None:
        if not self._tasks:
            self._tasks.append(asyncio.create_task(self._listen(), name="listen for notices"))
        self._tasks.append(asyncio.create_task(self._keep(account), name="keep notices coming"))

    async def _keep(self, account: PushedAccount) -> None:
        """Ask again every day, and sooner for a lease that would end before; an account that refuses us is left alone."""
        pause_s = FIRST_PAUSE_S
        while True:
            try:
                lease = await account.api.watch(self._topic, priority=Priority.PREFETCH)
            except SignInNeededError:
                return
            except MailboxError:
                logger.warning("no notices could be asked for", extra={"accounts": len(self._accounts)})
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
            else:
                pause_s = FIRST_PAUSE_S
                left_s = (lease.expires_at - datetime.now(UTC)).total_seconds()
                await asyncio.sleep(max(SOONEST_S, min(RENEW_EVERY_S, left_s / 2)))

    async def _listen(self) -> None:
        pause_s = FIRST_PAUSE_S
        while True:
            try:
                notices = await self._subscription.pull()
                self._ring(notices)
                if notices:
                    await self._subscription.acknowledge(notices)
            except PushAwayError:
                logger.warning("notices are away; mail is looked for at the pace of polling")
                await asyncio.sleep(pause_s)
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
            else:
                pause_s = FIRST_PAUSE_S
                if not notices:
                    await asyncio.sleep(EMPTY_PAUSE_S)

    def _ring(self, notices: Sequence[Notice]) -> None:
        addresses = {notice.address for notice in notices}
        for account in self._accounts:
            if account.address.lower() in addresses:
                account.ring()


async def push_of(settings: Settings, stack: AsyncExitStack) -> Push | None:
    """As the settings say, not entered yet; what it needs ends with `stack`. None where it is not set up, or its key cannot be read."""
    key = settings.google_application_credentials
    if not (key and settings.aloud_gmail_topic and settings.aloud_gmail_subscription):
        return None
    try:
        token = ServiceAccount(key).token
    except PushAwayError:
        logger.warning("the key for notices cannot be read; mail is looked for at the pace of polling")
        return None
    subscription = Subscription(settings.aloud_gmail_subscription, url=settings.aloud_pubsub_url, token=token)
    return Push(topic=settings.aloud_gmail_topic, subscription=await stack.enter_async_context(subscription))
