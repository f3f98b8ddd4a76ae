"""Push notifications: when Google reports that a mailbox changed, its watcher checks the mailbox at once.

The check finds out what happened, and polling goes on, because Google may delay or drop notifications. So one that is lost, repeated, out
of order, or about a user without a call does no harm.

A subscription delivers each notification to one reader only, so each process should have its own. Processes that share a subscription take
each other's notifications and rely on polling.

Written after Google's documentation and tested against recorded notifications; it was never run against Google itself.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Protocol, Self

from providers.gmail.values import WatchLease
from providers.google.pubsub import Notice, PushAwayError, ServiceAccount, Subscription
from providers.mailbox import MailboxError, SignInNeededError
from providers.resilience.priority import Priority
from providers.settings import Settings

logger = logging.getLogger(__name__)

RENEW_EVERY_S = 86_400.0
"""Google sends notifications for seven days after each request, and advises to repeat the request daily."""
SOONEST_S = 60.0
FIRST_DELAY_S = 1.0
LONGEST_DELAY_S = 300.0
EMPTY_PAUSE_S = 1.0
"""The pause after an empty answer, so that a server that does not hold the request open is not polled in a busy loop."""


class WatchesGmail(Protocol):
    """The request of `GmailApi` that turns notifications on."""

    async def watch(self, topic: str, *, priority: Priority = ...) -> WatchLease: ...


class PullsNotices(Protocol):
    """What `Subscription` does."""

    async def pull(self) -> tuple[Notice, ...]: ...
    async def acknowledge(self, notices: tuple[Notice, ...]) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PushedAccount:
    """An account with push: its address, the request that turns it on, and what to call when a notification comes."""

    address: str = field(repr=False)
    api: WatchesGmail
    ring: Callable[[], None]


class Push:
    """Turns notifications on for accounts, and passes them on. An async context manager; it closes nothing that it was given.

    It makes no request outside of its block, or before the first account is included.
    """

    def __init__(self, *, topic: str, subscription: PullsNotices) -> None:
        self._topic = topic
        self._subscription = subscription
        self._accounts: list[PushedAccount] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._open = False

    def include(self, account: PushedAccount) -> None:
        """Add an account: at once, or as soon as this is entered."""
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
            self._tasks.append(asyncio.create_task(_repeat(self._listen), name="listen for notices"))
        self._tasks.append(asyncio.create_task(_repeat(partial(self._renew, account)), name="keep notices coming"))

    async def _renew(self, account: PushedAccount) -> float:
        """Turn notifications on; returns the seconds until the next time: a day, or less if they would end before."""
        lease = await account.api.watch(self._topic, priority=Priority.PREFETCH)
        left_s = (lease.expires_at - datetime.now(UTC)).total_seconds()
        return max(SOONEST_S, min(RENEW_EVERY_S, left_s / 2))

    async def _listen(self) -> float:
        notices = await self._subscription.pull()
        self._ring(notices)
        if notices:
            await self._subscription.acknowledge(notices)
        return 0.0 if notices else EMPTY_PAUSE_S

    def _ring(self, notices: Sequence[Notice]) -> None:
        addresses = {notice.address for notice in notices}
        for account in self._accounts:
            if account.address.lower() in addresses:
                account.ring()


async def _repeat(step: Callable[[], Awaitable[float]]) -> None:
    """Repeat `step` after the seconds that it returns, with back-off while it fails, until the account needs a new sign-in."""
    delay_s = FIRST_DELAY_S
    while True:
        try:
            wait_s = await step()
        except SignInNeededError:
            return
        except (MailboxError, PushAwayError):
            logger.warning("notices are away; mail is looked for at the pace of polling")
            wait_s, delay_s = delay_s, min(2 * delay_s, LONGEST_DELAY_S)
        else:
            delay_s = FIRST_DELAY_S
        await asyncio.sleep(wait_s)


async def push_of(settings: Settings, stack: AsyncExitStack) -> Push | None:
    """Push as the settings say, not entered yet; its connections end with `stack`. None if it is not set up or its key is unreadable."""
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
