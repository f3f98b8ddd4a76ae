"""Mail threads as the grouping sees them: the unread mails of one exchange, and whom it is tied to.

A mail thread of a provider is never taken apart; everything that joins topics works on whole threads.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from briefing.agenda import ReasonKind
from briefing.mail import Envelope
from briefing.triage.domains import organisation_of
from briefing.triage.scoring import Scored
from briefing.triage.similarity import Matter
from briefing.triage.subjects import telling_words

_MAILS_READ = 4
_PARTICIPANTS_READ = 8


@dataclass(slots=True, kw_only=True)
class Exchange:
    """The unread mails of one mail thread, oldest first; `machine` when no person wrote any of them.

    `forum` is the list that it was posted to, and empty for what matters by itself: an important post must not drag its list to the front.
    """

    mails: Sequence[Scored]
    important: bool
    machine: bool
    forum: str = ""

    @property
    def asks(self) -> bool:
        """Whether something is wanted of the user, or has to be looked after."""
        return any(mail.asks for mail in self.mails)

    @property
    def first(self) -> Envelope:
        """The oldest unread mail."""
        return self.mails[0].envelope

    @property
    def naming(self) -> Scored | None:
        """The oldest mail that is no stranger's, or is important: a topic is never called what a stranger wants where others are in it."""
        return next((mail for mail in self.mails if mail.vouched or mail.important), None)


def exchanges(scored: Iterable[Scored], own_addresses: frozenset[str] = frozenset()) -> list[Exchange]:
    """The mail threads, in the order of their smallest mail id: the same for any order of the input."""
    threads: dict[str, list[Scored]] = {}
    for mail in sorted(scored, key=_mail_id):
        thread = mail.envelope.thread_id
        known = thread if thread.partition(":")[2] else mail.envelope.mail_id  # without a thread id a mail is a thread of its own
        threads.setdefault(known, []).append(mail)
    return [_exchange(mails, own_addresses) for mails in threads.values()]


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


def _exchange(mails: list[Scored], own_addresses: frozenset[str]) -> Exchange:
    if len(mails) > 1:
        mails.sort(key=lambda mail: (mail.envelope.received_at, mail.envelope.mail_id))
    important = any(mail.important for mail in mails)
    alone = important or any(mail.asks for mail in mails)
    return Exchange(
        mails=mails,
        important=important,
        machine=not important and all(mail.has(ReasonKind.BULK) or mail.envelope.bulk or mail.envelope.automatic for mail in mails),
        forum="" if alone else _forum_of(mails[0], own_addresses),
    )


def _forum_of(mail: Scored, own_addresses: frozenset[str]) -> str:
    """The list by its header; without one, the tag before the subject or the address that all its posts go to."""
    envelope = mail.envelope
    if envelope.list_id:
        return envelope.list_id
    if (
        not own_addresses
        or envelope.automatic
        or mail.has(ReasonKind.KNOWN_SENDER)
        or any(address.email in own_addresses for address in (*envelope.to, *envelope.cc))
    ):
        return ""
    own = {organisation_of(address) for address in own_addresses}
    addresses = [address.email for address in (*envelope.to, *envelope.cc) if organisation_of(address.email) not in own | {""}]
    return f"<{addresses[0].replace('@', '.')}>" if addresses else ""


def _mail_id(mail: Scored) -> str:
    return mail.envelope.mail_id
