"""Numbers in words as figures, so that "thirteen" and "13", or "three hundred and fifty" and "350", are one number whoever writes it."""

import re
from collections.abc import Mapping
from types import MappingProxyType

_TO_NINETEEN = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
)
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_LARGE = {"hundred": 100, "thousand": 1_000, "million": 1_000_000}
_VALUES = (
    {word: value for value, word in enumerate(_TO_NINETEEN.split(), start=1)}
    | {word: 10 * value for value, word in enumerate(_TENS.split(), start=2)}
    | _LARGE
)
_IN_ENGLISH: Mapping[str, str] = MappingProxyType({word: str(value) for word, value in _VALUES.items() if word != "one"} | {"dozen": "12"})
"""From two on: "one" says something else as well."""
_IN = {
    "de": "zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
    "fr": "deux trois quatre cinq six sept huit - dix onze douze",
    "es": "dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "it": "due tre quattro cinque - sette otto nove dieci undici dodici",
    "pt": "dois tres quatro cinco seis sete oito nove dez onze doze",
    "nl": "twee drie vier vijf zes zeven acht negen tien elf twaalf",
    "pl": "dwa trzy cztery piec szesc siedem osiem dziewiec dziesiec",
    "da": "to tre fire fem seks syv otte ni ti elleve tolv",
    "nb": "to tre fire fem seks sju atte ni ti elleve tolv",
    "no": "to tre fire fem seks sju atte ni ti elleve tolv",
    "sv": "tva tre fyra fem sex sju atta nio tio elva tolv",
    "fi": "kaksi kolme nelja viisi kuusi seitseman kahdeksan yhdeksan kymmenen",
}
"""From two on, folded; without "neuf" and "sei", which say something else as well."""

_WORD = "|".join(_VALUES)
_COMPOUND = re.compile(rf"\b(?:{_WORD})\b(?>(?:[- ](?:and )?(?:{_WORD})\b){{1,11}})", re.IGNORECASE)
_PART = re.compile(r"[a-z]+")
_TWO = re.compile("".join(rf"(?<!{large})" for large in _LARGE) + r"[- ]and ")
"""Between them an "and" joins two numbers."""
_MOST = 12
"""Words of one number."""


def numbers_of(language: str) -> Mapping[str, str]:
    """The figures of single words, folded, of English and of this language."""
    return {**_IN_ENGLISH} | {word: str(number) for number, word in enumerate(_IN.get(language, "").split(), start=2)}


def with_figures(text: str) -> str:
    """The text with every number of several English words in figures; a row of numbers ("two, three", "nine thirty") stays."""
    return _COMPOUND.sub(lambda found: " and ".join(map(_in_figures, _TWO.split(found[0]))), text)


def _in_figures(said: str) -> str:
    words = [word for word in _PART.findall(said.lower()) if word != "and"]
    return (_figures(words) if len(words) > 1 else "") or said


def _figures(words: list[str]) -> str:
    """Empty where they are not one number."""
    whole = part = 0
    for word in words[:_MOST]:
        value = _VALUES.get(word, 0)
        if word in _LARGE:
            if value == _LARGE["hundred"] and part >= _LARGE["hundred"]:
                return ""
            whole, part = (whole, (part or 1) * value) if value == _LARGE["hundred"] else (whole + (part or 1) * value, 0)
        elif not _goes_on(part, value):
            return ""
        else:
            part += value
    return str(whole + part) if len(words) <= _MOST else ""


def _goes_on(part: int, value: int) -> bool:
    """Whether "forty" may be followed by "five" in one number, or "hundred" by "forty"."""
    rest = part % 100
    return rest == 0 or (rest >= 20 and rest % 10 == 0 and value < 10)
