"""What answers "Which one do you mean?" and "Which one shall I read?" in a word or two, beside a number.

A name, a word of a subject, an age, all of them or none. A bare word counts only while that question is open, and only where it fits a
single one of the mails that were told.
"""

from collections.abc import Collection, Sequence

from briefing.mail import Envelope
from briefing.mail_action import MailAction
from briefing.speech.sentences import replies
from briefing.speech.sentences.about_overview import SHALL_I_READ_IT
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.telling_words import FILLERS, FUNCTION_WORDS
from briefing.understanding.understanding import Understanding
from briefing.words import split_words
from session.call import Call
from session.call_records import Unplaced
from session.turn.tool_of_command import Answer, Use, tool_for

_AROUND = FILLERS.union("actually most no oh okay sorry well i mean meant it is that would be please rather thanks then take s".split())  # noqa: SIM905
_READS, _TO_ME = frozenset({"read", "open", "show", "hear", "play"}), frozenset({"me", "out", "up"})
_OLDEST = frozenset({"older", "oldest", "earlier", "earliest"})
_NEWEST = frozenset({"newer", "newest", "later", "latest", "recent"})
_COMPARED = frozenset({"older", "earlier", "newer", "later"})
_NONE = frozenset({"neither", "none"})
_ALL = frozenset({"both", "all"})
_OF_THEM = frozenset({"no", "of", "them", "those", "these", "two", "three", "four", "five", "the", "please", "mails", "ones", "thanks"})
_MAY_ANSWER = (CommandKind.CANCEL, CommandKind.JUMP_TO_MAIL, CommandKind.ALL_AGAIN)
_YES_OR_NO = (CommandKind.YES, CommandKind.NO)


def asks_which_one(call: Call) -> bool:
    """Whether the user was asked just now which mail of a list they mean, and nothing else was said since."""
    dialogue = call.dialogue
    is_open = dialogue.offer is None and dialogue.awaits is None and dialogue.focus.unclear
    return is_open and dialogue.found in dialogue.counted and dialogue.turn - dialogue.counted[dialogue.found] <= 1


def asks_to_read(call: Call) -> bool:
    """Whether the user was asked just now if the only mail that was told shall be read."""
    dialogue, said = call.dialogue, call.dialogue.last_said
    is_open = dialogue.offer is None and dialogue.awaits is None and len(dialogue.found) == 1
    return is_open and bool(said) and said[-1].endswith(SHALL_I_READ_IT) and dialogue.turn - dialogue.counted.get(dialogue.found, -2) <= 1


def of_those_asked_about(call: Call, said: Understanding) -> Answer | None:
    """What was to be done, for the one of the list that the words mean; or what is said where they mean all of them, or none."""
    if asks_to_read(call) and said.answer is not None and said.answer.kind in _YES_OR_NO:
        return Use("open", {"what": "mail", "number": 1}) if said.answer.kind is CommandKind.YES else tool_for(said.answer)
    asked = call.turn.unplaced
    # Who is meant was asked, or only a model knows what its list is for.
    is_of_another = bool(asked.heard) if asked is not None else call.line.has_model
    if not asks_which_one(call) or said.heard is None or said.heard.asked or is_of_another:
        return None
    command, words = said.command, split_words(said.words)
    if command is not None and (command.kind not in _MAY_ANSWER or command.ordinal):
        return None
    if _is_of_none(call, said, words):
        return tool_for(Command(kind=CommandKind.NO))
    if not call.line.has_model and not _ALL.isdisjoint(words) and (_ALL | _OF_THEM).issuperset(words):
        return replies.SAY_IT_OF_BOTH if asked is not None else replies.ONE_AT_A_TIME
    return _of_one(call, words, asked)


def _is_of_none(call: Call, said: Understanding, words: Sequence[str]) -> bool:
    """Whether they are a no, also "neither of them" and "cancel"; "scrap it" may be about what was written, or ask for a deletion."""
    if said.command is not None and said.command.kind is CommandKind.CANCEL:
        return call.acting.draft is None and not said.change.asks_for(MailAction.DELETE)
    return said.answer == Command(kind=CommandKind.NO) or (not _NONE.isdisjoint(words) and (_NONE | _OF_THEM).issuperset(words))


def _of_one(call: Call, words: Sequence[str], asked: Unplaced | None) -> Use | None:
    reads = bool(words) and words[0] in _READS
    words = words[2 if words[1:2] and words[1] in _TO_ME else 1 :] if reads else words
    number = _place_of(call, [word for word in words if word not in _AROUND])
    if not number:
        return None
    if asked is None or reads:
        return Use("open", {"what": "mail", "number": number})
    return Use(asked.tool, {**asked.arguments, "mail_id": "", "number": number, "description": ""})


def _place_of(call: Call, words: Collection[str]) -> int:
    """The place, from 1, of the only mail of the list that the words mean; 0 where they mean none, or several."""
    told = [call.mail.pipeline.envelopes.get(mail) for mail in call.dialogue.found]
    wanted = set(words)
    if (wanted <= _OLDEST or wanted <= _NEWEST) and len(wanted) == 1:
        return _by_age(call, told, oldest=wanted <= _OLDEST, compared=wanted <= _COMPARED)
    if not wanted - FUNCTION_WORDS:
        return 0
    fitting = [place for place, mail in enumerate(told, start=1) if mail is not None and wanted <= _naming(mail)]
    return fitting[0] if len(fitting) == 1 else 0


def _by_age(call: Call, told: Collection[Envelope | None], *, oldest: bool, compared: bool) -> int:
    """A list that goes on may hold an older one, and of three mails two may be older."""
    times = [mail.received_at for mail in told if mail is not None]
    wanted = (min if oldest else max)(times, default=None)
    is_told_whole = len(times) == len(told) and not call.dialogue.focus.more and (len(told) == 2 or not compared)
    return times.index(wanted) + 1 if wanted is not None and is_told_whole and times.count(wanted) == 1 else 0


def _naming(mail: Envelope) -> frozenset[str]:
    return frozenset(split_words(f"{mail.sender.name} {mail.subject}"))
