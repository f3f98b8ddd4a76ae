"""Turns plain commands into a tool to use or words to say, without a model; the same for spoken, typed and written calls.

Reads the call and has no effects, so it may run more often than turns are committed.
"""

import re
from dataclasses import replace

from actions.consent.leave import answer, opens_a_mail
from actions.consent.payloads import SendPayload
from briefing.mail_action import MailAction
from briefing.speech.sentences import replies, small_answers, what_next
from briefing.speech.sentences.about_sending import NEEDS_A_MODEL, NEEDS_OWN_WORDS
from briefing.speech.sentences.before_a_change import YES_OR_NO
from briefing.speech.sentences.small_answers import TAKE_YOUR_TIME, hint
from briefing.understanding.awaited import Awaited, as_sentence
from briefing.understanding.command_grammar.command_frame import VERBS
from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from briefing.understanding.commands import EXAMPLES, LONGEST_LINE, Command, CommandKind, command_of
from briefing.understanding.confirmation import Confirmation
from briefing.understanding.near_commands import NearIntent
from briefing.understanding.small_talk import SmallTalk
from briefing.understanding.understanding import Understanding
from briefing.words import split_words
from session.call import Call
from session.dialogue import Awaits, Offer
from session.skills.team.remembering import spoken_of
from session.skills.team.steering import chosen_of_those
from session.skills.writing.addressing import wrote_the_open_mail
from session.skills.writing.drafting import is_told_of
from session.turn.can_be_meant import instead_of_a_revision, is_dictated, is_meant, is_to_somebody_unknown, picked
from session.turn.known_names import in_place_of, whom_they_name
from session.turn.put_right import is_of_what_was_asked
from session.turn.to_whom import to_whom_it_goes
from session.turn.tool_of_command import BETTER_BY_A_MODEL, HOLD_BACK, LEFT_TO_THE_MODEL, Answer, Use, mail_of, tool_for
from session.turn.what_can_be_said import IN_SHORT, helpful
from session.turn.which_of_them import of_those_asked_about
from session.turn.wish import is_for_rules_alone
from session.turn.without_a_model import answered_by_rules

SILENCE = ""
"""The answer to a user who wants us to be silent."""


_MAY_BE_OF_IT = "what about "
"""What is searched for where there is no model may be a thing of the open mail: "what about the attachment"."""
_TOO = re.compile(r"\b(?:too|also|as well)\b", re.IGNORECASE)
_TELLS, _WRITES = frozenset({"tell", "let"}), frozenset({"send", "write", "mail", "email", "message", "text", "forward"})
"""What is told to whoever wrote the open mail is the answer to it; "send her a mail" begins another."""
_REFUSED = re.compile(
    r"\W*(?:(?:no|oh|please|but)\W+)*(?:do not|don['\u2019]t) (?P<what>[^,;.!]+?)(?: yet)?"
    r"(?:[,;.!]+(?P<because> (?:i|it|this|that|he|she|they|we|because)\b.*)?)?",
    re.IGNORECASE | re.DOTALL,
)
_WANTS_SOMETHING_ELSE = VERBS | {"archive", "spam", "said", "meant", "mean", "rather", "instead", "better", "for", "other"}
"""Behind what is denied: "don't flag it, I said archive"."""
_CHANGES = frozenset({CommandKind.CHANGE, CommandKind.UNDO, CommandKind.UNSUBSCRIBE})
NAME_PEOPLE = ("to", "cc", "bcc", "take_off", "description")
"""Arguments of tools."""


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
    if is_of_what_was_asked(call, said):
        return False
    return said.holding.may_hold_back if _leaves_alone(call, said) else said.holding.holds_back


def _leaves_alone(call: Call, said: Understanding) -> bool:
    """Whether nothing is open that the words may mean instead of the mail that leaves."""
    names_time = call.dialogue.awaits is Awaits.TIME and bool(said.named_time)
    return call.acting.outgoing.can_be_held and call.acting.draft is None and call.dialogue.offer is None and not names_time


