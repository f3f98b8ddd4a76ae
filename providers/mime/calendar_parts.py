"""The calendar texts in a mail: its invitation, and calendar files that came with it."""

from email.message import Message

from providers.mime.charsets import decode_bytes
from providers.mime.parser import parsed

MOST = 5
_KINDS = frozenset({"text/calendar", "application/ics"})


def calendar_texts(raw: bytes) -> list[str]:
    """Each once, at most `MOST`. Never raises."""
    found = dict.fromkeys(decode_bytes(_bytes(part)) for part in parsed(raw).walk() if _is_calendar(part))
    return [text for text in found if text.strip()][:MOST]


def _is_calendar(part: Message) -> bool:
    try:
        name = part.get_filename("") or ""
    except Exception:  # broken parameters of the header
        name = ""
    return not part.is_multipart() and (part.get_content_type() in _KINDS or str(name).lower().endswith(".ics"))


def _bytes(part: Message) -> bytes:
    payload = part.get_payload(decode=True)
    return payload if isinstance(payload, bytes) else b""
