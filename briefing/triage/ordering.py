"""In which order topics, and the mails inside them, are presented.

Topics with something important come first, then what asks something of the user or has to be looked after, then what people wrote, then
the piles and what machines sent. Within each, what is due today or tomorrow leads, then the best score; of one score, what begins or is
due first, then the newest. The clock is that of people whom the user knows: anybody can write "today", so strangers' days only order
strangers, behind what acquaintances ask. In a topic a mail thread is told from its oldest mail to its newest, because an answer makes no
sense before its question (strangers come last where the thread is important), and so are mails of one subject and the reports of one
machine: a build is broken before it is repaired. Threads follow one another by their best score. Nothing is left out, and nothing depends
on the order in which mails came in.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta

from briefing.agenda import PILES, Agenda, MailRef, ReasonKind, Topic, is_among
from briefing.triage.subjects import telling_words, without_prefixes

_NEVER = float("-inf")
_PEOPLE = 2
"""The tier of what people wrote, below what is important and what asks something."""
_SOON_DAYS = 2
_LATER = float("inf")


def order(topics: Sequence[Topic], *, now: datetime | None = None) -> Agenda:
    """The agenda of these topics, each mail of them included; topics without mails are dropped. One sort: n log n."""
    inside = [Topic(label=topic.label, kind=topic.kind, mails=_told(topic.mails, now)) for topic in topics if topic.mails]
    return Agenda(topics=tuple(sorted(inside, key=lambda topic: _topic_place(topic, now))))


def _topic_place(topic: Topic, now: datetime | None) -> tuple[int, float, float, float, float, str, str]:
    best = max(mail.score for mail in topic.mails)
    newest = max(_time(mail) for mail in topic.mails)
    tier = _tier(topic, best)
    soon, later = _clock([mail for mail in topic.mails if mail.vouched and tier < _PEOPLE], now)
    return tier, soon, -best, later, -newest, topic.label, min(mail.mail_id for mail in topic.mails)


def _tier(topic: Topic, best: float) -> int:
    if any(mail.important for mail in topic.mails):
        return 0
    if any(mail.asks for mail in topic.mails):
        return 1
    return _PEOPLE + 1 if topic.kind in PILES or best < 0 else _PEOPLE


def _clock(mails: Sequence[MailRef], now: datetime | None) -> tuple[float, float]:
    """When it is due, once as what comes before the score, today or tomorrow, and once as what comes after it: invitations of the same
    score stand by their start."""
    due = min((mail.due for mail in mails if mail.due is not None), default=None)
    if now is None or due is None:
        return _LATER, _LATER
    days = max(0, (due.astimezone(now.tzinfo).date() - now.date()) // timedelta(days=1))
    return (days if days < _SOON_DAYS else _LATER), due.timestamp()


def _told(mails: Sequence[MailRef], now: datetime | None) -> tuple[MailRef, ...]:
    if len(mails) == 1:
        return (*mails,)
    exchanges = _exchanges(mails)
    if len(exchanges) > 1:
        exchanges.sort(key=lambda threads: _exchange_place(threads, now))
    return tuple(mail for threads in exchanges for thread in threads for mail in thread)


def _exchanges(mails: Sequence[MailRef]) -> list[list[list[MailRef]]]:
    """The threads, each with those that belong to it though no header says that one answers the other: mails to many of one subject."""
    threads: dict[str, list[MailRef]] = {}
    for mail in mails:
        threads.setdefault(mail.thread_id, []).append(mail)
    exchanges: list[list[list[MailRef]]] = []
    alike: dict[str, list[list[MailRef]]] = {}
    for thread in threads.values():
        leads = any(mail.important for mail in thread)  # by its importance: a stranger who joins it names an old date in vain
        thread.sort(key=lambda mail: (leads and not (mail.important or mail.vouched), _time(mail), mail.mail_id))
        if all(is_among(ReasonKind.BULK, mail.reasons) for mail in thread):
            alike.setdefault(without_prefixes(thread[0].subject).lower(), []).append(thread)
        else:
            exchanges.append([thread])
    for subject, together in alike.items():
        if len(together) > 1 and telling_words(subject):
            exchanges.append(sorted(together, key=lambda thread: (_time(thread[0]), thread[0].mail_id)))
        else:
            exchanges += [[thread] for thread in together]
    return exchanges


def _exchange_place(threads: Sequence[Sequence[MailRef]], now: datetime | None) -> tuple[int, float, float, float, float, str]:
    mails = [mail for thread in threads for mail in thread]
    reports = all(is_among(ReasonKind.AUTOMATIC, mail.reasons) for mail in mails)
    newest = _time(mails[-1]) if reports else -_time(mails[-1])
    asking = [mail for mail in mails if mail.asks]
    important = any(mail.important for mail in mails)
    strangers = bool(asking) and not important and not any(mail.vouched for mail in asking)
    clock = asking if strangers else [mail for mail in asking if mail.vouched]
    soon, later = _clock(clock, now)
    return 0 if important else 1 + strangers, soon, -max(mail.score for mail in mails), later, newest, mails[0].mail_id


def _time(mail: MailRef) -> float:
    return mail.received_at.timestamp() if mail.received_at else _NEVER
