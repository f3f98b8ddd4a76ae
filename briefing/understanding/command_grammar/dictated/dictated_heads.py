"""What stands before a text that is dictated, "reply that", "tell anna that", and the command that it begins."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from briefing.understanding.command_grammar.command_frame import Lead
from briefing.understanding.command_grammar.command_phrases.kinds import Command, CommandKind
from briefing.understanding.command_grammar.command_phrases.notation import LONGEST_TARGET, expand_all
from briefing.understanding.command_grammar.command_phrases.writing import AT_THE_BEGINNING, DICTATED, SUBJECTS
from briefing.understanding.command_grammar.command_words import place_of
from briefing.understanding.command_grammar.dictated.text_beginnings import ends_a_name, is_how_to_tell
from briefing.understanding.command_grammar.free_words import phrase, somebody

AT_FIRST = "at first"
"""The target of a text that is to be added before all others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """What stands before a text: the command it makes, its words, the leads before it and where in the utterance the text begins."""

    command: Command
    words: tuple[str, ...]
    leads: frozenset[Lead]
    text_at: int
    colon: bool
    subject: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _AroundWho:
    """The words before and behind somebody's name, what they begin, and whether a subject follows, and no text."""

    before: str
    after: str
    kind: CommandKind
    subject: bool


def _around_who(heads: Mapping[CommandKind, tuple[str, ...]], *, subject: bool) -> list[_AroundWho]:
    parts = [(kind, *head.partition("{who}")) for kind, patterns in heads.items() for head in sorted(expand_all(patterns))]
    return [_AroundWho(before=before.strip(), after=after.strip(), kind=kind, subject=subject) for kind, before, who, after in parts if who]


def _by_first_word(heads: Iterable[_AroundWho]) -> Mapping[str, list[_AroundWho]]:
    found: dict[str, list[_AroundWho]] = {}
    for head in heads:
        found.setdefault(head.before.split()[0], []).append(head)
    return found


_BEFORE_THE_REST = dict.fromkeys(expand_all(AT_THE_BEGINNING), CommandKind.ADD_TEXT)
_MAIL = frozenset({"mail", "one"})
_PLAIN: Mapping[str, CommandKind] = {
    **{head: kind for kind, patterns in DICTATED.items() for head in expand_all(patterns) if "{" not in head},
    **_BEFORE_THE_REST,
}
_AROUND_WHO = (*_around_who(DICTATED, subject=False), *_around_who({CommandKind.WRITE: SUBJECTS}, subject=True))
_BY_FIRST_WORD = _by_first_word(_AROUND_WHO)
_HEADS = (*_PLAIN, *(each.before for each in _AROUND_WHO))
FIRST_WORDS = frozenset(head.split()[0] for head in _HEADS)
BEGINNINGS = frozenset(" ".join(words[:count]) for words in map(str.split, _HEADS) for count in range(1, len(words) + 1))


def begun_by(words: tuple[str, ...]) -> tuple[Command, bool] | None:
    """The command that these words begin, and whether a subject follows, and no text."""
    said = phrase(words)
    kind = _PLAIN.get(said)
    return to_somebody(words) if kind is None else (Command(kind=kind, target=AT_FIRST if said in _BEFORE_THE_REST else ""), False)


def to_somebody(words: tuple[str, ...]) -> tuple[Command, bool] | None:
    """The same of words around somebody's name."""
    said = phrase(words)
    for head in _BY_FIRST_WORD.get(said.partition(" ")[0], ()):
        if said.startswith(f"{head.before} ") and said.endswith(f" {head.after}".rstrip()):
            free = words[len(head.before.split()) : len(words) - len(head.after.split())]
            if head.kind is CommandKind.REPLY and (place := place_of(free)):
                return Command(kind=head.kind, ordinal=place), head.subject
            if place_of(free) or any(map(is_how_to_tell, free[1:])) or (head.after in {"", "that"} and _goes_beyond(free)):
                continue  # a mail, or what is to be told has begun
            if head.kind is CommandKind.REPLY and len(free) > 1 and free[-1] in _MAIL and free[-2].endswith("'s"):
                free = (*free[:-2], free[-2].removesuffix("'s"))  # "reply to Anna's mail that"
            who = somebody(free) if 0 < len(free) <= LONGEST_TARGET["{who}"] else ""
            if who and (who != "me" or head.kind is CommandKind.FORWARD):
                return Command(kind=head.kind, who=who), head.subject
    return None


def _goes_beyond(who: tuple[str, ...]) -> bool:
    """Whether a text has begun in the words behind a name, or behind an address that is spelled."""
    if "dot" in who and "at" in who[1:]:
        return who[-2] != "dot" or any(ends_a_name(word) for word in who[1:] if word != "at")
    return any(map(ends_a_name, who[1:]))
