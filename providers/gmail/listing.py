"""The unread mail of a Gmail inbox, page by page, with a history id from which no change is missed.

Gmail cuts a list into pages anew at each request, which has two consequences:

- The history id must be older than the list, or changes between the two are lost. Asking for the id first would delay the first mail by a
  round trip. So the id and the first page are asked for at the same time, the ids of that page are kept, and a later look for changes
  compares them with the first page as it is then.
- When a mail is read while pages are loaded, the mails below it move up, and one of them may cross the edge of a page and appear on none.
  So after the last page come more rounds: history tells whether any mail left, and if so the list is read again for missing mails. Each
  page is one short request that can be repeated on its own.
"""

import asyncio
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import NamedTuple

from providers.gmail.history_records import UNREAD, FirstPage, hints_since
from providers.gmail.values import GmailReads, MessagePage, Profile
from providers.mailbox import MailboxUnavailableError, SyncTokenExpiredError

PAGE_SIZE = 500
"""Gmail's largest."""
KEPT = 8
MOST_PAGES_AGAIN = 20
"""A longer list is not read again: reading takes so long that some mail has always left meanwhile."""
ROUNDS = 3

_NAME = re.compile(r"([0-9]{1,9})(?:\+([0-9]))?/(.*)", re.DOTALL)
"""The name of a page: the reading, the round if it belongs to one, and Gmail's own page token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPage:
    """Gmail's ids, newest first, and the name of the next page; `number` is the reading that the page belongs to."""

    ids: tuple[str, ...]
    history_id: str
    number: int
    next_page: str | None = None


class _Place(NamedTuple):
    """A page of a round after the list; the first page has no token."""

    round: int
    token: str = ""


@dataclass(slots=True, kw_only=True)
class _Reading:
    """One pass through the list. `given` are the ids on its pages so far, `came` the ids that arrived since and are reported as changes.

    `since` is the history id at which each round begins. `missed` says on which page of which round a missing mail was found, so that a
    page that is asked for twice is the same both times.
    """

    number: int
    history_id: str
    first: FirstPage
    given: set[str]
    pages: int = 1
    came: set[str] = field(default_factory=set)
    since: dict[int, str] = field(default_factory=dict)
    missed: dict[str, _Place] = field(default_factory=dict)

    def page(self, ids: tuple[str, ...], token: str | None) -> ListPage:
        return self._named(ids, None if token is None else f"{self.number}/{token}")

    def round_page(self, ids: tuple[str, ...], following: _Place) -> ListPage:
        """A page that is followed by a round, as long as one is left."""
        return self._named(ids, f"{self.number}+{following.round}/{following.token}" if following.round < ROUNDS else None)

    def _named(self, ids: tuple[str, ...], following: str | None) -> ListPage:
        return ListPage(ids=ids, history_id=self.history_id, number=self.number, next_page=following)


class UnreadList:
    """Readings of one account's unread list. The newest few are remembered."""

    def __init__(self, api: GmailReads, *, page_size: int = PAGE_SIZE) -> None:
        self._api = api
        self._page_size = page_size
        self._readings: OrderedDict[int, _Reading] = OrderedDict()
        self._begun = 0

    async def page(self, page: str | None = None) -> ListPage:
        """The first page of a new reading, or the one that an earlier page named as the next."""
        if page is None:
            return await self._first()
        name = _NAME.fullmatch(page)
        reading = self._readings.get(int(name[1])) if name else None
        if name is None or reading is None:
            raise MailboxUnavailableError("that listing was too long ago")
        if name[2] is None:
            return await self._next(reading, name[3])
        return await self._missed(reading, _Place(int(name[2]), name[3]))

    def beside(self, number: int) -> FirstPage | None:
        """The first page of a reading, asked for at the same time as its history id; none if the reading is forgotten."""
        reading = self._readings.get(number)
        return reading.first if reading else None

    async def _first(self) -> ListPage:
        profile, page = await self._id_and_page()
        self._begun += 1
        first = FirstPage(ids=frozenset(page.ids), whole=page.next_page is None)
        reading = _Reading(number=self._begun, history_id=profile.history_id, first=first, given=set(page.ids))
        self._readings[self._begun] = reading
        while len(self._readings) > KEPT:
            self._readings.popitem(last=False)
        return reading.page(page.ids, page.next_page)

    async def _next(self, reading: _Reading, token: str) -> ListPage:
        page = await self._list(token)
        is_followed = page.next_page is None and reading.pages < MOST_PAGES_AGAIN
        reading.pages += 1
        reading.given.update(page.ids)
        return reading.round_page(page.ids, _Place(0)) if is_followed else reading.page(page.ids, page.next_page)

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

    async def _missed(self, reading: _Reading, place: _Place) -> ListPage:
        """Mails that appeared on no page, without those that arrived since the reading began: these are reported as changes."""
        if not place.token and not await self._has_left(reading, place.round):
            return reading.page((), None)
        page = await self._list(place.token or None)
        known = reading.given | reading.came
        missed = tuple(mail for mail in page.ids if mail not in known and reading.missed.setdefault(mail, place) == place)
        return reading.round_page(missed, _Place(place.round, page.next_page) if page.next_page else _Place(place.round + 1))

    async def _has_left(self, reading: _Reading, round_: int) -> bool:
        """Whether any mail left since the round before: by history, and in the first round also by comparing the first page."""
        left = round_ == 0 and not reading.first.ids.issubset((await self._list()).ids)
        since = reading.since.get(round_, reading.history_id)
        try:
            hints, until = await hints_since(self._api, since)
        except SyncTokenExpiredError:
            reading.since[round_ + 1] = since
            return True
        reading.came |= {mail for mail, there in hints.there.items() if there}
        reading.since[round_ + 1] = until
        is_back = round_ == 0 and any(hints.there.get(mail, False) for mail in reading.first.ids)  # it left before the id was asked for
        return left or is_back or hints.any_left
