"""An utterance as normalised words, the form in which `command_phrases` writes its tables.

A keyboard and a speech recogniser spell the same sentence differently, and only this module evens that out. It changes nothing that could
change the meaning. Quotation marks, colons and brackets stay attached to their words: they show that somebody else's words are quoted, and
no phrase contains them.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from briefing.understanding.command_grammar.command_frame import VERBS

_LONGEST_UTTERANCE = 160
"""Characters. What is longer is not a plain command."""

_MOST_WORDS = 24

_HESITATIONS = frozenset(["um", "umm", "uh", "uhh", "uhm", "er", "erm", "ehm", "hm", "hmm", "mm", "mmm", "ah", "eh"])

_SPELLINGS: Mapping[str, str] = {
    "ok": "okay", "okey": "okay", "alright": "all right", "pls": "please", "plz": "please", "thx": "thanks", "nevermind": "never mind",
    "e-mail": "email", "e-mails": "emails", "v.i.p": "vip", "v.i.p.'s": "vips", "vip's": "vips", "followup": "follow up",
    "good-bye": "goodbye", "bye-bye": "bye", "mhm": "yes", "mm-hmm": "yes", "uh-huh": "yes", "uh-uh": "no", "nuh-uh": "no", "ya": "yeah",
    "'em": "them", "wanna": "want to", "gotta": "got to", "gimme": "give me", "lemme": "let me", "can't": "can not", "cannot": "can not",
    "won't": "will not", "let's": "let us", "lets": "let us", "dont": "do not", "whats": "what is", "thats": "that is",
    "im": "i am", "youre": "you are", **dict.fromkeys(_HESITATIONS, ""),
}  # fmt: skip

_ENDINGS: Mapping[str, str] = {"n't": " not", "'m": " am", "'re": " are", "'ve": " have", "'ll": " will", "'d": " would"}

# Not for every word: "anna's" is whose the mail is.
_SHORT_IS = frozenset(["that's", "what's", "it's", "there's", "where's", "when's", "how's", "who's", "here's", "he's", "she's", "one's"])

_APOSTROPHES = str.maketrans(dict.fromkeys("\u2018\u2019\u201b\u02bc\u2032\u00b4\u0060\uff07", "'"))
_PAUSES = re.compile(r"[,;!?\u2014\u2013]|(?<!\.)\.++(?=\s|$)|(?<=\w)\.{2,}+(?=\w)|\s-++(?=\s|$)")
_FROM_TO = re.compile(r"^([1-9]\d?)-([1-9]\d?)$")
_TRAILING = re.compile(r"(?:(?<!\.)\.{2,}+|[\u2014\u2013-])$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """The words of an utterance, and what its punctuation says: that it ends as a question, that the voice trails off."""

    words: tuple[str, ...]
    asked: bool
    trails_off: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """The first words of an utterance, up to the end of one of its tokens; a `colon` behind that is left out."""

    words: tuple[str, ...]
    end: int
    colon: bool


def hear(utterance: str, *, vocabulary: Collection[str]) -> Heard | None:
    """The utterance as words; None if it is too long to be a plain command.

    Doublings of words in `vocabulary` are taken for what speech recognition writes when a voice stumbles ("next next").
    """
    if len(utterance) > _LONGEST_UTTERANCE:
        return None
    text = _normal(utterance.strip())
    tokens = _PAUSES.sub(" ", text).split()
    words = [word for token in tokens for word in _spelled_out(token)]
    if len(words) > _MOST_WORDS:
        return None
    return Heard(
        words=_without_stutter(words, vocabulary),
        asked="?" in text,
        trails_off=_TRAILING.search(text) is not None or (bool(tokens) and tokens[-1] in _HESITATIONS),
    )


def beginnings(utterance: str, *, vocabulary: Collection[str]) -> Iterator[Beginning]:
    """The utterance token by token, as far as a plain command could reach; the same words that `hear` makes of each beginning."""
    words: list[str] = []
    for token in re.finditer(r"\S+", utterance):
        bare = token[0].rstrip(":")
        begun = [*words, *_words_of(bare)]
        if token.end() > _LONGEST_UTTERANCE or len(begun) > _MOST_WORDS:
            return
        yield Beginning(words=_without_stutter(begun, vocabulary), end=token.end(), colon=0 < len(bare) < len(token[0]))
        words = begun if bare == token[0] else [*words, *_words_of(token[0])]


def _words_of(token: str) -> list[str]:
    return [word for part in _PAUSES.sub(" ", _normal(token)).split() for word in _spelled_out(part)]


def _normal(text: str) -> str:
    return unicodedata.normalize("NFKC", text.replace("\u00b4", "'")).translate(_APOSTROPHES).lower()


def _spelled_out(token: str) -> list[str]:
    if token.isascii() and token.isalpha() and token not in _SPELLINGS:
        return [token]
    if token in _SPELLINGS or _is_broken_off(token):
        return _SPELLINGS.get(token, "").split()
    if token in _SHORT_IS:
        return [token[:-2], "is"]
    for ending, spelled in _ENDINGS.items():
        if token.endswith(ending) and len(token) > len(ending):
            return (token.removesuffix(ending) + spelled).split()
    if token.startswith("#") and token[1:].isdecimal():
        return ["number", token[1:]]
    return [token] if "@" in token else [part for part in _FROM_TO.sub(r"\1-to-\2", token).split("-") if part]


def _is_broken_off(token: str) -> bool:
    """Whether it is the beginning of a verb: "arch- no, delete it"."""
    return token.endswith("-") and len(token) > 2 and any(verb.startswith(token[:-1]) for verb in VERBS - {token[:-1]})


def _without_stutter(words: list[str], vocabulary: Collection[str]) -> tuple[str, ...]:
    kept: list[str] = []
    for word in words:
        kept.append(word)
        for size in (1, 2, 3):
            if kept[-size:] == kept[-2 * size : -size] and all(each in vocabulary for each in kept[-size:]):
                del kept[-size:]
                break
    return tuple(kept)


_ONES = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
_TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_NTH_ONES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
_NTH_TEENS = ["tenth", "eleventh", "twelfth", *(f"{teen}th" for teen in _TEENS[3:])]
_NTH_TENS = [word.removesuffix("y") + "ieth" for word in _TENS]


def _numbers(ones: list[str], teens: list[str], tens: list[str]) -> dict[str, int]:
    numbers = {word: value for value, word in enumerate(ones + teens, start=1)}
    for decade, (stem, word) in enumerate(zip(_TENS, tens, strict=True), start=2):
        numbers[word] = 10 * decade
        numbers |= {f"{stem} {one}": 10 * decade + unit for unit, one in enumerate(ones, start=1)}
    return numbers


_NUMBERS = {
    **{words: ("<n>", value) for words, value in _numbers(_ONES, _TEENS, _TENS).items()},
    **{words: ("<nth>", value) for words, value in _numbers(_NTH_ONES, _NTH_TEENS, _NTH_TENS).items()},
    **dict.fromkeys(("second to last", "second last", "next to last", "last but one"), ("<nth>", -2)),
    **dict.fromkeys(("third to last", "third last", "last but two"), ("<nth>", -3)),
}
COUNTED = tuple(words for words, (kind, _) in _NUMBERS.items() if kind == "<n>")
"""One to ninety-nine, in words."""
_LONGEST_PLACE = 5
"""Words: "the second to last one"."""
_DIGITS = re.compile(r"([1-9][0-9]{0,3})(st|nd|rd|th)?")


def with_number(words: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], int]]:
    """The words with one of their numbers (1 to 99 in words, to 9999 in digits) as `<n>` or `<nth>`, and that number, from the end
    with a minus ("second to last"); each in turn."""
    for start, size in product(range(len(words)), (3, 2, 1)):
        found = number_of(words[start : start + size])
        if found is not None and start + size <= len(words):
            placeholder, value = found
            yield (*words[:start], placeholder, *words[start + size :]), value


def place_of(words: tuple[str, ...]) -> int:
    """Which mail of a list the words name: 3 for "the third one" and "number three", -1 for "the last"; 0 for others."""
    if not words:
        return 0
    told = words[1:] if words[0] in {"the", "number", "mail", "message"} else words
    told = told[:-1] if words[0] == "the" and told[-1:] in (("one",), ("mail",), ("message",)) else told
    if words[:1] == ("the",) and told == ("last",):
        return -1
    number = number_of(told) if told else None
    counts = number is not None and (number[0] == "<nth>" or words[0] in {"number", "mail", "message"})
    return number[1] if number is not None and counts else 0


def places_in(words: tuple[str, ...]) -> Iterator[int]:
    """The places in a list that are named anywhere in the words, each as far as it reaches: "the second to last one" is no second one, and
    "for two hours" none. A number by itself is one, as the answer to "Which one?"."""
    start = 0
    while start < len(words):
        found = ((place_of(words[start : start + size]), size) for size in range(_LONGEST_PLACE, 1, -1) if start + size <= len(words))
        place, size = next((each for each in found if each[0]), (0, 1))
        yield place
        start += size
    alone = number_of(words[:1]) if words and {*words[1:]} <= {"please"} else None
    yield alone[1] if alone is not None else 0


def number_of(words: tuple[str, ...]) -> tuple[str, int] | None:
    """What number the words are, all of them together: `("<nth>", 3)` for "third", `("<n>", 23)` for "twenty three"; none for others."""
    digits = _DIGITS.fullmatch(words[0]) if len(words) == 1 else None
    if digits:
        return ("<nth>" if digits[2] else "<n>", int(digits[1]))
    return _NUMBERS.get(" ".join(words))
