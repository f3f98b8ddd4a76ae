"""What a model reads as the result of a tool, in one shape for all: what happened, to which mail, and what is current now."""

import json
from inspect import Parameter

from pydantic import TypeAdapter, ValidationError

from prompts import render
from session.call import Call
from session.model_request.tool_descriptions import type_of
from session.outcome import CameTo, Outcome, SkillRefusedError
from session.tools import TOOLS
from session.untrusted import as_data, mail_fields


def result_of(call: Call, outcome: Outcome | SkillRefusedError) -> str:
    """The result of a tool that has answered or refused, in lines; what quotes a mail is a line of JSON of its own."""
    if isinstance(outcome, SkillRefusedError):
        return _result(call, CameTo.NOT_POSSIBLE, str(outcome))
    mail = as_data(mail_fields(outcome.mail)) if outcome.mail is not None else ""
    return _result(call, outcome.happened, outcome.words if outcome.what is None else outcome.what, mail=mail, data=outcome.data)


def result_of_a_misfit(call: Call, name: str, arguments: str) -> str:
    """The result of a call that came to no tool: there is none of that name, or it does not take such arguments."""
    if name not in TOOLS:
        return _result(call, CameTo.NOT_POSSIBLE, render("no_such_tool", tools=", ".join(TOOLS)))
    return _result(call, CameTo.NOT_POSSIBLE, render("no_such_argument", why=_misfit(name, arguments)))


def _misfit(name: str, arguments: str) -> str:
    """The first argument that does not fit, and what it takes."""
    try:
        given = json.loads(arguments or "{}")
    except ValueError:
        given = None
    if not isinstance(given, dict):
        return "they are no JSON object"
    for each in TOOLS[name].takes.values():
        if each.name not in given and each.default is not Parameter.empty:
            continue
        try:
            TypeAdapter(each.annotation).validate_python(given.get(each.name))
        except ValidationError:
            offered = type_of(each)
            values = offered.get("enum")
            takes = f"one of {values}" if values else f"of the type {offered.get('type', 'text')}"
            return f"`{each.name}` is {takes}"
    return "they could not be read"


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
