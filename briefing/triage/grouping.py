"""From scored mails to topics: what is presented together, and what it is called.

By mail thread first, then by likeness (threads on the same matter among the same people; those in which the same strangers talk; all mail
of one machine; all mail of one list, which nothing but its list joins), with a minimum of two. What stays alone is a topic of its own if it
is important; else it joins what asks something, the newsletters, the notifications or "Other messages". Only unimportant machine mail is
joined by its sender alone: an important alert must not drag thirty others along to the front.
"""

from collections.abc import Iterator, Sequence

from briefing.agenda import MailRef, ReasonKind, Topic, TopicKind
from briefing.mail import Envelope
from briefing.speech.content.names import organisation, spoken_name
from briefing.speech.content.voices import speaks_to_many
from briefing.triage.common_talk import join_common_talk
from briefing.triage.disjoint_sets import Unions
from briefing.triage.domains import organisation_of
from briefing.triage.exchanges import Exchange, exchanges, matter_of
from briefing.triage.scoring import Scored
from briefing.triage.similarity import join_alike
from briefing.triage.topic_labels import list_name, shared_label, subject_label

OTHER_MESSAGES = "Other messages"
ASKED = "Questions, deadlines and appointments"
_PILES = {
    TopicKind.ASKS: ASKED,
    TopicKind.NEWSLETTERS: "Newsletters",
    TopicKind.NOTIFICATIONS: "Notifications",
    TopicKind.OTHER: OTHER_MESSAGES,
}


def group(scored: Sequence[Scored], *, own_addresses: frozenset[str] = frozenset()) -> list[Topic]:
    """Every mail in exactly one topic, the topics in no order that means anything. `own_addresses` are the user's, in lower case.

    Linear but for one sort. The topics are the same for any order of the input; each mail id must occur once.
    """
    threads = exchanges(scored, own_addresses)
    unions = Unions(len(threads))
    _join_by_list(threads, unions)
    _join_by_matter(threads, unions, own_addresses)
    _join_by_machine(threads, unions)
    join_common_talk(threads, unions)
    sets: dict[int, list[Exchange]] = {}
    for position, thread in enumerate(threads):
        sets.setdefault(unions.find(position), []).append(thread)
    topics: list[Topic] = []
    piles: dict[TopicKind, list[MailRef]] = {}
    for together in sets.values():
        mails = [mail.ref() for thread in together for mail in thread.mails]
        if (kind := _kind_of(together)) in _PILES:
            piles.setdefault(kind, []).extend(mails)
        else:
            topics.append(Topic(label=_label(together, kind), kind=kind, mails=tuple(mails)))
    return topics + [Topic(label=_PILES[kind], kind=kind, mails=tuple(mails)) for kind, mails in piles.items()]


def plain_label(kind: TopicKind, mails: Sequence[MailRef]) -> str:
    """The label of a topic whose own was not kept, since a saved briefing holds no words of mails: made from mails that are read again.

    The name of a pile, or what the subjects share, or whom the mails are from; "Other messages" while none is loaded.
    """
    loaded = [mail for mail in mails if mail.loaded]
    if kind is TopicKind.ARRIVALS:
        return "New messages"
    if kind in _PILES or not loaded:
        return _PILES.get(kind, OTHER_MESSAGES)
    return shared_label([mail.subject for mail in loaded]) or f"Mail from {spoken_name(loaded[0].sender)}"


def _kind_of(together: Sequence[Exchange]) -> TopicKind:
    if len(together) > 1:
        return TopicKind.SIMILAR
    if len(together[0].mails) > 1:
        return TopicKind.THREAD
    if together[0].asks and not together[0].important:
        return TopicKind.ASKS
    return kind_alone(together[0].mails[0].envelope, together[0].mails[0].ref())


def kind_alone(mail: Envelope, ref: MailRef) -> TopicKind:
    """The kind of topic that a mail is in if no other belongs to it; also what "all newsletters" are, whatever topics they stand in."""
    if ref.important:
        return TopicKind.IMPORTANT
    if any(reason.kind in {ReasonKind.KNOWN_SENDER, ReasonKind.ANSWERS_ME} for reason in ref.reasons):
        return TopicKind.OTHER  # a person whom the user knows, writing over a list
    if (mail.bulk and speaks_to_many(mail)) or (not mail.bulk and any(reason.kind is ReasonKind.BULK for reason in ref.reasons)):
        return TopicKind.NEWSLETTERS
    return TopicKind.NOTIFICATIONS if mail.automatic else TopicKind.OTHER


def _join_by_matter(threads: Sequence[Exchange], unions: Unions, own_addresses: frozenset[str]) -> None:
    own_organisations = frozenset(organisation_of(address) for address in own_addresses)
    people = ((position, thread) for position, thread in enumerate(threads) if not (thread.machine or thread.forum))
    join_alike({position: matter_of(thread, own_addresses, own_organisations) for position, thread in people}, unions)


def _join_by_list(threads: Sequence[Exchange], unions: Unions) -> None:
    first_on: dict[str, int] = {}
    for position, thread in enumerate(threads):
        if thread.forum:
            unions.join(first_on.setdefault(thread.forum, position), position)


def _join_by_machine(threads: Sequence[Exchange], unions: Unions) -> None:
    first_from: dict[str, int] = {}
    for position, thread in enumerate(threads):
        if thread.machine and not thread.forum:
            for origin in _origins(thread.first):
                unions.join(first_from.setdefault(f"{thread.asks} {origin}", position), position)


def _origins(mail: Envelope) -> Iterator[str]:
    """One address, or one name at one organisation (shops write from several addresses)."""
    if mail.sender.email:
        yield f"address {mail.sender.email}"
    if mail.sender.name and (organisation := organisation_of(mail.sender.email)):
        yield f"name {organisation} {mail.sender.name}"


def _label(together: Sequence[Exchange], kind: TopicKind) -> str:
    naming = [mail for thread in together if (mail := thread.naming)] or [thread.mails[0] for thread in together]
    oldest_first = sorted((mail.envelope for mail in naming), key=lambda mail: (mail.received_at, mail.mail_id))
    if len(together) > 1 and (together[0].machine or together[0].forum):
        return _machine_label(oldest_first, together[0].forum)
    label = subject_label(oldest_first[0].subject) if len(together) == 1 else shared_label([mail.subject for mail in oldest_first])
    if label:
        return label
    name = spoken_name(oldest_first[0].sender)
    return f"A mail from {name}" if kind is TopicKind.IMPORTANT else f"Mails from {name}"


def _machine_label(mails: Sequence[Envelope], forum: str) -> str:
    sender = mails[0].sender
    if all(mail.sender.name == sender.name for mail in mails):
        return f"Mails from {spoken_name(sender)}"
    if name := list_name(forum):
        return f"The {name} list"
    # "Ben (via Forge)" and "Eva (via Forge)" are one machine.
    return f"Mails from {organisation(sender.email.rpartition('@')[2]) or spoken_name(sender)}"
