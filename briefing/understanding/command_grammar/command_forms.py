"""The tables of `command_phrases`, prepared for look-up: whole phrases, and the words before and behind a slot.

A whole phrase leads to its command. The words before a slot lead to a `Slot`, which says into which field of a command the free words go
and what they must be.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import repeat
from typing import TypeVar

from briefing.mail_action import ON_MAILS, MailAction
from briefing.speech.wording.languages import languages_in
from briefing.understanding.command_grammar.command_frame import DANGLING, NAMES, NOT_IN_A_TARGET, NOT_IN_WHO
from briefing.understanding.command_grammar.command_phrases import how_long, liking, mail_wishing, navigating, talking, team_talk, writing
from briefing.understanding.command_grammar.command_phrases.asked_for import ASKED_FOR, ASKED_FOR_SINCE
from briefing.understanding.command_grammar.command_phrases.kinds import CommandKind, Meant, Phrases
from briefing.understanding.command_grammar.command_phrases.navigating import BESIDE, FIRST, LAST, NAMED_TOPICS, NEWEST, SEARCHED
from briefing.understanding.command_grammar.command_phrases.notation import LONGEST_TARGET, SYNONYMS, expand_all
from briefing.understanding.command_grammar.command_phrases.talking import ANSWERS, LEFT_OUT
from briefing.understanding.command_grammar.command_phrases.writing import DICTATED, REVISIONS
from briefing.understanding.command_grammar.described_mails import described, exception_at
from briefing.understanding.command_grammar.narrowing import narrowed
from briefing.understanding.times.spans import names_span
from briefing.understanding.times.when import names_moment
from briefing.understanding.times.zones import zone_of
from briefing.understanding.verbs.table import VERBS

K = TypeVar("K")

PHRASES: Phrases = {**navigating.PHRASES, **{each: verb.phrases for each, verb in VERBS.items()}, **writing.PHRASES, **talking.PHRASES}
NUMBERED: Phrases = {**{each: verb.numbered for each, verb in VERBS.items()}, **navigating.NUMBERED}
FREE: Phrases = {**{each: verb.free for each, verb in VERBS.items()}, **writing.FREE, **navigating.FREE, **talking.FREE}


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """One intent that is certain.

    `target` is the user's own description in lower case, without a leading article and with hyphens as spaces ("anna", "offsite budget");
    empty for `ADD_VIP` means the sender of the current mail. It is also the name of a label or folder, what many mails are described as
    (`BULK`) or what comes next (`ONLY_SOME`, `WITHOUT_SOME`), the subject of a new mail (`WRITE`) or, with its capitals, of the draft
    (`SUBJECT`), what is searched for ("from anna"), what a draft should become (`REVISE`) and which of its words are to be replaced
    (`CHANGE_TEXT`). `ordinal` counts mails or topics from 1; -1 is the last one. A jump has exactly one of the two; what changes a mail has
    one of them when it is not the current mail that is meant. For `UNDO` it is how many changes.
    For `LOOK_UP` the target is a `Fact`, for `TEAM` a `TeamAsk`, for `PREFER` a `Liking`, for `BY_MAIL` a `MailWish`; the ordinal
    counts seconds, for `IN_TIME` those or minutes, as the target says.
    `text` was dictated: as it was said, with the user's own capitals and punctuation. `who` is a name, several with "and", or an address as
    it was spelled ("anna at example dot com"), in lower case. `when` names a moment to come (`when`), for `UNDO` a
    stretch that is past (`spans`). `action` is what is done to a mail (`CHANGE`), to many (`BULK`), or undone (`UNDO`, none for anything).
    `mail` describes the mail where `target` or `when` is a label, a folder or a time. `loosely`: a mail is meant only if one fits ("archive
    the parcel").
    """

    kind: CommandKind
    target: str = ""
    ordinal: int | None = None
    text: str = ""
    who: str = ""
    when: str = ""
    action: MailAction | None = None
    mail: str = ""
    loosely: bool = False

    @property
    def may_go_on(self) -> bool:
        """Whether more of it may follow after a breath: "find out what they owe us ... and tell me tomorrow"."""
        return self.kind is CommandKind.TEAM and bool(self.text)

    @property
    def meant(self) -> Meant:
        """What is to be done: the verb itself if it is done to one mail, else the kind."""
        return self.action if self.kind is CommandKind.CHANGE and self.action else self.kind


def command_of(meant: Meant) -> Command:
    """The command that means no more than this."""
    if isinstance(meant, CommandKind):
        return Command(kind=meant)
    return Command(kind=CommandKind.CHANGE, action=meant) if meant in ON_MAILS else Command(kind=CommandKind(meant.value))


class Field(StrEnum):
    """Where free words go, and so what they must be."""

    TARGET = "target"
    MANY = "many"
    SOME = "some"
    SORTS = "sorts"
    SENDER = "sender"
    PLACE = "place"
    LANGUAGES = "languages"
    WHO = "who"
    WHEN = "when"
    SINCE = "since"


_FIELDS: Mapping[str, Field] = {"{who}": Field.WHO, "{when}": Field.WHEN, "{since}": Field.SINCE, "{mails}": Field.MANY,
    "{some}": Field.SOME, "{sorts}": Field.SORTS, "{sender}": Field.SENDER, "{writer}": Field.SENDER,
    "{place}": Field.PLACE, "{languages}": Field.LANGUAGES}  # fmt: skip
_ARTICLES = frozenset({"the", "a", "an"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """What follows the first words of a free form: some words of the user's, then `after`."""

    begun: Command
    field: Field
    longest: int
    after: str

    def beginnings(self) -> list[str]:
        """`after` without its last words: " to" and " to my" of " to my vips"."""
        words = self.after.split(" ")
        return [beginning for count in range(1, len(words)) if (beginning := " ".join(words[:count]))]

    def command(self, free: Sequence[str]) -> Command | None:
        """The command, if these words may stand in the slot; those that may be more, or less, than that may not."""
        words = " ".join(free).replace('"', "").split()
        if not 0 < len(words) <= self.longest:
            return None
        match self.field:
            case Field.WHEN:
                return replace(self.begun, when=" ".join(words)) if names_moment(words) else None
            case Field.SINCE:
                told = replace(self.begun, when=" ".join(words)) if names_span(words) else None
                return replace(told, target=told.when, when="") if told and told.kind is CommandKind.SEARCH else told
            case Field.MANY | Field.SOME | Field.SORTS | Field.PLACE | Field.LANGUAGES:
                return replace(self.begun, target=" ".join(words)) if self._may_be(words) else None
            case Field.WHO:
                return replace(self.begun, who=who) if (who := somebody(words)) else None
            case Field.SENDER | Field.TARGET:
                words = words[1:] if self.field is Field.SENDER and words[0] in {"my", "our"} and words[1:] else words
                target, of = description(words), "from " if self.field is Field.SENDER else ""
                return replace(self.begun, target=f"{of}{target}") if target else None

    def _may_be(self, words: Sequence[str]) -> bool:
        """Whether they name mails, a place or languages, as the field wants."""
        if self.field in {Field.PLACE, Field.LANGUAGES}:
            return zone_of(" ".join(words)) is not None if self.field is Field.PLACE else bool(languages_in(words))
        if self.field is Field.MANY:
            return described(words) is not None
        found = narrowed(" ".join(words))
        if found is None or (self.begun.kind is CommandKind.WITHOUT_SOME and found.what is not None and found.what.is_here):
            return False  # "skip these" may be the next few
        return found.is_certain or (self.field is Field.SOME and found.may_be_certain)


def phrase(words: Sequence[str]) -> str:
    """The words as the tables have them."""
    return " ".join(SYNONYMS.get(word, word) for word in words)


def description(words: Sequence[str]) -> str:
    """What a mail, a label or a person is called, without an article; empty for what may be a sentence."""
    told = words[1:] if words[0] in _ARTICLES else words
    if not told or told[-1] in DANGLING:
        return ""
    may_begin = told[0] in NAMES or told[0] not in NOT_IN_A_TARGET or (told[0] == "it" and len(told) > 2)
    return " ".join(told) if may_begin and NOT_IN_A_TARGET.isdisjoint(told[1:]) else ""


def somebody(words: Sequence[str]) -> str:
    """Who is named: by name ("anna", "anna and ben", "accountant" for "my accountant") or by an address, typed or spelled; else empty."""
    if " ".join(words) in {"me", "myself"}:
        return "me"
    named = []
    for one in " ".join(words).split(" and "):
        told = one.split()
        told = told[1:] if told and told[0] in _ARTICLES | {"my", "our"} else told
        if not told or not (_is_address(told) or _is_name(told)):
            return ""
        named.append(" ".join(told))
    return " and ".join(named)


_BEGINS_A_TEXT = frozenset({"that", "saying"})
"""Behind an address that is spelled."""


def _is_address(words: Sequence[str]) -> bool:
    spelled = len(words) >= 3 and "at" in words[1:-1] and {"dot", "."} & set(words[2:])
    if not _BEGINS_A_TEXT.isdisjoint(words):
        return False
    return NOT_IN_WHO.isdisjoint(words) and bool(spelled or (len(words) == 1 and "@" in words[0]))


def _is_name(words: Sequence[str]) -> bool:
    if len(words) > 3 or not DANGLING.isdisjoint(words) or not NOT_IN_WHO.isdisjoint(words):
        return False
    return NOT_IN_A_TARGET.isdisjoint(words[1:]) and (words[0] in NAMES or words[0] not in NOT_IN_A_TARGET)


_SLOT = re.compile(r"(\{\w+\})")


def _slots() -> dict[str, list[Slot]]:
    forms = [*_meaning(FREE, command_of), *_meaning(NEWEST, _last)]
    forms += zip(expand_all(mail_wishing.AT), repeat(_of(CommandKind.BY_MAIL)(mail_wishing.MailWish.AT)))
    forms += zip(expand_all(mail_wishing.ACCOUNTS), repeat(_of(CommandKind.BY_MAIL)(mail_wishing.MailWish.ACCOUNTS)))
    for action, verb in VERBS.items():
        forms += zip(expand_all(verb.many), repeat(Command(kind=CommandKind.BULK, action=action)))
        forms += zip((each for each in expand_all(verb.undone) if "{" in each), repeat(_undoing(action)))
    for fact in ASKED_FOR_SINCE:
        forms += zip((f"{each} {{since}}" for each in expand_all(ASKED_FOR[fact])), repeat(Command(kind=CommandKind.LOOK_UP, target=fact)))
    slots: dict[str, list[Slot]] = {}
    for form, begun in forms:
        before, slot, after = _SLOT.split(form)
        field = _FIELDS.get(slot, Field.TARGET)
        slots.setdefault(before.strip(), []).append(
            Slot(begun=begun, field=field, longest=LONGEST_TARGET[slot], after=after),
        )
    # What may follow the free words is tried before they take it in: "only my work account" names "work".
    return {before: sorted(each, key=lambda slot: len(slot.after), reverse=True) for before, each in slots.items()}


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


EXACT: Mapping[str, Command] = dict([
    *_meaning(PHRASES, command_of),
    *_meaning(LAST, _last),
    *_meaning(FIRST, lambda kind: Command(kind=kind, ordinal=1)),
    *_meaning(BESIDE, _of(CommandKind.JUMP_TO_MAIL)), *_meaning(SEARCHED, _of(CommandKind.SEARCH)),
    *_meaning(NAMED_TOPICS, _of(CommandKind.JUMP_TO_TOPIC)),
    *_meaning(LEFT_OUT, _of(CommandKind.WITHOUT_SOME)),
    *_meaning(ASKED_FOR, _of(CommandKind.LOOK_UP)),
    *_meaning(liking.LIKINGS, _of(CommandKind.PREFER)),
    *_meaning(mail_wishing.WHOLE, _of(CommandKind.BY_MAIL)),
    *_meaning(team_talk.WHOLE, _of(CommandKind.TEAM)),
    *_meaning(how_long.FIXED, lambda seconds: Command(kind=CommandKind.IN_TIME, target="seconds", ordinal=seconds)),
    *_meaning(REVISIONS, lambda intent: Command(kind=CommandKind.REVISE, target=intent)),
    *((each, _undoing(action, each)) for action, verb in VERBS.items() for each in expand_all(verb.undone) if "{" not in each),
])  # fmt: skip
ANSWERED = dict(_meaning(ANSWERS, command_of))
COUNTED = dict([*_meaning(NUMBERED, command_of), *_meaning(liking.NUMBERED, _of(CommandKind.PREFER)),
                *_meaning(how_long.NUMBERED, _of(CommandKind.IN_TIME))])  # fmt: skip
SLOTS = _slots()
HEADS = frozenset(each for patterns in DICTATED.values() for form in expand_all(patterns) for each in form.replace("{who}", "").split())
"""Words around somebody's name, before a text that is dictated."""
CUT_SHORT = {before: tuple({part for slot in slots for part in slot.beginnings()}) for before, slots in SLOTS.items()}
WORDS = frozenset(word for phrases in (EXACT, COUNTED, SLOTS) for phrase in phrases for word in phrase.split())
_IN_ORDER = sorted([*EXACT, *COUNTED, *(f"{before} {{name}}" for before in SLOTS)])


def goes_on(words: str) -> bool:
    """Whether a phrase begins with these words and has more."""
    begun = f"{words} "
    place = bisect_left(_IN_ORDER, begun)
    return place < len(_IN_ORDER) and _IN_ORDER[place].startswith(begun)


def with_free_words(words: tuple[str, ...]) -> Command | None:
    """A command with free words in it; the form with the most fixed words at its beginning wins."""
    for count in range(len(words) - 1, 0, -1):
        slots, behind = SLOTS.get(phrase(words[:count]), ()), phrase(words[count:])
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
