"""What each plain command becomes: a tool and its arguments."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from briefing.mail_action import ON_MAILS
from briefing.understanding.awaited import as_sentence, capital
from briefing.understanding.command_grammar.command_phrases.fact import ASKED_FOR_SINCE, Fact
from briefing.understanding.command_grammar.command_phrases.team_talk import ABOUT_SOMETHING
from briefing.understanding.commands import Command, CommandKind


@dataclass(frozen=True, slots=True)
class Use:
    """`goes_on`: a model goes on from what the tool comes to, as if it had called it."""

    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict, repr=False)
    goes_on: bool = False


Answer = Use | str
"""A tool to use, or words to say as they stand."""


def mail_of(command: Command) -> Mapping[str, object]:
    """The arguments that name a mail as the user did; empty for the current mail."""
    if command.ordinal:
        return {"number": command.ordinal}
    return {"description": command.target} if command.target else {}


def _answered(command: Command) -> Mapping[str, object]:
    """The same of a mail that is answered, which may be named by who wrote it."""
    return mail_of(command) or ({"description": command.who} if command.who else {})


def _change(command: Command) -> Use:
    """The change of one mail. Where a verb needs a label, a folder or a time, that was named, and the mail is the open one."""
    its = ON_MAILS[command.action] if command.action else None
    if its is None or its.place is None:
        return Use("change_mail", {"action": command.action, **mail_of(command)})
    named = {"description": command.mail} if command.mail else {}
    return Use("change_mail", {"action": command.action, "detail": command.when or command.target, **named})


TOOL_OF: Mapping[CommandKind, Callable[[Command], Use]] = {
    CommandKind.NEXT: lambda _: Use("go", {"to": "next"}),
    CommandKind.SKIP_MAIL: lambda _: Use("go", {"to": "skip_mail"}),
    CommandKind.SKIP_TOPIC: lambda _: Use("go", {"to": "skip_topic"}),
    CommandKind.BACK: lambda _: Use("go", {"to": "back"}),
    CommandKind.REPEAT: lambda _: Use("tell", {"what": "last_words"}),
    CommandKind.READ_IN_FULL: lambda _: Use("read_in_full", {}),
    CommandKind.CHANGE: _change,
    CommandKind.PROGRESS: lambda _: Use("tell", {"what": "progress"}),
    CommandKind.WHERE_WERE_WE: lambda _: Use("go", {"to": "where_were_we"}),
    CommandKind.HOLD_ON: lambda _: Use("manage_call", {"how": "hold_on"}),
    CommandKind.GO_ON: lambda _: Use("go", {"to": "resume"}),
    CommandKind.SLOWER: lambda _: Use("manage_call", {"how": "speak_slower"}),
    CommandKind.FASTER: lambda _: Use("manage_call", {"how": "speak_faster"}),
    CommandKind.NORMAL_SPEED: lambda _: Use("manage_call", {"how": "speak_normally"}),
    CommandKind.PREFER: lambda command: Use("manage_call", {"how": command.target, "number": command.ordinal or 0}),
    CommandKind.BY_MAIL: lambda command: Use("remember", {"what": command.target, "name": command.when or command.who}),
    CommandKind.IN_TIME: lambda command: Use(
        "manage_call", {"how": "brief_for", "number": (command.ordinal or 0) * (60 if command.target == "minutes" else 1)}
    ),
    CommandKind.GOODBYE: lambda _: Use("manage_call", {"how": "goodbye"}),
    CommandKind.FORGET_TALK: lambda _: Use("manage_call", {"how": "forget_talk"}),
    CommandKind.STOP_LOOKING: lambda _: Use("manage_call", {"how": "stop_looking"}),
    CommandKind.LOOK_AGAIN: lambda _: Use("manage_call", {"how": "look_again"}),
    CommandKind.YES: lambda _: Use("take_answer", {"answer": "yes"}),
    CommandKind.NO: lambda _: Use("take_answer", {"answer": "no"}),
    CommandKind.WHAT_DID_I_SKIP: lambda _: Use("tell", {"what": "skipped"}),
    CommandKind.CHECK_NEW: lambda _: Use("tell", {"what": "new_mail"}),
    CommandKind.JUMP_TO_TOPIC: lambda command: Use(
        "open", {"what": "topic", "number": command.ordinal or 0, "description": command.target}
    ),
    CommandKind.JUMP_TO_MAIL: lambda command: Use("open", {"what": "mail", "number": command.ordinal or 0, "description": command.target}),
    CommandKind.SEARCH: lambda command: Use("search_mail", {"query": command.target}),
    CommandKind.ADD_VIP: lambda command: Use("remember", {"what": "person", "name": command.target}),
    CommandKind.ADD_KEYWORD: lambda command: Use("remember", {"what": "keyword", "name": command.target}),
    CommandKind.REMOVE_VIP: lambda command: Use("remember", {"what": "person_no_more", "name": command.target}),
    CommandKind.REMOVE_KEYWORD: lambda command: Use("remember", {"what": "keyword_no_more", "name": command.target}),
    CommandKind.ONLY_SOME: lambda command: Use("brief_only", {"mails": command.target}),
    CommandKind.WITHOUT_SOME: lambda command: Use(
        "brief_only", {"mails": f"everything but {command.target}{f' until {command.when}' if command.when else ''}"}
    ),
    CommandKind.BRING_BACK: lambda command: Use("remember", {"what": "heard_again", "name": command.target}),
    CommandKind.WHEREABOUTS: lambda command: Use("remember", {"what": "whereabouts", "name": command.target}),
    CommandKind.LANGUAGE: lambda command: Use("remember", {"what": "language", "name": command.target}),
    CommandKind.NO_LANGUAGE: lambda command: Use("remember", {"what": "language_no_more", "name": command.target}),
    CommandKind.ALL_AGAIN: lambda _: Use("brief_only", {}),
    CommandKind.WHICH_ACCOUNT: lambda _: Use("tell", {"what": "account"}),
    CommandKind.LOOK_UP: lambda command: Use(
        "tell", {"what": command.target, **({"when": command.when} if command.target in ASKED_FOR_SINCE else {})}
    ),
    CommandKind.ASK_MAILS: lambda command: Use("tell", {"what": "in_mails", "description": command.target}),
    CommandKind.BULK: lambda command: Use("change_several", {"action": command.action, "description": command.target}),
    CommandKind.UNDO: lambda command: Use(
        "undo", {"count": command.ordinal or 1, "what": command.action or "", "when": command.when, "description": command.target}
    ),
    CommandKind.UNSUBSCRIBE: lambda command: Use("change_mail", {"action": "unsubscribe", **mail_of(command)}),
    CommandKind.REPLY: lambda command: Use("write", {"kind": "reply", "text": as_sentence(command.text), **_answered(command)}),
    CommandKind.REPLY_ALL: lambda command: Use("write", {"kind": "reply_all", "text": as_sentence(command.text), **_answered(command)}),
    CommandKind.FORWARD: lambda command: Use(
        "write", {"kind": "forward", "to": command.who, "text": as_sentence(command.text), **mail_of(command)}
    ),
    CommandKind.WRITE: lambda command: Use(
        "write",
        {"kind": "new", "to": command.who, "subject": command.target, "text": as_sentence(command.text)},
    ),
    CommandKind.COPY: lambda command: Use("change_draft", {"cc": command.who}),
    CommandKind.BLIND_COPY: lambda command: Use("change_draft", {"bcc": command.who}),
    CommandKind.TAKE_OFF: lambda command: Use("change_draft", {"take_off": command.who}),
    CommandKind.SUBJECT: lambda command: Use("change_draft", {"subject": capital(command.target)}),
    CommandKind.ADD_TEXT: lambda command: Use("change_draft", {"first" if command.target else "add": as_sentence(command.text)}),
    CommandKind.CHANGE_TEXT: lambda command: Use("change_draft", {"replace": command.target, "by": command.text}),
    CommandKind.READ_DRAFT: lambda _: Use("tell", {"what": "draft"}),
    CommandKind.SEND: lambda _: Use("send_draft", {}),
    CommandKind.SEND_LATER: lambda command: Use("send_draft", {"when": command.when or "later"}),
    CommandKind.CANCEL: lambda _: Use("take_answer", {"answer": "cancel"}),
    CommandKind.TEAM: lambda command: Use(
        "team", {"what": command.target, **({"about": command.text} if command.target in ABOUT_SOMETHING else {})}
    ),
}
"""All kinds except `STOP` (says nothing), `HELP` (one fixed sentence) and those of `LEFT_TO_THE_MODEL`."""

LEFT_TO_THE_MODEL = frozenset({CommandKind.REVISE})
"""Kinds that only a model can do (rewriting a text); they are recognised so that endpointing knows where the turn ends."""

BETTER_BY_A_MODEL = frozenset({Fact.GIST, Fact.MORE})
"""What is asked for that rules answer only where there is no model: by telling or reading the mail."""

HOLD_BACK = Use("take_answer", {"answer": "cancel"})
"""Holds back a mail that is about to leave, or discards the draft."""


def tool_for(command: Command) -> Use:
    return TOOL_OF[command.kind](command)
