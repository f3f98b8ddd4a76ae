"""What a model reads as the result of a tool, in one shape for all: what happened, to which mail, and what is current now."""

from prompts import render
from session.call import Call
from session.outcome import CameTo, Outcome, SkillRefusedError
from session.untrusted import as_data, mail_fields


def result_of(call: Call, outcome: Outcome | SkillRefusedError) -> str:
    """The result of a tool that has answered or refused, in lines; what quotes a mail is a line of JSON of its own."""
    if isinstance(outcome, SkillRefusedError):
        return _result(call, CameTo.NOT_POSSIBLE, str(outcome))
    mail = as_data(mail_fields(outcome.mail)) if outcome.mail is not None else ""
    return _result(call, outcome.happened, outcome.words if outcome.what is None else outcome.what, mail=mail, data=outcome.data)


def _result(call: Call, happened: CameTo, what: str, *, mail: str = "", data: str = "") -> str:
    came_to = f"{happened}: {what}" if what else happened
    told = render("result", happened=came_to, mail=mail, data=data, now=f"{_current(call)} {counts(call)}")
    return "\n".join(line for line in told.splitlines() if not line.endswith(": "))


def _current(call: Call) -> str:
    mail = call.tracker.current()
    return f"{mail.mail_id} is current." if mail else "the agenda is at its end."


def counts(call: Call) -> str:
    """The numbers of the briefing, as the position has them."""
    now = call.tracker.progress()
    return render(
        "counts", total=now.mails, briefed=now.briefed, actioned=now.actioned, skipped=now.skipped, remaining=now.remaining
    )  # fmt: skip
