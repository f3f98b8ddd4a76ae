"""How much a mail matters to its reader, with reasons that can be spoken.

A sum of weights and not a trained model, because each point must be explainable in three words to the person listening. What the user
told us (VIPs, keywords, flags) weighs most. A mail's own claims ("urgent!") weigh least, and a third of that from a stranger, because
anyone can write them. Bulk and automatic mail loses points, so that a VIP's newsletter comes after the VIP's question.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from operator import itemgetter
from types import MappingProxyType

from briefing.agenda import MailRef, Reason, ReasonKind, is_among
from briefing.mail import Envelope, MailId, Preferences, ThreadId
from briefing.speech.content.mass_mail import reads_like_mass_mail
from briefing.speech.content.voices import relays_a_person, speaks_as_person, through_platform
from briefing.triage.asks import names_deadline, wish_in
from briefing.triage.domains import organisation_of
from briefing.triage.due import due_of
from briefing.triage.keywords import Keywords
from briefing.triage.needs import has_to_be_looked_after, left_over
from briefing.triage.traps import bears_a_name_of, claimed_in, known_names, looks_like_a_trap
from briefing.words import Words, words_of

WEIGHTS: Mapping[ReasonKind, float] = MappingProxyType(
    {
        ReasonKind.ASKED_AGAIN: 5.0,
        ReasonKind.VIP: 5.0,
        ReasonKind.KEYWORD: 5.0,
        ReasonKind.FLAGGED: 5.0,
        ReasonKind.ANSWERS_ME: 2.5,
        ReasonKind.INVITATION: 2.5,
        ReasonKind.KNOWN_SENDER: 2.0,
        ReasonKind.IMPORTANT: 2.0,
        ReasonKind.NEEDS_ACTION: 2.0,
        ReasonKind.QUESTION: 1.5,
        ReasonKind.DEADLINE: 1.5,
        ReasonKind.REQUEST: 1.0,
        ReasonKind.TO_ME: 1.0,
        ReasonKind.APPOINTMENT: 0.25,
        ReasonKind.NAMESAKE: 0.0,
        ReasonKind.BUSY_THREAD: 0.5,
        ReasonKind.AUTOMATIC: -2.5,
        ReasonKind.BULK: -3.0,
    }
)
"""Points per reason. Only their order and `IMPORTANT_FROM` carry meaning.

A day that is named is the one quarter among halves: it orders mails, and never makes one important that would not be so without it.
"""

IMPORTANT_FROM = 5.0
"""From this score on a mail is important: one clear word of the user's own (VIP, keyword, flag), or several signs together."""

STRANGERS_SHARE = 1 / 3
"""The share of a stranger's claims (question, deadline, busy thread, what needs action) that counts: they alone make nothing important."""

FEW_COPIES = 2
"""A mail is sent to the user directly when nobody else is its addressee and no more people than this get a copy."""

BUSY_FROM = 3
BUSY_WITHIN = timedelta(days=2)
"""A thread is busy when it got this many unread mails in the time before now."""

_SUBJECT_READ = 300
_SNIPPET_READ = 600  # a hostile mail cannot make us read more

