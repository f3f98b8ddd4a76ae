"""Words with which one gains time in the middle of a sentence: "archive, you know, this one", "what's, let's see, left".

Sounds ("uh") mean nothing anywhere and are gone when a line has become words; these may mean something ("what kind of mail", "looks like
spam"), so they are taken out only of what would be no command with them. What stands after "I mean" and "actually" may be another wish
instead of the one before: they stay where a verb follows. So do calls to wait behind a whole command, which they take back. They are no
part of one that has begun with its verb, or that changes, sends and writes nothing: "who sent, hang on, it". A mail that is about to leave
is held back by them all the same.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from briefing.understanding.command_grammar.command_frame import DANGLING, VERBS
from briefing.understanding.command_grammar.command_leads import starts
from briefing.understanding.command_grammar.command_phrases.kinds import CHANGE_NOTHING, Command

Words = tuple[str, ...]

_PHRASES = (
    *("you know what i mean", "you know what", "you know", "you see", "let us see", "let me see", "let me think", "let us say", "now then"),
    *("kind of", "sort of", "or something", "or whatever", "i mean", "i guess", "i think", "i suppose", "i would say", "how do i say"),
    *("how do you say", "what is it called", "what do you call it", "if you will", "as it were", "at least", "in fact"),
    *("like", "actually", "okay", "all right", "please", "basically", "literally", "honestly", "obviously", "essentially", "oh", "anyway"),
    *("yeah", "whatever", "just", "so", "well"),
)
_MAY_BE_MEANT = ("right", "now")
"""In a name or a description."""
_MEANT_TOGETHER = frozenset({("for", "now"), ("right", "just")})
"""The second one is no filler then: "only from work for now", and "right" for "write"."""
_CALLS_TO_WAIT = (
    *("hang on a second", "hang on", "hold on a second", "hold on", "one second", "one moment", "just a second", "just a moment"),
    *("give me a second", "give me a moment", "wait a second", "wait", "bear with me"),
)
_SCOFFS = (["yeah"], ["yea"], ["yep"], ["yup"], ["sure"])
"""Before "right" they doubt."""
_TAKE_BACK = frozenset({("i", "mean"), ("actually",)})
_FRAMES = VERBS | {"no", "not", "do", "next", "skip", "rather", "instead"}
_BEFORE_A_NAME = frozenset("from about by to for of until till on at called as with".split())  # noqa: SIM905 - words of one kind

_SOUNDS = r"u++h++m*+|u++m++|e++r++m*+|h++m++|m++h++m++|mm++|a++h++m*+|eh|erm"
_AT_A_JOIN = "|".join(
    each.replace(" us ", "(?: us|['\u2019]?s) ").replace("what is", "what(?: is|['\u2019]s)")
    for each in sorted({*_PHRASES, *_MAY_BE_MEANT} - {"just", "please", "now", "right", "i mean", "actually"}, key=len, reverse=True)
)
_JOINS = r"(?:and|then|also|plus)\b"
_SMOOTHED = (
    (re.compile(rf"(?:,\s++|(?<![\s,])\s++)(?:{_SOUNDS})\b[,\u2026]*(?=\s)", re.IGNORECASE), ""),
    (re.compile(rf"(?<![\s,])[\s,]++(?:{_AT_A_JOIN}|i mean)\b,?(?=\s+{_JOINS})", re.IGNORECASE), ""),
    (re.compile(rf"\b({_JOINS})[\s,]+(?:{_AT_A_JOIN})\b,?(?=\s)", re.IGNORECASE), r"\1"),
    (re.compile(rf",\s+(?:{_AT_A_JOIN}),(?=\s)", re.IGNORECASE), ""),
)


def _as_words(phrases: tuple[str, ...]) -> Mapping[str, Sequence[Words]]:
    """By their first word, the longest first."""
    found = dict[str, list[Words]]()
    for each in sorted(map(str.split, phrases), key=len, reverse=True):
        found.setdefault(each[0], []).append(tuple(each))
    return found


def _begins(words: Words, phrases: Mapping[str, Sequence[Words]], place: int) -> Words:
    """The longest of these phrases that stands at this place; empty where none does."""
    return next((each for each in phrases.get(words[place], ()) if words[place : place + len(each)] == each), ())


_FILLERS, _CERTAIN, _WAITS = _as_words((*_PHRASES, *_MAY_BE_MEANT)), _as_words(_PHRASES), _as_words(_CALLS_TO_WAIT)


def without_fillers(words: Words) -> Words:
    """The words without fillers between them; empty where there are none, or where one may begin another wish."""
    return _without(words, _FILLERS)


def without_certain_fillers(words: Words) -> Words:
    """The same without those alone that are part of no name: "the one from, like, Priya", "the right boiler"."""
    return _without(words, _CERTAIN, before_names=_FILLERS)


def without_calls_to_wait(words: Words, read: Callable[[Words], Command | None]) -> Words:
    """The words without a "hang on" in the middle of them; empty where there is none, or what stands before it is whole by itself."""
    for place in range(1, len(words) - 1):
        wait = _begins(words, _WAITS, place)
        begin = max(start for start in starts(words) if start <= place) if wait else 0
        rest = words[place + len(wait) :]
        if not wait or begin == place or not rest or read(words[:place]):
            continue
        if not VERBS.isdisjoint(words[begin:place]) or ((asked := read((*words[:place], *rest))) and asked.kind in CHANGE_NOTHING):
            return (*words[:place], *rest)
    return ()


def with_fewer_fillers(line: str) -> Iterator[str]:
    """The line as it was said, with one filler less each time, the first ones first: what is dictated keeps its own."""
    for _ in range(_MOST_BEFORE_A_TEXT):
        fewer = _BETWEEN.sub(" ", line, count=1)
        if fewer == line:
            return
        yield (line := fewer)


def smoothed(line: str) -> str:
    """The line without sounds, and without fillers beside an "and" or between commas."""
    for found, instead in _SMOOTHED:
        line = found.sub(instead, line)
    return line


_MOST_BEFORE_A_TEXT = 3
_BETWEEN = re.compile(rf"(?<=\w)[\s,]+(?:{_AT_A_JOIN}|i mean|actually|hang on|hold on)\b,?\s+(?=\w)", re.IGNORECASE)


def _without(
    words: Words, fillers: Mapping[str, Sequence[Words]], *, before_names: Mapping[str, Sequence[Words]] = MappingProxyType({})
) -> Words:
    kept = list(words[:1])
    place = 1
    while place < len(words):
        known = before_names if before_names and words[place - 1] in _BEFORE_A_NAME else fillers
        filler = _begins(words, known, place)
        behind = words[place + len(filler) : place + len(filler) + 1]
        if filler in _TAKE_BACK and not _FRAMES.isdisjoint(behind) and kept[-1] not in DANGLING:
            return ()
        if filler == ("right",) and kept in _SCOFFS:
            return ()
        if not filler or not behind or words[place - 1 : place + 1] in _MEANT_TOGETHER:
            kept.append(words[place])
        place += len(filler) if filler and behind else 1
    return tuple(kept) if len(kept) < len(words) else ()
