"""From unread ids to an agenda: list, drop mail the ledger knows, rank, read envelopes, score, group, order.

There are two steps, so that the first mail does not wait for the last envelope. `first_look` takes one listing and one batch per account,
however large the inbox is. `refinements` loads the rest, and yields better agendas while the user already listens. Each account is read at
its own pace. A failed account or mail is retried with back-off, a limited number of times; a mail that never loads stays on the agenda by
its id alone.

An agenda of 50,000 mails takes long to build. So agendas are built in a thread, and a new one only when twice as many mails are known: at
most six, or more if an account was retried or was slow to report the user's correspondents.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncGenerator, Sequence, Set
from datetime import datetime
from functools import partial

from briefing.agenda import Agenda
from briefing.mail import Envelope, MailId, Mark, Preferences
from briefing.triage.scoring import Signals
from briefing.triage.triage import build_agenda
from inbox.arrivals.snoozed import SnoozedMails
from inbox.ledger.briefed_emails import BriefedEmailStore, LedgerUnavailableError, Recall
from inbox.listing.early_ranking import EarlyRanking
from inbox.listing.envelope_reader import EnvelopeReader
from inbox.listing.first_look import FirstLook, PipelineOptions
from inbox.listing.lanes import Lanes
from inbox.listing.people import PeopleWrittenTo
from inbox.listing.whole_agenda import tell_namesakes_apart, whole_agenda
from inbox.unified import UnifiedInbox
from providers.mailbox import IdSet

logger = logging.getLogger(__name__)

SHARE_WORTH_AN_AGENDA = 1 / 8
"""Share of all fetched mails: with fewer new ones, another agenda costs the call more than it gains."""

PEOPLE_MAY_ADD = 1 / 8
"""Share of the time until the first mail is ready: how long to wait for the accounts' lists of people the user wrote to."""


