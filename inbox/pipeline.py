"""From unread ids to an agenda: list, drop what is known, rank, read envelopes, score, group, order.

In two steps, so that the first mail does not wait for the last envelope: `first_look` needs one listing and one batch per account
whatever the inbox holds; `refinements` loads the rest and hands out better agendas while the user already listens. A mailbox that fails
is asked once more after all others; what it does not give then stays on the agenda by its id alone.

Agendas are built in a thread, and only each time twice as much is known: the call is not stalled for the time that 50,000 mails take,
and there are at most six agendas, however many mails there are (twice that where an account had to be asked again).
"""

import asyncio
import logging
from collections import Counter, deque
from collections.abc import AsyncIterator, Iterable, Mapping, Set
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from briefing.agenda import Agenda, ReasonKind
from briefing.mail import Envelope, MailId, MailStatus, Mark, Preferences, account_of
from briefing.scoring import WEIGHTS, Signals
from briefing.triage import build_agenda, lost
from inbox.ledger import BriefedEmailStore, LedgerUnavailableError, Recall
from inbox.unified import UnifiedInbox
from providers.mailbox import IdSet

logger = logging.getLogger(__name__)

RANKED_BY: Mapping[IdSet, float] = MappingProxyType(
    {
        IdSet.FLAGGED: WEIGHTS[ReasonKind.FLAGGED],
        IdSet.FROM_VIPS: WEIGHTS[ReasonKind.VIP],
        IdSet.IMPORTANT: WEIGHTS[ReasonKind.IMPORTANT],
        IdSet.TO_ME: WEIGHTS[ReasonKind.TO_ME],
    }
)
"""What is asked before any envelope is read, with the points that it is worth."""

