"""Instant commands: what is plainly said is recognised here, without a model.

The whole utterance must be one of the phrases in `briefing.command_phrases`, once hesitations and politeness are taken off; a part of
it never counts. So whatever is less than certain (a negation, a condition, a second wish, another mail) fails to match by itself and
goes to the model. Patterns searched for in the text would be shorter, and would find "archive it" in "please don't archive it".

    utterance --hear--> words --take off politeness--> phrase --look up--> Command

A few rules look beyond the phrase, because what is done to a mailbox must not rest on one syllable: see `_is_certain`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from briefing.command_frame import (
    BARE_AFTER_NO,
    DANGLING,
    LEADS,
    NAMES,
    NOT_IN_A_TARGET,
    OPEN_ENDED,
    PLAIN_RETRACTIONS,
    RETRACTIONS,
    TAILS,
    TAKES_ANOTHER_OBJECT,
    VERBS,
    Lead,
)
from briefing.command_phrases import (
    ANSWERS,
    EXAMPLES,
    FREE,
    LAST,
    LONGEST_TARGET,
    NAMED_TOPICS,
    NUMBERED,
    PHRASES,
    SYNONYMS,
    CommandKind,
    expand_all,
)
from briefing.command_words import Heard, hear, with_number

__all__ = ["EXAMPLES", "Command", "CommandKind", "is_incomplete", "recognise"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One wish that is certain.

    `target` is the user's own description in lower case, without a leading article and with hyphens as spaces ("anna", "offsite
    budget"); empty for `ADD_VIP` means the sender of the current mail. `ordinal` counts mails or topics from 1; -1 is the last one.
    A jump has exactly one of the two; what changes a mail has one of them when it is not the current mail that is meant.
    """

    kind: CommandKind
    target: str = ""
    ordinal: int | None = None


def recognise(utterance: str, *, offer_open: bool = False) -> Command | None:
    """The command that a typed or transcribed line plainly is, or none. Never raises.

    `offer_open` says that a yes-or-no question was just put to the user: only then is there a `YES` or a `NO`, "go on" is a yes, and
    "yes, archive it" is none, because the yes may belong to the question.
    """
    heard = hear(utterance, vocabulary=_VOCABULARY)
    if heard is None or not heard.words:
        return None
    answer = _answer(heard) if offer_open else None
    return answer or _command(heard, offer_open=offer_open) or _corrected(heard, offer_open=offer_open)


def is_incomplete(utterance: str) -> bool:
    """Whether a command has begun whose end is still to come: "archive the", "mark it as", "could you", "go to the one from, uh".

    So is one that often goes on ("archive", "skip") and one that is being taken back ("next, no"); any other command is complete,
    unless the voice trails off after it.
    """
    heard = hear(utterance, vocabulary=_VOCABULARY)
    if heard is None:
        return False
    if heard.trails_off or not heard.words:
        return heard.trails_off
    taken_back = _retraction(heard)
    words = heard.words[taken_back:]
    starts = _starts(words)
    if any(_phrase(words[start:]) in OPEN_ENDED for start in starts) or (taken_back and len(words) in starts):
        return True
    if recognise(utterance, offer_open=True) is not None:
        return False
    if len(words) in starts:
        return not starts[len(words)].isdisjoint({Lead.REQUEST, Lead.PERMISSION})
    return any(_is_beginning(words[start:]) for start in starts)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Hole:
    """What follows the first words of a free form: some words of the user's, then `after`."""

    kind: CommandKind
    longest: int
    after: str

    def beginnings(self) -> list[str]:
        """`after` without its last words: " to" and " to my" of " to my vips"."""
        words = self.after.split(" ")
        return [beginning for count in range(1, len(words)) if (beginning := " ".join(words[:count]))]


def _holes() -> dict[str, list[_Hole]]:
    holes: dict[str, list[_Hole]] = {}
    for kind, patterns in FREE.items():
        for phrase in expand_all(patterns):
            before, hole, after = re.split(r"(\{\w+\})", phrase)
            holes.setdefault(before.strip(), []).append(_Hole(kind=kind, longest=LONGEST_TARGET[hole], after=after))
    # What may follow the free words is tried before they take it in: "only my work account" names "work".
    return {before: sorted(each, key=lambda hole: len(hole.after), reverse=True) for before, each in holes.items()}


