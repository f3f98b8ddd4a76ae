"""Text of others for a model: marked as data and escaped, so that no text can end the quotation it stands in.

JSON does the escaping. Beyond what JSON asks for, it escapes angle brackets, so that text cannot look like a tag; what breaks a line
anywhere; characters that hide or reorder text; and halves of characters, which no request could be encoded with.
"""

import json
import re
from collections.abc import Mapping, Sequence

_HIDES = r"\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff"
_ESCAPED = re.compile(f"[<>{_HIDES}]")


def as_data(value: Mapping[str, object] | Sequence[object] | str) -> str:
    """One line of JSON in which every part of the value is plainly a string."""
    return _ESCAPED.sub(_as_escape, json.dumps(value, ensure_ascii=False))


def _as_escape(character: re.Match[str]) -> str:
    """The character as JSON escapes it in ASCII; angle brackets are ASCII, and need it spelt out."""
    return json.dumps(character[0])[1:-1] if not character[0].isascii() else f"\\u{ord(character[0]):04x}"
