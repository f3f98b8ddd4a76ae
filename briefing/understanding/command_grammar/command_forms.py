"""The tables of `command_phrases`, prepared for look-up: whole phrases, and the words before and behind a slot.

A whole phrase leads to its command. The words before a slot lead to a `Slot`, which says into which field of a command the free words go
and what they must be.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import chain, repeat
from typing import Any, TypeVar

from briefing.mail_action import MailAction
from briefing.understanding.command_grammar.command_phrases import how_long, liking, mail_wishing, navigating, talking, team_talk, writing
from briefing.understanding.command_grammar.command_phrases.asked_of_a_mail import ASKED_OF_A_MAIL
from briefing.understanding.command_grammar.command_phrases.asked_of_the_call import ASKED_OF_THE_CALL
from briefing.understanding.command_grammar.command_phrases.asked_of_the_inbox import ASKED_OF_THE_INBOX
from briefing.understanding.command_grammar.command_phrases.fact import ASKED_FOR_SINCE
from briefing.understanding.command_grammar.command_phrases.kinds import Command, CommandKind, Phrases, command_of
from briefing.understanding.command_grammar.command_phrases.mail_wishing import MailWish
from briefing.understanding.command_grammar.command_phrases.navigating import (
    BESIDE,
    FIRST,
    IF_THERE,
    LAST,
    NAMED_TOPICS,
    NEWEST,
    OTHER_MAILS,
    SEARCHED,
)
from briefing.understanding.command_grammar.command_phrases.notation import LONGEST_TARGET, expand_all, words_of
from briefing.understanding.command_grammar.command_phrases.talking import ANSWERS, LEFT_OUT
from briefing.understanding.command_grammar.command_phrases.writing import DICTATED, REVISIONS
from briefing.understanding.command_grammar.command_words import with_number
from briefing.understanding.command_grammar.described_mails import described, exception_at
from briefing.understanding.command_grammar.free_words import FIELDS, Field, Slot, phrase
from briefing.understanding.verbs.table import VERBS

K = TypeVar("K")

PHRASES: Phrases = {**navigating.PHRASES, **{each: verb.phrases for each, verb in VERBS.items()}, **writing.PHRASES, **talking.PHRASES}
NUMBERED: Phrases = {**{each: verb.numbered for each, verb in VERBS.items()}, **navigating.NUMBERED}
FREE: Phrases = {**{each: verb.free for each, verb in VERBS.items()}, **writing.FREE, **navigating.FREE, **talking.FREE}
ASKED_FOR = {**ASKED_OF_A_MAIL, **ASKED_OF_THE_INBOX, **ASKED_OF_THE_CALL}


def _forms() -> Iterator[tuple[str, Command]]:
    """Every phrase with a slot in it, and the command that it begins."""
    yield from _meaning(FREE, command_of)
    yield from _meaning(NEWEST, _last)
    yield from _meaning(IF_THERE, lambda kind: Command(kind=kind, loosely=True))
    yield from _meaning(OTHER_MAILS, _of(CommandKind.SEARCH))
    yield from _meaning({MailWish.AT: mail_wishing.AT, MailWish.ACCOUNTS: mail_wishing.ACCOUNTS}, _of(CommandKind.BY_MAIL))
    for action, verb in VERBS.items():
        yield from _meaning({action: verb.many}, lambda action: Command(kind=CommandKind.BULK, action=action))
        yield from ((form, _undoing(action)) for form in expand_all(verb.undone) if "{" in form)
    for form, begun in _meaning({fact: ASKED_FOR[fact] for fact in ASKED_FOR_SINCE}, _of(CommandKind.LOOK_UP)):
        yield f"{form} {{since}}", begun


def _slots() -> dict[str, list[Slot]]:
    """The slots behind each beginning of a form, those first that must be followed by the most."""
    slots: dict[str, list[Slot]] = {}
    for form, begun in _forms():
        before, _, rest = form.partition("{")
        name, _, after = rest.partition("}")
        slots.setdefault(before.strip(), []).append(_slot(begun, f"{{{name}}}", after))
    for each in (each for each in slots.values() if len(each) > 1):
        # What may follow the free words is tried before they take it in: "only my work account" names "work".
        each.sort(key=lambda slot: len(slot.after), reverse=True)
    return slots


@cache
def _slot(begun: Command, slot: str, after: str) -> Slot:
    return Slot(begun=begun, field=FIELDS.get(slot, Field.TARGET), longest=LONGEST_TARGET[slot], after=after)


def _undoing(action: MailAction, said: str = "") -> Command:
    """The undoing of one kind of change; of any, where it is itself undone. "Everything" without a time is of the last hour."""
    words, what = said.split(), None if action is MailAction.UNDO else action
    since = "" if "just" in words or {"everything", "all"}.isdisjoint(words) else "in the last hour"
    return Command(kind=CommandKind.UNDO, action=what, when=since, ordinal=2 if "both" in words else None)


def _last(kind: CommandKind) -> Command:
    return Command(kind=kind, ordinal=-1)


def _of(kind: CommandKind) -> Callable[[str], Command]:
    """The command of this kind with a target."""
    return lambda target: Command(kind=kind, target=target)


def _meaning(table: Mapping[K, tuple[str, ...]], make: Callable[[K], Command]) -> Iterator[tuple[str, Command]]:
    """Every phrase of a table, and what it means."""
    for key, patterns in table.items():
        yield from zip(expand_all(patterns), repeat(make(key)))


def _phrases(table: Mapping[K, tuple[str, ...]], make: Callable[[K], Command]) -> dict[str, Command]:
    """The same of a table without slots."""
    found: dict[str, Command] = {}
    for key, patterns in table.items():
        found |= dict.fromkeys(expand_all(patterns), make(key))
    return found


EXACT: Mapping[str, Command] = {
    **_phrases(PHRASES, command_of),
    **_phrases(LAST, _last),
    **_phrases(FIRST, lambda kind: Command(kind=kind, ordinal=1)),
    **_phrases(BESIDE, _of(CommandKind.JUMP_TO_MAIL)), **_phrases(SEARCHED, _of(CommandKind.SEARCH)),
    **_phrases(NAMED_TOPICS, _of(CommandKind.JUMP_TO_TOPIC)),
    **_phrases(LEFT_OUT, _of(CommandKind.WITHOUT_SOME)),
    **_phrases(ASKED_FOR, _of(CommandKind.LOOK_UP)),
    **_phrases(liking.LIKINGS, _of(CommandKind.PREFER)),
    **_phrases(mail_wishing.WHOLE, _of(CommandKind.BY_MAIL)),
    **_phrases(team_talk.WHOLE, _of(CommandKind.TEAM)),
    **_phrases(how_long.FIXED, lambda seconds: Command(kind=CommandKind.IN_TIME, target="seconds", ordinal=seconds)),
    **_phrases(REVISIONS, lambda intent: Command(kind=CommandKind.REVISE, target=intent)),
    **{each: _undoing(action, each) for action, verb in VERBS.items() for each in expand_all(verb.undone) if "{" not in each},
}  # fmt: skip
ANSWERED = _phrases(ANSWERS, command_of)
COUNTED = {**_phrases(NUMBERED, command_of), **_phrases(liking.NUMBERED, _of(CommandKind.PREFER)),
           **_phrases(how_long.NUMBERED, _of(CommandKind.IN_TIME))}  # fmt: skip
SLOTS = _slots()
HEADS = frozenset(each for patterns in DICTATED.values() for form in expand_all(patterns) for each in form.replace("{who}", "").split())
"""Words around somebody's name, before a text that is dictated."""
CUT_SHORT = {before: tuple({part for slot in slots for part in slot.beginnings()}) for before, slots in SLOTS.items()}
_TABLES: tuple[Mapping[Any, tuple[str, ...]], ...] = (
    PHRASES, LAST, FIRST, BESIDE, SEARCHED, NAMED_TOPICS, LEFT_OUT, ASKED_FOR, liking.LIKINGS, mail_wishing.WHOLE, team_talk.WHOLE,
    how_long.FIXED, REVISIONS, NUMBERED, liking.NUMBERED, how_long.NUMBERED,
)  # fmt: skip
WORDS = frozenset(words_of(chain.from_iterable(chain.from_iterable(table.values() for table in _TABLES))).union(
    *(before.split() for before in SLOTS), *(form.split() for verb in VERBS.values() for form in expand_all(verb.undone) if "{" not in form)
))  # fmt: skip
_ENDS = {"last": -1, "bottom": -1, "top": 1}
_IN_ORDER = sorted([*EXACT, *COUNTED, *(f"{before} {{name}}" for before in SLOTS)])


