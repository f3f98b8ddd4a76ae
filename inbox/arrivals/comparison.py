"""Compares a mailbox's whole list with what was known of it, after the provider forgot a change token.

A comparison can be interrupted between two pages and continued. Before a mail is called gone the list is read a second time, because a list
that shifts while it is read may leave a mail out. Only mail that was known when a reading began can be missing from it; mail that became
known during an interruption is looked for in another reading.
"""

from collections.abc import Collection, Set

from briefing.mail import MailId
from providers.mailbox import Changes, Mailbox, MailboxError, SyncToken

MOST_READINGS = 4

MOST_FAILURES = 3
"""Consecutive failures of one page: a provider may forget a page too."""


class Comparison:
    def __init__(self) -> None:
        self._token: SyncToken | None = None
        self._listed: dict[MailId, None] = {}
        self._next_page: str | None = None
        self._read = False
        self._readings = 0
        self._sought: frozenset[MailId] = frozenset()
        self._failures = 0

    @property
    def hopeless(self) -> bool:
        return self._failures >= MOST_FAILURES

    @property
    def listed(self) -> Set[MailId]:
        """The ids of the list, as far as it was read."""
        return self._listed.keys()

    async def go_on(self, mailbox: Mailbox, *, known: Set[MailId]) -> None:
        """Read the rest. Raises what `Mailbox.unread` raises; the next call continues where this one stopped."""
        while not self._read or self._leaves_open(known):
            if self._next_page is None:
                self._sought = frozenset(known)
            await self._page(mailbox)

    def difference(self, known: Collection[MailId], *, complete: bool, back: Set[MailId] = frozenset()) -> Changes | None:
        """The differences between the list, read to its end, and the known mails; None if nothing can be said.

        If the known list was never `complete`, mails behind its last known one are not new but not listed yet; if no known mail is left,
        that place is unknown. Mails that had left and are `back` have arrived, wherever they stand.
        """
        ids = list(self._listed)
        last_known = max((place for place, mail in enumerate(ids, start=1) if mail in known), default=0)
        if self._token is None or (ids and known and not (complete or last_known)):
            return None
        candidates = ids if complete else [*ids[:last_known], *(mail for mail in ids[last_known:] if mail in back)]
        arrived = tuple(mail for mail in candidates if mail not in known)
        gone = tuple(sorted(self._sought.intersection(known).difference(ids)))
        return Changes(arrived=arrived, gone=gone, token=self._token)

    def _leaves_open(self, known: Set[MailId]) -> bool:
        """Whether another reading could tell more about known mail that was not listed."""
        missing = known - self._listed.keys()
        return bool(missing) and self._readings < MOST_READINGS and (self._readings < 2 or not missing <= self._sought)

    async def _page(self, mailbox: Mailbox) -> None:
        try:
            page = await mailbox.unread(page=self._next_page)
        except MailboxError:
            self._failures += 1
            raise
        self._failures = 0
        self._token = self._token or page.token  # of the first page: what happens while the list is read shows in the next look
        self._listed.update(dict.fromkeys(page.ids))
        self._next_page = page.next_page
        self._read = page.next_page is None
        self._readings += self._read
