"""Mail threads as the grouping sees them: the unread mails of one exchange, and whom it is tied to.

A mail thread of a provider is never taken apart; everything that joins topics works on whole threads.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from briefing.mail import Envelope
from briefing.triage.domains import organisation_of
from briefing.triage.scoring import Scored
from briefing.triage.similarity import Matter
from briefing.triage.subjects import telling_words

_MAILS_READ = 4
_PARTICIPANTS_READ = 8


@dataclass(slots=True, kw_only=True)
class Exchange:
    """The unread mails of one mail thread, oldest first; `machine` when no person wrote any of them."""

    mails: Sequence[Scored]
    important: bool
    machine: bool

    @property
    def first(self) -> Envelope:
        """The oldest unread mail."""
        return self.mails[0].envelope


def exchanges(scored: Iterable[Scored]) -> list[Exchange]:
    """The mail threads, in the order of their smallest mail id: the same for any order of the input."""
    threads: dict[str, list[Scored]] = {}
    for mail in sorted(scored, key=_mail_id):
        thread = mail.envelope.thread_id
        known = thread if thread.partition(":")[2] else mail.envelope.mail_id  # without a thread id a mail is a thread of its own
        threads.setdefault(known, []).append(mail)
    return [_exchange(mails) for mails in threads.values()]


def matter_of(exchange: Exchange, own_addresses: frozenset[str], own_organisations: frozenset[str]) -> Matter:
    """What the thread is compared by.

    The user and, since everyone there writes to them, the user's own organisation tie nothing together. Mail without a telling
    subject is tied by its sender alone.
    """
    mails = [mail.envelope for mail in exchange.mails[:_MAILS_READ]]
    ties = {mail.sender.email for mail in mails}
    subject = telling_words(exchange.first.subject)
    if subject:
        ties.update([organisation_of(sender) for sender in ties])
        for mail in mails:
            ties.update([address.email for address in (*mail.to, *mail.cc)[:_PARTICIPANTS_READ]], (mail.list_id,))
    return Matter(subject or _NO_SUBJECT, frozenset(ties) - own_addresses - own_organisations - _NOBODY)


_NO_SUBJECT = _NOBODY = frozenset({""})


def _exchange(mails: list[Scored]) -> Exchange:
    if len(mails) > 1:
        mails.sort(key=lambda mail: (mail.envelope.received_at, mail.envelope.mail_id))
    important = any(mail.important for mail in mails)
    return Exchange(
        mails=mails,
        important=important,
        machine=not important and all(mail.envelope.bulk or mail.envelope.automatic for mail in mails),
    )


def _mail_id(mail: Scored) -> str:
    return mail.envelope.mail_id
