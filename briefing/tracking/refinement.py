"""How a better agenda replaces what is still ahead of a briefing that has begun.

The first mail is spoken while most envelopes are still loading. Once they have loaded, topics that were not mentioned yet may come in
another order and under other labels; what was already said stays as it is. Pure: ids in, ids out.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import takewhile

from briefing.agenda import PILES, Agenda, TopicKind
from briefing.mail import MailId
from briefing.tracking.running_order import TopicPlan


def plans_of(agenda: Agenda, *, leave_out: Callable[[MailId], bool] = lambda _: False) -> list[TopicPlan]:
    """The agenda as ids; a mail that stands in it twice keeps its first place."""
    seen: set[MailId] = set()
    plans = []
    for topic in agenda.topics:
        ids = [ref.mail_id for ref in topic.mails if not leave_out(ref.mail_id)]
        mails = tuple(mail_id for mail_id in dict.fromkeys(ids) if mail_id not in seen)
        seen.update(mails)
        plans.append(TopicPlan(label=topic.label, kind=topic.kind, mails=mails))
    return plans


def refined_plans(told: list[TopicPlan], agenda: Agenda, *, settled: Callable[[MailId], bool], current: MailId | None) -> list[TopicPlan]:
    """The order after `agenda` has been taken in.

    Mails that are settled, and the current one, keep their place; so do pending ones that the agenda does not name. The topic that
    holds the current mail goes on with those the agenda puts beside it, then come the arrivals the user asked for, then the rest. A pile,
    whose mails have nothing to do with one another, goes on behind what is important by now. Where the agenda does not name the current
    mail, as it was heard in an earlier call, its topic goes on as it stood.
    """
    beside = next((index for index, topic in enumerate(agenda.topics) if any(ref.mail_id == current for ref in topic.mails)), None)
    stay = {mail_id for plan in told if current in plan.mails for mail_id in plan.mails} if beside is None else {current}
    ahead = plans_of(agenda, leave_out=lambda mail_id: mail_id in stay or settled(mail_id))
    placed = {mail_id for plan in ahead for mail_id in plan.mails}
    kept = [replace(plan, mails=tuple(mail_id for mail_id in plan.mails if mail_id not in placed)) for plan in told]
    here = next((index for index, plan in enumerate(kept) if current in plan.mails), None)
    if here is None:
        return [plan for plan in (*kept, *ahead) if plan.mails]
    before: list[TopicPlan] = []
    if beside is not None:
        following = ahead.pop(beside)
        if agenda.topics[beside].kind in PILES:
            before = _important_by_now(ahead[:beside], agenda, known={mail_id for plan in told[:here] for mail_id in plan.mails})
        if before:
            ahead = [*before, following, *(plan for plan in ahead if plan not in before)]
        else:
            kept[here] = replace(following, mails=kept[here].mails + following.mails)
    asked_for = list(takewhile(lambda plan: plan.kind is TopicKind.ARRIVALS, told[here + 1 :]))
    behind = here + 1 + len(asked_for)
    return [plan for plan in (*kept[:behind], *ahead, *kept[behind:]) if plan.mails]


def _important_by_now(ahead: Sequence[TopicPlan], agenda: Agenda, *, known: Collection[MailId]) -> list[TopicPlan]:
    """The topics with an important mail, but for those `known` to have come before: the user has passed them over."""
    important = {ref.mail_id for topic in agenda.topics for ref in topic.mails if ref.important and ref.mail_id not in known}
    return [plan for plan in ahead if not important.isdisjoint(plan.mails)]
