"""Gmail in memory, by the rules of its documentation: labels, search operators, history and what it costs, without HTTP.

`GmailModel` is the server: one user's mail and its history. `ModelApi` is a client of it, with the signatures of `GmailApi`. What a test
may want of a server is arranged on the model:

- `between`: called before each request with its number and before its answer is made, so that anything can happen at any point;
- `slow`: seconds by kind of request, so that another one is answered before it;
- `fail_at`: requests, by number, that fail, before or after they took effect;
- pages as nasty as the documentation allows: lists are cut anew at each request, pages of history may be empty and name things twice.

History ids begin where they grow by a digit, so that comparing them as text goes wrong.
"""

import asyncio
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import Message as Mail
from functools import lru_cache

from providers.gmail.quota import QuotaBudget
from providers.gmail.values import HistoryPage, HistoryRecord, Message, MessagePage, Named, Part, Profile, Several, WatchLease
from providers.mailbox import MailboxUnavailableError, MailGoneError, SyncTokenExpiredError
from providers.mime.body import read_body
from providers.mime.headers import HEAD_END, MailHeaders, read_headers
from providers.resilience.priority import Priority

ARRIVED = frozenset({"INBOX", "UNREAD"})
SINCE = datetime(2026, 3, 4, 9, 0, tzinfo=UTC)
UNITS: Mapping[str, int] = {
    "profile": 1, "labels": 1, "list": 5, "get": 20, "thread": 40, "history": 2, "modify": 5, "trash": 5, "watch": 100
}  # fmt: skip
LABEL_TERMS: Mapping[str, str] = {
    "is:unread": "UNREAD",
    "in:inbox": "INBOX",
    "is:important": "IMPORTANT",
    "is:starred": "STARRED",
    "in:sent": "SENT",
    "in:drafts": "DRAFT",
    "in:trash": "TRASH",
    "in:spam": "SPAM",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A request that fails: `late`, after it took effect. `only` names ids within a batch that are not loaded, and the others are."""

    error: Callable[[], Exception] = lambda: MailboxUnavailableError("not now")
    late: bool = False
    part: bool = False


@dataclass(slots=True, kw_only=True)
class _Stored:
    raw: bytes
    thread: str
    labels: set[str]
    date: datetime


@dataclass(slots=True, kw_only=True)
class GmailModel:
    """One user's mail at Gmail."""

    address: str = "sam@example.com"
    list_page: int = 500
    history_page: int = 100
    empty_pages: bool = False
    repeats: bool = False
    names_labels: bool = True
    labels_as_now: bool = False
    lies: bool = False
    newest_id: int = 95
    requests: Counter[str] = field(default_factory=Counter)
    own_labels: dict[str, str] = field(default_factory=lambda: {"Receipts": "Label_7"})
    slow: dict[str, float] = field(default_factory=dict)
    fail_at: dict[int, Failure] = field(default_factory=dict)
    between: Callable[[int], None] | None = None
    queries: list[str] = field(default_factory=list)
    _mails: dict[str, _Stored] = field(default_factory=dict)
    _records: list[HistoryRecord] = field(default_factory=list)
    _forgotten_up_to: int = 0
    _delivered: int = 0
    _threads: dict[str, str] = field(default_factory=dict)
    _finds: dict[str, list[str]] = field(default_factory=dict)

    def deliver(self, raw: bytes, labels: Iterable[str] = ARRIVED) -> str:
        """A mail comes in, or, labelled `SENT`, goes out; returns its id."""
        self._delivered += 1
        mail = f"{0x18C0DE0000 + self._delivered:x}"
        headers = read_headers(raw)
        known = (self._threads[link] for link in headers.links if link in self._threads)
        thread = next(known, mail)
        self._threads[headers.message_id or mail] = thread
        self._mails[mail] = _Stored(raw=raw, thread=thread, labels=set(labels), date=SINCE + timedelta(seconds=self._delivered))
        self._record(added=(Named(mail, frozenset(labels) if self.names_labels else frozenset()),))
        return mail

    def relabel(self, mail: str, *, add: Iterable[str] = (), remove: Iterable[str] = ()) -> None:
        """Somebody changes labels; without a change nothing is recorded."""
        stored = self._mails[mail]
        added, removed = frozenset(add) - stored.labels, frozenset(remove) & stored.labels
        stored.labels = (stored.labels | added) - removed
        if added:
            self._record(labels_added=(Named(mail, added),))
        if removed:
            self._record(labels_removed=(Named(mail, removed),))

    def delete(self, mail: str) -> None:
        """For good."""
        del self._mails[mail]
        self._record(deleted=(Named(mail),))

    def forget_history(self) -> None:
        """All history ids that were handed out so far are too old."""
        self.newest_id += 1
        self._forgotten_up_to = self.newest_id

    def labels(self, mail: str) -> frozenset[str] | None:
        """None of a mail that is gone."""
        return frozenset(self._mails[mail].labels) if mail in self._mails else None

    @property
    def mails(self) -> list[str]:
        """Everything that is not deleted, newest first."""
        return list(reversed(self._mails))

    @property
    def unread(self) -> list[str]:
        """What is unread in the inbox, newest first."""
        return self.found("is:unread in:inbox")

    def found(self, query: str) -> list[str]:
        """What a search finds, newest first."""
        if query not in self._finds:
            self._finds[query] = self._search(query)
        return [*self._finds[query]]

    def _search(self, query: str) -> list[str]:
        wanted = _terms(query)
        anywhere = any("in:trash" in term or "in:spam" in term for term in wanted)
        hidden: set[str] = set() if anywhere else {"TRASH", "SPAM"}
        return [mail for mail in self.mails if not self._mails[mail].labels & hidden and all(self._fits(mail, term) for term in wanted)]

    def message(self, mail: str) -> Message:
        """As a get in full, without the data of bodies. Raises `KeyError`."""
        stored = self._mails[mail]
        head = HEAD_END.search(stored.raw)
        return Message(
            id=mail,
            thread_id=stored.thread,
            labels=frozenset(stored.labels),
            internal_date=stored.date,
            snippet=" ".join(read_body(stored.raw).text.split())[:180],
            headers=stored.raw[: head.start()] if head else stored.raw,
            parts=tuple(_leaves(message_from_bytes(stored.raw))),
        )

    def raw(self, mail: str) -> bytes:
        """Raises `KeyError`."""
        return self._mails[mail].raw

    def thread(self, thread: str) -> tuple[Message, ...]:
        """Oldest first."""
        return tuple(self.message(mail) for mail in reversed(self.mails) if self._mails[mail].thread == thread)

    def list_page_at(self, query: str, page: str | None, most: int) -> MessagePage:
        """Cut anew at each request: what left meanwhile draws others to the page before."""
        self.queries.append(query)
        ids, start, most = self.found(query), int(page or 0), min(most, self.list_page)
        shown = ids[start : start + most]
        more = str(start + most) if start + most < len(ids) else None
        return MessagePage(ids=tuple(shown), thread_ids=tuple(self._mails[mail].thread for mail in shown), next_page=more)

    def history_page_at(self, since: str, page: str | None) -> HistoryPage:
        """A page token holds the place in the log. Raises `SyncTokenExpiredError`."""
        if int(since) < self._forgotten_up_to:
            raise SyncTokenExpiredError("404")
        empty, _, place = (page or "0/0").partition("/")
        records = [record for record in self._records if int(record.id) > int(since)]
        shown = () if self.empty_pages and empty == "0" else tuple(records[int(place) : int(place) + self.history_page])
        after = int(place) + len(shown)
        turn = "1" if self.empty_pages and empty == "0" else "0"
        more = f"{turn}/{after}" if after < len(records) else None
        if self.labels_as_now:
            shown = tuple(replace(record, added=tuple(map(self._as_now, record.added))) for record in shown)
        twice = tuple(record for record in shown for _ in range(2)) if self.repeats else shown
        return HistoryPage(records=twice, history_id=str(self.newest_id), next_page=more)

    def _as_now(self, named: Named) -> Named:
        """The message with the labels that it has now, as far as it still exists."""
        return replace(named, labels=frozenset(self._mails[named.id].labels)) if named.labels and named.id in self._mails else named

    def _record(
        self,
        *,
        added: tuple[Named, ...] = (),
        deleted: tuple[Named, ...] = (),
        labels_added: tuple[Named, ...] = (),
        labels_removed: tuple[Named, ...] = (),
    ) -> None:
        self._finds.clear()
        self.newest_id += 1 + self.newest_id % 3  # ids increase, and not one by one
        self._records.append(
            HistoryRecord(id=str(self.newest_id), added=added, deleted=deleted, labels_added=labels_added, labels_removed=labels_removed)
        )

    def _fits(self, mail: str, term: str) -> bool:  # noqa: PLR0911 - one for each kind of term
        stored = self._mails[mail]
        if term.startswith("-"):
            return not self._fits(mail, term[1:])
        if term.startswith("{"):
            return any(self._fits(mail, each) for each in _terms(term.strip("{}")))
        if term in LABEL_TERMS:
            return LABEL_TERMS[term] in stored.labels
        if term.startswith(("after:", "before:")):
            at = int(term.partition(":")[2])
            came = _headers(stored.raw).received_at(arrived=stored.date, now=stored.date).timestamp()
            return came >= at if term.startswith("after:") else came < at
        if term.startswith("filename:"):
            return any(part.filename.lower().endswith(term[9:]) for part in _leaves(message_from_bytes(stored.raw)))
        if term == "has:attachment":
            return any(part.filename for part in _leaves(message_from_bytes(stored.raw)))
        headers = _headers(stored.raw)
        if term == "to:me":
            return any(address.email == self.address for address in (*headers.to, *headers.cc))
        if term.startswith("from:"):
            named = _folded(f"{headers.sender.name} {headers.sender.email}")
            return any(_folded(each) in named for each in re.split(r" OR ", term[5:].strip('()"')))
        words = f"{headers.subject} {headers.sender.name} {headers.sender.email} {read_body(stored.raw).text}"
        return _folded(term.strip('"')) in _folded(words)


class ModelApi:
    """One client of the model. Every request spends units, takes `takes_s`, and is numbered over all clients."""

    def __init__(self, model: GmailModel, quota: QuotaBudget, *, takes_s: float = 0.0, batches: bool = True, at_once: int = 8) -> None:
        self.model = model
        self.quota = quota
        self.closed = False
        self._takes_s = takes_s
        self._batches = batches
        self._places = asyncio.Semaphore(at_once)

    async def profile(self, *, priority: Priority = Priority.INTERACTIVE) -> Profile:
        await self._request("profile", UNITS["profile"], priority)
        return Profile(address=self.model.address, history_id=str(self.model.newest_id))

    async def list_messages(
        self, query: str, *, page: str | None = None, most: int = 500, priority: Priority = Priority.INTERACTIVE
    ) -> MessagePage:
        await self._request("list", UNITS["list"], priority)
        return self.model.list_page_at(query, page, most)

    async def messages(self, ids: Sequence[str], *, priority: Priority = Priority.INTERACTIVE) -> Several[Message]:
        found: dict[str, Message] = {}
        gone, not_loaded = await self._read(ids, priority, lambda mail: found.update({mail: self.model.message(mail)}))
        return Several(found=found, gone=gone, not_loaded=not_loaded)

    async def labels_of(self, ids: Sequence[str], *, priority: Priority = Priority.INTERACTIVE) -> Several[frozenset[str]]:
        found: dict[str, frozenset[str]] = {}
        gone, not_loaded = await self._read(ids, priority, lambda mail: found.update({mail: self.model.message(mail).labels}))
        return Several(found=found, gone=gone, not_loaded=not_loaded)

    async def raw(self, message: str) -> bytes:
        await self._request("get", UNITS["get"], Priority.INTERACTIVE)
        try:
            return self.model.raw(message)
        except KeyError:
            raise MailGoneError("404") from None

    async def thread(self, thread: str) -> tuple[Message, ...]:
        await self._request("thread", UNITS["thread"], Priority.INTERACTIVE)
        return self.model.thread(thread)

    async def history(self, since: str, *, page: str | None = None, priority: Priority = Priority.POLLING) -> HistoryPage:
        await self._request("history", UNITS["history"], priority)
        return self.model.history_page_at(since, page)

    async def modify(self, message: str, *, add: Sequence[str] = (), remove: Sequence[str] = ()) -> frozenset[str]:
        def change() -> None:
            if not self.model.lies and self.model.labels(message) is not None:
                self.model.relabel(message, add=add, remove=remove)

        await self._request("modify", UNITS["modify"], Priority.INTERACTIVE, effect=change)
        labels = self.model.labels(message)
        if labels is None:
            raise MailGoneError("404")
        return (labels | frozenset(add)) - frozenset(remove)

    async def trash(self, message: str) -> frozenset[str]:
        return await self.modify(message, add=["TRASH"], remove=["INBOX"])

    async def unread_in_inbox(self, *, priority: Priority = Priority.INTERACTIVE) -> int:
        await self._request("labels", UNITS["labels"], priority)
        return len(self.model.unread)

    async def label_ids(self) -> Mapping[str, str]:
        await self._request("labels", UNITS["labels"], Priority.INTERACTIVE)
        return dict(self.model.own_labels)

    async def watch(self, topic: str, *, priority: Priority = Priority.POLLING) -> WatchLease:
        await self._request("watch", UNITS["watch"], priority)
        return WatchLease(history_id=str(self.model.newest_id), expires_at=datetime.now(UTC) + timedelta(days=7))

    async def aclose(self) -> None:
        self.closed = True

    async def _read(self, ids: Sequence[str], priority: Priority, read: Callable[[str], None]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Read each; returns what is gone and what was not loaded. A batch is one request, else each mail is one."""
        failure = await self._request("get", UNITS["get"] * len(ids), priority) if ids and self._batches else None
        if not self._batches:
            await asyncio.gather(*(self._request("get", UNITS["get"], priority) for _ in ids))
        not_loaded = tuple(ids[::2]) if failure and failure.part else ()
        gone: list[str] = []
        for mail in ids:
            if mail not in not_loaded:
                try:
                    read(mail)
                except KeyError:
                    gone.append(mail)
        return tuple(gone), not_loaded

    async def _request(self, kind: str, units: int, priority: Priority, *, effect: Callable[[], None] = lambda: None) -> Failure | None:
        await self.quota.spend(units, priority)
        async with self._places:
            await asyncio.sleep(self._takes_s + self.model.slow.get(kind, 0.0))
        number = self.model.requests.total()
        self.model.requests[kind] += 1
        if self.model.between:
            self.model.between(number)
        failure = self.model.fail_at.pop(number, None)
        if failure is None or failure.late or failure.part:
            effect()
        if failure is not None and not (failure.part and kind == "get"):
            raise failure.error()
        return failure


@lru_cache(maxsize=1_000)
def _headers(raw: bytes) -> MailHeaders:
    return read_headers(raw)


def _terms(query: str) -> list[str]:
    return re.findall(r'-?"[^"]*"|-?\{[^}]*\}|-?\w+:\([^)]*\)|\S+', query)


def _folded(text: str) -> str:
    return text.lower().replace("ü", "u").replace("ä", "a").replace("ö", "o")


def _leaves(part: Mail) -> Iterable[Part]:
    children = part.get_payload()
    if part.get_content_maintype() == "multipart":
        for child in children if isinstance(children, list) else []:
            if isinstance(child, Mail):
                yield from _leaves(child)
        return
    yield Part(mime_type=part.get_content_type(), filename=part.get_filename("") or "", size=len(str(children)))