def plain_answer(call: Call, said: Understanding, *, has_waited: bool = False) -> Answer | None:
    """The answer to a plain command, without a model; None for anything else.

    A wish that `has_waited` was said before the user's yes to the mail that leaves: it is done, and can neither stop that mail nor mean it.
    """
    if not has_waited and takes_back(call, said):  # before anything else that it could answer
        return HOLD_BACK
    if (agreed := CommandKind.YES if _agrees_again(call, said) else _agreement(call, said)) is not None:
        return tool_for(Command(kind=agreed))
    offered = call.dialogue.awaits in {Awaits.DRAFT_DECISION, Awaits.WHICH_TASK} or call.dialogue.offer not in {None, Offer.AGREE}
    command = (said.answer if offered else said.command) or picked(call, said)
    if (beside := _of_what_was_told(call, said, command)) is not None:
        return beside
    if command is None:
        return (
            HOLD_BACK
            if not has_waited and _comes_late(call, said)
            else _for_whom_they_meant(call, said) or _to_small_talk(call, said) or _not_later(call, said)
        )
    if command.kind is CommandKind.CANCEL and said.change.asks_for(MailAction.DELETE) and not is_meant(call, command, said):
        command = command_of(MailAction.DELETE)  # "kill it", "scrap this": nothing was written that could be meant
    command = instead_of_a_revision(call, command, said)
    is_to_another = said.holding.sends_to_another and is_told_of(call)
    is_left_open = (not said.is_plain and command == said.command and not is_to_another) or is_to_somebody_unknown(call, command)
    is_better_told = (
        command.kind is CommandKind.ASK_MAILS
        or (command.kind is CommandKind.LOOK_UP and command.target in BETTER_BY_A_MODEL)
        or (command.kind is CommandKind.SEARCH and _MAY_BE_OF_IT in said.words.lower())
    )
    is_left_open = is_left_open or is_for_rules_alone(command)
    is_for_a_model = (call.line.has_model and (is_left_open or is_better_told)) or command.kind in LEFT_TO_THE_MODEL
    if is_for_a_model or not is_meant(call, command, said) or is_dictated(call, command, said):
        is_late = command.kind is CommandKind.CANCEL and not is_meant(call, command, said) and _comes_late(call, said)
        return HOLD_BACK if is_late else _to_small_talk(call, said)
    gets_it = "cc" if _TOO.search(said.words) and "instead" not in said.own_words else "to"
    return Use("change_draft", {gets_it: command.who}) if is_to_another else _at_once(call, said, command)


def _of_what_was_told(call: Call, said: Understanding, command: Command | None) -> Answer | None:
    """The mail, the time, or the task that was asked for, or something about what was noted just now."""
    if (chosen := of_those_asked_about(call, said) or to_whom_it_goes(call, said)) is not None:
        return chosen
    if command is None and call.dialogue.awaits is Awaits.TIME and (when := said.named_time):
        return Use("change_mail", {"action": "snooze", "detail": when})
    if call.dialogue.awaits is Awaits.WHICH_TASK and chosen_of_those(call, said):
        return Use("team", {"what": TeamAsk.STOP.value})
    noted = about_what_was_noted(call, said)
    return Use("team", {"what": noted}) if noted is not None else None


def _at_once(call: Call, said: Understanding, command: Command) -> Answer:
    match command.kind:
        case CommandKind.HELP:
            return what_next.help_sentence([EXAMPLES[kind] for kind in helpful(call)], more=True)
        case CommandKind.STOP:  # it has already ended the sentence, by being said
            return SILENCE
        case CommandKind.READ_IN_FULL if is_told_of(call):
            return tool_for(Command(kind=CommandKind.READ_DRAFT))
        case CommandKind.JUMP_TO_MAIL if (asked := call.turn.unplaced) and call.dialogue.turn - asked.turn <= 1 and not opens_a_mail(said):
            return Use(asked.tool, {**asked.arguments, "mail_id": "", "number": 0, "description": "", **mail_of(command)})
        case CommandKind.CHANGE if command == command_of(MailAction.DELETE) and _is_about_a_draft(call):
            return HOLD_BACK
        case _:
            if command.kind is CommandKind.WRITE and command.text and _is_told(said) and wrote_the_open_mail(call, command.who):
                command = replace(command, kind=CommandKind.REPLY)
            if command.text and not call.line.has_model and (told := said.worded_for_them) is not None and told.who == command.who:
                command = replace(command, text=told.text)
            takes_nudge = command.kind is CommandKind.YES and call.dialogue.offer is Offer.TAKE_NUDGE
            return replace(tool_for(command), goes_on=takes_nudge and call.line.has_model)


