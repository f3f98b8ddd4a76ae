"""Reads the envelopes of a briefing's mails, and knows which are still to be read, which did not load, and which are gone.

Each account has a queue, so one that waits for its quota or does not answer delays no other. A mail that could not be read goes behind all
that were not requested yet.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Sequence

from briefing.mail import Envelope, MailId, account_of
from inbox.unified import UnifiedInbox


class EnvelopeReader:
    """Fills `envelopes`. `mails` has all mails that were put here except gone ones; `answered` counts the settled ones."""

    def __init__(self, inbox: UnifiedInbox, envelopes: dict[MailId, Envelope]) -> None:
        self.mails: dict[MailId, None] = {}
        self.answered = 0
        self._inbox = inbox
        self._envelopes = envelopes
        self._waiting: defaultdict[str, deque[MailId]] = defaultdict(deque)
        self._later: defaultdict[str, list[MailId]] = defaultdict(list)
        self._misses: Counter[MailId] = Counter()

    @property
    def accounts(self) -> frozenset[str]:
        """Accounts with something left to read, by slug."""
        return frozenset(slug for queues in (self._waiting, self._later) for slug, queue in queues.items() if queue)

    @property
    def left(self) -> int:
        return sum(len(queue) for queues in (self._waiting, self._later) for queue in queues.values())

    def not_loaded(self, *, misses: int = 1) -> frozenset[MailId]:
        """Mails that failed to load at least `misses` times although their account answers."""
        missed = (mail for mail, times in self._misses.items() if times >= misses)
        return frozenset(mail for mail in missed if mail not in self._envelopes and not self._inbox.is_away(mail))

    def put(self, mails: Sequence[MailId]) -> None:
        """More mails to read, those that matter first."""
        self.mails.update(dict.fromkeys(mails))
        for mail in mails:
            self._waiting[account_of(mail)].append(mail)

    def sort(self, ranked: Callable[[Iterable[MailId]], Sequence[MailId]]) -> None:
        """Reorder what was not requested yet."""
        for slug, queue in self._waiting.items():
            self._waiting[slug] = deque(ranked(queue))

    async def first(self, mails: Sequence[MailId], *, most: int) -> None:
        """Put more mails here, and read the most important ones at once: one batch of each account."""
        self.mails.update(dict.fromkeys(mails))
        batch: list[MailId] = []
        room = {slug: self._inbox.reads_at_once(slug) for slug in set(map(account_of, mails))}
        for mail in mails:
            slug = account_of(mail)
            if room[slug] and len(batch) < most:
                room[slug] -= 1
                batch.append(mail)
            else:
                self._waiting[slug].append(mail)
        await self._read(batch, ahead=False)

    async def next(self, slug: str, *, most: int) -> bool:
        """Read an account's next batch in the background; false if none of it came."""
        waiting = self._waiting[slug]
        return await self._read([waiting.popleft() for _ in range(min(most, len(waiting)))], ahead=True)

    def waits(self, slug: str) -> bool:
        """Whether the account has mails that were not requested since `again`."""
        return bool(self._waiting[slug])

    def again(self, slug: str) -> None:
        """Queue mails that did not load once more, behind the rest."""
        self._waiting[slug].extend(self._later.pop(slug, ()))

    async def _read(self, batch: Sequence[MailId], *, ahead: bool) -> bool:
        wanted = [mail for mail in batch if mail not in self._envelopes]
        read = await self._inbox.news(wanted, ahead=ahead)
        self._envelopes.update({envelope.mail_id: envelope for envelope in read.found})
        later = {mail for mail in read.not_loaded if mail not in self._envelopes}  # others read for themselves meanwhile
        for mail in wanted:
            if mail in later:
                self._later[account_of(mail)].append(mail)
                self._misses[mail] += not self._inbox.is_away(mail)
            elif mail not in self._envelopes:
                self.mails.pop(mail, None)
                del self._misses[mail]
        self.answered += len(batch) - len(later)
        return len(later) < len(batch) or not batch
