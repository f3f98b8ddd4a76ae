"""Requests to Gmail off the event loop: each in a thread with a connection of its own, a bounded number at once.

Not `asyncio.to_thread`: a loop that ends waits for the threads of its default executor, and one that hangs in a socket would hold it up
for as long as its time-out. Here whoever no longer waits for an answer, because of a time-out or because the caller spoke, cuts the
connection, so that the thread is free for the next request and nothing is left behind.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from providers.gmail.connection import Connection, GmailRequest, LostError
from providers.gmail.places import Places
from providers.gmail.quota import Priority
from providers.gmail.requests import GmailRequests
from providers.gmail.sign_in import AccessToken, GmailAccess
from providers.gmail.verdicts import Answer, Verdict, judge, seconds_asked_for
from providers.gmail.wire import GarbledError
from providers.mailbox import MailboxUnavailableError

CLOSING_S = 2.0
"""A thread whose socket was cut is done at once; one that looks up a name cannot be hurried, and is not waited for longer."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Done(Generic[T]):
    """An attempt that was answered."""

    value: T


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """An attempt that was not: why, and how many seconds the server wants to be left alone."""

    verdict: Verdict
    pause_s: float = 0.0


class Transport:
    """One account's threads and connections. It belongs to one event loop; close it."""

    def __init__(self, access: GmailAccess, *, socket_timeout_s: float, concurrency: int) -> None:
        self.requests = GmailRequests(access.api_url)
        self._token = AccessToken(access)
        self._timeout_s = socket_timeout_s
        self._places = Places(concurrency)
        self._threads = ThreadPoolExecutor(concurrency, thread_name_prefix="gmail")
        self._idle: list[Connection] = []
        self._busy: dict[asyncio.Future[Any], Connection] = {}
        self._closed = False

    async def ask(self, request: GmailRequest, read: Callable[[Answer], T], priority: Priority) -> Done[T] | Refusal:
        """One attempt; the answer is read in the thread as well.

        Whatever fails on the way is a reply too. Raises `SignInNeededError`, and `MailboxUnavailableError` once this is closed.
        """
        return await self._in_thread(lambda connection: _reply(lambda: connection.send(request), read), priority)

    async def ask_many(self, requests: Sequence[GmailRequest], read: Callable[[Answer], T], priority: Priority) -> Done[T] | Refusal:
        """As `ask`, for several GETs as one batch."""
        url = self.requests.batch_url
        return await self._in_thread(lambda connection: _reply(lambda: connection.send_batch(url, requests), read), priority)

    async def aclose(self) -> None:
        """Cut what is under way, and let go of threads and sockets."""
        self._closed = True
        self._token.cut()
        for connection in self._busy.values():
            connection.cut()
        if self._busy:
            await asyncio.wait(self._busy.keys(), timeout=CLOSING_S)
        for work in list(self._busy):
            work.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._token.close()
        while self._idle:
            self._idle.pop().close()

    async def _in_thread(self, attempt: Callable[[Connection], Done[T] | Refusal], priority: Priority) -> Done[T] | Refusal:
        """The place is given back when the thread is done, which may be after the caller has left."""
        await self._places.take(priority)
        if self._closed:
            self._places.give_back()
            raise MailboxUnavailableError("the mailbox is closed")
        connection = self._idle.pop() if self._idle else Connection(self._token, timeout_s=self._timeout_s)
        work = asyncio.get_running_loop().run_in_executor(self._threads, attempt, connection)
        self._busy[work] = connection
        work.add_done_callback(self._done)
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            connection.cut()
            raise

    def _done(self, work: asyncio.Future[Any]) -> None:
        connection = self._busy.pop(work)
        if connection.is_cut or self._closed:
            connection.close()
        else:
            self._idle.append(connection)
        self._places.give_back()


def _reply(send: Callable[[], Answer], read: Callable[[Answer], T]) -> Done[T] | Refusal:
    try:
        return weigh(send(), read)
    except LostError:
        return Refusal(verdict=Verdict.BROKEN)


def weigh(answer: Answer, read: Callable[[Answer], T]) -> Done[T] | Refusal:
    """What an answer means, read if it is one."""
    verdict = judge(answer)
    if verdict is not Verdict.DONE:
        return Refusal(verdict=verdict, pause_s=seconds_asked_for(answer, datetime.now(UTC)))
    try:
        return Done(value=read(answer))
    except GarbledError:
        return Refusal(verdict=Verdict.BROKEN)
