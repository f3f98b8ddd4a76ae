"""Splits the words of a reply by the numbers of the mails they are about: "2 archive; 3 yes; who is Priya?".

Mails may be described as well ("all newsletters read").

It only splits. What a wish means is for `briefing.understanding`, which is asked here where a number may begin a new wish or be a part of
the one before. What may be a time, an amount or a date is no number of a mail, and nothing is guessed: what can be read in two ways is
unclear and is asked about, and so is what other words of the reply may take back.

    passages --lines that belong together--> lines --the cheapest way to cut each--> items --what takes back, contradicts--> wishes
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from briefing.understanding.commands import CommandKind
from briefing.understanding.small_talk import ASIDE, SmallTalk
from briefing.understanding.understanding import understand
from correspondence.cut_words import Item, PieceKind, dictates, is_sure, items_of
from correspondence.new_words import NewPassage, NewWords
from correspondence.numbers import headed, names_one_of
from correspondence.other_words import puts_off, under_other_words
from correspondence.reply_lines import lines_of
from correspondence.wishing.described_wishes import DescribedWish
from correspondence.wishing.stated_preferences import stated

_WISHES = frozenset({PieceKind.WISH, PieceKind.DESCRIBED})
_TAKES_BACK = re.compile(
    r"(?:(?:oh|and|so|but|please|ok|okay|hm+|well)\W+)*(?:no(?! (?:problem|worries|rush|hurry|need|thanks|thank you|news)\b)|nope|wait"
    r"|actually|sorry|oops|never ?mind|scratch|cancel|ignore|disregard|forget|hold on|hang on|stop|on second thoughts?|i mean(?:t)?"
    r"|correction|but|unless|except|if|only|not|don['\u2019]?t|do not|however|instead|rather|undo|revert|strike|skip that"
    r"|my mistake|wrong)\b",
    re.IGNORECASE,
)
"""Begins words that may change what stands before them."""
_MAY_REFER = re.compile(
    r"\b(?:it|this|that|them|those|these|everything|all|both|one|ones|mind|keep(?:ing)?|kept|leave|leaving|forget|rather|instead|not|never|none"
    r"|nothing|cannot|undo|undone|back|after all|still|restore|wrong(?:ly)?|mistake|mistaken|sorry|oops|wait|hold|stop|cancel|ignore"
    r"|need|want|reconsider\w*|thought|later|myself)\b|n['\u2019]t\b",
    re.IGNORECASE,
)
"""Words with which what stands before can be taken back in more ways than can be listed; beside a change nothing is guessed of them."""
_DOUBTS = re.compile(
    r"\b(?:(?:i )?(?:think|guess|suppose|believe)|maybe|perhaps|probably|possibly|not sure|unsure|dunno|hopefully|supposedly|permitting"
    r"|depend(?:s|ing)? (?:up)?on|subject to|as needed|or not"
    r"|^(?:after|before|until|till|while|assuming|provided|in case|as long as|should)|your call|what do you think|let me think)\b",
    re.IGNORECASE,
)
_LEAVES_ALONE = frozenset(
    {
        *(CommandKind.LOOK_UP, CommandKind.SEARCH, CommandKind.PROGRESS, CommandKind.CHECK_NEW, CommandKind.HELP, CommandKind.GOODBYE),
        *(CommandKind.BY_MAIL, CommandKind.PREFER, CommandKind.ADD_VIP, CommandKind.ADD_KEYWORD, CommandKind.WHEREABOUTS),
    }
)
"""Plain wishes beside which all that was wished for before stays as it is."""
_QUESTION = re.compile(
    r"(?:(?:and|also|so|btw|by the way)\W+)*(?:who|what(?! about| if)|when|where|which|why(?! not| don)|how(?! about))\b.*\?\s*$",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberedWish:
    """What is wanted of the mails with these numbers, in words that speak of one mail as "it"."""

    numbers: tuple[int, ...]
    words: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """`described` are wishes for mails without their numbers, `rest` other words without one, as they stand there, in order; `unclear` is
    what has a number, or describes mails, and cannot be split for certain."""

    wishes: tuple[NumberedWish, ...] = ()
    described: tuple[DescribedWish, ...] = field(default=(), repr=False)
    rest: tuple[str, ...] = field(default=(), repr=False)
    unclear: tuple[str, ...] = field(default=(), repr=False)


def numbered_wishes(words: NewWords, numbers: Collection[int]) -> Wishes:
    """What a reply wants of the numbered mails; `numbers` are those of the briefing it belongs to. Never raises."""
    known = frozenset(numbers)
    items = [item for passage in words.passages for item in _items_in(passage, known)]
    items += [Item(kind=PieceKind.UNCLEAR, said=each) for each in words.doubtful]
    items = _without_contradicted(_without_taken_back(_without_lists_in_texts(items)))
    return Wishes(
        wishes=tuple(NumberedWish(numbers=each.numbers, words=each.words) for each in items if each.kind is PieceKind.WISH),
        described=tuple(each.described for each in items if each.kind is PieceKind.DESCRIBED and each.described is not None),
        rest=tuple(each.said for each in items if each.kind is PieceKind.REST),
        unclear=tuple(dict.fromkeys(each.said for each in items if each.kind is PieceKind.UNCLEAR)),
    )


def _items_in(passage: NewPassage, known: frozenset[int]) -> list[Item]:
    read = lines_of(passage.words, known)
    if passage.under is None:
        found = [_settled(line.text, items_of(line.text, known)) for line in read]
        doubted = under_other_words(read, found)
        return [_unclear(item) if at in doubted and item.kind in _WISHES else item for at, items in enumerate(found) for item in items]
    lines = [line.text for line in read]
    whole = "\n".join(lines)
    if any(headed(line) is not None for line in lines) or names_one_of(whole, known):
        inline = [item for line in lines for item in _settled(line, items_of(line, known))]
        return [_unclear(each) if each.kind is PieceKind.REST else each for each in inline]
    if not whole or (understand(whole, verbatim=True).small_talk is not None and not is_sure(whole)):
        return [Item(kind=PieceKind.REST, said=whole)] if whole else []
    kind = PieceKind.WISH if passage.under in known else PieceKind.UNCLEAR
    return [Item(kind=kind, numbers=(passage.under,), words=whole, said=whole)]


def _settled(line: str, items: list[Item]) -> list[Item]:
    """The items of one line; all of it is unclear where a part of it may change another, or is itself unclear."""
    changed = any(each.kind is PieceKind.UNCLEAR or (each.kind is PieceKind.REST and _may_change(each.said)) for each in items)
    if not changed or len(items) == 1:
        return items
    return [Item(kind=PieceKind.UNCLEAR, said=line, numbers=tuple(number for each in items for number in each.numbers))]


def _may_change(words: str) -> bool:
    said = understand(words, verbatim=True)
    changes = said.depends or _TAKES_BACK.match(words) is not None or _DOUBTS.search(words) is not None
    return (changes and not asks(words)) or takes_back(words)


def _unclear(item: Item) -> Item:
    return Item(kind=PieceKind.UNCLEAR, numbers=item.numbers, said=item.said)


def _without_lists_in_texts(items: list[Item]) -> list[Item]:
    """A text to somebody and what follows it from a 1 on are unclear: it may be a list in the text."""
    kept: list[Item] = []
    in_list = False
    for each in items:
        plain = each.kind is PieceKind.WISH and is_sure(each.words)
        above = kept[-1] if kept else None
        begins = each.numbers == (1,) and not plain and above is not None and above.kind is PieceKind.WISH and dictates(above.words)
        if begins and above is not None:
            kept[-1] = _unclear(above)
        in_list = begins or (in_list and each.kind is PieceKind.WISH and not plain)
        kept.append(_unclear(each) if in_list else each)
    return kept


def _without_taken_back(items: list[Item]) -> list[Item]:
    """What other words may take back is unclear: all before a "wait, no", and what is wanted of a mail that is named unclearly as well."""
    last = max((at for at, each in enumerate(items) if each.kind not in _WISHES and takes_back(each.said)), default=-1)
    doubted = {number for each in items if each.kind is PieceKind.UNCLEAR for number in each.numbers}
    return [
        _unclear(each) if each.kind in _WISHES and (at < last or doubted.intersection(each.numbers)) else each
        for at, each in enumerate(items)
    ]


def asks(words: str) -> bool:
    """Whether it is a question, and nothing that is proposed as one: "what about 3?"."""
    return _QUESTION.match(words) is not None


def takes_back(words: str) -> bool:
    """Whether words without a number may take back what was wished for before: all but courtesy, questions, other plain wishes, and what
    speaks of nothing that was named."""
    said = understand(words, verbatim=True)
    if said.small_talk is SmallTalk.NEVER_MIND:
        return True
    if said.small_talk in ASIDE or asks(words):
        return said.small_talk is SmallTalk.SORRY
    if said.is_idle_yes or stated(words) or (is_sure(words) and said.command is not None and said.command.kind in _LEAVES_ALONE):
        return False
    return any(each is not None for each in (_TAKES_BACK.match(words), _MAY_REFER.search(words), _DOUBTS.search(words), puts_off(words)))


def _without_contradicted(items: list[Item]) -> list[Item]:
    """Two different changes of one mail in two places are unclear, and what is said twice is wanted once."""
    changes: dict[int, set[str]] = defaultdict(set)
    for each in items:
        command = understand(each.words, verbatim=True).command if each.kind is PieceKind.WISH else None
        if command is not None and command.kind in {CommandKind.CHANGE, CommandKind.UNDO}:
            for number in each.numbers:
                changes[number].add(f"{command.kind} {command.action} {command.when} {command.mail} {command.target}")
    torn = {number for number, wanted in changes.items() if len(wanted) > 1}
    return [*_once(_unclear(each) if each.kind is PieceKind.WISH and torn.intersection(each.numbers) else each for each in items)]


def _once(items: Iterable[Item]) -> list[Item]:
    return list(dict.fromkeys(items))
