"""The `payload` of a message as Google's documentation has it, made from the mail's own text.

The third-party server keeps ten headers and flattens the parts; Google returns every header of every part, and the tree of parts.
"""

import base64
import re
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesParser
from email.policy import compat32

from pydantic import JsonValue

LARGEST_INLINE_BYTES = 25_000
_ENCODED_WORD = re.compile(r"=\?[^?\s]+\?[bBqQ]\?[^?]*\?=")


def parse(raw: bytes) -> Message:
    return BytesParser(policy=compat32).parsebytes(raw)


def payload_of(raw: bytes, *, only_headers: bool = False, chosen: frozenset[str] = frozenset()) -> JsonValue:
    """The payload with format=full, or with format=metadata where `only_headers`; `chosen` are the header names asked for, lower case."""
    message = parse(raw)
    if only_headers:
        headers = [each for each in _headers(message) if not chosen or each["name"].lower() in chosen]
        return {"mimeType": message.get_content_type(), "headers": [dict(each) for each in headers]}
    return _part(message, "")


def header_texts(message: Message, *names: str) -> list[str]:
    """The values of some headers as Gmail shows them."""
    wanted = {name.lower() for name in names}
    return [_shown(value) for name, value in message.raw_items() if name.lower() in wanted]


def _shown(value: object) -> str:
    """A header unfolded and decoded; what cannot be decoded stays as it is."""
    text = str(value).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    text = re.sub(r"\r?\n[ \t]+", " ", text)
    if not _ENCODED_WORD.search(text):
        return text
    try:
        return str(make_header(decode_header(text)))
    except (LookupError, ValueError):
        return text


def _headers(message: Message) -> list[dict[str, str]]:
    return [{"name": name, "value": _shown(value)} for name, value in message.raw_items()]


def _part(part: Message, name: str) -> JsonValue:
    filename = _shown(part.get_filename() or "")
    shown: dict[str, JsonValue] = {
        "partId": name,
        "mimeType": _mime_type(part),
        "filename": filename,
        "headers": [dict(each) for each in _headers(part)],
    }
    inner = part.get_payload()
    if isinstance(inner, list):
        prefix = f"{name}." if name else ""
        parts = [_part(each, f"{prefix}{number}") for number, each in enumerate(inner)]
        return shown | {"body": {"size": 0}, "parts": parts}
    return shown | {"body": _body(part, name, attached=bool(filename))}


def _mime_type(part: Message) -> str:
    """The declared type; the library would call a multipart without a boundary plain text."""
    declared = str(part.get("Content-Type", "text/plain")).partition(";")[0].strip().lower()
    return declared if "/" in declared else part.get_content_type()


def _body(part: Message, name: str, *, attached: bool) -> dict[str, JsonValue]:
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    if attached or len(content) > LARGEST_INLINE_BYTES:
        return {"attachmentId": f"attachment-{name}", "size": len(content)}
    return {"size": len(content), "data": base64.urlsafe_b64encode(content).decode()}
