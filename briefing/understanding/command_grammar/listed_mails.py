"""Which mails of the list that was told last are meant: "all five of them", "the first and the third", "two to four", "the last three".

A place is a number from 1 on, and from the end with a minus. Words that leave open which ones they are ("two of them", "the first or the
second", "the first few") are none of this.
"""

from collections.abc import Iterator, Sequence

from briefing.understanding.command_grammar.command_words import number_of

MOST_PLACES = 99
_WHOLE = frozenset(
    f"{lead}{noun}"
    for lead in ("", "all ", "all of ", "both ", "both of ", "each of ", "every one of ", "every single one of ")
    for noun in ("them", "those", "the list", "that list")
) | {
    "both",
    "everything on the list",
    "everything on that list",
    "the lot",
    "the whole list",
    "them all",
    "them both",
    "all on the list",
    "all on that list",
}
_THESE = frozenset(
    f"{lead}{noun}" for lead in ("", "all ", "all of ", "each of ", "every one of ", "the rest of ") for noun in ("these", "these mails")
)
_BOTH = "both"
_COUNTED = tuple(
    tuple(each.split()) for each in ("all", "all the", "the", "these", "those", "all these", "all those", "all of these", "all of those")
)
_OF_THE_LIST = tuple(tuple(each.split()) for each in ("of them", "of those", "of these", "on the list", "of the list", "of that list"))
_MAIL = frozenset({"one", "mail", "mails", "ones"})
_BEFORE = {"first": 1, "1st": 1, "top": 1, "last": -1, "bottom": -1, "final": -1}
_COUNTS = frozenset({"the", "number", "numbers", "mail", "mails", "but"})
"""What a "one" stands behind that is a number."""
_THROUGH = frozenset({"to", "through", "till", "until"})


def is_whole_list(words: Sequence[str]) -> bool:
    """Whether they mean all mails of the list: "all of them", "both", "those"."""
    return " ".join(words) in _WHOLE or counted(words) > 0


def is_these(words: Sequence[str]) -> bool:
    """Whether they mean the mails of the list that was just told, or else those of the topic."""
    return " ".join(words) in _THESE


def counted(words: Sequence[str]) -> int:
    """How many they are said to be: 2 for "both of them", 5 for "all five" and "these five"; 0 where that is not said."""
    told = _without_list(words)
    if told[:1] == [_BOTH] and " ".join(words) in _WHOLE:
        return 2
    for lead in _COUNTED:
        number = number_of(tuple(told[len(lead) :])) if tuple(told[: len(lead)]) == lead and len(told) > len(lead) else None
        if number is not None and number[0] == "<n>" and 1 < number[1] <= MOST_PLACES:
            return number[1]
    return 0


def places_of(words: Sequence[str]) -> tuple[int, ...]:
    """The places that all of the words name, each once; empty for other words."""
    told = _without_list(words)
    found = [*_items(told)] if told else [()]
    places = tuple(place for item in found for place in item)
    return places if all(found) and len(set(places)) == len(places) else ()


def _without_list(words: Sequence[str]) -> list[str]:
    end = next((len(each) for each in _OF_THE_LIST if tuple(words[-len(each) :]) == each), 0)
    return list(words[: len(words) - end])


def _items(words: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """What stands before, between and behind "and"; an empty one where something is no place."""
    parts = [part.split() for part in " ".join(words).split(" and ")]
    named = words[:1] in (["the"], ["number"], ["numbers"], ["mail"], ["mails"])
    for at, part in enumerate(parts):
        pieces = pieces_of(part) if len(parts) > 1 and at == 0 else [part]
        yield from (_item(each, counts=named or len(parts) > 1) for each in pieces)


def pieces_of(words: list[str]) -> list[list[str]]:
    """`the first the second` of an enumeration, which was written with a comma, and `one two` of numbers in words."""
    if words.count("the") > 1:
        starts = [place for place, word in enumerate(words) if word == "the"]
        return [words[start:end] for start, end in zip([0, *starts[1:]], [*starts[1:], len(words)], strict=True)]
    numbers = words[1:] if words[:1] == ["the"] else words
    kinds = {(number_of((word,)) or ("",))[0] for word in numbers}  # of one kind: "the second one" is one place
    return [[word] for word in numbers] if len(numbers) > 1 and len(kinds) == 1 and "" not in kinds else [words]


def _item(words: list[str], *, counts: bool) -> tuple[int, ...]:
    """`the third`, `the last two`, `number four`, `two to four`."""
    told = words[:-1] if len(words) > 1 and words[-1] in _MAIL and words[-2] not in _COUNTS else words
    if told[0] in _COUNTS:
        counts, told = counts and told[0] != "the", told[1:]
    if not told:
        return ()
    if told[0] in _BEFORE:
        return _from_an_end(told)
    told = [word for at, word in enumerate(told) if word != "up" and not (word == "from" and at == 0 < len(told) - 1)]
    through = next((place for place in range(1, len(told) - 1) if told[place] in _THROUGH), 0)
    if number_of(tuple(told)) is None and through:
        first, last = (_number([word for word in each if word != "the"], counts=True) for each in (told[:through], told[through + 1 :]))
        return tuple(range(first, last + 1)) if 0 < first < last <= MOST_PLACES else ()
    number = _number(told, counts=counts)
    return (number,) if number and abs(number) <= MOST_PLACES else ()


def _from_an_end(told: list[str]) -> tuple[int, ...]:
    """`first`, `last two`, `top three`: from the beginning, or from the end."""
    sign, behind = _BEFORE[told[0]], told[1:]
    if not behind:
        return (sign,) if told[0] in {"first", "1st", "last", "final"} else ()
    if (number := number_of(tuple(told))) is not None:
        return (number[1],)
    number = number_of(tuple(behind))
    if number is None or number[0] != "<n>" or not 1 < number[1] <= MOST_PLACES:
        return ()
    return tuple(range(1, number[1] + 1)) if sign > 0 else tuple(range(-number[1], 0))


def _number(words: Sequence[str], *, counts: bool) -> int:
    number = number_of(tuple(words)) if words else None
    return number[1] if number is not None and (number[0] == "<nth>" or counts) else 0
