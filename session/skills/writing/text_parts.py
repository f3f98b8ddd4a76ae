"""Parts of a draft's text as one speaks of them: "the last sentence", "the part about Tuesday", "the word very"."""

import re

_PLACES = {"first": 0, "second": 1, "third": 2, "fourth": 3, "last": -1}
_BY_PLACE = re.compile(rf"the (?:very )?(?P<place>{'|'.join(_PLACES)}) (?:sentence|line|part|bit)")
_WITH = re.compile(r"the (?:sentence|line|part|bit) (?:(?:about|with|where|on|saying|that says|that mentions) )?(?P<words>.+)")
_WORDS = re.compile(r"the (?:words?|phrase) (?P<words>.+)")
_ENDS = re.compile(r"(?<=[.!?])\s+")
_GAPS = re.compile(r" (?=[.,;:!?])| (?= )")


def without(text: str, part: str) -> str | None:
    """The text without this part, or None if that is not there, or there more than once."""
    sentences = _ENDS.split(text.strip())
    if (by_place := _BY_PLACE.fullmatch(part)) is not None:
        at = _PLACES[by_place["place"]]
        return _joined(sentences, {at % len(sentences)}) if at < len(sentences) else None
    if (of_it := _WITH.fullmatch(part)) is not None:
        found = {at for at, sentence in enumerate(sentences) if _has(sentence, of_it["words"])}
        return _joined(sentences, found) if len(found) == 1 else None
    words = _WORDS.fullmatch(part)
    return _without_words(text, words["words"] if words is not None else part)


def _joined(sentences: list[str], left_out: set[int]) -> str:
    return " ".join(sentence for at, sentence in enumerate(sentences) if at not in left_out)


def _has(text: str, words: str) -> bool:
    return re.search(rf"\b{re.escape(words)}\b", text, re.IGNORECASE) is not None


def _without_words(text: str, words: str) -> str | None:
    found = [*re.finditer(rf"\b{re.escape(words)}(?!\w)", text, re.IGNORECASE)]
    if len(found) != 1:
        return None
    (place,) = found
    before, behind = text[: place.start()], text[place.end() :]
    if not before.strip() or before.rstrip()[-1] in ".!?":
        behind = behind.lstrip(" ,;:.!?")
        behind = behind[:1].upper() + behind[1:]
    return _GAPS.sub("", before + behind).strip()
