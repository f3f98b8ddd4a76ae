"""Several reads in one HTTP request (multipart/mixed), written and taken apart here.

A batch of 20 takes as long as one read; 20 reads, eight at a time, take three times that. The library's `BatchHttpRequest` sends by itself,
drops all answers of a batch whose last part is cut off, and takes four times the CPU (benchmarks/gmail/reads.py). Only GET requests are
batched, so writing a batch takes a few lines.

Facts from "Batching requests" (https://developers.google.com/workspace/gmail/api/guides/batch): at most 100 calls, better no more than
50; each costs its full quota; an answer names the call by its Content-ID with `response-` before it, and comes in any order.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from email.message import Message as Header
from urllib.parse import urljoin

import httpx2

from providers.gmail.verdicts import Answer
from providers.gmail.wire import GarbledError

MOST = 50
BOUNDARY = "several-mails"
LONGEST_ADDRESS = 2_000

_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_STATUS_LINE = re.compile(rb"HTTP/[\d.]+ (\d{3})\b")
_CONTENT_ID = re.compile(rb"(?im)^content-id:\s*<?(?:response-)?(\d+)>?\s*$")
_RETRY_AFTER = re.compile(rb"(?im)^retry-after:[ \t]*([^\r\n]*)")


@dataclass(frozen=True, slots=True, kw_only=True)
class GmailRequest:
    """A request that may be sent on its own or within a batch; within one it never becomes httpx2's, whose addresses take long to parse."""

    method: str = field(repr=False)
    uri: str = field(repr=False)
    headers: Mapping[str, str] = field(repr=False)
    body: str | None = field(default=None, repr=False)

    def as_sent(self) -> httpx2.Request:
        """A question too long for an address goes as a form, as Google's library itself would send it."""
        if self.method == "GET" and len(self.uri) > LONGEST_ADDRESS:
            form = {"x-http-method-override": "GET", "content-type": "application/x-www-form-urlencoded"}
            address, _, query = self.uri.partition("?")
            return httpx2.Request("POST", address, headers={**self.headers, **form}, content=query)
        return httpx2.Request(self.method, self.uri, headers=self.headers, content=self.body)


def write_batch(url: str, requests: Sequence[GmailRequest]) -> GmailRequest:
    """GET requests as one, each named by its place in the order."""
    host = len(urljoin(url, "/")) - 1
    parts = (
        f"--{BOUNDARY}\r\nContent-Type: application/http\r\nContent-ID: <{place}>\r\n\r\n"
        f"GET {request.uri[host:]} HTTP/1.1\r\nAccept: application/json\r\n\r\n\r\n"
        for place, request in enumerate(requests)
    )
    body = "".join([*parts, f"--{BOUNDARY}--\r\n"])
    return GmailRequest(method="POST", uri=url, headers={"content-type": f'multipart/mixed; boundary="{BOUNDARY}"'}, body=body)


def read_batch(answer: Answer) -> Mapping[int, Answer]:
    """The answers by the place of their request, those whose answer is missing or cut off left out. Raises `GarbledError` without any."""
    pieces = (b"\n" + answer.body).split(b"\n--" + _boundary(answer))  # JSON has no line ends within its strings
    parts = pieces[1:-1]  # behind the last boundary is nothing, or a part that was cut off
    answers = {place: inner for part in parts for place, inner in _answer(part)}
    if not answers:
        raise GarbledError("not the answer to a batch")
    return answers


def _boundary(answer: Answer) -> bytes:
    header = Header()
    header["Content-Type"] = answer.content_type
    boundary = header.get_boundary()
    if not boundary or header.get_content_maintype() != "multipart":
        raise GarbledError("not the answer to a batch")
    return boundary.encode("ascii", "replace")


def _answer(part: bytes) -> list[tuple[int, Answer]]:
    envelope, *rest = _BLANK_LINE.split(part, maxsplit=2)
    name = _CONTENT_ID.search(envelope)
    status = _STATUS_LINE.match(rest[0].lstrip()) if rest else None
    if name is None or status is None:
        return []
    body = rest[1].removesuffix(b"\r") if len(rest) > 1 else b""
    wait = _RETRY_AFTER.search(rest[0])
    return [(int(name[1]), Answer(int(status[1]), body, wait[1].decode("latin-1") if wait else None))]
