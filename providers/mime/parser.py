"""A message's body as a tree of parts, by the standard library's lenient parser.

Fields are cut: finding the parameters in one takes quadratic time.
"""

import re
from email.message import Message
from email.parser import BytesParser
from email.policy import Compat32

from providers.mime.headers import head_and_body

MAX_FIELD_OF_A_PART = 4_096

_LOST_BOUNDARY = re.compile(rb"^--([^\s-][^\s]{0,100})[ \t]*\r?\n(?=[A-Za-z-]{3,40}:)", re.MULTILINE)


class _ShortFields(Compat32):
    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:MAX_FIELD_OF_A_PART]


_PARSER = BytesParser(policy=_ShortFields())


def parsed(raw: bytes) -> Message:
    """The message as a tree. Only the header fields that describe the body are parsed, because the parser is slow on a long header."""
    head, body = head_and_body(raw)
    kept = [line for line in re.split(rb"\r\n?(?![\n \t])|\n(?![ \t])", head) if line[:8].lower() in {b"content-", b"mime-ver"}]
    return _PARSER.parsebytes(b"\n".join([*kept, b"", body]))


def with_its_boundary(data: bytes) -> Message | None:
    """The parts of a multipart whose declared boundary does not occur, by one that is found in the text."""
    boundary = _LOST_BOUNDARY.search(data)
    if boundary is None:
        return None
    repaired = _PARSER.parsebytes(b'Content-Type: multipart/mixed; boundary="' + boundary[1] + b'"\n\n' + data)
    return repaired if repaired.is_multipart() else None
