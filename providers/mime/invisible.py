"""What of a text can be seen, so that nothing leaves with a mail that neither its reading nor a page shows.

Invisible are the format, private-use and unassigned characters, and those of other categories that are drawn as nothing: each could carry a
text of its own through a draft. Those stay that change how the characters beside them look, one at a place: a joiner behind a letter of a
script that is written with joiners, and what emoji are put together with.
"""

import re
import unicodedata

_DRAWN_AS_NOTHING = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
_DRAWN = re.compile("[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd]")
"""Format characters that are signs of their own: the Arabic number sign, the end of a verse."""
_INVISIBLE_KINDS = frozenset({"Cf", "Cn", "Co", "Cs"})
_FLAG = re.compile(
    "(\U0001f3f4(?:\U000e0067\U000e0062(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074"
    "|\U000e0077\U000e006c\U000e0073))\U000e007f)"
)
"""England, Scotland and Wales: the only emoji that are spelled with tags."""
_JOINED_SCRIPTS = re.compile(
    "[\u0600-\u0dff\u1000-\u109f\u1780-\u18af\ua840-\ua87f\ua8e0-\ua8ff\ua9e0-\ua9ff\uaa60-\uaa7f"
    "\ufb50-\ufdff\ufe70-\ufefc\U00010d00-\U00010d3f\U00011000-\U00011fff\U0001e900-\U0001e95f]"
)
_PRESENTED = "\u203c\u2049\u2139\u3030"
"""Emoji that are no symbols by their category."""


def visible(text: str) -> str:
    """`text` without what cannot be seen; control characters such as line breaks are left as they are."""
    if text.isascii():
        return text
    return "".join(part if _FLAG.fullmatch(part) else _seen(part) for part in _FLAG.split(text))


def _seen(text: str) -> str:
    kept: list[str] = []
    for each, behind in zip(text, f"{text[1:]} ", strict=False):
        if not _is_invisible(each) or _is_needed(kept[-1] if kept else " ", each, behind):
            kept.append(each)
    return "".join(kept)


def _is_invisible(each: str) -> bool:
    if each.isascii() or _DRAWN.match(each):
        return False
    return unicodedata.category(each) in _INVISIBLE_KINDS or _DRAWN_AS_NOTHING.match(each) is not None


def _is_needed(before: str, each: str, behind: str) -> bool:
    """Whether the characters beside it look otherwise with it."""
    kind = unicodedata.category(before)
    if each in "\ufe0e\ufe0f":
        return kind in {"So", "Sm"} or before in _PRESENTED or behind == "\u20e3"
    if each not in "\u200c\u200d":
        return False
    if _JOINED_SCRIPTS.match(before):
        return True
    return each == "\u200d" and (kind in {"So", "Sk"} or before == "\ufe0f") and unicodedata.category(behind) in {"So", "Sm"}
