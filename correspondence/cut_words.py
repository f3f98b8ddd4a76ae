"""Cuts one line into wishes with numbers and other words, in the way that leaves least of it unexplained.

A line may be cut at a comma, at "and", at a full stop, and before a number that follows a wish which is complete ("2 archive 3 yes"). Each
piece has a price: nothing for words that `briefing.understanding` knows, something for others, and much for a number that fits nowhere.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from functools import lru_cache

from briefing.understanding.commands import CommandKind
from briefing.understanding.understanding import understand
from briefing.understanding.wish_words import WRITES_TO_SOMEBODY
from correspondence.numbers import counts_something, headed, named
from correspondence.wishing.described_wishes import DescribedWish, described_wish

MOST_CUTS = 24
_CUT = re.compile(
    r"(?P<strong>(?<!\s)\s*;\s*(?:and\s+|then\s+)*)"
    r"|(?P<weak>(?<!\s)(?:\s*,\s+(?:(?:and|then|also|plus)\s+)*|\s+(?:(?:and|then|also|plus)\s+)+|\s+[&/|]\s+|\s+[-\u2013\u2014]+\s+)"
    r"|(?<=[.!?])(?<!\bno\.)(?<!\bnr\.)\s+)|(?P<bare>(?<!\s)\s+(?=[#(\[]?\d))",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"^(?:(?:ok(?:ay)?|so|also|and|then|now|well|please|pls)\b[\s,:]*|(?:first|next|finally)\b[\s,:]*(?=[a-z])(?!(?:"
    r"one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b))+(?=\S)",
    re.IGNORECASE,
)
"""Says nothing before a wish; but "first two" are two mails."""
_SAME = re.compile(r"(?:the )?(?:same|ditto|likewise|too|as well|also)[.!]*", re.IGNORECASE)
_SAME_FOR = re.compile(r"(?:the )?(?:same|ditto|likewise)(?: (?:for|with|goes for|to))? it[.!]*", re.IGNORECASE)
_ANSWERS_TO = re.compile(r"(?P<answer>yes|no|ok|okay|sure|yep|nope)(?: please)? (?:to |for |on |with )?it[.!]*", re.IGNORECASE)
_REPLIES_TO = re.compile(
    r"(?P<verb>(?:please )?(?:reply|answer|respond|write back)) (?:to |on )?it(?P<rest>\W.*)?", re.IGNORECASE | re.DOTALL
)
_LISTED = re.compile(r"(?P<words>[^\d:]{2,40}?)\s*(?::|[-\u2013\u2014=]+>?)\s*it[.!]*", re.IGNORECASE)
_SIMPLE = re.compile(
    r"(?:please )?(?:keep|leave|ignore|read|trash|done|star|unstar|mute|block|skip|move|file|label|pin|accept|decline) it\b.*",
    re.IGNORECASE,
)
ASKS = re.compile(
    r"(?:(?:and|so|also)\W+)*(?:who|what|when|where|which|why|how|is|are|was|were|does|did|do|has|have)\b.*\?\s*$", re.IGNORECASE
)


class PieceKind(Enum):
    """What a piece of a reply is. `DESCRIBED` is a wish for mails without their numbers."""

    WISH = auto()
    DESCRIBED = auto()
    REST = auto()
    UNCLEAR = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """`said` as it stands in the reply; of a wish the numbers and its words."""

    kind: PieceKind
    said: str = field(repr=False)
    numbers: tuple[int, ...] = ()
    words: str = field(default="", repr=False)
    described: DescribedWish | None = None


@dataclass(frozen=True, slots=True)
class _Priced:
    item: Item
    price: float
    sure: bool = False
    goes_on: bool = False
    by_verb: bool = False
    same: bool = False


def items_of(line: str, known: frozenset[int]) -> list[Item]:
    """The items of a line, in order."""
    found: list[Item] = []
    for part in _strong_parts(line):
        for each in _cheapest(part, known):
            found.append(_resolved(each, found))
    return found


@lru_cache(maxsize=512)
def is_sure(words: str) -> bool:
    """Whether rules alone know what the words want, all of them."""
    said = understand(words, verbatim=True)
    return bool(words) and all(each.is_plain and (each.command is not None or each.answer is not None) for each in said.wishes)


def _strong_parts(line: str) -> Iterator[str]:
    start = 0
    for found in _CUT.finditer(line):
        ends = found["strong"] or (found["weak"] and line[found.start() - 1] in ".!?" and headed(line[found.end() :]) is not None)
        if ends:
            yield line[start : found.start()].strip()
            start = found.end()
    yield line[start:].strip()


def _cheapest(part: str, known: frozenset[int]) -> list[_Priced]:
    cuts = [(0, 0, "weak"), *((found.start(), found.end(), str(found.lastgroup)) for found in _CUT.finditer(part))]
    cuts = [each for at, each in enumerate(cuts) if not at or each[1] > each[0]]
    if not part or len(cuts) > MOST_CUTS:
        return [_Priced(Item(kind=PieceKind.UNCLEAR, said=part, numbers=tuple(known)), 0)] if part else []
    best: list[tuple[float, int, list[_Priced]]] = [(0.0, 0, [])]
    ends = [*(start for start, _, _ in cuts[1:]), len(part)]
    for end in range(1, len(cuts) + 1):
        ways = []
        for begin in range(end):
            price, sure, before = best[begin]
            piece = _priced(part[cuts[begin][1] : ends[end - 1]].strip(), known)
            follows = before[-1] if before else None
            barred = cuts[begin][2] == "bare" and not (piece.sure and follows and follows.sure and not follows.goes_on)
            barred = barred or (piece.by_verb and follows is not None and follows.goes_on)  # "4 tell Ruth: archive 2, delete 3"
            ways.append((price + piece.price + (9 if barred else 0), sure - piece.sure, [*before, piece]))
        best.append(min(ways, key=lambda way: (way[0], way[1], len(way[2]))))
    return best[-1][2]


def _priced(text: str, known: frozenset[int]) -> _Priced:
    bare = _FILLER.sub("", text)
    head = headed(text) or headed(bare)
    if head is not None:
        return _of_head(text, head.numbers, head.words, known)
    groups = [*named(bare)]
    if (described := described_wish(text) or described_wish(bare)) is not None:
        return _of_described(text, described, tuple(number for each in groups for number in each.numbers))
    for group in named(bare, behind_anything=True):
        alone = all(each == group for each in groups)
        if alone and not counts_something(bare, group.end) and (words := _with_it(bare, group.start, group.end)):
            return _of_verb(text, group.numbers, words, known)
    if any(set(group.numbers) & known for group in groups):
        return _Priced(Item(kind=PieceKind.UNCLEAR, said=text, numbers=tuple(n for each in groups for n in each.numbers)), 3)
    if not text:
        return _Priced(Item(kind=PieceKind.REST, said=""), 0.1)
    price = 0.2 if is_sure(text) or understand(text, verbatim=True).small_talk is not None else 0.3 if ASKS.match(text) else 1
    return _Priced(Item(kind=PieceKind.REST, said=text), price)


def _of_head(text: str, numbers: tuple[int, ...], words: str, known: frozenset[int]) -> _Priced:
    if not words or not set(numbers) <= known:
        return _Priced(Item(kind=PieceKind.UNCLEAR, said=text, numbers=numbers), 2)
    if _SAME.fullmatch(words):
        return _Priced(Item(kind=PieceKind.WISH, said=text, numbers=numbers), 0.3, sure=True, same=True)
    wish = Item(kind=PieceKind.WISH, said=text, numbers=numbers, words=words)
    if is_sure(words):
        return _Priced(replace(wish, words=_bare(words)), 0, sure=True, goes_on=dictates(words))
    if any(True for _ in named(words)):
        return _Priced(Item(kind=PieceKind.UNCLEAR, said=text, numbers=numbers), 2.5)
    return _Priced(wish, 1)


def _of_verb(text: str, numbers: tuple[int, ...], words: str, known: frozenset[int]) -> _Priced:
    if not set(numbers) <= known:
        return _Priced(Item(kind=PieceKind.UNCLEAR, said=text, numbers=numbers), 2)
    same = _SAME_FOR.fullmatch(words) is not None
    item = Item(kind=PieceKind.WISH, said=text, numbers=numbers, words=_bare(words))
    return _Priced(item, 0.3 if same else 0, sure=True, goes_on=dictates(words), same=same, by_verb=True)


def _of_described(text: str, described: DescribedWish, numbers: tuple[int, ...]) -> _Priced:
    if described.mails is None:
        return _Priced(Item(kind=PieceKind.UNCLEAR, said=text, numbers=numbers), 2)
    # Never right behind a text to somebody, which may go on with it: as with a verb and a number.
    return _Priced(Item(kind=PieceKind.DESCRIBED, said=text, words=described.words, described=described), 0, sure=True, by_verb=True)


def _with_it(text: str, start: int, end: int) -> str:
    """The words with "it" for these numbers, if they are then a wish that can be known; else empty."""
    in_brackets = text[:start].endswith("(") and text[end:].startswith(")")  # "tell Priya (2) that Tuesday works"
    words = (f"{text[: start - 1].rstrip()}{text[end + 1 :]}" if in_brackets else f"{text[:start]}it{text[end:]}").strip()
    if found := _ANSWERS_TO.fullmatch(words):
        return found["answer"]
    if found := _REPLIES_TO.fullmatch(words):
        told = f"{found['verb']}{found['rest'] or ''}"
        return told if is_sure(told) else ""
    if found := _LISTED.fullmatch(words):
        return found["words"] if is_sure(found["words"]) else ""
    return words if is_sure(words) or _SAME_FOR.fullmatch(words) or _SIMPLE.fullmatch(words) or ASKS.match(words) else ""


def _bare(words: str) -> str:
    """Without the mark that ends the sentence, where it is no part of a text."""
    return words if dictates(words) else words.rstrip(" .!,")


def dictates(words: str) -> bool:
    """Whether it ends in a text that somebody else is to read."""
    last = understand(words, verbatim=True).wishes[-1].command
    return last is not None and bool(last.text) and last.kind in WRITES_TO_SOMEBODY | {CommandKind.ADD_TEXT, CommandKind.CHANGE_TEXT}


def _resolved(each: _Priced, before: list[Item]) -> Item:
    """A "same for 3" with the words of the wish before it; unclear where there is none."""
    if not each.same:
        return each.item
    last = before[-1] if before else None
    if last is None or last.kind is not PieceKind.WISH:
        return Item(kind=PieceKind.UNCLEAR, said=each.item.said, numbers=each.item.numbers)
    return Item(kind=PieceKind.WISH, said=each.item.said, numbers=each.item.numbers, words=last.words)
