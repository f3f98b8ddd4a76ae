"""Parts of a draft's text as one speaks of them: "the last sentence", "the part about Tuesday", "the word very"."""

import re
from collections.abc import Sequence

_PLACES = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}
_BY_PLACE = re.compile(rf"the (?:very )?(?P<place>{'|'.join(_PLACES)}) (?:sentence|line|part|bit)")
_WITH = re.compile(r"the (?:sentence|line|part|bit) (?:(?:about|with|where|on|saying|that says|that mentions) )?(?P<words>.+)")
_WORDS = re.compile(r"the (?:words?|phrase) (?P<words>.+)")
_ENDS = re.compile(r"[.!?]\s+|\n\s*")
_SHORTENED = re.compile(r"\b(?:mrs?|ms|dr|st|no|vs|etc|e\.g|i\.e|[ap]\.m|approx)\.\s+$", re.IGNORECASE)


def places_of(text: str, words: str) -> list[tuple[int, int]]:
    """Where these words stand by themselves, and not within others."""
    found = re.finditer(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE)
    return [each.span() for each in found]


def part_of(text: str, part: str) -> tuple[int, int] | None:
    """Where this part stands; None where it is not there, or there more than once."""
    sentences = _sentences(text)
    if (by_place := _BY_PLACE.fullmatch(part)) is not None:
        at = _PLACES[by_place["place"]]
        return sentences[at] if at < len(sentences) else None
    of_it, words = _WITH.fullmatch(part), _WORDS.fullmatch(part)
    if of_it is not None:
        found = [span for span in sentences if places_of(text[slice(*span)], of_it["words"])]
    else:
        found = places_of(text, words["words"] if words is not None else part)
    return found[0] if len(found) == 1 else None


def without(text: str, place: tuple[int, int]) -> str:
    """The text without what stands there, and without a gap; all else stays as it was."""
    before, behind = text[: place[0]], text[place[1] :]
    if not before.strip() or before.rstrip()[-1] in ".!?":  # a sentence begins here
        behind = behind.lstrip(" ,;:.!?")
        behind = behind[:1].upper() + behind[1:]
    elif behind.lstrip()[:1] in {".", "!", "?", ",", ";", ":"}:
        before, behind = before.rstrip(" ,;:"), behind.lstrip()
    elif before.endswith(" "):
        behind = behind.lstrip(" ")
    return f"{before}{behind}".strip()


def _sentences(text: str) -> Sequence[tuple[int, int]]:
    starts, begun = [0], text.rstrip()
    starts += [end.end() for end in _ENDS.finditer(begun) if _SHORTENED.search(begun, 0, end.end()) is None]
    return [(start, end) for start, end in zip(starts, [*starts[1:], len(begun)], strict=True) if begun[start:end].strip()]
