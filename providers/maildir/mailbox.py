"""Reading a Maildir: the `Mailbox` protocol, with all file work in threads.

Nothing here changes a file or moves one from `new` to `cur`: listing and reading leave the user's mail exactly as it was.
"""

import asyncio
import errno
import threading
from collections.abc import AsyncGenerator, Callable, Sequence
from pathlib import Path
from typing import TypeVar

from briefing.mail import Envelope, MailId, MailText, ThreadId, account_of, provider_id_of
from briefing.mail_query import MailQuery
from providers.mailbox import Account, Changes, Envelopes, IdSet, MailboxUnavailableError, MailGoneError, SyncToken, UnreadPage
from providers.maildir.contents import MaildirContents
from providers.maildir.sent import read_whole
from providers.maildir.snapshots import Snapshots
from providers.maildir.watching import folder_changes

PAGE_SIZE = 500
READS_AT_ONCE = 200
AT_ONCE = 4
"""Threads that one mailbox may use at once: a slow disk must not block other mailboxes."""

Result = TypeVar("Result")


class MaildirMailbox:
    """The mail in one Maildir: the inbox at `path`, archive and sent mail in its folders.

    A sync token names a snapshot of this object; a token from another process has expired. Mails of one exchange are found by the message
    ids they refer to. The order of arrival comes from names and time stamps of files, so that a listing opens no file.
    """

    def __init__(self, path: Path, *, account: Account, own_addresses: frozenset[str] = frozenset()) -> None:
        self._path = path.expanduser()
        self._account = account
        self._contents = MaildirContents(self._path, account=account, own_addresses=own_addresses)
        self._snapshots = Snapshots()
        self._free_threads = asyncio.Semaphore(AT_ONCE)
        self._bells: set[asyncio.Event] = set()
        self._closed = False

    @property
    def account(self) -> Account:
        return self._account

    @property
    def reads_at_once(self) -> int:
        """As many as a slow disk reads in an acceptable time."""
        return READS_AT_ONCE

    async def unread(self, *, page: str | None = None) -> UnreadPage:
        unread = await self._run(self._contents.unread)
        keys = sorted(unread, key=lambda key: (unread[key].arrived, key), reverse=True)
        if page is None:
            token = self._snapshots.keep(frozenset(unread))
        else:
            mark, arrived, last = page.split("/", 2)
            token = SyncToken(mark)
            keys = [key for key in keys if (unread[key].arrived, key) < (float(arrived), last)]
        shown = keys[:PAGE_SIZE]
        more = f"{token}/{unread[shown[-1]].arrived!r}/{shown[-1]}" if len(keys) > PAGE_SIZE else None
        return UnreadPage(ids=tuple(self._account.mail_id(key) for key in shown), token=token, next_page=more)

    async def unread_count(self) -> int:
        return len(await self._run(self._contents.unread))

    async def id_set(self, kind: IdSet, *, vips: frozenset[str] = frozenset()) -> frozenset[MailId]:
        """Unread ids of a set; `IMPORTANT` are those with the IMAP keyword of that name."""
        return frozenset(self._account.mail_id(key) for key in await self._run(lambda: self._contents.id_set(kind, vips)))

    async def envelopes(self, ids: Sequence[MailId], *, ahead: bool = False) -> Envelopes:
        """Envelopes in the order asked for, without mail that is gone; attachments that begin beyond the first 96 kB are not named."""
        keys = [provider_id_of(each) for each in ids if account_of(each) == self._account.slug]
        return Envelopes(found=tuple(await self._run(lambda: self._contents.envelopes(keys))))

    async def text(self, mail: MailId) -> MailText:
        key = self._account.key_of(mail)
        found = await self._run(lambda: self._contents.text(key))
        if found is None:
            raise MailGoneError("the mail is in none of the folders")
        return found

    async def original(self, mail: MailId) -> bytes:
        key = self._account.key_of(mail)
        raw = await self._run(lambda: read_whole(self._path, key))
        if raw is None:
            raise MailGoneError("the mail is in none of the folders")
        return raw

    async def is_sent(self, mail: MailId) -> bool:
        key = self._account.key_of(mail)
        return await self._run(lambda: self._contents.is_sent(key))

    async def thread(self, thread: ThreadId) -> list[Envelope]:
        """The exchange over inbox, archive and sent mail, oldest first."""
        slug, _, name = thread.partition(":")
        return await self._run_long(lambda stop: self._contents.thread(name, stop)) if slug == self._account.slug else []

    async def search(self, query: MailQuery, *, limit: int) -> list[MailId]:
        """Mails of inbox and archive for which the query holds, whatever the case and accents of its words; newest first."""
        return [self._account.mail_id(key) for key in await self._run_long(lambda stop: self._contents.search(query, limit, stop))]

    async def written_to(self, *, limit: int) -> frozenset[str]:
        return await self._run(lambda: self._contents.written_to(limit))

    async def changes(self, since: SyncToken, *, ahead: bool = False) -> Changes:
        """The differences from the snapshot of the token; mail that was marked unread again counts as arrived."""
        before = self._snapshots.at(since)
        files = await self._run(self._contents.unread)
        now = frozenset(files)
        arrived = sorted(now - before, key=lambda key: (files[key].arrived, key), reverse=True)
        return Changes(
            arrived=tuple(self._account.mail_id(key) for key in arrived),
            gone=tuple(self._account.mail_id(key) for key in sorted(before - now)),
            token=self._snapshots.keep(now),
        )

    async def watch(self) -> AsyncGenerator[None]:
        """Yields once as soon as it is watching (what happened before shows in `changes`), then whenever the inbox folder changes."""
        bell = asyncio.Event()
        self._bells.add(bell)
        watching = folder_changes(self._path, bell, lambda: self._closed)
        try:
            async for _ in watching:
                yield None
        except OSError as error:
            raise MailboxUnavailableError(_reason(error)) from None
        finally:
            self._bells.discard(bell)
            await watching.aclose()

    async def aclose(self) -> None:
        """End all watches. Threads that still read end by themselves."""
        self._closed = True
        for bell in self._bells:
            bell.set()

    async def _run(self, work: Callable[[], Result]) -> Result:
        async with self._free_threads:
            try:
                return await asyncio.to_thread(work)
            except OSError as error:
                raise MailboxUnavailableError(_reason(error)) from None

    async def _run_long(self, work: Callable[[threading.Event], Result]) -> Result:
        """Work over all mails, which gives up when its caller does."""
        stop = threading.Event()
        try:
            return await self._run(lambda: work(stop))
        finally:
            stop.set()


def _reason(error: OSError) -> str:
    """One sentence without the path: errors go into logs, and a path holds names of people."""
    return f"the mail folder is missing or cannot be read ({errno.errorcode.get(error.errno or 0, 'not a Maildir')})"
