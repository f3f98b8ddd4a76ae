"""What happened in the user's mailboxes since they were listed, each thing once, whoever asks.

The one place where change tokens live. Everybody who looks (a watcher, the user who asks for new mail) adds to the same account of what
is still to be told, so that two of them cannot both tell of a mail, and nothing is lost between them.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from briefing.mail import MailId
from providers.mailbox import Changes, Mailbox, SyncToken, SyncTokenExpiredError, UnreadPage


@dataclass(frozen=True, slots=True, kw_only=True)
class InboxChanges:
    """Unread mail that came in, and mail that was read, archived or deleted elsewhere, since somebody was last told.

    A mail stands in at most one of the two: what came and went untold is in neither, and so is what went and came back.
    """

    arrived: tuple[MailId, ...] = ()
    gone: tuple[MailId, ...] = ()


class _Account:
    """One mailbox as it was last seen. `complete`: its list was read to the end, so that what is not in `unread` is new."""

    def __init__(self) -> None:
        self.token: SyncToken | None = None
        self.unread: set[MailId] = set()
        self.complete = False
        self.looking = asyncio.Lock()


class ChangeLog:
    """Follows mailboxes from their listing on. `happened` is set while there is something to tell."""

    def __init__(self) -> None:
        self.happened = asyncio.Event()
        self._accounts: defaultdict[str, _Account] = defaultdict(_Account)
        self._arrived: dict[MailId, None] = {}
        self._gone: dict[MailId, None] = {}

    def note_page(self, slug: str, page: UnreadPage, *, first: bool) -> None:
        """A page of the listing. The first page's token was taken before listing: what comes while the rest is read shows in a look."""
        account = self._accounts[slug]
        account.unread.update(page.ids)
        account.complete = page.next_page is None
        if first:
            account.token = page.token

    def follows(self, slug: str) -> bool:
        """Whether the account was listed, so that there is something to compare with."""
        return slug in self._accounts and self._accounts[slug].token is not None

    async def look(self, mailbox: Mailbox) -> None:
        """Ask a mailbox what happened since the last look; nothing for one that was never listed.

        Raises what `Mailbox.changes` raises, but for an expired token; then nothing was noted, and the next look finds it all.
        """
        account = self._accounts[mailbox.account.slug]
        async with account.looking:
            if account.token is None:
                return
            try:
                seen = await _changes_twice(mailbox, account.token)
            except SyncTokenExpiredError:
                seen = [await _compared(mailbox, account)]
            for changes in seen:
                self._note(account, changes)

    def drain(self) -> InboxChanges:
        """What is still to be told; the caller tells it."""
        changes = InboxChanges(arrived=tuple(self._arrived), gone=tuple(self._gone))
        self._arrived, self._gone = {}, {}
        self.happened.clear()
        return changes

    def _note(self, account: _Account, changes: Changes) -> None:
        account.token = changes.token
        for mail in changes.gone:
            account.unread.discard(mail)
            self._tell(mail, self._gone, unless=self._arrived)
        for mail in changes.arrived:
            if mail not in account.unread:
                account.unread.add(mail)
                self._tell(mail, self._arrived, unless=self._gone)
        if self._arrived or self._gone:
            self.happened.set()

    @staticmethod
    def _tell(mail: MailId, what: dict[MailId, None], *, unless: dict[MailId, None]) -> None:
        if mail in unless:
            del unless[mail]
        else:
            what[mail] = None


async def _changes_twice(mailbox: Mailbox, token: SyncToken) -> list[Changes]:
    """What happened; before a mail is called gone the mailbox is asked again, as it may have been read in the moment of a renaming."""
    changes = await mailbox.changes(token)
    return [changes, await mailbox.changes(changes.token)] if changes.gone else [changes]


async def _compared(mailbox: Mailbox, account: _Account) -> Changes:
    """The provider has forgotten the token: read the whole list and compare.

    Of a list that was never read to its end, what stands behind the last known mail is not new: it has not been listed yet.
    """
    page = await mailbox.unread()
    token, ids = page.token, list(page.ids)
    while page.next_page is not None:
        page = await mailbox.unread(page=page.next_page)
        ids += page.ids
    known = len(ids) if account.complete else _behind_last_known(ids, account.unread)
    arrived = dict.fromkeys(mail for mail in ids[:known] if mail not in account.unread)
    return Changes(arrived=tuple(arrived), gone=_in_order(account.unread.difference(ids)), token=token)


def _behind_last_known(ids: list[MailId], known: set[MailId]) -> int:
    return max((place for place, mail in enumerate(ids, start=1) if mail in known), default=0)


def _in_order(mails: Iterable[MailId]) -> tuple[MailId, ...]:
    return tuple(sorted(mails))
