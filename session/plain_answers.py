"""Turns plain commands into a tool to use or words to say, without a model; the same for spoken, typed and written calls.

Reads the call and has no effects, so it may run more often than turns are committed.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from actions.consent.leave import answer, opens_a_mail
from actions.consent.payloads import SendPayload
from briefing.mail_action import ON_MAILS, MailAction
from briefing.speech.sentences import small_answers, what_next
from briefing.speech.sentences.about_sending import NEEDS_A_MODEL
from briefing.speech.sentences.before_a_change import YES_OR_NO
from briefing.speech.sentences.hints import TAKE_YOUR_TIME, hint
from briefing.understanding.awaited import Awaited, as_sentence, capital
from briefing.understanding.command_grammar.command_phrases.asked_for import ASKED_FOR_SINCE
from briefing.understanding.commands import EXAMPLES, LONGEST_LINE, Command, CommandKind, command_of
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.small_talk import SmallTalk
from briefing.understanding.understanding import Understanding
from session.call import Call
from session.dialogue import Awaits, Offer
from session.skills.writing.addressing import may_be_known
from session.skills.writing.drafting import is_told_of
from session.turn.can_be_meant import instead_of_a_revision, is_dictated, is_meant, picked
from session.turn.known_names import in_place_of, whom_they_name
from session.turn.what_can_be_said import IN_SHORT, helpful

SILENCE = ""
"""The answer to a user who wants us to be silent."""


@dataclass(frozen=True, slots=True)
class Use:
    """`goes_on`: a model goes on from what the tool comes to, as if it had called it."""

    tool: str
    arguments: Mapping[str, object] = field(default_factory=dict, repr=False)
    goes_on: bool = False


Answer = Use | str
"""A tool to use, or words to say as they stand."""


def _mail_of(command: Command) -> Mapping[str, object]:
    """The arguments that name a mail as the user did; empty for the current mail."""
    if command.ordinal:
        return {"number": command.ordinal}
    return {"description": command.target} if command.target else {}


def _change(command: Command) -> Use:
    """The change of one mail. Where a verb needs a label, a folder or a time, that was named, and the mail is the open one."""
    its = ON_MAILS[command.action] if command.action else None
    if its is None or its.place is None:
        return Use("change_mail", {"action": command.action, **_mail_of(command)})
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
    CommandKind.BULK: lambda command: Use("change_several", {"action": command.action, "description": command.target}),
    CommandKind.UNDO: lambda command: Use("undo", {"count": command.ordinal or 1, "what": command.action or "", "when": command.when}),
    CommandKind.UNSUBSCRIBE: lambda command: Use("change_mail", {"action": "unsubscribe", **_mail_of(command)}),
    CommandKind.REPLY: lambda command: Use("write", {"kind": "reply", "text": as_sentence(command.text), **_mail_of(command)}),
    CommandKind.REPLY_ALL: lambda command: Use("write", {"kind": "reply_all", "text": as_sentence(command.text), **_mail_of(command)}),
    CommandKind.FORWARD: lambda command: Use(
        "write", {"kind": "forward", "to": command.who, "text": as_sentence(command.text), **_mail_of(command)}
    ),
    CommandKind.WRITE: lambda command: Use(
        "write",
        {"kind": "new", "to": command.who, "subject": command.target, "text": as_sentence(command.text)},
    ),
    CommandKind.COPY: lambda command: Use("change_draft", {"cc": command.who}),
    CommandKind.BLIND_COPY: lambda command: Use("change_draft", {"bcc": command.who}),
    CommandKind.TAKE_OFF: lambda command: Use("change_draft", {"take_off": command.who}),
    CommandKind.SUBJECT: lambda command: Use("change_draft", {"subject": capital(command.target)}),
    CommandKind.ADD_TEXT: lambda command: Use("change_draft", {"add": as_sentence(command.text)}),
    CommandKind.CHANGE_TEXT: lambda command: Use("change_draft", {"replace": command.target, "by": command.text}),
    CommandKind.READ_DRAFT: lambda _: Use("tell", {"what": "draft"}),
    CommandKind.SEND: lambda _: Use("send_draft", {}),
    CommandKind.SEND_LATER: lambda command: Use("send_draft", {"when": command.when}),
    CommandKind.CANCEL: lambda _: Use("take_answer", {"answer": "cancel"}),
}
"""All kinds except `STOP` (says nothing), `HELP` (one fixed sentence) and those of `LEFT_TO_THE_MODEL`."""

LEFT_TO_THE_MODEL = frozenset({CommandKind.REVISE})
"""Kinds that only a model can do (rewriting a text); they are recognised so that endpointing knows where the turn ends."""

NAME_PEOPLE = ("to", "cc", "bcc", "take_off", "description")
"""Arguments of tools."""
_NAMES_SOMEBODY = frozenset({CommandKind.WRITE, CommandKind.REPLY, CommandKind.FORWARD, CommandKind.COPY, CommandKind.BLIND_COPY})

HOLD_BACK = Use("take_answer", {"answer": "cancel"})
"""Holds back a mail that is about to leave, or discards the draft."""


def tool_for(command: Command) -> Use:
    """The tool that carries out a command."""
    return TOOL_OF[command.kind](command)


def takes_back(call: Call, said: Understanding) -> bool:
    """Whether the words hold back a mail that is about to leave, or that has left just now.

    A bare no to what was asked since then answers that. If a mail was taken back already, whatever is said next is answered with that.
    Where nothing but the mail that leaves is open, all that may mean it holds it back; so does a line that is too long to tell.
    """
    if said.too_long or (call.acting.outgoing.taken_back and said.words.strip()):
        return call.acting.outgoing.can_be_held
    if not call.heeds_stop() or (call.dialogue.offer is not None and said.holding.is_bare_no):
        return False
    if not call.acting.outgoing.can_be_held and call.dialogue.awaits is not Awaits.WORDS:
        return said.holding.calls_back
    if call.dialogue.awaits is Awaits.WORDS:
        return said.holding.holds_back_amid_words
    return said.holding.may_hold_back if _leaves_alone(call, said) else said.holding.holds_back


def _leaves_alone(call: Call, said: Understanding) -> bool:
    """Whether nothing is open that the words may mean instead of the mail that leaves."""
    names_time = call.dialogue.awaits is Awaits.TIME and bool(said.named_time)
    return call.acting.outgoing.can_be_held and call.acting.draft is None and call.dialogue.offer is None and not names_time


def plain_answer(call: Call, said: Understanding) -> Answer | None:
    """The answer to a plain command, without a model; None for anything else."""
    if takes_back(call, said):  # before anything else that it could answer
        return HOLD_BACK
    if (agreed := CommandKind.YES if _agrees_again(call, said) else _agreement(call, said)) is not None:
        return tool_for(Command(kind=agreed))
    offered = call.dialogue.awaits is Awaits.DRAFT_DECISION or call.dialogue.offer not in {None, Offer.AGREE}
    command = (said.answer if offered else said.command) or picked(call, said)
    if command is None and call.dialogue.awaits is Awaits.TIME and (when := said.named_time):
        return Use("change_mail", {"action": "snooze", "detail": when})
    if command is None:
        return HOLD_BACK if _comes_late(call, said) else _for_whom_they_meant(call, said) or _to_small_talk(call, said)
    if command.kind is CommandKind.CANCEL and said.change.asks_for(MailAction.DELETE) and not is_meant(call, command):
        command = command_of(MailAction.DELETE)  # "kill it", "scrap this": nothing was written that could be meant
    command = instead_of_a_revision(call, command, said)
    is_to_another = said.holding.sends_to_another and is_told_of(call)
    is_left_open = (not said.is_plain and command == said.command and not is_to_another) or _is_to_somebody_unknown(call, command)
    is_for_a_model = (call.line.has_model and is_left_open) or command.kind in LEFT_TO_THE_MODEL
    if is_for_a_model or not is_meant(call, command) or is_dictated(call, command, said):
        is_late = command.kind is CommandKind.CANCEL and not is_meant(call, command) and _comes_late(call, said)
        return HOLD_BACK if is_late else _to_small_talk(call, said)
    return Use("change_draft", {"to": command.who}) if is_to_another else _at_once(call, said, command)


def _at_once(call: Call, said: Understanding, command: Command) -> Answer:
    match command.kind:
        case CommandKind.HELP:
            return what_next.help_sentence([EXAMPLES[kind] for kind in helpful(call)])
        case CommandKind.STOP:  # it has already ended the sentence, by being said
            return SILENCE
        case CommandKind.READ_IN_FULL if is_told_of(call):
            return tool_for(Command(kind=CommandKind.READ_DRAFT))
        case CommandKind.JUMP_TO_MAIL if (asked := call.turn.unplaced) and call.dialogue.turn - asked.turn <= 1 and not opens_a_mail(said):
            return Use(asked.tool, {**asked.arguments, "mail_id": "", "number": 0, "description": "", **_mail_of(command)})
        case CommandKind.CHANGE if command == command_of(MailAction.DELETE) and _is_about_a_draft(call):
            return HOLD_BACK
        case _:
            takes_nudge = command.kind is CommandKind.YES and call.dialogue.offer is Offer.TAKE_NUDGE
            return replace(tool_for(command), goes_on=takes_nudge and call.line.has_model)


def _to_small_talk(call: Call, said: Understanding) -> Answer | None:
    """The answer to words that ask for nothing, or are too many. It agrees to nothing: a question that was asked is asked again."""
    if said.too_long:
        return what_next.too_long(LONGEST_LINE)
    talk = said.small_talk
    if talk is None or call.dialogue.awaits is Awaits.WORDS:
        return None
    if talk is SmallTalk.NEVER_MIND:
        return tool_for(Command(kind=CommandKind.NO))
    if talk is SmallTalk.SORRY and said.heard is not None and said.heard.asked:
        return tool_for(Command(kind=CommandKind.REPEAT))
    if talk is SmallTalk.OKAY and call.dialogue.offer is not None:
        return tool_for(Command(kind=CommandKind.YES)) if call.dialogue.offer is Offer.AGREE else YES_OR_NO
    return small_answers.answer(talk, at=call.now())


def answer_without_model(call: Call, said: Understanding) -> Answer:
    """The answer to anything else where there is no model; words for a draft that were asked for are taken as they are."""
    if said.words.strip() and call.dialogue.awaits is Awaits.WORDS:
        return _awaited(said)
    if said.command is not None and said.command.kind in LEFT_TO_THE_MODEL:
        return NEEDS_A_MODEL
    not_understood = what_next.not_got(said.words) if said.in_pieces else what_next.not_understood()
    return hint(said.near) or f"{not_understood} {what_next.help_sentence([EXAMPLES[kind] for kind in IN_SHORT])}"


def _for_whom_they_meant(call: Call, said: Understanding) -> Use | None:
    """What was to be done when the user was asked which of two people they meant, for the one whom these words name."""
    asked = call.turn.unplaced
    person = whom_they_name(said.words, asked.people) if asked is not None and call.dialogue.turn - asked.turn <= 1 else None
    if asked is None or person is None:
        return None
    by_name = [(name, value) for name in NAME_PEOPLE if isinstance(value := asked.arguments.get(name), str)]
    told = {name: in_place_of(asked.heard, value, person.name) for name, value in by_name}
    return Use(asked.tool, {**asked.arguments, **(told if any(told.values()) else {"description": person.name})})


def _agreement(call: Call, said: Understanding) -> CommandKind | None:
    """A yes or no to the open question. Whether it counts is decided by consent alone, once the turn is committed.

    The same holds for a bare yes to an interrupted question, which is then asked again.
    """
    dialogue = call.dialogue
    if dialogue.offer is None and (lapsed := dialogue.to_ask_again) is not None:
        return CommandKind.YES if answer(said, lapsed) is Confirmation.YES and said.command is None else None
    if dialogue.offer is not Offer.AGREE or dialogue.asked is None:
        return None
    answered = answer(said, dialogue.asked)
    if answered is Confirmation.NO and said.command is not None and (said.command.text or said.holding.drops_a_draft):
        return None  # "reply that I cannot come" is no answer: the no is dictated; "forget the reply" says more than no
    return {Confirmation.YES: CommandKind.YES, Confirmation.NO: CommandKind.NO}.get(answered)


def _is_to_somebody_unknown(call: Call, command: Command) -> bool:
    """Whether a mail is to go to somebody whom no sender's name makes clear: "mum", one of two Annas."""
    return command.kind in _NAMES_SOMEBODY and not may_be_known(call, command.who)


