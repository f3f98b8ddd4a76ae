"""What a call acts on the user's mail with: consent, and everything that needs a grant from it.

One record of `Call`, so that all of it stands in one place; it decides nothing.
"""

import time
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from actions.changes.changer import Changer
from actions.changes.journal import Journal
from actions.changes.snoozes import SnoozeStore
from actions.changes.steps import Writers
from actions.changes.undo import Undo
from actions.consent.consent import Consent
from actions.sending.drafts import Draft, Drafts
from actions.sending.outbox import HOLD_S, Outbox
from actions.sending.unsubscriber import Unsubscriber
from briefing.mail import Address, MailId
from briefing.mail_action import MailAction
from knowledge.mail_wishes import MailWay
from providers.connections.credentials import Vault
from providers.sender import Senders
from providers.unsubscribe import OneClick
from session.call_records import OffAgendaActions
from session.outgoing import OnItsWay, Outgoing
from storage.database import Database

Ways = Callable[[], Awaitable[Collection[MailWay]]]
"""In which the user can be written to. May raise `DatabaseUnavailableError`."""


async def by_no_way() -> Collection[MailWay]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ActingParts:
    """The parts that `acting_of` needs: the writing halves of the user's accounts, and the databases.

    `database` holds drafts, the outbox, snoozes and the journal; `local` keeps journal entries while it is away. `own_addresses` are the
    user's, in lower case. `vault` seals what the user writes. `clock` counts the seconds after which words and questions lapse.
    """

    writers: Writers
    senders: Senders
    database: Database
    vault: Vault
    local: Database | None = None
    own_addresses: frozenset[str] = field(default=frozenset(), repr=False)
    hold_s: float = HOLD_S
    ways: Ways = by_no_way
    clock: Callable[[], float] = time.monotonic


@dataclass(slots=True, kw_only=True)
class Receipts:
    """Which actions were tried, proved and failed since the user's last words, and proved `ever` in the call. A model may claim no more.

    `changed` are those of the proved that some mail was not so already for. `missed`: a mail that the action was meant for was not found.
    `worked`: some tool succeeded, even if it only changed the pace. `whose` are those whose mails it was done to in the call, the latest
    last.
    """

    tried: set[MailAction] = field(default_factory=set)
    proved: set[MailAction] = field(default_factory=set)
    changed: set[MailAction] = field(default_factory=set)
    failed: set[MailAction] = field(default_factory=set)
    missed: set[MailAction] = field(default_factory=set)
    ever: set[MailAction] = field(default_factory=set)
    whose: dict[MailAction, list[Address]] = field(default_factory=dict, repr=False)
    worked: bool = False

    def note(self, action: MailAction, *, proved: bool, changed: bool = True, failed: bool = False, whose: Sequence[Address] = ()) -> None:
        """An action was tried; `proved`: there is a receipt. For several mails, both can hold: some proved, some failed."""
        self.tried.add(action)
        if failed or not proved:
            self.failed.add(action)
        if proved:
            self.whose.setdefault(action, []).extend(whose)
            self.proved.add(action)
            self.ever.add(action)
        if proved and changed:
            self.changed.add(action)

    def came_true(self, action: MailAction) -> None:
        """An action of an earlier turn has succeeded; this proves nothing that the current turn asked for."""
        self.ever.add(action)

    def next_turn(self) -> None:
        self.tried.clear()
        self.proved.clear()
        self.changed.clear()
        self.failed.clear()
        self.missed.clear()
        self.worked = False


@dataclass(slots=True, kw_only=True)
class ActingOnMail:
    """What one call acts with, and what it has done to mails that are not on the agenda.

    `draft` is the open draft as it was last seen; `outgoing` are the mails on their way. `kept` is the draft of a mail that was held
    back or did not leave: it is shown, but only an explicit step opens it again, so that a second, hasty "cancel" does not discard it.
    `leaves_on` are the times at which drafts are to leave, by id, as the user wanted. `thrown_away` is the draft that was discarded
    last, which can be brought back, and `wrote_in` the turn in which a draft was changed, until a later one changes mail.
    `brought_back` says when an undo put a mail back where it was. `changes` counts what was done here, by which one knows that another
    thing is the last.
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
    ways: Ways = by_no_way
    own_addresses: frozenset[str] = field(default=frozenset(), repr=False)
    receipts: Receipts = field(default_factory=Receipts)
    draft: Draft | None = None
    outgoing: Outgoing = field(default_factory=Outgoing)
    off_agenda: OffAgendaActions = field(default_factory=OffAgendaActions)
    kept: Draft | None = None
    leaves_on: dict[str, datetime] = field(default_factory=dict, repr=False)
    thrown_away: Draft | None = None
    wrote_in: str = field(default="", repr=False)
    brought_back: dict[MailId, datetime] = field(default_factory=dict)
    changes: int = 0

    def wrote(self) -> None:
        """A draft was changed in this turn."""
        self.changes += 1
        self.wrote_in = self.consent.register.turn

    def changed_mail(self) -> None:
        """Mail was changed in this turn: what was written in an earlier one is not what was done last."""
        self.changes += 1
        if self.wrote_in != self.consent.register.turn:
            self.wrote_in = ""

    @property
    def waits(self) -> Draft | None:
        """The draft that the call is about, until it was sent or thrown away."""
        return self.draft or self.kept

    @property
    def held(self) -> tuple[OnItsWay, ...]:
        """The mails that "stop" would hold back now."""
        return self.outgoing.held

    def known_as(self, mail: MailId) -> MailId:
        """The id by which the call knows a mail; moving the mail may have changed its id in the mailbox."""
        return self.changer.steps.known_as(mail)

    def id_now(self, mail: MailId) -> MailId:
        """The id that the mailbox uses now for a mail that the call knows by this id. `changer` and `undo` look it up themselves."""
        return self.changer.steps.id_now(mail)


def acting_of(acting: ActingParts, user_id: str, *, call_id: str, now: Callable[[], datetime]) -> ActingOnMail:
    consent = Consent(caller=user_id, clock=acting.clock, now=now)
    journal, snoozes = Journal(acting.database, local=acting.local), SnoozeStore(acting.database)
    changer = Changer(
        user_id=user_id, writers=acting.writers, journal=journal, register=consent.register, now=now, call_id=call_id, snoozes=snoozes
    )
    outbox = Outbox(
        acting.database,
        acting.vault,
        user_id=user_id,
        now=now,
        register=consent.register,
        hold_s=acting.hold_s,
        journal=journal,
        call_id=call_id,
        dry_run=acting.senders.dry_run,
    )
    return ActingOnMail(
        consent=consent,
        changer=changer,
        undo=Undo(steps=changer.steps, register=consent.register, held=outbox),
        journal=journal,
        snoozes=snoozes,
        drafts=Drafts(acting.database, acting.vault, user_id=user_id, own_addresses=acting.own_addresses, now=now),
        outbox=outbox,
        unsubscriber=Unsubscriber(outbox, OneClick(), register=consent.register),
        senders=acting.senders,
        ways=acting.ways,
        own_addresses=acting.own_addresses,
    )
