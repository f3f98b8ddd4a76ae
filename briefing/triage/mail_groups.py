"""Which mails of the agenda belong to a question about all of them: due today, waiting for an answer, from people, to sign or pay.

What triage has found out is asked, and nothing more is read. A mail to many, or one that a machine has sent, waits for nobody's answer.
"""

from datetime import datetime
from enum import StrEnum

from briefing.agenda import MailRef, ReasonKind
from briefing.mail import Envelope
from briefing.triage.urgency import deadline_today, has_deadline
from briefing.words import split_words, words_of


class Group(StrEnum):
    DUE_TODAY = "due_today"
    DEADLINE = "deadline"
    NEWSLETTERS = "newsletters"
    WAITING_FOR_ME = "waiting_for_me"
    FROM_PEOPLE = "from_people"
    TO_SIGN_OR_PAY = "to_sign_or_pay"
    IMPORTANT = "important"
    FLAGGED = "flagged"


_IMPERSONAL = frozenset({ReasonKind.BULK, ReasonKind.AUTOMATIC})
_SIGN_OR_PAY = frozenset(
    split_words(
        "sign signed signature signatures countersign pay payment payable invoice invoices bill bills fee fees overdue owe "
        "unterschreiben unterschrift unterschrieben unterzeichnen bezahlen zahlen zahlung rechnung rechnungen fällig überweisen gebühr "
        "signer signez payer paiement facture factures régler"
    )
)


def groups_of(ref: MailRef, envelope: Envelope, *, now: datetime) -> frozenset[Group]:
    """The groups that a mail belongs to, without what its kind of topic says. `now` is the user's own time."""
    kinds = {reason.kind for reason in ref.reasons}
    personal = not (envelope.bulk or envelope.automatic or kinds & _IMPERSONAL)
    is_so = {
        Group.IMPORTANT: ref.important,
        Group.FLAGGED: ref.flagged,
        Group.DUE_TODAY: not envelope.bulk and bool(deadline_today(envelope, now=now)),
        Group.DEADLINE: not envelope.bulk and has_deadline(envelope, now=now),
        Group.WAITING_FOR_ME: personal and ReasonKind.QUESTION in kinds,
        Group.FROM_PEOPLE: personal,
        Group.TO_SIGN_OR_PAY: not envelope.bulk
        and not _SIGN_OR_PAY.isdisjoint(words_of(f"{envelope.subject}\n{envelope.snippet}").vocabulary),
    }
    return frozenset(group for group, belongs in is_so.items() if belongs)
