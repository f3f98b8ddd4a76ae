"""Mails that are known only by their id so far: their place on the agenda until their envelope arrives.

The mailboxes' id sets are enough to put what matters first, so that a briefing of any size can begin after one list. The rest waits in
"Other messages".
"""

from collections.abc import Sequence

from briefing.agenda import MailRef, Reason, ReasonKind, Topic, TopicKind
from briefing.mail import MailId, ThreadId
from briefing.triage.grouping import OTHER_MESSAGES
from briefing.triage.scoring import IMPORTANT_FROM, WEIGHTS, Signals

_TOPICS = {
    ReasonKind.ASKED_AGAIN: ("Mail you asked to hear again", TopicKind.IMPORTANT),
    ReasonKind.FLAGGED: ("Flagged mail", TopicKind.IMPORTANT),
    ReasonKind.VIP: ("Mail from people on your VIP list", TopicKind.IMPORTANT),
    ReasonKind.IMPORTANT: ("Mail marked as important", TopicKind.IMPORTANT),
    ReasonKind.TO_ME: ("Mail sent to you", TopicKind.SIMILAR),
}
_REST = (OTHER_MESSAGES, TopicKind.OTHER)


def waiting_topics(ids: Sequence[MailId], signals: Signals) -> list[Topic]:
    """Every id in exactly one topic, by the weightiest set that holds it; the refs have `loaded` false and their own id as thread id."""
    sets = {
        ReasonKind.ASKED_AGAIN: signals.asked_again,
        ReasonKind.FLAGGED: signals.flagged,
        ReasonKind.VIP: signals.from_vips,
        ReasonKind.IMPORTANT: signals.important,
        ReasonKind.TO_ME: signals.to_me,
    }
    found: dict[tuple[str, TopicKind], list[MailRef]] = {}
    for mail in ids:
        kinds = tuple(kind for kind, members in sets.items() if mail in members)
        found.setdefault(_TOPICS[kinds[0]] if kinds else _REST, []).append(_ref(mail, kinds))
    return [Topic(label=label, kind=kind, mails=tuple(mails)) for (label, kind), mails in found.items()]


def _ref(mail: MailId, kinds: tuple[ReasonKind, ...]) -> MailRef:
    score = sum((WEIGHTS[kind] for kind in kinds), 0.0)
    return MailRef(
        mail_id=mail,
        thread_id=ThreadId(mail),
        flagged=ReasonKind.FLAGGED in kinds,
        important=score >= IMPORTANT_FROM,
        score=score,
        reasons=tuple(Reason(kind=kind) for kind in kinds),
        loaded=False,
    )