_EXACT: Mapping[str, Command] = {
    **{phrase: Command(kind=kind) for kind, patterns in PHRASES.items() for phrase in expand_all(patterns)},
    **{phrase: Command(kind=kind, ordinal=-1) for kind, patterns in LAST.items() for phrase in expand_all(patterns)},
    **{
        phrase: Command(kind=CommandKind.JUMP_TO_TOPIC, target=label)
        for label, patterns in NAMED_TOPICS.items()
        for phrase in expand_all(patterns)
    },
}
_ANSWERS = {phrase: Command(kind=kind) for kind, patterns in ANSWERS.items() for phrase in expand_all(patterns)}
_NUMBERED = {phrase: kind for kind, patterns in NUMBERED.items() for phrase in expand_all(patterns)}
_FREE = _holes()
_CUT_SHORT = {before: tuple({part for hole in holes for part in hole.beginnings()}) for before, holes in _FREE.items()}
_LEADS = {phrase: lead for lead, patterns in LEADS.items() for phrase in expand_all(patterns)}
_TAILS = expand_all(TAILS)
_LONGEST_LEAD = max(len(phrase.split()) for phrase in _LEADS)
_LONGEST_TAIL = max(len(phrase.split()) for phrase in _TAILS)
_VOCABULARY = SYNONYMS.keys() | {
    word for phrases in (_EXACT, _ANSWERS, _NUMBERED, _LEADS, _TAILS) for phrase in phrases for word in phrase.split()
}
_BEGINNINGS = frozenset(
    " ".join(words[:count])
    for phrases in (_EXACT, _NUMBERED, (f"{before} {{name}}" for before in _FREE))
    for words in (phrase.split() for phrase in phrases)
    for count in range(1, len(words))
)


def _phrase(words: Sequence[str]) -> str:
    return " ".join(SYNONYMS.get(word, word) for word in words)


def _starts(words: tuple[str, ...]) -> dict[int, frozenset[Lead]]:
    """Where a command may begin, in order, with what kinds of lead stand before it."""
    starts: dict[int, frozenset[Lead]] = {0: frozenset()}
    for start in range(len(words)):
        if start in starts:
            for end in range(start + 1, min(start + _LONGEST_LEAD, len(words)) + 1):
                lead = _LEADS.get(" ".join(words[start:end]))
                if lead is not None:
                    starts.setdefault(end, starts[start] | {lead})
    return dict(sorted(starts.items()))


def _ends(words: tuple[str, ...]) -> list[int]:
    """Where a command may end, farthest first."""
    ends = {len(words)}
    for end in range(len(words), 0, -1):
        if end in ends:
            ends.update(start for start in range(max(end - _LONGEST_TAIL, 0), end) if " ".join(words[start:end]) in _TAILS)
    return sorted(ends, reverse=True)


def _cores(words: tuple[str, ...]) -> list[tuple[tuple[str, ...], frozenset[Lead]]]:
    """The utterance with less and less politeness around it; first as it is, for "just a second" and "no thanks"."""
    starts = _starts(words)
    return [(words[start:end], starts[start]) for start, end in product(starts, _ends(words)) if start < end]


def _answer(heard: Heard) -> Command | None:
    for words, leads in _cores(heard.words):
        if leads <= {Lead.FILLER} and (answer := _ANSWERS.get(_phrase(words))):
            return answer
    return None


def _command(heard: Heard, *, offer_open: bool) -> Command | None:
    cores = [(words, leads) for words, leads in _cores(heard.words) if not (offer_open and Lead.ASSENT in leads)]
    for words, leads in cores:
        command = _EXACT.get(_phrase(words)) or _numbered(words)
        if command is not None and _is_certain(command, words, leads, heard):
            return command
    # Free words would take in the politeness behind them, so here all of that goes first.
    end = _ends(heard.words)[-1]
    for start, leads in _starts(heard.words).items():
        words = heard.words[start:end]
        command = None if offer_open and Lead.ASSENT in leads else _with_target(words)
        if command is not None and _is_certain(command, words, leads, heard):
            return command
    return None


def _corrected(heard: Heard, *, offer_open: bool) -> Command | None:
    """The second of two commands when the first, or its beginning, was plainly taken back: "next, no, go back"."""
    taken_back = _retraction(heard)
    if not taken_back:
        return None
    words = heard.words[taken_back:]
    for start, leads in _starts(words).items():
        wish = replace(heard, words=words[start:])
        if 0 < start < len(words) and leads <= {Lead.CORRECTION, Lead.FILLER}:
            command = _of_another_mail(heard.words[0], wish) or _command(wish, offer_open=offer_open)
            if command and (command.kind not in _CHANGES_MAIL or len(wish.words) > 1 or _is_plain(words[:start])):
                return command
    return None


