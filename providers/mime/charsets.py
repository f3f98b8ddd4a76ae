"""Bytes of a mail to text, whatever its header claims.

The declared charset is right most of the time and wrong or unknown often enough: then UTF-8, then charset-normalizer's guess, then
Latin-1, which takes every byte. Nothing here raises.
"""

import codecs

from charset_normalizer import from_bytes

GUESS_FROM_BYTES = 8_192
MIN_GUESS_BYTES = 64
"""Shorter pieces (a name, a subject) hold too little to guess from: there the commonest Western set is the best bet."""

_WIDER = {"iso8859-1": "cp1252", "ascii": "utf-8", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949"}
"""Programs name the smaller set and write the larger; the web's own standard reads them so."""
_DOUBTFUL = frozenset({"cp1252", "iso8859-15", "utf-8"})


def decode_bytes(data: bytes, charset: str = "") -> str:
    """`data` as text, by the declared charset where it fits."""
    declared = _codec(charset)
    for codec in ("utf-8", declared) if declared in _DOUBTFUL or not declared else (declared, "utf-8"):
        try:
            return data.decode(codec) if codec else _guessed(data)
        except (UnicodeError, LookupError, ValueError):
            continue
    return _guessed(data)


def _codec(charset: str) -> str:
    """Python's name of a text codec for a declared charset, empty when there is none."""
    try:
        info = codecs.lookup(charset.strip(" \"'").lower()) if charset else None
    except (LookupError, ValueError, UnicodeError):
        return ""
    return _WIDER.get(info.name, info.name) if info is not None else ""


def _guessed(data: bytes) -> str:
    if len(data) >= MIN_GUESS_BYTES and (guess := from_bytes(data[:GUESS_FROM_BYTES]).best()) is not None:
        try:
            return data.decode(guess.encoding)
        except (UnicodeError, LookupError):
            pass
    return data.decode("cp1252", "replace") if len(data) < MIN_GUESS_BYTES else data.decode("latin-1")
