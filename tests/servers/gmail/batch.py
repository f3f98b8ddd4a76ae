"""Google's batch of requests: several calls in one, as multipart/mixed, by its documentation "Batching requests"."""

from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import compat32
from http import HTTPStatus

BOUNDARY = "batch_of_answers"


@dataclass(frozen=True, slots=True, kw_only=True)
class InnerCall:
    content_id: str
    method: str
    target: str
    body: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class InnerAnswer:
    content_id: str
    status: int
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()


def read_batch(content_type: str, body: bytes) -> list[InnerCall]:
    """The calls in a batch. Raises `ValueError` where it is not one."""
    message = BytesParser(policy=compat32).parsebytes(f"Content-Type: {content_type}\r\n\r\n".encode() + body)
    if not message.is_multipart():
        raise ValueError("not a batch")
    calls = []
    for part in message.walk():
        if part is message:
            continue
        text = str(part.get_payload()).replace("\r\n", "\n")
        head, _, content = text.partition("\n\n")
        method, target, _ = head.split("\n", 1)[0].split(" ")
        calls.append(InnerCall(content_id=str(part["Content-ID"]).strip("<>"), method=method, target=target, body=content.encode()))
    return calls


def write_batch(answers: list[InnerAnswer]) -> bytes:
    """The answer to a batch. The order is the server's own: a client goes by the Content-ID."""
    lines: list[bytes] = []
    for answer in reversed(answers):
        headers = [("Content-Type", "application/json; charset=UTF-8"), ("Content-Length", str(len(answer.body))), *answer.headers]
        lines += [
            f"--{BOUNDARY}\r\nContent-Type: application/http\r\nContent-ID: <response-{answer.content_id}>\r\n".encode(),
            f"HTTP/1.1 {answer.status} {HTTPStatus(answer.status).phrase}".encode(),
            *(f"{name}: {value}".encode() for name, value in headers),
            b"",
            answer.body,
        ]
    return b"\r\n".join([*lines, f"--{BOUNDARY}--\r\n".encode()])