def _of_another_mail(verb: str, wish: Heard) -> Command | None:
    """The first command with another object: "archive it, no, the second one"."""
    return _command(replace(wish, words=(verb, *wish.words)), offer_open=False) if verb in TAKES_ANOTHER_OBJECT else None


def _is_plain(retraction: tuple[str, ...]) -> bool:
    """Whether what follows cannot be a negation: "no archive" may be what is *not* wished, "I mean archive" may not."""
    return not PLAIN_RETRACTIONS.isdisjoint(retraction)


def _retraction(heard: Heard) -> int:
    """Where a command, or the beginning of one, is taken back; 0 if it is not."""
    if RETRACTIONS.isdisjoint(heard.words):
        return 0
    places = (start for start in range(1, len(heard.words)) if _takes_back(heard.words[start:]))
    return next((start for start in places if _has_begun(replace(heard, words=heard.words[:start]))), 0)


def _takes_back(words: tuple[str, ...]) -> bool:
    """Whether the words begin by taking something back, and not only by waiting: "no", "sorry, I mean"."""
    return any(end and not RETRACTIONS.isdisjoint(words[:end]) for end in _starts(words))


def _has_begun(heard: Heard) -> bool:
    """Whether the words are a command, or begin like one."""
    if any(heard.words[start] in VERBS for start in _starts(heard.words) if start < len(heard.words)):
        return True
    return _command(heard, offer_open=False) is not None


_CHANGES_MAIL = frozenset({CommandKind.ARCHIVE, CommandKind.FLAG, CommandKind.UNFLAG, CommandKind.MARK_READ})
_CHANGES = _CHANGES_MAIL | {CommandKind.ADD_VIP, CommandKind.ADD_KEYWORD}
_OBJECTS = frozenset({"it", "this", "that", "the"})


def _is_certain(command: Command, words: tuple[str, ...], leads: frozenset[Lead], heard: Heard) -> bool:
    """Whether the circumstances allow what the words say; where nothing is changed, only a "no" before it can stand against it.

    "Archive it?" and "can I archive it" may be questions. "No archive", "can you archive" and "archive, um" name no object: the first
    may be a negation, the second asks what the assistant is able to do, the third is not finished. "Not now, archive it" puts off.
    """
    if Lead.CORRECTION in leads and len(words) == 1 and words[0] not in BARE_AFTER_NO:
        return False
    if command.kind not in _CHANGES:
        return True
    if heard.asked and Lead.REQUEST not in leads and "please" not in heard.words:
        return False
    if command.kind not in _CHANGES_MAIL:
        return True
    if leads & {Lead.PERMISSION, Lead.DELAY}:
        return False
    names_object = bool(command.target or command.ordinal) or not _OBJECTS.isdisjoint(words)
    return names_object or not (heard.trails_off or leads & {Lead.REQUEST, Lead.CORRECTION})


def _numbered(words: tuple[str, ...]) -> Command | None:
    for numbered, value in with_number(words):
        kind = _NUMBERED.get(_phrase(numbered))
        if kind is not None:
            return Command(kind=kind, ordinal=value)
    return None


def _with_target(words: tuple[str, ...]) -> Command | None:
    """A command with free words in it; the form that begins with the most words of its own is the one that was meant."""
    for count in range(len(words) - 1, 0, -1):
        for hole in _FREE.get(_phrase(words[:count]), ()):
            target = _target(words[count:], hole)
            if target:
                return Command(kind=hole.kind, target=target)
    return None


def _target(rest: tuple[str, ...], hole: _Hole) -> str:
    """The free words as a description; empty when they may be more, or less, than that."""
    if not _phrase(rest).endswith(hole.after):
        return ""
    words = " ".join(rest[: len(rest) - hole.after.count(" ")]).removesuffix(hole.after.partition(" ")[0]).replace('"', "").split()
    if words and words[0] in {"the", "a", "an"}:
        del words[0]
    if not 0 < len(words) <= hole.longest or words[-1] in DANGLING:
        return ""
    is_description = NOT_IN_A_TARGET.isdisjoint(words[1:]) and (words[0] in NAMES or words[0] not in NOT_IN_A_TARGET)
    return " ".join(words) if is_description else ""


def _is_beginning(words: tuple[str, ...]) -> bool:
    if any(_phrase(each) in _BEGINNINGS for each in (words, *(numbered for numbered, _ in with_number(words)))):
        return True
    if any(_phrase(words[count:]).endswith(_CUT_SHORT.get(_phrase(words[:count]), ())) for count in range(1, len(words))):
        return True
    return words[0] in VERBS and (len(words) == 1 or words[-1] in DANGLING)
