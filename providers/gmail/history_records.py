"""What happened in a Gmail mailbox since a history id: the records say where to look, the mailbox says what is true.

All pages of history are read with the same start id; pages without records are normal. A record is only a hint. It is compared with the
list of unread mail as it is now (one request for all mails), and where the two disagree, or the list is too long to tell, the labels of the
mail itself are read. So a mail that came and went, or changed between two requests, is reported as it is now.

History is not restricted to the label INBOX, because such an answer omits mail that has left the inbox. A mail that a filter of the user
archives on arrival shows up here and is not reported: it is not in the inbox. It counts as arrived when it is moved there.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from providers.gmail.values import GmailReads, HistoryRecord, MessagePage
from providers.mailbox import MailboxUnavailableError, SyncTokenExpiredError
from providers.resilience.priority import Priority

UNREAD = "is:unread in:inbox"
UNREAD_LABELS = frozenset({"INBOX", "UNREAD"})
AWAY_LABELS = frozenset({"TRASH", "SPAM"})
STAR = "STARRED"

LARGEST_ID = 2**64 - 1
FEW = 2
"""Up to so many mails, reading their labels (20 units each) comes before reading more pages of the list (5 units each)."""
MOST_PAGES = 40
MOST_READINGS = 3
MOST_ASKED = 10
"""If more mails than these are in doubt after the whole list was read, the list decides: the user is tidying up hundreds at a time."""


def is_unread_in_inbox(labels: Set[str]) -> bool:
    return labels >= UNREAD_LABELS and labels.isdisjoint(AWAY_LABELS)


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstPage:
    """The newest unread mails at some moment; `whole`: there were no others."""

    ids: frozenset[str]
    whole: bool


class Hints:
    """What the records say; a later record overrides an earlier one.

    `there`: whether each named mail is unread in the inbox. `any_left`: some mail left at some time,
    even if it came back, which shifts the pages of a list. `guessed`: mails that no record names and that were missing on several pages;
    they may only have moved from one page to another.
    """

    def __init__(self) -> None:
        self.there: dict[str, bool] = {}
        self.any_left = False
        self.guessed: Set[str] = frozenset()
        self._added: set[str] = set()
        self._ever_there: set[str] = set()

    def note(self, record: HistoryRecord) -> None:
        for mail in record.added:
            self._added.add(mail.id)
            self._say(mail.id, there=not mail.labels or is_unread_in_inbox(mail.labels))
        for mail in record.labels_added:
            self._relabelled(mail.id, mail.labels, came=UNREAD_LABELS, left=AWAY_LABELS)
        for mail in record.labels_removed:
            self._relabelled(mail.id, mail.labels, came=AWAY_LABELS, left=UNREAD_LABELS)
        for mail in record.deleted:
            self._say(mail.id, there=False)

    def compare(self, before: FirstPage, readings: Sequence[Sequence[str]], *, pages: int) -> None:
        """Add the differences between the first page as it was and as it is now. Mails below the last known one are not new.

        Only the first appearance of a mail counts: a mail that arrives while pages are loaded makes the next page repeat some.
        """
        for now in readings:
            ids = list(dict.fromkeys(now))
            known = max((place for place, mail in enumerate(ids, start=1) if mail in before.ids), default=0)
            for mail in ids if before.whole else ids[:known]:
                if mail not in before.ids:
                    self.there.setdefault(mail, True)
        left = before.ids.difference(*readings, self.there)
        self.there.update(dict.fromkeys(sorted(left), False))
        self.guessed = left if pages > 1 else frozenset()

    def was_never_there(self, mail: str) -> bool:
        """Whether the mail was never unread in the inbox: the user's own sent mail, or mail that a filter archived.

        Gmail may record a mail as added with the labels that it has now. A record that it was read shows that it had been there.
        """
        return mail in self._added and mail not in self._ever_there

    def _relabelled(self, mail: str, labels: Set[str], *, came: Set[str], left: Set[str]) -> None:
        if not labels.isdisjoint(left):
            self._ever_there.add(mail)
            self._say(mail, there=False)
        elif not labels.isdisjoint(came):
            self._say(mail, there=True)

    def _say(self, mail: str, *, there: bool) -> None:
        self.there[mail] = there
        self.any_left = self.any_left or not there
        if there:
            self._ever_there.add(mail)


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened:
    """Gmail's ids of changed mails, in the order of the changes; `until` is the history id up to which changes are included."""

    arrived: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    until: str


