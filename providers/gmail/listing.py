"""The unread mail of a Gmail inbox, page by page, with a history id from which on nothing can be missed.

Two things about lists that are cut into pages anew at each request:

- The id has to be older than the list, or what happens between the two is lost. Asking for one after the other would make every caller
  wait for a round trip more before the first mail. So the first page is asked for beside the id, its ids are kept, and who asks what
  happened since compares them with the same page as it is then, which is after the id.
- A mail that is read while the pages are turned may draw another one over the edge of a page, where no page shows it. So behind the
  last of several pages comes a round of more: history is asked whether anything left, and if so the list is read once more, page by
  page, for what is missing. Each page is one short question, and stands for itself: whoever runs out of time asks for it again.
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
"""A longer list is not read twice: reading it takes so long that something has always left meanwhile."""
ROUNDS = 3

_NAME = re.compile(r"([0-9]{1,9})(?:\+([0-9]))?/(.*)", re.DOTALL)
"""What a page is asked for by: the reading, the round if it is one behind the list, and Gmail's own name for the page."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListPage:
    """Ids (Gmail's own), newest first, and what to ask for next; `number` is the reading that the page belongs to."""

    ids: tuple[str, ...]
    history_id: str
    number: int
    next_page: str | None = None


class _Place(NamedTuple):
    """A page of a round behind the list; the first one has no token."""

    round: int
    token: str = ""


@dataclass(slots=True, kw_only=True)
class _Reading:
    """One way through the list; `given` are the ids on its pages so far, `came` those that came in since and are told as changes.

    `since` holds the history id that each round begins at, `missed` on which page of which round a mail showed that was not given: a
    page that is asked for twice is the same.
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
        """A page of the list, or the last of all."""
        return self._named(ids, None if token is None else f"{self.number}/{token}")

    def round_page(self, ids: tuple[str, ...], following: _Place) -> ListPage:
        """A page that a round behind the list follows, as long as there is one left."""
        return self._named(ids, f"{self.number}+{following.round}/{following.token}" if following.round < ROUNDS else None)

    def _named(self, ids: tuple[str, ...], following: str | None) -> ListPage:
        return ListPage(ids=ids, history_id=self.history_id, number=self.number, next_page=following)


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
        name = _NAME.fullmatch(page)
        reading = self._readings.get(int(name[1])) if name else None
        if name is None or reading is None:
            raise MailboxUnavailableError("that listing was too long ago")
        if name[2] is None:
            return await self._next(reading, name[3])
        return await self._missed(reading, _Place(int(name[2]), name[3]))

    def beside(self, number: int) -> FirstPage | None:
        """The first page of a reading, which was asked for beside its history id; none if it is forgotten."""
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
        """A page of what stands on none of the pages, without what came since the reading began: that is told as a change."""
        if not place.token and not await self._has_left(reading, place.round):
            return reading.page((), None)
        page = await self._list(place.token or None)
        known = reading.given | reading.came
        missed = tuple(mail for mail in page.ids if mail not in known and reading.missed.setdefault(mail, place) == place)
        return reading.round_page(missed, _Place(place.round, page.next_page) if page.next_page else _Place(place.round + 1))

    async def _has_left(self, reading: _Reading, round_: int) -> bool:
        """Whether anything left since the round before: by history, and at first by what stood on the first page too."""
        left = round_ == 0 and not reading.first.ids.issubset((await self._list()).ids)
        since = reading.since.get(round_, reading.history_id)
        try:
            hints, until = await hints_since(self._api, since)
        except SyncTokenExpiredError:
            reading.since[round_ + 1] = since
            return True
        reading.came |= {mail for mail, there in hints.there.items() if there}
        reading.since[round_ + 1] = until
        return left or hints.any_left
