"""Mail that comes in while the call runs: what became of each, and when the user is told.

    WAITING --announce--> ANNOUNCED --accept--> ACCEPTED
    WAITING, ANNOUNCED --set_aside--> SET_ASIDE
    WAITING --leave--> GONE_UNTOLD --come_back--> WAITING
    ANNOUNCED --leave--> GONE_TOLD --come_back--> ANNOUNCED

Only a WAITING mail can be announced, and a mail that the user was told of never becomes WAITING again, so that nobody hears of a mail
twice. An arrival that was accepted or set aside is on the agenda, where the tracker takes over.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from briefing.agenda import MailRef
from briefing.mail import MailId


class ArrivalState(StrEnum):
    WAITING = "waiting"
    ANNOUNCED = "announced"
    ACCEPTED = "accepted"
    SET_ASIDE = "set_aside"
    GONE_UNTOLD = "gone_untold"
    GONE_TOLD = "gone_told"


class ArrivalEvent(StrEnum):
    ANNOUNCE = "announce"
    ACCEPT = "accept"
    SET_ASIDE = "set_aside"
    LEAVE = "leave"
    COME_BACK = "come_back"


TRANSITIONS: Mapping[tuple[ArrivalState, ArrivalEvent], ArrivalState] = MappingProxyType(
    {
        (ArrivalState.WAITING, ArrivalEvent.ANNOUNCE): ArrivalState.ANNOUNCED,
        (ArrivalState.WAITING, ArrivalEvent.SET_ASIDE): ArrivalState.SET_ASIDE,
        (ArrivalState.WAITING, ArrivalEvent.LEAVE): ArrivalState.GONE_UNTOLD,
        (ArrivalState.ANNOUNCED, ArrivalEvent.ACCEPT): ArrivalState.ACCEPTED,
        (ArrivalState.ANNOUNCED, ArrivalEvent.SET_ASIDE): ArrivalState.SET_ASIDE,
        (ArrivalState.ANNOUNCED, ArrivalEvent.LEAVE): ArrivalState.GONE_TOLD,
        (ArrivalState.GONE_UNTOLD, ArrivalEvent.COME_BACK): ArrivalState.WAITING,
        (ArrivalState.GONE_TOLD, ArrivalEvent.COME_BACK): ArrivalState.ANNOUNCED,
    }
)


class IllegalArrivalEventError(Exception):
    """The event does not lead anywhere from the arrival's state; nothing was changed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """One mail that came in. `urgent` says that it does not wait for the end of the topic."""

    mail: MailRef
    urgent: bool = False
    state: ArrivalState = ArrivalState.WAITING

    @property
    def mail_id(self) -> MailId:
        return self.mail.mail_id

    def allows(self, event: ArrivalEvent) -> bool:
        """Whether `after` would accept the event."""
        return (self.state, event) in TRANSITIONS

    def after(self, event: ArrivalEvent) -> "Arrival":
        if not self.allows(event):
            raise IllegalArrivalEventError(f"{self.state} has no {event}")
        return replace(self, state=TRANSITIONS[self.state, event])


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What goes on in the call, as far as it decides whether one may speak unasked.

    `users_turn` lasts until its answer is over. `answering`: the agent is in a reply, at the end of a sentence. `settled`: the user has
    said nothing for a while. `topic_over`: nothing but the current mail is left of the topic. `between_topics`: the user has moved on, and
    the next topic has not begun. `agenda_over`: there is no current mail. `asked` is a question about changing a mailbox, `offered` any
    other offer, that is not answered yet.
    """

    users_turn: bool = False
    answering: bool = False
    settled: bool = False
    topic_over: bool = False
    between_topics: bool = False
    agenda_over: bool = False
    asked: bool = False
    offered: bool = False

    @property
    def allows_urgent(self) -> bool:
        """Nobody is interrupted, and no question is open whose "yes" would change a mailbox."""
        return not (self.users_turn or self.asked)

    @property
    def allows_any(self) -> bool:
        """At the end of a topic the user gets time for the last mail of it first; at the end of the agenda there is nothing to wait for."""
        over = (self.between_topics or self.agenda_over) and not self.offered
        return self.allows_urgent and not self.answering and (over or (self.settled and (self.topic_over or self.agenda_over)))


class Arrivals:
    """All mail that came in during one call. Everything returned is oldest first."""

    def __init__(self) -> None:
        self._arrivals: dict[MailId, Arrival] = {}

    @property
    def waiting(self) -> tuple[Arrival, ...]:
        """Those the user has not been told of."""
        return self._in(ArrivalState.WAITING)

    @property
    def announced(self) -> tuple[Arrival, ...]:
        """Those the user was told of and has neither accepted nor declined."""
        return self._in(ArrivalState.ANNOUNCED)

    def state_of(self, mail_id: MailId) -> ArrivalState | None:
        """Where a mail stands; None for one that did not arrive in this call."""
        arrival = self._arrivals.get(mail_id)
        return None if arrival is None else arrival.state

    def come(self, mail: MailRef, *, urgent: bool) -> None:
        """A mail has come in, for the first time or after it was gone; one that is here already stays as it is."""
        known = self._arrivals.get(mail.mail_id)
        if known is None:
            self._arrivals[mail.mail_id] = Arrival(mail=mail, urgent=urgent)
        else:
            self._happen(known, ArrivalEvent.COME_BACK)

    def update(self, mail: MailRef, *, urgent: bool) -> None:
        """More is known of a mail that the user has not been told of; any other stays as it was."""
        known = self._arrivals.get(mail.mail_id)
        if known is not None and known.state is ArrivalState.WAITING:
            self._arrivals[mail.mail_id] = replace(known, mail=mail, urgent=urgent)

    def leave(self, mail_ids: Iterable[MailId]) -> None:
        """These were read, archived or deleted elsewhere. Mails that did not arrive in this call, or are on the agenda, are left alone."""
        for mail_id in mail_ids:
            if arrival := self._arrivals.get(mail_id):
                self._happen(arrival, ArrivalEvent.LEAVE)

    def due(self, moment: Situation) -> tuple[Arrival, ...]:
        """Those to tell of now."""
        if moment.allows_any:
            return self.waiting
        return tuple(arrival for arrival in self.waiting if arrival.urgent) if moment.allows_urgent else ()

    def announce(self, arrivals: Collection[Arrival]) -> None:
        """The user is being told of these. Raises `IllegalArrivalEventError` for one that is not waiting; then nothing is changed."""
        told = [self._arrivals[arrival.mail_id].after(ArrivalEvent.ANNOUNCE) for arrival in arrivals]
        self._arrivals.update({arrival.mail_id: arrival for arrival in told})

    def accept(self) -> tuple[MailRef, ...]:
        """The user wants to hear what was announced: these go on the agenda, next."""
        return self._take(self.announced, ArrivalEvent.ACCEPT)

    def set_aside(self, *, untold: bool = False) -> tuple[MailRef, ...]:
        """What was announced is not wanted now: these go to the end of the agenda. `untold`: at the end of a call, the others as well."""
        return self._take((*self.announced, *(self.waiting if untold else ())), ArrivalEvent.SET_ASIDE)

    def forget(self, mail_ids: Iterable[MailId]) -> None:
        """These turned out to stand on the agenda already, where the listing put them."""
        self._take([self._arrivals[mail_id] for mail_id in mail_ids], ArrivalEvent.SET_ASIDE)

    def _in(self, state: ArrivalState) -> tuple[Arrival, ...]:
        return tuple(arrival for arrival in self._arrivals.values() if arrival.state is state)

    def _take(self, arrivals: Collection[Arrival], event: ArrivalEvent) -> tuple[MailRef, ...]:
        for arrival in arrivals:
            self._happen(arrival, event)
        return tuple(arrival.mail for arrival in arrivals)

    def _happen(self, arrival: Arrival, event: ArrivalEvent) -> None:
        """Let the event happen where it can; one that comes too late changes nothing."""
        if arrival.allows(event):
            self._arrivals[arrival.mail_id] = arrival.after(event)