def _is_about_a_draft(call: Call) -> bool:
    spoken_of = call.dialogue.focus.draft and call.acting.draft is not None
    return spoken_of or call.dialogue.awaits is Awaits.DRAFT_DECISION or isinstance(call.dialogue.asked, SendPayload)


def _comes_late(call: Call, said: Understanding) -> bool:
    """Whether the words take back a mail that was scheduled just now, or of which the user heard just now that it has left."""
    acting, dialogue = call.acting, call.dialogue
    nothing_else = acting.draft is None and dialogue.offer is None and dialogue.awaits is not Awaits.WORDS
    return nothing_else and bool(acting.outgoing.latest(call.now())) and said.holding.calls_back


def _agrees_again(call: Call, said: Understanding) -> bool:
    """Whether it is a yes although nothing is asked, while a mail is held: one more than was needed."""
    if not call.acting.held or call.dialogue.offer is not None or said.command is not None:
        return False
    return said.answer == Command(kind=CommandKind.YES)


def _awaited(said: Understanding) -> Answer:
    """Words that were asked for go into the draft, unless they hesitate or take the request back."""
    match said.awaited:
        case Awaited.WORDS:
            return Use("change_draft", {"text": as_sentence(said.words)})
        case Awaited.NOTHING_YET:
            return TAKE_YOUR_TIME
        case Awaited.TAKEN_BACK:
            return HOLD_BACK
