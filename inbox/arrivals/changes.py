"""What happened in the user's mailboxes since they were listed, each event once.

This is the only place that keeps change tokens. Every look (by a watcher, or because the user asks for new mail) adds to one list of events
to tell, so no event is told twice and none is lost.

If a provider forgot a token, its whole list is read and compared. One look may be too short for that, so the next one continues where it
stopped. A provider that forgets every token is compared less and less often.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from briefing.mail import MailId
from inbox.arrivals.comparison import Comparison
from providers.mailbox import Changes, Mailbox, MailboxError, SyncToken, SyncTokenExpiredError, UnreadPage

MOST_LOOKS_SPARED = 63


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxChanges:
    """Unread mail that came in, and mail that was read, archived or deleted elsewhere, since the last `drain`.

    A mail is in at most one of the two. One that came and went in between is in neither, nor is one that went and came back.
    """

    arrived: tuple[MailId, ...] = ()
    gone: tuple[MailId, ...] = ()


class _Account:
    """One mailbox as it was last seen. `complete`: its list was read to the end, so a mail that is not in `unread` is new.

    `left` has mails that went before the list was complete, perhaps while their page was under way, each with the number of the look that
    said so: a page that was requested after that look and lists such a mail shows that it is back. `to_spare` is how many looks pass before
    an expired token leads to another comparison, `spared` how many have passed.
    """

    def __init__(self) -> None:
        self.token: SyncToken | None = None
        self.unread: set[MailId] = set()
        self.complete = False
        self.left: dict[MailId, int] = {}
        self.looks = 0
        self.looking = asyncio.Lock()
        self.behind: set[asyncio.Task[None]] = set()
        self.comparing: Comparison | None = None
        self.to_spare = 0
        self.spared = 0

    def works(self) -> None:
        """The provider knows the token."""
        self.to_spare = self.spared = 0

    def expired(self) -> None:
        """The provider forgot the token: compare, unless that was done recently."""
        if self.spared < self.to_spare:
            self.spared += 1
            return
        self.to_spare, self.spared = min(2 * self.to_spare + 1, MOST_LOOKS_SPARED), 0
        self.comparing = Comparison()


class ChangeLog:
    """Follows mailboxes from their listing on. `happened` is set while there is something to tell."""

    def __init__(self) -> None:
        self.happened = asyncio.Event()
        self._accounts: defaultdict[str, _Account] = defaultdict(_Account)
        self._arrived: dict[MailId, None] = {}
        self._gone: dict[MailId, None] = {}

    def looks(self, slug: str) -> int:
        """The number of looks so far; read it when a page is requested, for `note_page`."""
        return self._accounts[slug].looks if slug in self._accounts else 0

    def note_page(self, slug: str, page: UnreadPage, *, first: bool, looks: int = 0) -> None:
        """Take in a page of the listing. The first page's token is from before the listing, so a look shows mail that came meanwhile.

        `looks` is the number of looks when the page was requested: a mail on it that had left by then has come back.
        """
        account = self._accounts[slug]
        for mail in [mail for mail in page.ids if account.left.get(mail, looks + 1) <= looks]:
            del account.left[mail]
        account.unread.update(page.ids)
        for mail in page.ids:
            self._arrived.pop(mail, None)  # the listing tells of it
            self._gone.pop(mail, None)  # it is back before anybody was told
        account.complete = page.next_page is None
        if first:
            account.token = page.token
        self._leave(account, account.left.keys() & page.ids)
        if account.complete:
            account.left.clear()

    def follows(self, slug: str) -> bool:
        """Whether the account was listed, so that a look has something to compare with."""
        return slug in self._accounts and self._accounts[slug].token is not None

    async def look(self, mailbox: Mailbox, *, ahead: bool = False) -> None:
        """Ask a mailbox what happened since the last look; does nothing if it was never listed.

        A look in the background (`ahead`) makes way for one that somebody waits for, and starts again after it. Raises what
        `Mailbox.changes` raises, except for an expired token; then nothing was noted, and the next look finds everything.
        """
        account = self._accounts[mailbox.account.slug]
        if ahead:
            await self._look_behind(mailbox, account)
            return
        for look in account.behind:
            look.cancel()
        await self._look(mailbox, account, ahead=False)

    def drain(self) -> InboxChanges:
        """The events that were not told yet; the caller has to tell them."""
        changes = InboxChanges(arrived=tuple(self._arrived), gone=tuple(self._gone))
        self._arrived, self._gone = {}, {}
        self.happened.clear()
        return changes

    async def _look_behind(self, mailbox: Mailbox, account: _Account) -> None:
        while True:
            look = asyncio.create_task(self._look(mailbox, account, ahead=True), name="look behind the call")
            account.behind.add(look)
            try:
                await look
            except asyncio.CancelledError:
                asking = asyncio.current_task()
                if asking is not None and asking.cancelling():
                    raise
            else:
                return
            finally:
                account.behind.discard(look)

    async def _look(self, mailbox: Mailbox, account: _Account, *, ahead: bool) -> None:
        async with account.looking:
            if account.token is None:
                return
            for changes in await _seen(mailbox, account, account.token, ahead=ahead):
                self._note(account, changes)

    def _note(self, account: _Account, changes: Changes) -> None:
        account.token = changes.token
        account.looks += 1
        if not account.complete:
            account.left.update(dict.fromkeys(changes.gone, account.looks))
            for mail in account.left.keys() & changes.arrived:
                del account.left[mail]
        self._leave(account, changes.gone)
        for mail in changes.arrived:
            if mail not in account.unread:
                account.unread.add(mail)
                self._tell(mail, self._arrived, unless=self._gone)
        if self._arrived or self._gone:
            self.happened.set()

    def _leave(self, account: _Account, mails: Iterable[MailId]) -> None:
        """A mail that was not known is not told to have left: that would cancel its arrival."""
        for mail in mails:
            if mail in account.unread:
                account.unread.remove(mail)
                self._tell(mail, self._gone, unless=self._arrived)
                self.happened.set()

    @staticmethod
    def _tell(mail: MailId, what: dict[MailId, None], *, unless: dict[MailId, None]) -> None:
        if mail in unless:
            del unless[mail]
        else:
            what[mail] = None


async def _seen(mailbox: Mailbox, account: _Account, token: SyncToken, *, ahead: bool) -> list[Changes]:
    if account.comparing is None:
        try:
            changes = await _changes_twice(mailbox, token, ahead=ahead)
        except SyncTokenExpiredError:
            account.expired()
        else:
            account.works()
            return changes
    if account.comparing is None:
        return []
    comparing = account.comparing
    try:
        await comparing.go_on(mailbox, known=account.unread)
    except MailboxError:
        account.comparing = None if comparing.hopeless else comparing
        raise
    account.comparing = None
    back = comparing.listed & account.left.keys()
    difference = comparing.difference(account.unread, complete=account.complete, back=back)
    if difference is None:
        return []
    for mail in back:
        del account.left[mail]
    return [difference]


async def _changes_twice(mailbox: Mailbox, token: SyncToken, *, ahead: bool) -> list[Changes]:
    """Before a mail is called gone the mailbox is asked again, because it may have been read while the mail was being renamed."""
    changes = await mailbox.changes(token, ahead=ahead)
    return [changes, await mailbox.changes(changes.token, ahead=ahead)] if changes.gone else [changes]
