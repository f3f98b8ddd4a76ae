"""A mailbox's whole list against what was known of it: how a forgotten change token is made up for.

It can be broken off between two pages, by whoever has no more time, and gone on with. Before a mail is called gone the list is read a
second time, since one that shifts while it is read may leave a mail out; and only a mail that was known when a reading began can be
missing from it. What became known while it was broken off is looked for in a reading of its own.
"""

from collections.abc import Collection, Set

from briefing.mail import MailId
from providers.mailbox import Changes, Mailbox, MailboxError, SyncToken

MOST_READINGS = 4

MOST_FAILURES = 3
"""Of one page in a row: a provider may forget a page too."""


class Comparison:
    """One reading of one list."""

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
        """What the list holds, as far as it was read."""
        return self._listed.keys()

    async def go_on(self, mailbox: Mailbox, *, known: Set[MailId]) -> None:
        """Read what is left. Raises what `Mailbox.unread` raises; being asked again, it goes on where it stopped."""
        while not self._read or self._leaves_open(known):
            if self._next_page is None:
                self._sought = frozenset(known)
            await self._page(mailbox)

    def difference(self, known: Collection[MailId], *, complete: bool, back: Set[MailId] = frozenset()) -> Changes | None:
        """What the list, read to its end, says of what was known; None where it says nothing.

        Where the known list was never `complete`, what stands behind its last mail is not new: it has not been listed yet. If none of its
        mails is left, nobody can tell where that begins. What had left and is `back` has arrived, wherever it stands.
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
        """Whether another reading could say more of mail that was not listed."""
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
