"""In which order topics, and the mails inside them, are presented.

Topics with something important come first, then what people wrote, then the piles and what machines sent; within each, the best score
leads and the newest breaks a tie. Inside a topic a mail thread is told from its oldest mail to its newest, because an answer makes no
sense before its question; threads follow one another by their best score. Nothing is left out, and nothing depends on the order in
which mails came in.
"""

from collections.abc import Sequence

from briefing.agenda import Agenda, MailRef, Topic, TopicKind

_PILES = frozenset({TopicKind.OTHER, TopicKind.NEWSLETTERS, TopicKind.NOTIFICATIONS})
_NEVER = float("-inf")


def order(topics: Sequence[Topic]) -> Agenda:
    """The agenda of these topics, each mail of them included; topics without mails are dropped. One sort: n log n."""
    inside = [Topic(label=topic.label, kind=topic.kind, mails=_told(topic.mails)) for topic in topics if topic.mails]
    return Agenda(topics=tuple(sorted(inside, key=_topic_place)))


def _topic_place(topic: Topic) -> tuple[int, float, float, str, str]:
    best = max(mail.score for mail in topic.mails)
    newest = max(_time(mail) for mail in topic.mails)
    return _tier(topic, best), -best, -newest, topic.label, min(mail.mail_id for mail in topic.mails)


def _tier(topic: Topic, best: float) -> int:
    if any(mail.important for mail in topic.mails):
        return 0
    return 2 if topic.kind in _PILES or best < 0 else 1


def _told(mails: Sequence[MailRef]) -> tuple[MailRef, ...]:
    threads: dict[str, list[MailRef]] = {}
    for mail in mails:
        threads.setdefault(mail.thread_id, []).append(mail)
    for thread in threads.values():
        thread.sort(key=lambda mail: (_time(mail), mail.mail_id))
    return tuple(mail for thread in sorted(threads.values(), key=_thread_place) for mail in thread)


def _thread_place(mails: Sequence[MailRef]) -> tuple[float, float, str]:
    return -max(mail.score for mail in mails), -_time(mails[-1]), mails[0].mail_id


def _time(mail: MailRef) -> float:
    return mail.received_at.timestamp() if mail.received_at else _NEVER
