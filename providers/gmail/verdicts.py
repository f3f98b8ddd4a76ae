"""What an HTTP answer of Gmail's means for the request: done, not there, ask again, sign in, or give up.

Facts from "Resolve errors" (https://developers.google.com/workspace/gmail/api/guides/handle-errors): too much at once is a 403 with one of
a few reasons, or a 429; a permission that the user did not give is a 403 with a reason of its own. Neither signing in nor asking again
helps with any other 403 (the daily quota is used up, the API is switched off for our project, a rule of the user's domain). A 403 without
such a body comes from a proxy on the way, not from Gmail, and says nothing about the user.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

from pydantic import BaseModel, ValidationError

THROTTLED = frozenset({"rateLimitExceeded", "userRateLimitExceeded", "concurrentLimitExceeded", "backendError"})
NOT_GIVEN = frozenset({"insufficientPermissions", "ACCESS_TOKEN_SCOPE_INSUFFICIENT"})
"""The user has not allowed it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An HTTP answer, of a request or of a call within a batch; `retry_after` and `content_type` as the headers have them.

    Not httpx2's own response: making one takes as long as reading the mail in it.
    """

    status: int
    body: bytes = field(default=b"", repr=False)
    retry_after: str | None = None
    content_type: str = ""


class Verdict(StrEnum):
    DONE = "done"
    NOT_THERE = "not there"
    THROTTLED = "throttled"
    BROKEN = "broken"
    SIGNED_OUT = "signed out"
    NOT_ALLOWED = "not allowed"
    WITHHELD = "withheld"
    REFUSED = "refused"


ASK_AGAIN = frozenset({Verdict.THROTTLED, Verdict.BROKEN})

_BY_STATUS: Mapping[int, Verdict] = MappingProxyType(
    {
        401: Verdict.SIGNED_OUT,
        404: Verdict.NOT_THERE,
        408: Verdict.BROKEN,
        409: Verdict.BROKEN,  # two changes of one message at the same time: the second one comes through when it is made again
        410: Verdict.NOT_THERE,
        429: Verdict.THROTTLED,
    }
)


class _Reason(BaseModel):
    reason: str = ""


class _Error(BaseModel):
    status: str = ""
    errors: list[_Reason] = []
    details: list[_Reason] = []


class _Refusal(BaseModel):
    error: _Error


def judge(answer: Answer) -> Verdict:
    """What the answer means. Total: whatever status there is."""
    if 200 <= answer.status < 300:
        return Verdict.DONE
    if answer.status == 403:
        return _forbidden(answer.body)
    if answer.status >= 500:
        return Verdict.BROKEN
    return _BY_STATUS.get(answer.status, Verdict.REFUSED)


def _forbidden(body: bytes) -> Verdict:
    try:
        error = _Refusal.model_validate_json(body).error
    except ValidationError:
        return Verdict.BROKEN
    reasons = {each.reason for each in (*error.errors, *error.details)}
    if reasons & THROTTLED or error.status == "RESOURCE_EXHAUSTED":
        return Verdict.THROTTLED
    return Verdict.NOT_ALLOWED if reasons & NOT_GIVEN else Verdict.WITHHELD