class BriefingPipeline:
    """One user's pipeline for one briefing. The caller of `first_look` must close it.

    `envelopes` grows as mails are read. Callers may add envelopes that they read themselves, but only mail that was listed here is put on
    the agenda. `listed` has every listed mail, `left_out` those that the ledger knows, with their marks. With `snoozed`, mail that is still
    snoozed is left out, and mail whose snooze has ended is included even if the ledger knows it.
    """

    def __init__(
        self,
        *,
        inbox: UnifiedInbox,
        ledger: BriefedEmailStore,
        preferences: Preferences,
        user_id: str,
        options: PipelineOptions | None = None,
        snoozed: SnoozedMails | None = None,
    ) -> None:
        self.envelopes: dict[MailId, Envelope] = {}
        self.left_out: dict[MailId, Mark] = {}
        self._inbox = inbox
        self._ledger = ledger
        self.preferences = preferences
        self._user_id = user_id
        self._options = options or PipelineOptions()
        self._snoozed = snoozed
        self._listing = inbox.unread()
        self._one_lists = asyncio.Lock()
        self.listed: set[MailId] = set()
        self._reading = EnvelopeReader(inbox, self.envelopes)
        self._news = asyncio.Event()
        self._people = PeopleWrittenTo(inbox, news=self._news, retry_after_s=self._options.retry_after_s)
        self._heeded: tuple[Preferences, frozenset[str]] = (preferences, frozenset())
        self._ranking = EarlyRanking()

    async def first_look(self, now: datetime) -> FirstLook:
        """List, drop mail the ledger knows, and read the first batch; if nothing of a page is left, go on with the next page."""
        clock = asyncio.get_running_loop().time
        began = clock()
        slugs = [account.slug for account in self._inbox.accounts]
        # An account that reads a whole first batch at once is cheap to query. The others are queried only for what the first mail needs.
        cheap = [slug for slug in slugs if self._inbox.reads_at_once(slug) >= self._options.first_batch]
        self._people.begin(cheap)
        page, _ = await asyncio.gather(anext(self._listing), self._ranking.ask(self._inbox, self.preferences.vips))
        listed = page
        if self._snoozed is not None:
            await self._snoozed.look(now)
            listed = (*self._snoozed.unlisted, *page)
        first, unread_in_all = await asyncio.gather(self._admit_first(listed, now), self._inbox.unread_in_all(page))
        recalls = [first]
        while not self._reading.mails and self._listing.more:
            recalls.append(await self._admit_first(await anext(self._listing), now))
        await self._people.settle(within_s=PEOPLE_MAY_ADD * (clock() - began))
        agenda = await self._agenda(now)
        self._people.begin(slug for slug in slugs if slug not in cheap)
        return FirstLook(
            agenda=agenda,
            left_out=Counter(mark.status for mark in self.left_out.values()),
            last_briefed_at=recalls[0].last_briefed_at,
            memory_partial=any(recall.partial for recall in recalls),
            complete=not (self._reading.left or self._listing.more or self._listing.behind),
            not_loaded=len(self.not_loaded),
            unread_in_all=unread_in_all,
        )

    async def refinements(self, now: datetime, *, await_sign_in: bool = True) -> AsyncGenerator[Agenda, None]:
        """Read the rest; each item is a whole, more complete agenda for `BriefingSessionTracker.refine`.

        All ids are listed first, which is cheap and makes the counts right; then envelopes are read, the most important first. An account
        that needs a new sign-in is retried only with `await_sign_in`.
        """
        mails = len(self._reading.mails)
        await self._list_the_rest(now)
        if len(self._reading.mails) > mails:
            yield await self._agenda(now)
        self._reading.sort(self._ranking.ranked)
        mails, answered = len(self._reading.mails), self._reading.answered
        lanes = Lanes(
            partial(self._round, now=now),
            lambda: self._unfinished if await_sign_in else self._unfinished - self._inbox.sign_in_needed.keys(),
            news=self._news,
            retry_after_s=self._options.retry_after_s,
            tries=self._options.tries,
        )
        async with lanes.running(failed=[slug for slug in self._unfinished if not self._inbox.answers(slug)]):
            while not lanes.over or self._people.pending or self._judged_anew or self._news.is_set():
                await self._news.wait()
                self._news.clear()
                enough = self._enough_since(answered, resting=lanes.resting)
                if len(self._reading.mails) > mails or self._judged_anew or enough:
                    mails, answered = len(self._reading.mails), self._reading.answered
                    yield await self._agenda(now)
        if left := self._reading.left:
            logger.warning("not all mail could be read", extra={"accounts": len(self._unfinished), "waiting": left})

    @property
    def finished(self) -> bool:
        """Whether `refinements` would yield nothing new."""
        return not (self._reading.left or self._listing.more or self._listing.behind or self._people.pending or self._judged_anew)

    @property
    def not_loaded(self) -> Set[MailId]:
        """Mails that could not be read although their account answers."""
        return self._reading.not_loaded()

    @property
    def stubborn(self) -> int:
        """How many mails could not be read in two or more attempts."""
        return len(self._reading.not_loaded(misses=2))

    async def aclose(self) -> None:
        await self._people.aclose()

    async def heed(self, preferences: Preferences, now: datetime) -> Agenda:
        """All there is by what matters to the user from now on; what is still being read follows, as `refinements`."""
        self.preferences = preferences
        self._ranking.read(self.envelopes)
        self._news.set()
        return await self._agenda(now)

    def agenda_of(self, envelopes: Sequence[Envelope], now: datetime) -> Agenda:
        """An agenda of other mails by the same rules, such as mail that arrived during the call."""
        self.envelopes.update({envelope.mail_id: envelope for envelope in envelopes})
        agenda = build_agenda(envelopes, self._signals(now))
        tell_namesakes_apart(self.envelopes, agenda)
        return agenda

    @property
    def all_listed(self) -> bool:
        """Whether every account's listing is complete."""
        return not (self._listing.more or self._listing.behind)

    @property
    def _unfinished(self) -> frozenset[str]:
        return self._reading.accounts | self._listing.behind

    @property
    def written_to(self) -> frozenset[str]:
        """Addresses (lower case) that the user wrote to, as far as they are known by now."""
        return self._people.addresses

    @property
    def _judged_anew(self) -> bool:
        """Whether more people are known, or the user has said what matters, since the last agenda."""
        preferences, people = self._heeded
        return self._people.addresses > people or self.preferences != preferences

    def _enough_since(self, told: int, *, resting: bool) -> bool:
        """Whether enough was answered for a new agenda: twice as much as before, or all that is available for now."""
        answered = self._reading.answered
        return answered > told and (resting or answered >= max(2 * told, len(self._reading.mails) * SHARE_WORTH_AN_AGENDA))

    async def _round(self, slug: str, *, now: datetime) -> bool:
        """Request once everything that is left of an account; returns whether anything came."""
        listed = len(self.listed)
        if slug in self._listing.behind:
            await self._list_the_rest(now, again=[slug])
        given = len(self.listed) > listed
        self._reading.again(slug)
        while self._reading.waits(slug):
            read = await self._reading.next(slug, most=min(self._options.batch, self._inbox.reads_at_once(slug)))
            self._news.set()
            if not read:
                break
            given = True
        return given

    async def _list_the_rest(self, now: datetime, *, again: Sequence[str] = ()) -> None:
        async with self._one_lists:
            self._listing.ask_again(again)
            while self._listing.more:
                if ids := await anext(self._listing):
                    self._reading.put((await self._admit(ids, now))[1])

    async def _admit_first(self, ids: tuple[MailId, ...], now: datetime) -> Recall:
        recall, remaining = await self._admit(ids, now)
        await self._reading.first(remaining, most=self._options.first_batch)
        return recall

    async def _admit(self, ids: tuple[MailId, ...], now: datetime) -> tuple[Recall, list[MailId]]:
        """Look up the new ones of `ids` in the ledger. Returns its answer and the mails still to be read, ranked by an early guess."""
        listed = [mail for mail in dict.fromkeys(ids) if mail not in self.listed]
        self.listed.update(listed)
        recall = await self._recall(listed, now)
        known = recall.marks if self._snoozed is None else await self._snoozed.known(recall.marks)
        asleep = frozenset() if self._snoozed is None else self._snoozed.asleep
        self.left_out.update(known)
        remaining = [mail for mail in listed if mail not in known and mail not in asleep]
        counts = {"fetched": len(listed), "left_out": len(listed) - len(remaining), "remaining": len(remaining)}
        logger.info("mail listed", extra=counts)
        return recall, self._ranking.ranked(remaining)

    async def _recall(self, candidates: list[MailId], now: datetime) -> Recall:
        try:
            return await self._ledger.recall(self._user_id, candidates, now=now)
        except LedgerUnavailableError:
            logger.warning("the ledger is away; earlier calls are not remembered")
            return Recall(marks={}, last_briefed_at=None, partial=True)

    async def _agenda(self, now: datetime) -> Agenda:
        loaded = [self.envelopes[mail] for mail in self._reading.mails if mail in self.envelopes]
        not_loaded = [mail for mail in self._reading.mails if mail not in self.envelopes]
        self._heeded = (self.preferences, self._people.addresses)
        agenda = await asyncio.to_thread(whole_agenda, loaded, not_loaded, self._signals(now))
        tell_namesakes_apart(self.envelopes, agenda)
        return agenda

    def _signals(self, now: datetime) -> Signals:
        return Signals(
            preferences=self.preferences,
            written_to=self._people.addresses,
            important=self._ranking.sets[IdSet.IMPORTANT],
            flagged=self._ranking.sets[IdSet.FLAGGED],
            to_me=self._ranking.sets[IdSet.TO_ME],
            from_vips=self._ranking.sets[IdSet.FROM_VIPS],
            asked_again=frozenset() if self._snoozed is None else self._snoozed.due,
            now=now,
        )