SHARE_WORTH_AN_AGENDA = 1 / 8
"""Of all mails fetched: with less new than this, taking in another agenda costs the call more than it gains."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PipelineOptions:
    """How much is read at once, and what is left out whatever the ledger says.

    `most` is the number of unread mails that are fetched at all, the newest of each account in turn; nothing else is ever cut off.
    Mailboxes that failed are asked once more after `retry_after_s` seconds.
    """

    first_batch: int = 50
    batch: int = 200
    most: int | None = None
    leave_out: frozenset[MailId] = frozenset()
    retry_after_s: float = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstLook:
    """What is known when the greeting begins. `left_out` counts the unread mails that the user has dealt with before, by status.

    `complete` says that nothing is left to load: no page, no envelope, no account that failed.
    """

    agenda: Agenda
    left_out: Mapping[MailStatus, int]
    last_briefed_at: datetime | None
    memory_partial: bool
    complete: bool


class BriefingPipeline:
    """One user's pipeline for one briefing.

    `envelopes` grows as they are read, and others may add what they read for themselves: only mail that was listed here comes on the
    agenda. `left_out` holds the unread mails that the ledger knows, with their marks.
    """

    def __init__(
        self,
        *,
        inbox: UnifiedInbox,
        ledger: BriefedEmailStore,
        preferences: Preferences,
        user_id: str,
        options: PipelineOptions | None = None,
    ) -> None:
        self.envelopes: dict[MailId, Envelope] = {}
        self.left_out: dict[MailId, Mark] = {}
        self._inbox = inbox
        self._ledger = ledger
        self._preferences = preferences
        self._user_id = user_id
        self._options = options or PipelineOptions()
        self._listing = inbox.unread()
        self._listed: set[MailId] = set()
        self._fetched: dict[MailId, None] = {}
        self._waiting: deque[MailId] = deque()
        self._postponed: list[MailId] = []
        self._silent: set[str] = set()
        self._answered = 0
        self._id_sets: Mapping[IdSet, frozenset[MailId]] = dict.fromkeys(RANKED_BY, frozenset())
        self._written_to: frozenset[str] = frozenset()

    async def first_look(self, now: datetime) -> FirstLook:
        """List, drop what is known, and read the first batch; where all of a page is known or gone, the next one."""
        listed, sets, self._written_to = await asyncio.gather(
            anext(self._listing),
            asyncio.gather(*(self._inbox.id_set(kind, self._preferences.vips) for kind in RANKED_BY)),
            self._inbox.written_to(),
        )
        self._id_sets = dict(zip(RANKED_BY, sets, strict=True))
        recalls = [await self._admit(listed, now)]
        await self._read(self._options.first_batch)
        while not self._fetched and self._more_to_list:
            recalls.append(await self._admit(await anext(self._listing), now))
            await self._read(self._options.first_batch)
        return FirstLook(
            agenda=await self._agenda(now),
            left_out=Counter(mark.status for mark in self.left_out.values()),
            last_briefed_at=recalls[0].last_briefed_at,
            memory_partial=any(recall.partial for recall in recalls),
            complete=not (self._waiting or self._more_to_list or self._something_failed),
        )

    async def refinements(self, now: datetime) -> AsyncIterator[Agenda]:
        """Read what is left; each item is the whole agenda, better known, for `BriefingSessionTracker.refine`."""
        async for agenda in self._loaded(now):
            yield agenda
        if self._something_failed:
            await asyncio.sleep(self._options.retry_after_s)
            self._ask_again()
            async for agenda in self._loaded(now):
                yield agenda
        if self._something_failed:
            logger.warning("not all mail could be read", extra={"accounts": len(self._inbox.away), "waiting": len(self._postponed)})

    def agenda_of(self, envelopes: list[Envelope], now: datetime) -> Agenda:
        """An agenda of other mails by the same rules, such as those that arrived meanwhile."""
        self.envelopes.update({envelope.mail_id: envelope for envelope in envelopes})
        return build_agenda(envelopes, self._signals(now))

    @property
    def preferences(self) -> Preferences:
        """What counts in this briefing."""
        return self._preferences

    @property
    def listed(self) -> Set[MailId]:
        """Every mail that was unread when it was listed, also what is left out."""
        return self._listed

    @property
    def all_listed(self) -> bool:
        """Whether that is all there is: no page and no account is missing."""
        return not (self._listing.more or self._listing.behind)

    @property
    def _more_to_list(self) -> bool:
        return self._listing.more and self._places > 0

    @property
    def _something_failed(self) -> bool:
        return bool(self._postponed) or bool(self._listing.behind and self._places)

    @property
    def _places(self) -> float:
        """How many more mails may be fetched."""
        return float("inf") if self._options.most is None else self._options.most - len(self._listed)

    async def _loaded(self, now: datetime) -> AsyncIterator[Agenda]:
        """All ids first, since they are cheap and make counts true; then envelopes, those that matter first."""
        fetched = len(self._fetched)
        while self._more_to_list:
            if ids := await anext(self._listing):
                await self._admit(ids, now)
        if len(self._fetched) > fetched:
            yield await self._agenda(now)
        self._waiting = deque(self._ranked(self._waiting))
        told = self._answered
        while self._waiting:
            await self._read(self._options.batch)
            enough = max(2 * told, len(self._fetched) * SHARE_WORTH_AN_AGENDA)
            if self._answered > told and (self._answered >= enough or not self._waiting):
                told = self._answered
                yield await self._agenda(now)

    async def _admit(self, ids: tuple[MailId, ...], now: datetime) -> Recall:
        """Put what is neither known nor left out on the list of mails to read, best guess first."""
        new = [mail for mail in dict.fromkeys(ids) if mail not in self._listed]
        listed = new[: int(min(self._places, len(new)))]
        self._listed.update(listed)
        recall = await self._recall(listed, now)
        self.left_out.update(recall.marks)
        remaining = [mail for mail in listed if mail not in recall.marks and mail not in self._options.leave_out]
        self._fetched.update(dict.fromkeys(remaining))
        self._queue(self._ranked(remaining))
        counts = {"fetched": len(listed), "left_out": len(listed) - len(remaining), "remaining": len(remaining)}
        logger.info("mail listed", extra=counts)
        return recall

    async def _recall(self, candidates: list[MailId], now: datetime) -> Recall:
        try:
            return await self._ledger.recall(self._user_id, candidates, now=now)
        except LedgerUnavailableError:
            logger.warning("the ledger is away; earlier calls are not remembered")
            return Recall(marks={}, last_briefed_at=None, partial=True)

    def _ranked(self, mails: Iterable[MailId]) -> list[MailId]:
        def points(mail: MailId) -> float:
            return sum(weight for kind, weight in RANKED_BY.items() if mail in self._id_sets[kind])

        return sorted(mails, key=points, reverse=True)

    async def _read(self, most: int) -> None:
        """Read a batch of envelopes. Mail that is gone meanwhile leaves; all mail of an account that does not answer is postponed."""
        batch = [self._waiting.popleft() for _ in range(min(most, len(self._waiting)))]
        wanted = [mail for mail in batch if mail not in self.envelopes]
        self.envelopes.update({envelope.mail_id: envelope for envelope in await self._inbox.envelopes(wanted)})
        missing = [mail for mail in wanted if mail not in self.envelopes]
        unanswered = [mail for mail in missing if self._inbox.is_away(mail)]
        for mail in set(missing).difference(unanswered):
            del self._fetched[mail]
        self._answered += len(batch) - len(unanswered)
        if unanswered:
            self._silent.update(map(account_of, unanswered))
            waiting, self._waiting = self._waiting, deque()
            self._queue([*unanswered, *waiting])

    def _queue(self, mails: Iterable[MailId]) -> None:
        for mail in mails:
            (self._postponed if account_of(mail) in self._silent else self._waiting).append(mail)

    def _ask_again(self) -> None:
        self._listing.ask_again()
        self._silent.clear()
        self._waiting.extend(self._postponed)
        self._postponed.clear()

    async def _agenda(self, now: datetime) -> Agenda:
        loaded = [self.envelopes[mail] for mail in self._fetched if mail in self.envelopes]
        not_loaded = [mail for mail in self._fetched if mail not in self.envelopes]
        return await asyncio.to_thread(_whole_agenda, loaded, not_loaded, self._signals(now))

    def _signals(self, now: datetime) -> Signals:
        return Signals(
            preferences=self._preferences,
            written_to=self._written_to,
            important=self._id_sets[IdSet.IMPORTANT],
            flagged=self._id_sets[IdSet.FLAGGED],
            to_me=self._id_sets[IdSet.TO_ME],
            from_vips=self._id_sets[IdSet.FROM_VIPS],
            now=now,
        )


def _whole_agenda(loaded: list[Envelope], not_loaded: list[MailId], signals: Signals) -> Agenda:
    """The agenda of all these mails; one that is missing from it is a defect, and counted in the log."""
    agenda = build_agenda(loaded, signals, not_loaded=not_loaded)
    fetched = [*(envelope.mail_id for envelope in loaded), *not_loaded]
    if missing := lost(fetched, agenda):
        in_topics = sum(len(topic.mails) for topic in agenda.topics)
        logger.error("mails lost on the way to the agenda", extra={"fetched": len(fetched), "in_topics": in_topics, "lost": len(missing)})
    return agenda
