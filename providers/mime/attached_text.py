"""How a text file that came with a mail begins."""

from providers.mime.charsets import decode_bytes
from providers.mime.headers import clean_line
from providers.mime.parser import parsed

TEXT_FILES = (".txt", ".md", ".csv")
_READ = 4_000


def beginnings_of_files(raw: bytes) -> dict[str, str]:
    """The first line with words of each attached text file, by the file's name. Never raises."""
    found: dict[str, str] = {}
    for part in parsed(raw).walk():
        try:
            name = clean_line(str(part.get_filename("") or ""))
            payload = part.get_payload(decode=True) if name.lower().endswith(TEXT_FILES) else b""
        except Exception:  # noqa: S112 - broken parameters or encoding: a file without a line
            continue
        if isinstance(payload, bytes) and payload:
            lines = decode_bytes(payload[:_READ]).splitlines()
            found.setdefault(name, next((line.strip() for line in lines if any(map(str.isalnum, line))), ""))
    return found
