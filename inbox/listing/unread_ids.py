"""The unread ids of several accounts as one list, a page of each at a time.

An account that fails does not delay the others, and none of its mail is lost: its listing stays where it was until it is asked again. This
is a class and not an async generator, because the greeting has to know whether more follows before it asks for more.
"""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Self

from briefing.mail import MailId
from providers.mailbox import UnreadPage

Pages = Mapping[str, str | None]
"""The page to ask for next, by account slug; None is an account's first page."""

AskForPages = Callable[[Pages, bool], Awaitable[Mapping[str, UnreadPage]]]
"""Requests these pages, and is told whether they are the first; an account that fails is missing from the answer."""


class Listing:
    """An async iterator over tuples of ids; the first one comes even if it is empty."""

    def __init__(self, accounts: Iterable[str], ask: AskForPages) -> None:
        self._ask = ask
        self._ahead: dict[str, str | None] = dict.fromkeys(accounts)
        self._behind: dict[str, str | None] = {}
        self._begun = False

    @property
    def more(self) -> bool:
        """Whether another item follows without another request to an account that failed."""
        return bool(self._ahead) or not self._begun

    @property
    def ahead(self) -> frozenset[str]:
        """Accounts of which another page follows."""
        return frozenset(self._ahead)

    @property
    def behind(self) -> frozenset[str]:
        """Accounts that failed before their listing was complete."""
        return frozenset(self._behind)

    def ask_again(self, accounts: Iterable[str] | None = None) -> None:
        """Let failed accounts, or the named ones among them, continue where they stopped."""
        for slug in [*self._behind] if accounts is None else self._behind.keys() & accounts:
            self._ahead[slug] = self._behind.pop(slug)

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> tuple[MailId, ...]:
        if not self.more:
            raise StopAsyncIteration
        asked = self._ahead
        pages = await self._ask(asked, not self._begun)
        self._begun = True
        self._behind |= {slug: page for slug, page in asked.items() if slug not in pages}
        self._ahead = {slug: page.next_page for slug, page in pages.items() if page.next_page is not None}
        return alternating([page.ids for page in pages.values()])


def alternating(lists: Sequence[Sequence[MailId]]) -> tuple[MailId, ...]:
    """The newest of each account, then the second newest of each: ids have no time, so this is as close to newest first as ids allow."""
    return tuple(mail for row in zip_longest(*lists) for mail in row if mail is not None)