_ASKS = frozenset(
    {ReasonKind.QUESTION, ReasonKind.REQUEST, ReasonKind.DEADLINE, ReasonKind.APPOINTMENT, ReasonKind.INVITATION, ReasonKind.NEEDS_ACTION}
)
_CLAIMS = _ASKS | {ReasonKind.BUSY_THREAD}
_OF_STRANGERS = {kind: points * STRANGERS_SHARE if kind in _CLAIMS else points for kind, points in WEIGHTS.items()}
_OF_STRANGERS[ReasonKind.NEEDS_ACTION] = WEIGHTS[ReasonKind.TO_ME]  # which a machine's mail never gets
_POINTS = itemgetter(0)
_PLAIN = {kind: Reason(kind=kind) for kind in ReasonKind}


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals:
    """What is known beside the envelopes: the user's preferences, whom they wrote to, and the mailboxes' id sets.

    `written_to` holds addresses in lower case; `now` is timezone-aware; `asked_again` is what the user has put off until now. The id sets
    speak for mails whose envelope is not loaded, and count beside what an envelope says of itself.
    """

    now: datetime
    preferences: Preferences = field(default_factory=Preferences)
    written_to: frozenset[str] = frozenset()
    important: frozenset[MailId] = frozenset()
    flagged: frozenset[MailId] = frozenset()
    to_me: frozenset[MailId] = frozenset()
    from_vips: frozenset[MailId] = frozenset()
    asked_again: frozenset[MailId] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A mail with its score and the reasons behind it, weightiest first."""

    envelope: Envelope
    score: float
    reasons: tuple[Reason, ...]
    asks: bool = False
    due: datetime | None = None
    vouched: bool = False

    @property
    def important(self) -> bool:
        """Whether the score passes the mark for being named in the greeting."""
        return self.score >= IMPORTANT_FROM

    def has(self, kind: ReasonKind) -> bool:
        """Whether a reason of that kind stands behind the score."""
        return is_among(kind, self.reasons)

    def ref(self) -> MailRef:
        """The mail as the agenda knows it."""
        mail = self.envelope
        return MailRef(
            mail_id=mail.mail_id,
            thread_id=mail.thread_id,
            subject=mail.subject,
            sender=mail.sender,
            received_at=mail.received_at,
            flagged=self.has(ReasonKind.FLAGGED),
            important=self.important,
            score=self.score,
            reasons=self.reasons,
            asks=self.asks,
            due=self.due,
            vouched=self.vouched,
        )


def score(envelopes: Sequence[Envelope], signals: Signals) -> list[Scored]:
    """Score every mail, in the order given. Linear in the number of mails; equal input gives equal scores in any order."""
    judge = _Judge(envelopes, signals)
    return [judge.scored(envelope) for envelope in envelopes]


class _Judge:
    """The signals, made ready for being asked about many mails."""

    def __init__(self, envelopes: Sequence[Envelope], signals: Signals) -> None:
        self._signals = signals
        self._keywords = Keywords(signals.preferences.keywords)
        self._own = signals.preferences.own_addresses
        self._own_organisations = frozenset(organisation_of(address) for address in self._own) - {""}
        self._organisations = frozenset(map(organisation_of, signals.written_to)) - {""}
        self._trusted: dict[str, bool] = {}  # each is asked about several times a mail
        self._dues: dict[MailId, datetime | None] = {}
        self._names = known_names({mail.sender for mail in envelopes}, signals.written_to - self._own)
        since = signals.now - BUSY_WITHIN
        recent = [mail for mail in envelopes if mail.received_at >= since]
        self._recent: Counter[ThreadId] = Counter(mail.thread_id for mail in recent)
        self._voices: Counter[ThreadId] = Counter(thread for thread, _ in {(mail.thread_id, mail.sender.email) for mail in recent})

    def scored(self, mail: Envelope) -> Scored:
        words = words_of(f"{mail.subject[:_SUBJECT_READ]}\n{mail.snippet[:_SNIPPET_READ]}")
        credible = self._is_credible(mail)
        vouched = credible or organisation_of(mail.sender.email) in self._organisations
        many = mail.bulk or (not credible and reads_like_mass_mail(mail, words))
        said = [*self._about_text(mail, words, many)]
        if said:
            idle = _ASKS if not vouched and looks_like_a_trap(mail.sender, words) else left_over(mail, words)
            said = [reason for reason in said if reason.kind not in idle] if idle else said
        reasons = [*self._about_sender(mail, vouched), *self._about_exchange(mail, many), *said]
        reasons += self._against(mail, reasons, many)
        points = WEIGHTS if credible else _OF_STRANGERS
        weighed = [(points[reason.kind], reason) for reason in reasons]
        weighed.sort(key=_POINTS, reverse=True)
        asks = self._asks(mail, kinds := {reason.kind for reason in reasons}, vouched)
        return Scored(
            envelope=claimed_in(mail) if ReasonKind.NAMESAKE in kinds else mail,
            score=sum(map(_POINTS, weighed)),
            reasons=tuple(reason for _, reason in weighed),
            asks=asks,
            due=self._due(mail, words) if asks else None,
            vouched=vouched,
        )

    def _asks(self, mail: Envelope, kinds: set[ReasonKind], vouched: bool) -> bool:
        """Whether something is wanted of the user in person: anybody's wish counts, the claim of a mail to many does not.

        The day that a mail names may order it where its sender is vouched for: a colleague of people whom the user writes to is no stranger
        either.
        """
        if ReasonKind.NEEDS_ACTION in kinds:
            return True
        if ReasonKind.BULK in kinds:  # a question is heard in it only if a person put it, and to the user
            return not kinds.isdisjoint({ReasonKind.QUESTION, ReasonKind.REQUEST}) and self._names_me(mail)
        asks = _ASKS if vouched else _ASKS - {ReasonKind.APPOINTMENT}  # "Our fair opens on Friday" asks for nothing
        return not kinds.isdisjoint(asks) and self._is_by_person(mail) and self._is_for_me(mail)

    def _about_sender(self, mail: Envelope, vouched: bool) -> Iterator[Reason]:
        if mail.sender.email in self._signals.preferences.vips or mail.mail_id in self._signals.from_vips:
            yield _PLAIN[ReasonKind.VIP]
        if self._is_known(mail):
            yield _PLAIN[ReasonKind.KNOWN_SENDER]
        elif not vouched and bears_a_name_of(mail.sender, self._names):
            yield _PLAIN[ReasonKind.NAMESAKE]

    def _about_exchange(self, mail: Envelope, many: bool) -> Iterator[Reason]:
        if mail.mail_id in self._signals.asked_again:
            yield _PLAIN[ReasonKind.ASKED_AGAIN]
        if mail.flagged or mail.mail_id in self._signals.flagged:
            yield _PLAIN[ReasonKind.FLAGGED]
        if mail.important or mail.mail_id in self._signals.important:
            yield _PLAIN[ReasonKind.IMPORTANT]
        if self._answers_me(mail) and not mail.automatic:  # "I am out of office" answers nothing
            yield _PLAIN[ReasonKind.ANSWERS_ME]
        if many or mail.automatic:
            return  # every newsletter is addressed to its reader, and a machine's burst is not an exchange
        if self._is_to_me(mail):
            yield _PLAIN[ReasonKind.TO_ME]
        if (busy := self._recent[mail.thread_id]) >= BUSY_FROM and self._voices[mail.thread_id] > 1 and mail.thread_id.partition(":")[2]:
            yield Reason(kind=ReasonKind.BUSY_THREAD, detail=str(busy))

    def _about_text(self, mail: Envelope, words: Words, many: bool) -> Iterator[Reason]:
        if keyword := self._keywords.first_in(words):
            yield Reason(kind=ReasonKind.KEYWORD, detail=keyword)
        if mail.invitation:
            yield _PLAIN[ReasonKind.INVITATION]
        if not speaks_as_person(mail) and has_to_be_looked_after(mail, words, many=many):
            yield _PLAIN[ReasonKind.NEEDS_ACTION]
        to_all = many and not self._is_post_of_acquaintance(mail)
        by_person = self._is_by_person(mail)
        wish = wish_in(words) if to_all or by_person else None
        if wish is None and relays_a_person(mail, mail.snippet):
            wish = ReasonKind.REQUEST
        if to_all and not (wish and self._is_post_to_me(mail)):
            return  # "Ready for summer?" and "Ends tonight!" ask nothing of this reader
        if wish and by_person:
            yield _PLAIN[wish]
        if names_deadline(words):
            yield _PLAIN[ReasonKind.DEADLINE]
        elif not mail.automatic and self._due(mail, words) is not None:
            yield _PLAIN[ReasonKind.APPOINTMENT]

    def _due(self, mail: Envelope, words: Words) -> datetime | None:
        if mail.mail_id not in self._dues:
            self._dues[mail.mail_id] = due_of(words, written=mail.received_at, now=self._signals.now)
        return self._dues[mail.mail_id]

    def _against(self, mail: Envelope, found: Sequence[Reason], many: bool) -> Iterator[Reason]:
        # A flag is the user's own hand on this very mail, and so is putting it off: nothing speaks against it. Alerts are what keywords
        # are for, so a machine may send one; advertising that happens to hold the word may not.
        if not (many or mail.automatic):
            return
        kinds = {reason.kind for reason in found}
        if kinds & {ReasonKind.FLAGGED, ReasonKind.ASKED_AGAIN, ReasonKind.NEEDS_ACTION}:
            return  # what has to be looked after is ranked by that, not by being automatic
        if many:
            yield _PLAIN[ReasonKind.BULK]
        elif ReasonKind.KEYWORD not in kinds:
            yield _PLAIN[ReasonKind.AUTOMATIC]

    def _is_known(self, mail: Envelope) -> bool:
        # A mail that claims to come from the user's own address proves nothing.
        return mail.sender.email in self._signals.written_to and mail.sender.email not in self._own

    def _answers_me(self, mail: Envelope) -> bool:
        # Whoever has seen a mail of the user's can refer to it: an answer is from somebody the user wrote to, or their organisation.
        return mail.answers_me and (self._is_known(mail) or organisation_of(mail.sender.email) in self._organisations)

    def _is_post_of_acquaintance(self, mail: Envelope) -> bool:
        # Posts go to a list's own address; a newsletter, be it a friend's, goes to each reader's.
        return mail.answers_me or (self._is_known(mail) and all(address.email not in self._own for address in mail.to))

    @staticmethod
    def _is_by_person(mail: Envelope) -> bool:
        return not mail.automatic or through_platform(mail) or relays_a_person(mail, mail.snippet)

    def _is_post_to_me(self, mail: Envelope) -> bool:
        # A person who posts to a list, and puts the user beside it: mentioned, assigned, asked to look.
        return bool(mail.list_id) and not mail.invitation and self._names_me(mail) and speaks_as_person(mail)

    def _is_for_me(self, mail: Envelope) -> bool:
        return not mail.to or not self._own or self._names_me(mail) or mail.mail_id in self._signals.to_me or self._is_credible(mail)

    def _names_me(self, mail: Envelope) -> bool:
        return any(address.email in self._own for address in (*mail.to, *mail.cc))

    def _is_to_me(self, mail: Envelope) -> bool:
        if len(mail.cc) > FEW_COPIES:
            return False
        if len(mail.to) <= 1 and mail.mail_id in self._signals.to_me:
            return True  # the mailbox may know addresses of the user that the preferences do not
        return bool(mail.to) and all(address.email in self._own for address in mail.to)

    def _is_credible(self, mail: Envelope) -> bool:
        email = mail.sender.email
        if self._answers_me(mail) or mail.mail_id in self._signals.from_vips:
            return True
        if email not in self._trusted:
            belongs = email in self._signals.preferences.vips or organisation_of(email) in self._own_organisations
            self._trusted[email] = belongs or self._is_known(mail)
        return self._trusted[email]
