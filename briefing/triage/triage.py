"""From envelopes to an agenda: score, group, order.

Three functions over values, so that each can be made better by itself; this is where they meet, together with the mails whose envelope
has not arrived. What all of it promises: every mail is on the agenda exactly once.
"""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from briefing.agenda import Agenda, Topic, TopicKind
from briefing.mail import Envelope, MailId
from briefing.triage.grouping import group
from briefing.triage.not_loaded import waiting_topics
from briefing.triage.ordering import order
from briefing.triage.scoring import Signals, score


def build_agenda(envelopes: Sequence[Envelope], signals: Signals, *, not_loaded: Sequence[MailId] = ()) -> Agenda:
    """All these mails, ordered by what matters; equal input gives an equal agenda in whatever order it comes.

    `not_loaded` are ids whose envelope is not here yet: they stand where the id sets of `signals` put them, with `MailRef.loaded` false.
    An id that comes twice stands once, and as a loaded mail if one of the two is an envelope.
    """
    known = {envelope.mail_id: envelope for envelope in _settled(envelopes)}
    waiting = sorted(set(not_loaded) - known.keys())
    with _collector_at_rest():
        topics = group(score(list(known.values()), signals), own_addresses=signals.preferences.own_addresses)
        return order(_one_pile(topics + waiting_topics(waiting, signals)), now=signals.now)


def lost(fetched: Iterable[MailId], agenda: Agenda) -> set[MailId]:
    """Fetched mails that the agenda does not hold. Anything but an empty set is a defect of this package."""
    return set(fetched).difference(mail.mail_id for topic in agenda.topics for mail in topic.mails)


def _settled(envelopes: Sequence[Envelope]) -> Sequence[Envelope]:
    """The same envelopes, sorted where one id comes twice, so that the newest version of a mail wins in any order of the input."""
    if len({envelope.mail_id for envelope in envelopes}) == len(envelopes):
        return envelopes
    return sorted(envelopes, key=lambda envelope: (envelope.received_at, repr(envelope)))


def _one_pile(topics: Sequence[Topic]) -> list[Topic]:
    """Loaded and waiting mails that belong to "Other messages" are one topic."""
    other = [topic for topic in topics if topic.kind is TopicKind.OTHER]
    if len(other) < 2:
        return list(topics)
    merged = Topic(label=other[0].label, kind=TopicKind.OTHER, mails=tuple(mail for topic in other for mail in topic.mails))
    return [topic for topic in topics if topic.kind is not TopicKind.OTHER] + [merged]


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Keep Python's cycle collector from running meanwhile.

    It visits every object alive each time their number has grown by a quarter, which is a quarter of the time that 50,000 mails take,
    and values have no cycles to find.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
