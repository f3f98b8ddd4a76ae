"""How a careful model asks for things by the tools that there are: the one place that knows their names."""

from tests.tasks.script import Call, Step, Turn, call, does

SENDS = r"Send this|Shall I send|Send it|Is that (address )?right"
"""The questions that a user who wants the mail sent says yes to."""
LEAVES = "leaves in"


def opens(description: str) -> Call:
    return call("open", what="mail", description=description)


def searches(query: str) -> Call:
    return call("search_mail", query=query)


def looks_for(words: str, sender: str = "") -> tuple[Call, ...]:
    """What a model does that has not been told what somebody's mail says: it searches, and reads what it found."""
    return searches(words), call("read_in_full", mail_id=f"{{found:{sender or words}}}")


def changes(action: str, description: str = "", **more: str) -> Call:
    return call("change_mail", action=action, **({"description": description} if description else {}), **more)


def changes_several(action: str, description: str, **more: str) -> Call:
    return call("change_several", action=action, description=description, **more)


def replies(text: str, description: str = "", *, everyone: bool = False) -> Call:
    kind = "reply_all" if everyone else "reply"
    return call("write", kind=kind, text=text, **({"description": description} if description else {}))


def forwards(to: str, text: str = "", description: str = "") -> Call:
    return call("write", kind="forward", to=to, text=text, **({"description": description} if description else {}))


def writes(to: str, subject: str, text: str) -> Call:
    return call("write", kind="new", to=to, subject=subject, text=text)


def revises(**changed: str) -> Call:
    return call("change_draft", **changed)


def sends(when: str = "") -> Call:
    return call("send_draft", **({"when": when} if when else {}))


def briefs_only(mails: str) -> Call:
    return call("brief_only", mails=mails)


def tells(what: str) -> Call:
    return call("tell", what=what)


def opened(who: str) -> Turn:
    """The user has this mail opened."""
    return Turn(f"open the one from {who}", (does(opens(who)),), told=(who.split(maxsplit=1)[0],))


def sent(*, asks: int = 0) -> Turn:
    """The user has heard the draft, and sends it."""
    return Turn("send it", (does(sends()),), told=(LEAVES,), agrees=SENDS, asks=asks)


def step(*calls: Call) -> tuple[Step, ...]:
    """One step of calls that need nothing but the user's words."""
    return (does(*calls),)
