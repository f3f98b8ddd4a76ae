"""Changes of the inbox on their way into a call: new mail is read and compared with the ledger before the user is told.

Reading takes time, and the call goes on meanwhile. So changes are drained, read and kept here in order, and the call takes them in one step
during its turn. A mail whose account is away stays here until it can be read. One that does not load although its account answers is handed
over by its id alone after `MOST_TRIES`, so that the user can be told it is missing; from then on it is requested less and less often.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass

from briefing.mail import Envelope, MailId
from inbox.unified import UnifiedInbox

FIRST_PAUSE_S = 10.0
LONGEST_PAUSE_S = 60.0

MOST_TRIES = 4
"""Tries while the account answers, before a mail is handed over by its id alone: about a minute."""

Known = Callable[[Sequence[MailId]], Awaitable[Collection[MailId]]]
"""Which of these mails the ledger has marks of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """The mail with this envelope came in; without one, the mail was read, archived or deleted elsewhere."""

    mail_id: MailId
    envelope: Envelope | None = None


class Incoming:
    """Changes that were read and not taken yet. Belongs to one event loop."""

    def __init__(self) -> None:
        self._reading = asyncio.Lock()
        self._to_read: dict[MailId, None] = {}
        self._tries: Counter[MailId] = Counter()
        self._pause_s = 0.0
        self._happened: list[Happening] = []
        self._not_loaded: dict[MailId, Envelope | None] = {}
        self._woken: set[MailId] = set()

    @property
    def read_again_after_s(self) -> float | None:
        """When to read again without news of the inbox; None if everything was read and taken."""
        if not self._to_read and not self._not_loaded:
            return None
        return max(self._pause_s, FIRST_PAUSE_S)

    async def read(self, inbox: UnifiedInbox, known: Known) -> None:
        """Drain the inbox and read the new mail. Mail that the ledger knows was heard before, and is dropped."""
        async with self._reading:
            changes = inbox.drain_changes()
            for mail in changes.gone:
                self._leave(mail)
            self._to_read.update(dict.fromkeys(changes.arrived))
            if changes.arrived:
                self._pause_s = 0.0
            if self._to_read:
                await self._read(inbox, known)

    def wake(self, mails: Collection[MailId]) -> None:
        """These snoozed mails woke: they come in with the next reading, although the ledger knows them."""
        self._to_read.update(dict.fromkeys(mails))
        self._woken.update(mails)

    def take(self) -> tuple[Happening, ...]:
        """The changes in order; the caller applies them to the call."""
        happened, self._happened = tuple(self._happened), []
        return happened

    def take_not_loaded(self) -> tuple[Happening, ...]:
        """The same for mail that did not load: without an envelope only its id is known, with one it loaded after all."""
        taken, self._not_loaded = self._not_loaded, {}
        return tuple(Happening(mail_id=mail, envelope=envelope) for mail, envelope in taken.items())

    def _leave(self, mail: MailId) -> None:
        """A mail that left before it was handed over is not told."""
        handed_over = mail not in self._to_read or self._handed_over(mail)
        self._not_loaded.pop(mail, None)
        self._drop(mail)
        if handed_over:
            self._happened.append(Happening(mail_id=mail))

    async def _read(self, inbox: UnifiedInbox, known: Known) -> None:
        asked = tuple(self._to_read)
        heard_before = set(await known(asked)) - self._woken
        new = [mail for mail in asked if mail not in heard_before]
        read = await inbox.news(new)
        envelopes = {envelope.mail_id: envelope for envelope in read.found}
        later = set(read.not_loaded)
        self._pause_s = 0.0 if envelopes else min(2 * self._pause_s or FIRST_PAUSE_S, LONGEST_PAUSE_S)
        for mail in asked:
            if mail not in later:
                self._answered(mail, envelopes.get(mail))
            elif not inbox.is_away(mail):
                self._did_not_load(mail)

    def _answered(self, mail: MailId, envelope: Envelope | None) -> None:
        handed_over = self._handed_over(mail)
        self._not_loaded.pop(mail, None)
        self._drop(mail)
        if envelope is not None and handed_over:
            self._not_loaded[mail] = envelope
        elif envelope is not None:
            self._happened.append(Happening(mail_id=mail, envelope=envelope))

    def _did_not_load(self, mail: MailId) -> None:
        self._tries[mail] += 1
        if self._tries[mail] == MOST_TRIES:
            self._not_loaded[mail] = None

    def _drop(self, mail: MailId) -> None:
        self._woken.discard(mail)
        self._to_read.pop(mail, None)
        del self._tries[mail]

    def _handed_over(self, mail: MailId) -> bool:
        """Whether the call has the id alone."""
        return self._tries[mail] >= MOST_TRIES and mail not in self._not_loaded
