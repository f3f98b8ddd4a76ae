"""Several reads in one HTTP request (multipart/mixed), written and taken apart here.

A batch of 20 takes as long as one read, where 20 reads eight at a time take three times that. The library has a `BatchHttpRequest`, but
it sends by itself, drops every answer of a batch whose last part is cut off, and spends four times the CPU (benchmarks/gmail_reads.py).
Writing it takes a few lines, because all that is ever batched is a GET.

Facts from "Batching requests" (https://developers.google.com/workspace/gmail/api/guides/batch): at most 100 calls, better no more than
50; each costs its full quota; an answer names the call by its Content-ID with `response-` before it, and comes in any order.
"""

import re
from collections.abc import Mapping, Sequence
from email.message import Message as Header

import httpx2

from providers.gmail.wire import GarbledError

MOST = 50
BOUNDARY = "several-mails"

_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_STATUS_LINE = re.compile(rb"HTTP/[\d.]+ (\d{3})\b")
_CONTENT_ID = re.compile(rb"(?im)^content-id:\s*<?(?:response-)?(\d+)>?\s*$")
_RETRY_AFTER = re.compile(rb"(?im)^retry-after:[ \t]*([^\r\n]*)")


def write_batch(url: str, requests: Sequence[httpx2.Request]) -> httpx2.Request:
    """GET requests as one, each named by its place in the order."""
    parts = (
        f"--{BOUNDARY}\r\nContent-Type: application/http\r\nContent-ID: <{place}>\r\n\r\n"
        f"GET {request.url.raw_path.decode()} HTTP/1.1\r\nAccept: application/json\r\n\r\n\r\n"
        for place, request in enumerate(requests)
    )
    body = "".join([*parts, f"--{BOUNDARY}--\r\n"])
    return httpx2.Request("POST", url, headers={"content-type": f'multipart/mixed; boundary="{BOUNDARY}"'}, content=body)


def read_batch(answer: httpx2.Response) -> Mapping[int, httpx2.Response]:
    """The answers by the place of their request, those whose answer is missing or cut off left out. Raises `GarbledError` without any."""
    pieces = (b"\n" + answer.content).split(b"\n--" + _boundary(answer))  # JSON has no line ends within its strings
    parts = pieces[1:-1]  # behind the last boundary is nothing, or a part that was cut off
    answers = {place: inner for part in parts for place, inner in _answer(part)}
    if not answers:
        raise GarbledError("not the answer to a batch")
    return answers


def _boundary(answer: httpx2.Response) -> bytes:
    header = Header()
    header["Content-Type"] = answer.headers.get("content-type", "")
    boundary = header.get_boundary()
    if not boundary or header.get_content_maintype() != "multipart":
        raise GarbledError("not the answer to a batch")
    return boundary.encode("ascii", "replace")


def _answer(part: bytes) -> list[tuple[int, httpx2.Response]]:
    """The one answer of a part, or none."""
    envelope, *rest = _BLANK_LINE.split(part, maxsplit=2)
    name = _CONTENT_ID.search(envelope)
    status = _STATUS_LINE.match(rest[0].lstrip()) if rest else None
    if name is None or status is None:
        return []
    body = rest[1].removesuffix(b"\r") if len(rest) > 1 else b""
    wait = _RETRY_AFTER.search(rest[0])
    return [(int(name[1]), httpx2.Response(int(status[1]), headers={b"retry-after": wait[1]} if wait else None, content=body))]
