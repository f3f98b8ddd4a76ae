"""Decodes the bytes of a mail, even if the declared charset is wrong or unknown.

The order is: the declared charset, UTF-8, charset-normalizer's guess, and Latin-1, which accepts every byte. UTF-8 comes first if the
declared charset would accept any bytes. Nothing here raises.
"""

import codecs

from charset_normalizer import from_bytes

GUESS_FROM_BYTES = 8_192
MIN_GUESS_BYTES = 64
"""Below this (a name, a subject) a guess is unreliable, so Windows-1252 takes the place of the last two steps."""

_WIDER = {"iso8859-1": "cp1252", "ascii": "utf-8", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949"}
"""Programs declare the smaller charset and write the larger one; the WHATWG Encoding Standard decodes them in the same way."""
_OF_NO_TEXT = frozenset({"punycode", "idna"})
"""Python's codecs for names of hosts, which take quadratic time; nobody writes a mail in them."""
_DOUBTFUL = frozenset({"cp1252", "iso8859-15", "utf-8"})


def decode_bytes(data: bytes, charset: str = "") -> str:
    """`data` as text, by the declared charset if it fits."""
    declared = _codec(charset)
    for codec in ("utf-8", declared) if declared in _DOUBTFUL or not declared else (declared, "utf-8"):
        try:
            return data.decode(codec) if codec else _guessed(data)
        except (UnicodeError, LookupError, ValueError):
            continue
    return _guessed(data)


def _codec(charset: str) -> str:
    """Python's name of the codec for a declared charset; empty if there is none."""
    try:
        info = codecs.lookup(charset.strip(" \"'").lower()) if charset else None
    except (LookupError, ValueError, UnicodeError):
        return ""
    return _WIDER.get(info.name, info.name) if info is not None and info.name not in _OF_NO_TEXT else ""


def _guessed(data: bytes) -> str:
    if len(data) >= MIN_GUESS_BYTES and (guess := from_bytes(data[:GUESS_FROM_BYTES]).best()) is not None:
        try:
            return data.decode(guess.encoding)
        except (UnicodeError, LookupError):
            pass
    return data.decode("cp1252", "replace") if len(data) < MIN_GUESS_BYTES else data.decode("latin-1")
