"""Which tool a plainly spoken command is. Pure: what runs it is LiveKit, once the turn is committed."""

import json
from collections.abc import Callable, Mapping

from livekit.agents import llm
from livekit.agents.utils import shortuuid

from agent.tools.running import INSTANT
from briefing.understanding.awaited import as_sentence, capital
from briefing.understanding.commands import Command, CommandKind, recognise

ToolCall = tuple[str, Mapping[str, object]]

TOOLS: Mapping[CommandKind, Callable[[Command], ToolCall]] = {
    CommandKind.NEXT: lambda _: ("next_item", {}),
    CommandKind.SKIP_MAIL: lambda _: ("skip_this_mail", {}),
    CommandKind.SKIP_TOPIC: lambda _: ("skip_topic", {}),
    CommandKind.BACK: lambda _: ("go_back", {}),
    CommandKind.REPEAT: lambda _: ("repeat", {}),
    CommandKind.READ_IN_FULL: lambda _: ("read_in_full", {}),
    CommandKind.ARCHIVE: lambda command: ("archive_email", _mail_of(command)),
    CommandKind.FLAG: lambda command: ("flag_followup", _mail_of(command)),
    CommandKind.UNFLAG: lambda command: ("unflag", _mail_of(command)),
    CommandKind.MARK_READ: lambda command: ("mark_read", _mail_of(command)),
    CommandKind.PROGRESS: lambda _: ("progress", {}),
    CommandKind.WHERE_WERE_WE: lambda _: ("where_were_we", {}),
    CommandKind.HOLD_ON: lambda _: ("hold_on", {}),
    CommandKind.GO_ON: lambda _: ("go_on", {}),
    CommandKind.SLOWER: lambda _: ("change_pace", {"pace": "slower"}),
    CommandKind.FASTER: lambda _: ("change_pace", {"pace": "faster"}),
    CommandKind.GOODBYE: lambda _: ("goodbye", {}),
    CommandKind.YES: lambda _: ("accept_offer", {}),
    CommandKind.NO: lambda _: ("decline_offer", {}),
    CommandKind.WHAT_DID_I_SKIP: lambda _: ("what_did_i_skip", {}),
    CommandKind.CHECK_NEW: lambda _: ("check_for_new_mail", {}),
    CommandKind.JUMP_TO_TOPIC: lambda command: ("jump_to_topic", {"number": command.ordinal or 0, "description": command.target}),
    CommandKind.JUMP_TO_MAIL: lambda command: ("jump_to_mail", {"number": command.ordinal or 0, "description": command.target}),
    CommandKind.SEARCH: lambda command: ("search_mail", {"query": command.target}),
    CommandKind.ADD_VIP: lambda command: ("add_vip", {"person": command.target}),
    CommandKind.ADD_KEYWORD: lambda command: ("add_keyword", {"keyword": command.target}),
    CommandKind.ONLY_ACCOUNT: lambda command: ("choose_account", {"account": command.target}),
    CommandKind.ALL_ACCOUNTS: lambda _: ("choose_account", {}),
    CommandKind.WHICH_ACCOUNT: lambda _: ("which_account", {}),
    CommandKind.MARK_UNREAD: lambda command: ("mark_unread", _mail_of(command)),
    CommandKind.DELETE: lambda command: ("delete_email", _mail_of(command)),
    CommandKind.REPORT_SPAM: lambda command: ("report_spam", _mail_of(command)),
    CommandKind.SNOOZE: lambda command: ("snooze", {"until": command.when, **_mail_of(command)}),
    CommandKind.LABEL: lambda command: ("label_mail", {"label": command.target}),
    CommandKind.UNLABEL: lambda command: ("unlabel_mail", {"label": command.target}),
    CommandKind.MOVE: lambda command: ("move_mail", {"folder": command.target}),
    CommandKind.BULK: lambda command: ("change_several", {"change": command.action, "description": command.target}),
    CommandKind.UNDO: lambda command: ("undo", {"count": command.ordinal or 1, "what": command.action, "when": command.when}),
    CommandKind.UNSUBSCRIBE: lambda command: ("unsubscribe", _mail_of(command)),
    CommandKind.REPLY: lambda command: ("reply", {"text": as_sentence(command.text), **_mail_of(command)}),
    CommandKind.REPLY_ALL: lambda command: ("reply", {"text": as_sentence(command.text), "everyone": True, **_mail_of(command)}),
    CommandKind.FORWARD: lambda command: ("forward", {"to": command.who, "text": as_sentence(command.text), **_mail_of(command)}),
    CommandKind.WRITE: lambda command: (
        "write_mail",
        {"to": command.who, "subject": command.target, "text": as_sentence(command.text)},
    ),
    CommandKind.SUBJECT: lambda command: ("change_draft", {"subject": capital(command.target)}),
    CommandKind.ADD_TEXT: lambda command: ("change_draft", {"add": as_sentence(command.text)}),
    CommandKind.CHANGE_TEXT: lambda command: ("change_draft", {"replace": command.target, "by": command.text}),
    CommandKind.READ_DRAFT: lambda _: ("read_draft", {}),
    CommandKind.SEND: lambda _: ("send_draft", {}),
    CommandKind.SEND_LATER: lambda command: ("send_draft", {"when": command.when}),
    CommandKind.CANCEL: lambda _: ("cancel", {}),
}
"""All but `STOP` and `HELP`, which need no tool: the one says nothing, the other one fixed sentence; and what is left to the model."""

LEFT_TO_THE_MODEL = frozenset({CommandKind.REVISE})
"""Kinds that are recognised, so that a turn ends where they do, but that only a model can do: writing a text anew."""

ASKED_BACK: Mapping[CommandKind, ToolCall] = {
    CommandKind.ARCHIVE: ("ask_back", {"wish": "archive"}),
    CommandKind.MARK_READ: ("ask_back", {"wish": "mark_read"}),
}


def _mail_of(command: Command) -> Mapping[str, object]:
    """Which mail it is about, as the user named it; nothing for the current one."""
    if command.ordinal:
        return {"number": command.ordinal}
    return {"description": command.target} if command.target else {}


def tool_call(command: Command, *, ask_back: bool = False) -> llm.ChatChunk:
    """The chunk with which a language model would ask for the tool, or for asking the user first."""
    if ask_back:
        # The question is about the current mail, so another one is presented first.
        name, arguments = TOOLS[CommandKind.JUMP_TO_MAIL](command) if _mail_of(command) else ASKED_BACK[command.kind]
    else:
        name, arguments = TOOLS[command.kind](command)
    return _called(name, arguments)


def dictated(words: str) -> llm.ChatChunk:
    """The chunk that makes these words the text of the open draft: they were asked for."""
    return _called("change_draft", {"text": as_sentence(words)})


def until(when: str) -> llm.ChatChunk:
    """The chunk that puts the open mail off until then: the time was asked for."""
    return _called("snooze", {"until": when})


def held_back() -> llm.ChatChunk:
    """The chunk that holds back what is about to leave, or throws away what is being written."""
    return _called("cancel", {})


def _called(name: str, arguments: Mapping[str, object]) -> llm.ChatChunk:
    call = llm.FunctionToolCall(name=name, arguments=json.dumps(arguments), call_id=shortuuid(INSTANT))
    return llm.ChatChunk(id=call.call_id, delta=llm.ChoiceDelta(role="assistant", tool_calls=[call]))


def wants_silence(utterance: str) -> bool:
    """Whether the words ask for nothing but that we stop talking; being said, they have ended the sentence already."""
    command = recognise(utterance, offer_open=False)
    return command is not None and command.kind is CommandKind.STOP
