"""Which characters may be spoken, and what the odd ones become.

A listener cannot see that a word was written backwards, stacked with accents or broken by invisible characters, so all of that goes
first, before any rule looks for words. Letters in mathematical or full-width dress become plain ones (NFKC), so later rules see them.
"""

import re
import unicodedata

_BULLETS = "\u2022\u25cf\u25cb\u25aa\u25ab\u25b6\u25ba\u2023\u25e6\u2043\u2219\u00b7\u2713\u2714\u27a4"
_REPLACED = {
    **dict.fromkeys(map(ord, "\n\x0b\x0c\x85\u2028\u2029"), "\n"),
    **dict.fromkeys(map(ord, "\u201c\u201d\u201e\u201f\u00ab\u00bb\u300c\u300d\u2033"), '"'),
    **dict.fromkeys(map(ord, "\u2018\u2019\u201a\u201b\u2039\u203a\u2032\u00b4"), "'"),
    **dict.fromkeys(map(ord, "\u2010\u2011\u2212\ufe63"), "-"),
    **dict.fromkeys(map(ord, "\u2012\u2014\u2015"), ", "),
    **dict.fromkeys(map(ord, _BULLETS), " \u2022 "),
    **dict.fromkeys(map(ord, "\u2190\u2192\u21d2\u27a1\u279c"), ", "),
    # Letters and marks that take room and show nothing.
    **dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800"), " "),
    **dict.fromkeys(map(ord, "\u034f\u17b4\u17b5"), ""),
    0x2013: "\u2013",
    0x00B0: "\u00b0",
    0x00D7: " x ",
    0x00B1: " plus or minus ",
    0x2044: "/",
    0x00BC: " 1/4 ",
    0x00BD: " 1/2 ",
    0x00BE: " 3/4 ",
    0x2122: "",
    0x00B2: " squared",
    0x00B3: " cubed",
}
_KEPT_SYMBOLS = frozenset("+<=>|~")
_STACKED_MARKS = re.compile(r"([\u0300-\u036f]{2})[\u0300-\u036f]+")
_STRETCHED = re.compile(r"([^\W\d_])\1{4,}")


class _Table(dict[int, str]):
    """A `str.translate` table that decides by Unicode category; only the common characters are remembered."""

    def __missing__(self, code: int) -> str:
        spoken = _REPLACED.get(code)
        if spoken is None:
            spoken = _by_category(chr(code))
        if code < 0x3000:
            self[code] = spoken
        return spoken


def _by_category(character: str) -> str:
    category = unicodedata.category(character)
    if category[0] in "LNP" or category in {"Mn", "Mc", "Sc"}:
        return "" if unicodedata.name(character, "").startswith("VARIATION SELECTOR") else character
    if category[0] == "S":
        return character if character in _KEPT_SYMBOLS else " "
    if category[0] == "Z" or character == "\t":
        return " "
    return ""


_TABLE = _Table()


def plain(text: str) -> str:
    """The text without control, bidi, zero-width and private characters, symbols and emoji; quotes straight, letters undressed.

    Line breaks stay: the caller knows what they mean.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_TABLE)
    text = unicodedata.normalize("NFKC", text).translate(_TABLE)
    return _STRETCHED.sub(r"\1\1\1", _STACKED_MARKS.sub(r"\1", text))


def says_something(text: str) -> bool:
    return any(map(str.isalnum, text))
