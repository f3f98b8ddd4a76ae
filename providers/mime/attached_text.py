"""How a text file that came with a mail begins."""

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
