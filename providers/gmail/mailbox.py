"""Reading Gmail: the `Mailbox` protocol over `GmailApi`, so that the caller waits for few and cheap questions only.

Ids and id sets are lists of at most 500, five units of Google's quota each, whatever the inbox holds; a mail costs twenty. So what the
caller waits for is one list, one batch and one text, and all else is read behind the call. Every question goes through the user's budget
(`quota.py`) with a priority that says who waits for it.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from types import MappingProxyType

from briefing.mail import Envelope, MailId, MailText, ThreadId, account_of, provider_id_of
from briefing.mail_query import MailQuery
from providers.gmail.history_records import UNREAD, Happened, happened_since
from providers.gmail.listing import PAGE_SIZE, UnreadList
from providers.gmail.messages import SENT, envelope_of, is_away
from providers.gmail.quota import QuotaBudget
from providers.gmail.searching import search_terms
from providers.gmail.sent import SentMail
from providers.gmail.values import GmailReads, Message, Several
from providers.gmail.watching import BUSY_PAUSE_S, Watcher
from providers.mailbox import (
    Account,
    Changes,
    Envelopes,
    IdSet,
    MailboxUnavailableError,
    SyncToken,
    SyncTokenExpiredError,
    UnreadPage,
)
from providers.mime.body import read_body
from providers.mime.language import mail_text
from providers.resilience.priority import Priority

READS_AT_ONCE = 19
SENT_GRACE_S = 0.5
"""So long mails that were read wait for the list of sent mail, which says no more of them than whether they are answers."""
MOST_QUERY = 1_500
"""Characters of a search query: it travels in the address of a request."""

_QUERIES: Mapping[IdSet, str] = MappingProxyType({IdSet.IMPORTANT: "is:important", IdSet.FLAGGED: "is:starred", IdSet.TO_ME: "to:me"})
"""Operators of Gmail's search: https://support.google.com/mail/answer/7190. `to:me` knows the account's own aliases."""
_ADDRESS = re.compile(r"[\w.+%'&/=~-]+@[\w.-]+")
_TOKEN = re.compile(r"([0-9]{1,20})(?:\.([0-9]{1,9}))?")


class GmailMailbox:
    """One account's mail at Gmail. It owns `api` and closes it.

    A sync token is a history id, and in a listing also the number of that listing, which only this object knows: with another one it has
    expired. `own_addresses` (lower case) are the user's in addition to the account's.
    """

    def __init__(
        self,
        api: GmailReads,
        *,
        account: Account,
        quota: QuotaBudget,
        own_addresses: frozenset[str] = frozenset(),
        busy_pause_s: float = BUSY_PAUSE_S,
        page_size: int = PAGE_SIZE,
    ) -> None:
        self._api = api
        self._account = account
        self._own = own_addresses
        self._list = UnreadList(api, page_size=page_size)
        self._sent = SentMail(api)
        self._watcher = Watcher(lambda: quota.spent_by[Priority.POLLING], busy_pause_s=busy_pause_s)

    @property
    def account(self) -> Account:
        return self._account

    @property
    def reads_at_once(self) -> int:
        """Nineteen: 380 units, so that the first mail and its text are ready with less than 450."""
        return READS_AT_ONCE

    def notice(self) -> None:
        """The mailbox changed: its watchers look at once."""
        self._watcher.notice()

    async def unread(self, *, page: str | None = None) -> UnreadPage:
        """Unread ids of the inbox by pages of 500, newest first."""
        listed = await self._list.page(page)
        token = SyncToken(f"{listed.history_id}.{listed.number}")
        return UnreadPage(ids=tuple(map(self._account.mail_id, listed.ids)), token=token, next_page=listed.next_page)

    async def unread_count(self) -> int:
        """What the inbox's own label counts: one question of one unit, however many there are."""
        return await self._api.unread_in_inbox()

    async def id_set(self, kind: IdSet, *, vips: frozenset[str] = frozenset()) -> frozenset[MailId]:
        """Of the newest 500 unread mails that belong to the set; senders beyond what a query holds show in their envelopes only."""
        query = _from_any_of(vips) if kind is IdSet.FROM_VIPS else _QUERIES[kind]
        if not query:
            return frozenset()
        return frozenset(map(self._account.mail_id, (await self._api.list_messages(f"{UNREAD} {query}")).ids))

    async def envelopes(self, ids: Sequence[MailId], *, ahead: bool = False) -> Envelopes:
        """Envelopes in the order asked for, without mail that is gone or in the trash; `ahead` gives way to all else."""
        asked = [provider_id_of(each) for each in ids if account_of(each) == self._account.slug]
        if not asked:
            return Envelopes()
        priority = Priority.PREFETCH if ahead else Priority.INTERACTIVE
        if not ahead:
            self._watcher.something_happens()
        sent = asyncio.create_task(self._sent.list_threads(priority=priority), name="list sent mail")
        try:
            answers = await self._messages(asked, priority)
            await self._grant_grace(sent)
            return await asyncio.to_thread(self._as_envelopes, answers, self._sent.threads)  # hostile headers take long
        finally:
            sent.cancel()
            await asyncio.wait([sent])

    async def text(self, mail: MailId) -> MailText:
        raw = await self._api.raw(self._account.key_of(mail))
        self._watcher.something_happens()
        return await asyncio.to_thread(lambda: mail_text(mail, read_body(raw)))

    async def original(self, mail: MailId) -> bytes:
        return await self._api.raw(self._account.key_of(mail))

    async def is_sent(self, mail: MailId) -> bool:
        """By Gmail's own label, which nobody can set who does not use the account. Mail to oneself lies in the inbox as well."""
        key = self._account.key_of(mail)
        return SENT in (await self._api.labels_of([key])).found.get(key, frozenset())

    async def thread(self, thread: ThreadId) -> list[Envelope]:
        """The whole exchange as Gmail groups it, without drafts and what was thrown away, oldest first."""
        slug, _, name = thread.partition(":")
        if slug != self._account.slug:
            return []
        messages = [each for each in await self._api.thread(name) if not is_away(each) and "DRAFT" not in each.labels]
        written_in = frozenset(each.thread_id for each in messages if SENT in each.labels)
        envelopes = await asyncio.to_thread(lambda: [envelope_of(each, slug=slug, written_in=written_in) for each in messages])
        return sorted(envelopes, key=lambda envelope: envelope.received_at)

    async def search(self, query: MailQuery, *, limit: int) -> list[MailId]:
        """What Gmail's own search finds with this query among received mail, trash and spam left out, newest first."""
        terms = search_terms(query)
        if not terms or limit < 1:
            return []
        asked, most = f"{' '.join(terms)} -in:sent -in:drafts", min(limit, PAGE_SIZE)
        page = await self._api.list_messages(asked, most=most)
        found = [*page.ids]
        while page.next_page and len(found) < limit:  # a page may hold fewer than were asked for
            page = await self._api.list_messages(asked, page=page.next_page, most=most)
            found += page.ids
        return [self._account.mail_id(each) for each in found[:limit]]

    async def written_to(self, *, limit: int) -> frozenset[str]:
        """Addresses in the newest sent mails, of which fifty are read at most."""
        address = (await self._api.profile(priority=Priority.PREFETCH)).address.lower()
        return await self._sent.recipients(limit) - self._own - {address}

    async def changes(self, since: SyncToken, *, ahead: bool = False) -> Changes:
        """What happened since the token, by history and by what is there now; `ahead` gives way to all else."""
        token = _TOKEN.fullmatch(since)
        beside = self._list.beside(int(token[2])) if token and token[2] else None
        if token is None or (token[2] and beside is None):
            raise SyncTokenExpiredError("the token is of another time")
        self._watcher.looked()
        priority = Priority.POLLING if ahead else Priority.INTERACTIVE
        happened = await happened_since(self._api, token[1], listed_beside=beside, priority=priority)
        if happened.arrived or happened.gone:
            self._watcher.something_happens()
        return self._as_changes(happened)

    async def watch(self) -> AsyncGenerator[None]:
        """Yields once at once, then whenever it is time to look: see `watching.py` for the pace."""
        async for _ in self._watcher.rings():
            yield None

    async def aclose(self) -> None:
        self._watcher.close()
        await self._api.aclose()

    async def _messages(self, asked: Sequence[str], priority: Priority) -> list[Several[Message]]:
        """Batch by batch; what follows a batch that failed is not loaded, unless that was the first."""
        answers: list[Several[Message]] = []
        for at in range(0, len(asked), READS_AT_ONCE):
            try:
                answers.append(await self._api.messages(asked[at : at + READS_AT_ONCE], priority=priority))
            except MailboxUnavailableError:
                if not answers:
                    raise
                return [*answers, Several(not_loaded=tuple(asked[at:]))]
        return answers

    async def _grant_grace(self, sent: asyncio.Task[None]) -> None:
        done, _ = await asyncio.wait([sent], timeout=SENT_GRACE_S)
        if done:
            sent.result()
        else:
            self._sent.put_off()

    def _as_envelopes(self, answers: Sequence[Several[Message]], written_in: frozenset[str]) -> Envelopes:
        messages = [message for answer in answers for message in answer.found.values() if not is_away(message)]
        return Envelopes(
            found=tuple(envelope_of(message, slug=self._account.slug, written_in=written_in) for message in messages),
            not_loaded=tuple(self._account.mail_id(each) for answer in answers for each in answer.not_loaded),
        )

    def _as_changes(self, happened: Happened) -> Changes:
        return Changes(
            arrived=tuple(map(self._account.mail_id, happened.arrived)),
            gone=tuple(map(self._account.mail_id, happened.gone)),
            token=SyncToken(happened.until),
        )


def _from_any_of(addresses: frozenset[str]) -> str:
    """A query for mail from any of these, as many as fit; what is no plain address could be read as an operator and is left out."""
    chosen: list[str] = []
    for address in sorted(filter(_ADDRESS.fullmatch, addresses)):
        if sum(map(len, chosen)) + 4 * len(chosen) + len(address) > MOST_QUERY:
            break
        chosen.append(address)
    return f"from:({' OR '.join(chosen)})" if chosen else ""
