"""The unread mail of a Gmail inbox, page by page, with a history id from which on nothing can be missed.

Two things about lists that are cut into pages anew at each request:

- The id has to be older than the list, or what happens between the two is lost. Asking for one after the other would make every caller
  wait for a round trip more before the first mail. So the first page is asked for beside the id, its ids are kept, and who asks what
  happened since compares them with the same page as it is then, which is after the id.
- A mail that is read while the pages are turned may draw another one over the edge of a page, where no page shows it. So before the
  last of several pages is handed out, history is asked whether anything left, and if so the list is read once more for what is missing.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from providers.gmail.history import UNREAD, FirstPage, hints_since
from providers.gmail.reading import GmailReads
from providers.gmail.values import MessagePage, Profile
from providers.mailbox import MailboxUnavailableError, SyncTokenExpiredError

PAGE_SIZE = 500
"""Gmail's largest."""
KEPT = 8
MOST_PAGES_AGAIN = 20
"""A longer list is not read twice: reading it takes so long that something has always left meanwhile."""
ROUNDS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPage:
    """Ids (Gmail's own), newest first, and what to ask for next; `number` is the reading that the page belongs to."""

    ids: tuple[str, ...]
    history_id: str
    number: int
    next_page: str | None = None


@dataclass(slots=True, kw_only=True)
class _Reading:
    """One way through the list; `given` are the ids handed out so far."""

    history_id: str
    first: FirstPage
    given: set[str]
    pages: int = 1


class UnreadList:
    """Readings of one account's unread list; the newest few are remembered."""

    def __init__(self, api: GmailReads, *, page_size: int = PAGE_SIZE) -> None:
        self._api = api
        self._page_size = page_size
        self._readings: OrderedDict[int, _Reading] = OrderedDict()
        self._begun = 0

    async def page(self, page: str | None = None) -> ListPage:
        """The first page of a new reading, or the one that an earlier page named as the next."""
        if page is None:
            return await self._first()
        number, _, token = page.partition("/")
        reading = self._readings.get(int(number)) if number.isdecimal() else None
        if reading is None:
            raise MailboxUnavailableError("that listing was too long ago")
        return await self._next(int(number), reading, token)

    def beside(self, number: int) -> FirstPage | None:
        """The first page of a reading, which was asked for beside its history id; none if it is forgotten."""
        reading = self._readings.get(number)
        return reading.first if reading else None

    async def _first(self) -> ListPage:
        profile, page = await self._id_and_page()
        self._begun += 1
        first = FirstPage(ids=frozenset(page.ids), whole=page.next_page is None)
        self._readings[self._begun] = _Reading(history_id=profile.history_id, first=first, given=set(page.ids))
        while len(self._readings) > KEPT:
            self._readings.popitem(last=False)
        return self._as_page(self._begun, page.ids, page.next_page)

    async def _next(self, number: int, reading: _Reading, token: str) -> ListPage:
        page = await self._list(token)
        missed: tuple[str, ...] = ()
        if page.next_page is None and reading.pages < MOST_PAGES_AGAIN:
            missed = await self._missed(reading, page.ids)
        reading.pages += 1
        reading.given.update(page.ids, missed)
        return self._as_page(number, (*page.ids, *missed), page.next_page)

    async def _id_and_page(self) -> tuple[Profile, MessagePage]:
        profile, page = await asyncio.gather(
            self._api.profile(), self._list(), return_exceptions=True
        )  # so that neither outlives the other
        if isinstance(profile, BaseException):
            raise profile
        if isinstance(page, BaseException):
            raise page
        return profile, page

    async def _list(self, page: str | None = None) -> MessagePage:
        return await self._api.list_messages(UNREAD, page=page, most=self._page_size)

    async def _missed(self, reading: _Reading, last: tuple[str, ...]) -> tuple[str, ...]:
        """Unread mail that stands on none of the pages, without what came since the reading began: that is told as a change."""
        seen, since = reading.given | set(last), reading.history_id
        missed: dict[str, None] = {}
        left = not reading.first.ids.issubset((await self._list()).ids)
        for _ in range(ROUNDS):
            try:
                hints, since = await hints_since(self._api, since)
            except SyncTokenExpiredError:
                left = True
            else:
                seen |= {mail for mail, there in hints.there.items() if there}
                left = left or not all(hints.there.values())
            if not left:
                break
            missed |= dict.fromkeys(mail for mail in await self._all() if mail not in seen)
            left = False
        return tuple(missed)

    async def _all(self) -> list[str]:
        page = await self._list()
        ids = list(page.ids)
        while page.next_page is not None:
            page = await self._list(page.next_page)
            ids += page.ids
        return ids

    def _as_page(self, number: int, ids: tuple[str, ...], token: str | None) -> ListPage:
        following = None if token is None else f"{number}/{token}"
        return ListPage(ids=ids, history_id=self._readings[number].history_id, number=number, next_page=following)