async def happened_since(
    api: GmailReads, since: str, *, listed_beside: FirstPage | None = None, priority: Priority = Priority.POLLING
) -> Happened:
    """What changed since a history id. Raises `SyncTokenExpiredError`.

    `listed_beside` is the first page of a listing that was asked for at the same time as the id. Changes between the two are in no record;
    they show when that page is compared with the same page now.
    """
    hints, until = await hints_since(api, since, priority)
    there: Set[str] = frozenset()
    if hints.there or listed_beside is not None:
        if listed_beside is None:
            page = await _list(api, priority)
        else:
            page, pages, readings = await _same_page_now(api, listed_beside, priority)
            hints.compare(listed_beside, readings, pages=pages)
        there = await _there_now(api, hints, page, priority)
    return Happened(
        arrived=tuple(mail for mail in hints.there if mail in there),
        gone=tuple(mail for mail in hints.there if mail not in there and not hints.was_never_there(mail)),
        until=until,
    )


async def _list(api: GmailReads, priority: Priority, page: str | None = None) -> MessagePage:
    return await api.list_messages(UNREAD, page=page, priority=priority)


async def _same_page_now(api: GmailReads, before: FirstPage, priority: Priority) -> tuple[MessagePage, int, Sequence[Sequence[str]]]:
    """The list as far as it holds mails of the former first page, or all of it if that page was the whole list.

    Returns it as one page, how many pages it was, and the ids of each reading. Several pages are read again until a reading shows nothing
    new: a mail that leaves meanwhile moves the others up, and one may cross the edge of a page unseen.
    """
    page, pages = await _read_now(api, before, priority)
    readings, shown = [page.ids], set(page.ids)
    while pages > 1 and len(readings) < MOST_READINGS:
        page, pages = await _read_now(api, before, priority)
        readings.append(page.ids)
        if shown.issuperset(page.ids):
            break
        shown.update(page.ids)
    return MessagePage(ids=tuple(shown), next_page=page.next_page), pages, readings


async def _read_now(api: GmailReads, before: FirstPage, priority: Priority) -> tuple[MessagePage, int]:
    page = await _list(api, priority)
    ids, pages, seen = [*page.ids], 1, False
    while page.next_page is not None and pages < MOST_PAGES:
        known = not before.ids.isdisjoint(page.ids)
        if seen and not known and not before.whole:
            break
        seen = seen or known
        page = await _list(api, priority, page.next_page)
        ids += page.ids
        pages += 1
    return MessagePage(ids=tuple(ids), next_page=page.next_page), pages


async def hints_since(api: GmailReads, since: str, priority: Priority = Priority.POLLING) -> tuple[Hints, str]:
    """All records since an id, and the id up to which they are complete. Raises `SyncTokenExpiredError`.

    That is the id on the first page. Changes made while the other pages are read may be missing on them and are read again next time.
    """
    if not since.isdecimal() or int(since) > LARGEST_ID:
        raise SyncTokenExpiredError("not a history id")
    hints = Hints()
    page = first = await api.history(since, priority=priority)
    while True:
        for record in page.records:
            hints.note(record)
        if page.next_page is None:
            return hints, max(since, first.history_id, key=int)
        page = await api.history(since, page=page.next_page, priority=priority)


async def _there_now(api: GmailReads, hints: Hints, page: MessagePage, priority: Priority) -> Set[str]:
    """Which of these mails are unread in the inbox: by the list that begins with `page`, and by labels where the list cannot tell."""
    claims, shown, pages = hints.there, set(page.ids), 1
    while True:
        whole = page.next_page is None
        unsure = [mail for mail, claim in claims.items() if claim != (mail in shown) or not (claim or whole)]
        if whole or len(unsure) <= FEW or pages >= MOST_PAGES:
            break
        page = await _list(api, priority, page.next_page)
        shown.update(page.ids)
        pages += 1
    asked = [*dict.fromkeys([*sorted(hints.guessed), *unsure])][:MOST_ASKED]
    labels = await api.labels_of(asked, priority=priority) if asked else None
    if labels is not None and labels.not_loaded:
        raise MailboxUnavailableError("what became of a mail could not be asked")
    known = {mail: labels is not None and is_unread_in_inbox(labels.found.get(mail, frozenset())) for mail in asked}
    return {mail for mail, claim in claims.items() if known.get(mail, mail in shown or (claim and not whole))}
