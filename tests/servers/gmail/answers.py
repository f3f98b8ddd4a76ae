"""An answer on its way to the client, whole or as a part of a batch."""

import json
from dataclasses import dataclass

from pydantic import JsonValue

from tests.servers.gmail.faults import Refusal

JSON = "application/json; charset=UTF-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    status: int
    body: bytes
    content_type: str = JSON
    headers: tuple[tuple[str, str], ...] = ()


def json_answer(value: JsonValue, *, status: int = 200) -> Answer:
    return Answer(status=status, body=json.dumps(value).encode())


def refusal(refused: Refusal, *, retry_after_s: int | None = None) -> Answer:
    """An error in the shape that Google documents."""
    detail: dict[str, JsonValue] = {"message": refused.message, "domain": refused.domain, "reason": refused.reason}
    error: dict[str, JsonValue] = {"code": refused.status, "message": refused.message, "errors": [detail], "status": refused.state}
    headers = () if retry_after_s is None else (("Retry-After", str(retry_after_s)),)
    return Answer(status=refused.status, body=json.dumps({"error": error}).encode(), headers=headers)


def bad_request(message: str) -> Answer:
    return refusal(Refusal(status=400, reason="invalidArgument", message=message, state="INVALID_ARGUMENT"))