def _is_told(said: Understanding) -> bool:
    """Whether a text is introduced as told to somebody, whatever verb stands in it."""
    words = said.heard.words if said.heard is not None else ()
    return next((word in _TELLS for word in words if word in _TELLS | _WRITES), False)


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
    if call.dialogue.offer is None and _refuses(call, said):
        return replies.ALL_RIGHT
    if (by_rules := answered_by_rules(call, said)) is not None:
        return _at_once(call, said, by_rules) if isinstance(by_rules, Command) else by_rules
    not_understood = what_next.not_got(said.words) if said.in_pieces else what_next.not_understood()
    if said.has_to_be_worded:
        return f"{not_understood} {NEEDS_OWN_WORDS}"
    return (
        None if said.dictates else hint(said.near)
    ) or f"{not_understood} {what_next.help_sentence([EXAMPLES[kind] for kind in IN_SHORT])}"


def _refuses(call: Call, said: Understanding) -> bool:
    """Whether nothing is to be changed, and nothing else is wanted: "don't archive it, I need it"."""
    if (found := _REFUSED.fullmatch(said.words)) is None:
        return False
    understood = call.dialogue.understandings.of
    denied = understood(found["what"]).command
    if denied is None or denied.kind not in _CHANGES or denied.when:  # "don't show it to me again until Monday" wants one
        return False
    because = found["because"] or ""
    return understood(because).command is None and _WANTS_SOMETHING_ELSE.isdisjoint(split_words(because))


def is_lost(call: Call, said: Understanding) -> bool:
    """Whether nothing answers these words: no rule has a reply or a hint, and there is no model."""
    is_for_rules = call.line.has_model or len(said.wishes) > 1 or said.small_talk is not None or said.near is not None
    return not is_for_rules and plain_answer(call, said) is None


def _not_later(call: Call, said: Understanding) -> str | None:
    """Where a change is wanted at another time, that it is done at once or not at all: a model might promise it."""
    is_later = said.near is not None and said.near.intent is NearIntent.AT_ANOTHER_TIME and call.dialogue.awaits is not Awaits.WORDS
    return hint(said.near) if is_later and not said.dictates else None


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
    if said.command is not None and said.command.kind is CommandKind.TEAM:
        return None
    if dialogue.offer is None and (lapsed := dialogue.to_ask_again) is not None:
        return CommandKind.YES if answer(said, lapsed) is Confirmation.YES and said.command is None else None
    if dialogue.offer is not Offer.AGREE or dialogue.asked is None:
        return None
    answered = answer(said, dialogue.asked)
    if answered is Confirmation.NO and said.command is not None and (said.command.text or said.holding.drops_a_draft):
        return None  # "reply that I cannot come" is no answer: the no is dictated; "forget the reply" says more than no
    return {Confirmation.YES: CommandKind.YES, Confirmation.NO: CommandKind.NO}.get(answered)


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


_THAT_NOTE = re.compile(
    r"(?:no |please |okay |oh )*(?:(?:delete|remove|erase|scrap|drop|forget|discard) (?:that|this|the|my|your)(?: last)?"
    r" (?:note|memory|fact)|(?:do not|don t) (?:remember|note|keep) (?:that|it|this)|forget what i (?:just )?(?:said|told you))"
    r"(?: again| please)*"
)
_MAY_BE = frozenset({CommandKind.CANCEL, CommandKind.NO})


def about_what_was_noted(call: Call, said: Understanding) -> TeamAsk | None:
    """Only where nothing else is open that they could be about."""
    if call.dialogue.offer is not None or call.dialogue.awaits is not None or call.acting.draft is not None or not spoken_of(call):
        return None
    if (said.command is None or said.command.kind in _MAY_BE) and said.corrected and len(spoken_of(call)) == 1:
        return TeamAsk.CORRECT
    if _THAT_NOTE.fullmatch(" ".join(split_words(said.words))):
        return TeamAsk.FORGET
    is_bare = said.small_talk is SmallTalk.NEVER_MIND or (said.command is not None and said.command.kind is CommandKind.CANCEL)
    return TeamAsk.FORGET if is_bare and "forget" in split_words(said.words) else None
