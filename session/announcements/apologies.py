"""Tells the caller, between two replies, which service is failing: recogniser, voice, mailbox or ledger.

A failure in the middle of an answer is told by the answer. This covers the rest. Services without events are checked whenever the
conversation falls silent, which is also when this may speak.
"""

from collections.abc import Iterable

from briefing.speech.sentences.about_failures import Trouble
from inbox.ledger.reliable_ledger import ReliableLedger
from session.announcements.account_news import as_told_until_now, tell_of_accounts, untold_of_accounts
from session.announcements.announcement import Announcement, AnnouncementOutcome, Precedence
from session.announcements.queue import MOST_TRIES
from session.call import Call
from session.floor import Conversation
from session.metrics import METRICS, Service
from session.service_health import SERVICE_OF

_HAVE_NO_EVENTS = (Trouble.MAIL_AWAY, Trouble.MEMORY_AWAY)


class Apologies:
    """The apologies of one call; `told` are the troubles that the greeting mentions."""

    def __init__(self, call: Call, conversation: Conversation, *, told: Iterable[Trouble] = ()) -> None:
        self._call = call
        self._conversation = conversation
        self._health = call.line.health
        self._apology = Announcement(says=self._next_words, precedence=Precedence.TROUBLE, in_history=True, ended=self._ended)
        self._not_told = as_told_until_now(call)
        self._cut_off = 0
        self._not_heard = False
        self._seen = set(told)
        for trouble in self._seen:
            self._health.known(trouble)

    def not_heard(self) -> None:
        """Speech of the user was lost."""
        self._not_heard = True
        self._call.announcements.put(self._apology)

    def heard(self) -> None:
        self._not_heard = False
        self._health.worked(Service.STT)

    def fell_silent(self) -> None:
        """Nobody speaks, so an apology may be said."""
        if self._not_heard or self._changed() or untold_of_accounts(self._call):
            self._call.announcements.put(self._apology)

    def _next_words(self) -> str:
        """One sentence at a time: the next one waits until something else was said."""
        self._not_told = as_told_until_now(self._call)
        if self._not_heard:
            self._not_heard = False
            return self._health.failed(Trouble.NOT_HEARD)
        for trouble in self._changed():
            if words := self._health.failed(trouble):
                if trouble in _HAVE_NO_EVENTS:
                    METRICS.count_fault(SERVICE_OF[trouble])
                return words
        return tell_of_accounts(self._call)

    def _ended(self, outcome: AnnouncementOutcome) -> None:
        """News of an account that was cut off is told again at a later silence; a user who cuts it off again and again does not want it."""
        self._cut_off += outcome is AnnouncementOutcome.INTERRUPTED
        if outcome is AnnouncementOutcome.INTERRUPTED and self._cut_off < MOST_TRIES:
            self._not_told()

    def _changed(self) -> list[Trouble]:
        """New troubles that were not told; troubles that have gone are noted as well."""
        before, self._seen = self._seen, self._to_see()
        for trouble in before - self._seen:
            self._health.worked(SERVICE_OF[trouble])
        return [trouble for trouble in Trouble if trouble in self._seen and not self._health.was_told(trouble)]

    def _to_see(self) -> set[Trouble]:
        """The troubles that exist now, among those without events."""
        voice = self._conversation.voice_trouble
        ledger = self._call.records.ledger
        looks = {
            Trouble.OTHER_VOICE: voice is Trouble.OTHER_VOICE,
            Trouble.NO_VOICE: voice is Trouble.NO_VOICE,
            Trouble.MAIL_AWAY: bool(self._call.mail.inbox.away),
            Trouble.MEMORY_AWAY: isinstance(ledger, ReliableLedger) and ledger.away,
        }
        return {trouble for trouble, there in looks.items() if there}
