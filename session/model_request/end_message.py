"""The cursor as a model reads it: a bounded system message at the end of each request, with the words of `prompts/`."""

from briefing.agenda import MailRef
from briefing.mail_action import ON_MAILS
from briefing.speech.wording.speakable import one_line
from briefing.tracking.position import CursorContext, NextStep
from briefing.triage.reasons import reason_phrase
from prompts import render
from session.call import Call
from session.skills.presenting import waiting
from session.untrusted import as_data

NEAR = 1
TOPICS_AHEAD = 2
MOST_REASONS = 2
LONGEST_NAME = 100
"""It is sent with every request and no provider caches it, so what a tool can tell does not stand here."""


def _heard(context: CursorContext) -> str:
    if context.heard:
        return f"{context.heard:.0%}"
    return "nothing" if context.next_step is NextStep.PRESENT else "it has begun"


def end_message(call: Call) -> str:
    """The message for one request; never stored."""
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
        actions = ", ".join(f"{number} {ON_MAILS[action].outcome.lower()}" for action, number in progress.actions.items()) or "none"
        return render("position_done", actions=actions, waiting=waiting(call) or "nothing.", **counts)
    reference = call.tracker.compact_reference(mails=NEAR + 1, topics=TOPICS_AHEAD)
    reasons = [reason_phrase(reason, mail) for reason in mail.reasons[:MOST_REASONS]]  # one may name the sender
    return render(
        "position",
        topic_number=progress.topic_number,
        topics=progress.topics,
        topic_label=as_data(_short(progress.topic_label)),
        mail_number=progress.mail_number,
        mails=progress.topic_mails,
        mail=as_data(_named(mail) | _account(call, mail)),
        reasons=as_data(reasons or ["nothing special"]),
        heard=_heard(context),
        remaining=progress.remaining,
        nearby=as_data([_named(near) for near in reference.mails if near.mail_id != mail.mail_id][:NEAR]),
        topics_left=as_data({str(topic.number): _short(topic.label) for topic in reference.topics}),
        task=render("task_present") if context.next_step is NextStep.PRESENT else render("task_await_intent"),
        **counts,
    )


def _account(call: Call, mail: MailRef) -> dict[str, str]:
    """Only for users with several accounts."""
    label = call.mail.inbox.label_of(mail.mail_id)
    return {"account": _short(label)} if label else {}


def _named(mail: MailRef) -> dict[str, str]:
    """What identifies a mail. Its address is in the results of the tools that tell of it."""
    return {"mail_id": mail.mail_id, "from": _short(mail.sender.name or mail.sender.email), "subject": _short(mail.subject)}


def _short(text: str) -> str:
    return one_line(text)[:LONGEST_NAME]
