"""What a Gmail user has written: the exchanges they take part in, and to whom they wrote.

The first comes with one list, because a list names the thread of each mail. Recipients stand in headers, and each mail read costs as
much as four lists, so these are read ahead, once, and not many.
"""

import asyncio

from providers.gmail.values import GmailReads
from providers.mailbox import MailboxError
from providers.mime.headers import read_headers
from providers.resilience.priority import Priority

SENT = "in:sent"
FRESH_S = 600.0
FAILED_S = 60.0
"""So long a list that failed or took too long is not asked for again: every batch of mails would wait for it."""
MOST_READ = 50
AT_ONCE = 10


class SentMail:
    """One account's sent mail. Belongs to one event loop."""

    def __init__(self, api: GmailReads) -> None:
        self._api = api
        self._threads: frozenset[str] = frozenset()
        self._due_at = float("-inf")

    @property
    def threads(self) -> frozenset[str]:
        """Threads in which the user wrote one of their newest 500 mails, as far as that is known."""
        return self._threads

    async def list_threads(self, *, priority: Priority) -> None:
        """Bring `threads` up to date where it is time for that; what was known stays where it cannot be asked now."""
        now = asyncio.get_running_loop().time()
        if now < self._due_at:
            return
        try:
            page = await self._api.list_messages(SENT, priority=priority)
        except MailboxError:  # whoever asks for envelopes wants these, and is told by their own question what is wrong
            self.put_off()
            return
        self._threads, self._due_at = frozenset(page.thread_ids), now + FRESH_S

    def put_off(self) -> None:
        """The list took longer than anybody waits for it."""
        self._due_at = asyncio.get_running_loop().time() + FAILED_S

    async def recipients(self, limit: int) -> frozenset[str]:
        """Addresses (lower case) in the newest sent mails, of `MOST_READ` at most; nobody waits for them."""
        page = await self._api.list_messages(SENT, most=max(1, min(limit, MOST_READ)), priority=Priority.PREFETCH)
        ids, found = page.ids[:limit], set()
        for start in range(0, len(ids), AT_ONCE):
            messages = await self._api.messages(ids[start : start + AT_ONCE], priority=Priority.PREFETCH)
            for message in messages.found.values():
                headers = read_headers(message.headers)
                found |= {address.email for address in (*headers.to, *headers.cc, *headers.bcc) if address.email}
        return frozenset(found)
