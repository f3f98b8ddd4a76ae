"""What a model is told at the end of each request: where the call is, in one message of ours, and the open mail's text beside it.

It is made anew for each request and no provider caches it, so it is bounded: `MOST_TOKENS` in all, whatever the inbox holds. Blocks without
content are left out. The text is apart, because what a mail says may stand in no message that speaks with our authority.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from briefing.mail import MailId
from briefing.tracking.position import CursorContext, NextStep
from briefing.triage.reasons import reason_phrase
from briefing.understanding.understanding import Understanding
from prompts import render
from providers.models.typed.token_estimate import tokens
from session.call import Call
from session.model_request import acting_blocks, mail_blocks
from session.model_request.fitting import OF_A_NAME, short
from session.turn.left_for_later import waiting
from session.turn.wish_by_wish import hint_of
from session.untrusted import as_data

OPEN_MAIL = "open_mail"
"""By which name a request has the text, as the result of a tool that nobody called."""

MOST_TOKENS = 900
ESTIMATED, OF_BLOCKS, OF_TEXT = 1_030, 600, 530
"""Of all, of the blocks beside the text, and of the text, which has what they leave; estimated, so that there are fewer in truth."""

MOST_REASONS = 2
OF_A_MAIL = ("topic_number", "topics", "topic_label", "mail_number", "mails", "mail", "reasons", "heard", "remaining")
OMITTED = "\0"
"""Stands in no text: data has it escaped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndMessage:
    """`position` is ours and holds data only in quotation; `mail_text` is the open mail's text as data, or empty."""

    position: str = field(repr=False)
    mail_text: str = field(repr=False)


@dataclass(slots=True)
class _Room:
    """Hands out what is left to the blocks, the most needed first."""

    left: float

    def of(self, block: str) -> str:
        """The block, or that it is omitted."""
        self.left -= tokens(block)
        return block or OMITTED

    def up_to(self, most: float) -> float:
        return max(0.0, min(most, self.left))


def end_message(call: Call, said: Understanding | None = None) -> EndMessage:
    """For one request; never stored. `said` are the user's words where their turn is not committed yet."""
    hint = call.dialogue.hint if said is None else hint_of(call, said)
    room = _Room(OF_BLOCKS)
    open_now = {
        "question": room.of(acting_blocks.question(call)),
        "leaving": room.of(acting_blocks.leaving(call, room.up_to(100))),
        "drafts": room.of(acting_blocks.drafts(call, room.up_to(170))),
        "hint": room.of(as_data(short(hint, 60)) if hint else ""),
        "remembered": room.of(acting_blocks.remembered(call, said, room.up_to(90))),
    }
    here = _here(call, said, room)
    behind = {
        "found": room.of(mail_blocks.found(call, room.up_to(260))),
        "done": room.of(acting_blocks.done(call, room.up_to(130))),
        "ahead": room.of(mail_blocks.ahead(call, room.up_to(80))),
        "topics_left": room.of(mail_blocks.topics(call, room.up_to(80))),
    }
    filled = {**open_now, **here, **behind}
    without = _position(filled, render("text_is_not_there"))
    text = _text(call, said, min(OF_TEXT, ESTIMATED - tokens(without)))
    return EndMessage(position=_position(filled, render("text_is_there")) if text else without, mail_text=text)


def _position(filled: Mapping[str, object], text: str) -> str:
    lines = render("position", text=text, **filled).split("\n")
    return "\n".join(line for line in lines if OMITTED not in line)


def _here(call: Call, said: Understanding | None, room: _Room) -> Mapping[str, object]:
    context = call.tracker.cursor_context()
    progress, mail = context.progress, context.mail
    actions = ", ".join(f"{number} {acting_blocks.outcome(action)}" for action, number in progress.actions.items()) or "none"
    always: Mapping[str, object] = {
        "time": f"{call.now():%A %d %B %Y, %H:%M}, {call.now().tzinfo}",
        "user": room.of(mail_blocks.user(call)),
        "briefed": progress.briefed,
        "actioned": progress.actioned,
        "actions": actions,
        "skipped": progress.skipped,
        "total": progress.mails,
        "arrivals": context.arrivals_waiting,
        "complete": "",
        "it": room.of(mail_blocks.spoken_of(call, said)),
    }
    if mail is None:
        return {**dict.fromkeys(OF_A_MAIL, OMITTED), **always, "waiting": waiting(call) or OMITTED, "task": render("task_close")}
    reasons = [short(reason_phrase(reason, mail), OF_A_NAME) for reason in mail.reasons[:MOST_REASONS]]  # one may name the sender
    return {
        **always,
        "topic_number": progress.topic_number,
        "topics": progress.topics,
        "topic_label": room.of(as_data(short(progress.topic_label, OF_A_NAME))),
        "mail_number": progress.mail_number,
        "mails": progress.topic_mails,
        "mail": room.of(mail_blocks.open_mail(call, mail)),
        "reasons": room.of(as_data(reasons or ["nothing special"])),
        "heard": _heard(context),
        "remaining": progress.remaining,
        "complete": OMITTED,
        "waiting": room.of(waiting(call)) or OMITTED,
        "task": render("task_present") if context.next_step is NextStep.PRESENT else render("task_await_intent"),
    }


def _text(call: Call, said: Understanding | None, room: float) -> str:
    """Of the mail that is meant; where its words are not here, of the one under the cursor. By it stand those that are named."""
    current, named = call.tracker.current(), mail_blocks.named_by_the_user(call, said)
    meant: list[MailId | None] = [mail_blocks.it_of(call, said), current.mail_id if current else None]
    known = [mail for mail in meant if mail and call.mail.prefetch.loaded(mail) is not None] or [mail for mail in meant if mail]
    return next(filter(None, (mail_blocks.words_of(call, mail, named, room) for mail in known)), "")


def _heard(context: CursorContext) -> str:
    if context.heard:
        return f"{context.heard:.0%}"
    return "nothing" if context.next_step is NextStep.PRESENT else "it has begun"
