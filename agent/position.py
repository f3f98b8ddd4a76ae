"""The position as a model reads it: the cursor's values put into the words of `prompts/`. Bounded, whatever the inbox holds."""

from agent.call import Call
from agent.untrusted import as_data, mail_as_data, mail_fields
from briefing.mail import account_of
from briefing.position import CursorContext, NextStep
from briefing.reasons import reason_phrase
from prompts import render


def _heard(context: CursorContext) -> str:
    if context.heard:
        return f"{context.heard:.0%}"
    return "nothing" if context.next_step is NextStep.PRESENT else "its presentation has begun"


def position(call: Call) -> str:
    """One message for one model call; never stored."""
    context = call.tracker.cursor_context()
    progress, mail = context.progress, context.mail
    counts = {
        "briefed": progress.briefed,
        "actioned": progress.actioned,
        "skipped": progress.skipped,
        "total": progress.mails,
        "arrivals": context.arrivals_waiting,
    }
    if mail is None:
        actions = ", ".join(f"{number} {kind}" for kind, number in progress.actions.items()) or "none"
        return render("position_done", actions=actions, **counts)
    reference = call.tracker.compact_reference()
    return render(
        "position",
        topic_number=progress.topic_number,
        topics=progress.topics,
        topic_label=as_data(progress.topic_label),
        mail_number=progress.mail_number,
        mails=progress.topic_mails,
        mail=mail_as_data(mail),
        account=as_data(call.inbox.label_of(mail.mail_id) or account_of(mail.mail_id)),
        reasons=as_data([reason_phrase(reason, mail) for reason in context.reasons] or ["nothing special"]),  # one may name the sender
        heard=_heard(context),
        remaining=progress.remaining,
        nearby=as_data([mail_fields(named.mail) for named in reference.mails if named.mail.mail_id != mail.mail_id]),
        topics_left=as_data([{"number": topic.number, "label": topic.label, "left": topic.pending} for topic in reference.topics]),
        task=render("task_present") if context.next_step is NextStep.PRESENT else render("task_await_wish"),
        **counts,
    )
