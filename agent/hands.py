"""What a call can do to the user's mail, and whether it may: their consent, and all that needs a warrant of it.

One record beside `Call`, so that what acts is seen in one place; it decides nothing.
"""

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from actions.changing import Changer
from actions.consent import Consent
from actions.deeds import Deed
from actions.drafts import Draft, Drafts
from actions.journal import Journal
from actions.outbox import HOLD_S, Outbox
from actions.payloads import Payload
from actions.snoozes import SnoozeStore
from actions.steps import Writers
from actions.undo import Undo, Wanted
from actions.unsubscribing import Unsubscriber
from actions.utterances import Utterance
from briefing.mail import MailId
from providers.sending import Senders
from providers.unsubscribe import OneClick
from storage.database import Database

MEANT_WITHIN_S = 60.0
"""So long a yes may be to a question that something came in between; later it is to something else."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Acting:
    """What acting is made of, for any call of any user: the writing halves of the user's accounts, and where things are written down.

    `database` is where drafts, the outbox, snoozes and the journal are; `local` keeps journal entries while it is away. `own_addresses` are
    the user's, in lower case.
    """

    writers: Writers
    senders: Senders
    database: Database
    local: Database | None = None
    own_addresses: frozenset[str] = frozenset()
    hold_s: float = HOLD_S


@dataclass(slots=True, kw_only=True)
class Receipts:
    """What was proved, and what was tried, so that nothing else is claimed: since the user's last words, and in the call.

    `worked`: some tool did what it was called for, if only that the voice is slower now.
    """

    tried: set[Deed] = field(default_factory=set)
    proved: set[Deed] = field(default_factory=set)
    ever: set[Deed] = field(default_factory=set)
    worked: bool = False

    def note(self, deed: Deed, *, proved: bool) -> None:
        """A deed was tried, and there is a receipt for it or not."""
        self.tried.add(deed)
        if proved:
            self.proved.add(deed)
            self.ever.add(deed)

    def next_turn(self) -> None:
        """The user has said something."""
        self.tried.clear()
        self.proved.clear()
        self.worked = False


@dataclass(slots=True, kw_only=True)
class Hands:
    """What one call acts with.

    `asked` is what the last question was about, until something else is asked for; `wakes_at` is until when the mail is to sleep that
    was asked about, and `undoing` what was to be undone. `said` is what the user said in the last two turns, and `open` are the mails
    that they could mean by "it" in the last, the likeliest first. `lapsed` is a question that something came in between. `draft` is
    what is being written, as it was seen last, `held` the id of the mail that can still be held back, and `sending` is set when another
    was put into the outbox. `leaves_at` is when that mail leaves, and `kept` the draft of one that did not leave: shown, but only a
    hand on it opens it again, so that a second "cancel" in a fright does not throw it away. `awaits_words`: the user was asked what the
    draft shall say.
    """

    consent: Consent
    changer: Changer
    undo: Undo
    journal: Journal
    snoozes: SnoozeStore
    drafts: Drafts
    outbox: Outbox
    unsubscriber: Unsubscriber
    senders: Senders
    own_addresses: frozenset[str] = frozenset()
    receipts: Receipts = field(default_factory=Receipts)
    asked: Payload | None = None
    lapsed: Payload | None = None
    lapsed_at: float = -math.inf
    said: deque[str] = field(default_factory=lambda: deque(maxlen=2))
    open: tuple[MailId, ...] = ()
    draft: Draft | None = None
    wakes_at: datetime | None = None
    undoing: Wanted = field(default_factory=Wanted)
    held: str = ""
    leaves_at: datetime | None = None
    kept: Draft | None = None
    sending: asyncio.Event = field(default_factory=asyncio.Event)
    awaits_words: bool = False

    def hear(self, utterance: Utterance) -> None:
        """One committed turn of the user's; what it is answered with comes after."""
        self.receipts.next_turn()
        self.said.append(utterance.words)
        self.open = utterance.open
        self.consent.hear(utterance)

    @property
    def words(self) -> str:
        """What the user said last."""
        return self.said[-1] if self.said else ""

    def ask(self, payload: Payload) -> str:
        """Open the question whether to do this; returns the sentence to say."""
        self.asked, self.lapsed = payload, None
        return self.consent.ask(payload)

    def let_lapse(self) -> None:
        """Something else is done: the open question is void, and a yes that is said to it all the same has it put again."""
        if self.asked is not None:
            self.lapsed, self.lapsed_at = self.asked, time.monotonic()
        self.asked = None

    @property
    def to_ask_again(self) -> Payload | None:
        """What a bare yes may still be meant for."""
        return self.lapsed if time.monotonic() - self.lapsed_at < MEANT_WITHIN_S else None


def hands_of(acting: Acting, user_id: str, *, call_id: str, now: Callable[[], datetime]) -> Hands:
    """The hands of one call."""
    consent = Consent(caller=user_id)
    journal, snoozes = Journal(acting.database, local=acting.local), SnoozeStore(acting.database)
    changer = Changer(
        user_id=user_id, writers=acting.writers, journal=journal, book=consent.book, now=now, call_id=call_id, snoozes=snoozes
    )
    outbox = Outbox(acting.database, user_id=user_id, now=now, book=consent.book, hold_s=acting.hold_s, journal=journal, call_id=call_id)
    return Hands(
        consent=consent,
        changer=changer,
        undo=Undo(steps=changer.steps, book=consent.book, held=outbox),
        journal=journal,
        snoozes=snoozes,
        drafts=Drafts(acting.database, user_id=user_id, own_addresses=acting.own_addresses, now=now),
        outbox=outbox,
        unsubscriber=Unsubscriber(outbox, OneClick(), book=consent.book),
        senders=acting.senders,
        own_addresses=acting.own_addresses,
    )
