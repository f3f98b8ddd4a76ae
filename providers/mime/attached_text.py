"""The texts in a mail beside its words: how attached text files begin, its invitation, and calendar files."""

from email.message import Message

from providers.mime.charsets import decode_bytes
from providers.mime.headers import clean_line
from providers.mime.parser import parsed

TEXT_FILES = (".txt", ".md", ".csv")
_READ = 4_000


def texts_of_files(raw: bytes) -> dict[str, str]:
    """How each attached text file with words begins, up to 4,000 bytes of it, by the file's name. Never raises."""
    found: dict[str, str] = {}
    for part in parsed(raw).walk():
        try:
            name = clean_line(str(part.get_filename("") or ""))
            payload = part.get_payload(decode=True) if name.lower().endswith(TEXT_FILES) else b""
        except Exception:  # noqa: S112 - broken parameters or encoding: a file without a line
            continue
        if isinstance(payload, bytes) and payload:
            found.setdefault(name, decode_bytes(payload[:_READ]))
    return found


def beginnings_of_files(raw: bytes) -> dict[str, str]:
    """The first line with words of each attached text file, by the file's name. Never raises."""
    texts = texts_of_files(raw)
    return {name: next((line.strip() for line in text.splitlines() if any(map(str.isalnum, line))), "") for name, text in texts.items()}


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