def goes_on(words: str) -> bool:
    """Whether a phrase begins with these words and has more."""
    begun = f"{words} "
    place = bisect_left(_IN_ORDER, begun)
    return place < len(_IN_ORDER) and _IN_ORDER[place].startswith(begun)


def numbered(words: tuple[str, ...]) -> Command | None:
    """A command with a number in it, or with an end: "the third one", "the last one"."""
    for form, value in with_number(words):
        command = COUNTED.get(phrase(form))
        if command is not None:
            return replace(command, ordinal=value)
    if (place := _at_an_end(words)) and (command := COUNTED.get(phrase([*words[:place], "<nth>", *words[place + 1 :]]))) is not None:
        return replace(command, ordinal=_ENDS[words[place]]) if command.kind is CommandKind.CHANGE else None
    only = next((place for place, word in enumerate(words) if word == "only"), len(words))
    return numbered((*words[:only], *words[only + 1 :])) if only < len(words) else None


def _at_an_end(words: tuple[str, ...]) -> int:
    """Where "the last" stands, or "the top one"; 0 for nowhere."""
    ends = (place for place in range(1, len(words)) if words[place - 1] == "the" and words[place] in _ENDS)
    return next((place for place in ends if words[place] == "last" or words[place + 1 : place + 2] in {("one",), ("mail",)}), 0)


def with_free_words(words: tuple[str, ...]) -> Command | None:
    """A command with free words in it; the form with the most fixed words at its beginning wins."""
    for count in range(len(words) - 1, 0, -1):
        if (slots := SLOTS.get(phrase(words[:count]))) is None:
            continue
        behind = phrase(words[count:])
        for slot in slots:
            free = _free_words(words[count:], slot.after) if behind.endswith(slot.after) else ()
            command = slot.command(free) if free else None
            if command is not None:
                return command
    return _with_exceptions(words)


def _with_exceptions(words: tuple[str, ...]) -> Command | None:
    """A change of many mails with those to leave out behind it: "mark all newsletters as read except the tide clock"."""
    place = exception_at(words)
    found = with_free_words(words[:place]) if place else None
    if found is None or found.kind is not CommandKind.BULK:
        return None
    target = " ".join([found.target, *words[place:]])
    return replace(found, target=target) if described(target) else None


def _free_words(rest: tuple[str, ...], after: str) -> Sequence[str]:
    """The free words before those that must follow them."""
    return " ".join(rest[: len(rest) - after.count(" ")]).removesuffix(after.partition(" ")[0]).split()
