"""E-mail addresses as they are spelled aloud or typed."""

import re
from collections.abc import Iterator
from types import MappingProxyType

from briefing.mail import Address

LONGEST_ADDRESS = 40
"""Words: an address spelled letter by letter."""
MOST_WORDS = 100
"""Of one line that are searched for addresses: what stands behind them is dictated."""
_MOST_SIGNS = 2
"""One "at" is the address's, and one may stand before it: "he is at anna at example dot com"."""

_ADDRESS = re.compile(r"[\w+-]+(?:\.[\w+-]+)*@[^\W_]+(?:-+[^\W_]+)*(?:\.[^\W_]+(?:-+[^\W_]+)*)*\.[^\W\d_]{2,}")
_SPOKEN_ADDRESS = re.compile(
    r"^(?:(?:(?:the|her|his|their|my|an?)\s+)?(?:e-?mail\s+)?address\s+(?:is\s+)?|(?:it is|it's|that is|that's|to)\s+)|[,;!?]+|\.(?=\s|$)"
)
_TIMES = MappingProxyType({"double": 2, "triple": 3})
_SIGNS = MappingProxyType(
    {
        "at": "@", "dot": ".", "point": ".", "period": ".", "underscore": "_", "dash": "-", "hyphen": "-", "minus": "-", "plus": "+",
        "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    }
)  # fmt: skip


def spelled(words: str) -> Address | None:
    """An address as somebody says it, "anna dot keller at example dot com"; None if it is no address, or could be another one."""
    said = _SPOKEN_ADDRESS.sub(" ", words.lower().strip())
    if re.search(r"[^\s\w.@+'-]", said):
        return None
    pieces = list(_pieces(re.findall(r"[@._+-]|[^\W_]+|'", said)))
    email = "".join(pieces)
    ending = pieces[len(pieces) - pieces[::-1].index(".") :] if "." in pieces else []
    runs_on = len(ending) > 1 and max(map(len, ending)) > 1  # "... dot com or bert": nobody can say where the address ends
    return Address(email=email) if _ADDRESS.fullmatch(email) and not runs_on else None


def _pieces(tokens: list[str]) -> Iterator[str]:
    """The signs and letters that words stand for; "double n", "capital a", "a as in alpha"."""
    at = 0
    while at < len(tokens):
        said, following = tokens[at], tokens[at + 1 : at + 2]
        before_a_letter = bool(following) and len(following[0]) == 1
        if said in _TIMES and before_a_letter:
            yield following[0] * _TIMES[said]
            at += 2
        elif said in {"capital", "uppercase", "lowercase", "letter"} and before_a_letter:
            at += 1
        elif len(said) == 1 and tokens[at + 1 : at + 3] in (["as", "in"], ["like", "in"]) and len(tokens) > at + 3:
            yield said
            at += 4
        elif len(said) == 1 and following == ["for"] and len(tokens) > at + 2:
            yield said
            at += 3
        else:
            yield _SIGNS.get(said, said)
            at += 1


def possible_addresses(line: str) -> Iterator[str]:
    """What of a line has an "at" in it, and so could be an address."""
    words = line.lower().split()[:MOST_WORDS]
    for start in range(len(words)):
        for end in range(start + 1, min(len(words), start + LONGEST_ADDRESS) + 1):
            part = words[start:end]
            signs = part.count("at") + "".join(part).count("@")
            if signs > _MOST_SIGNS:
                break
            if signs:
                yield " ".join(part)
