"""Every error that the API answers with, as `application/problem+json` (RFC 9457).

A problem is raised where it is noticed and written in one place. The page branches on `code` and may show `detail`, a sentence. Neither
ever quotes the request or the text of an error.
"""

import logging
from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from providers.livekit.rooms import RoomsUnavailableError
from storage.database import DatabaseUnavailableError
from team.records import NotYoursError, TeamError

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
TRY_AGAIN_AFTER_S = 5

Responses = dict[int | str, dict[str, object]]
"""As FastAPI wants them described."""


class ProblemCode(StrEnum):
    SIGN_IN_NEEDED = "sign_in_needed"
    CSRF_TOKEN_WRONG = "csrf_token_wrong"  # noqa: S105 - a word
    FOREIGN_ORIGIN = "foreign_origin"
    WRONG_ADDRESS = "wrong_address"
    NOT_SIGNED = "not_signed"
    NOT_FOUND = "not_found"
    NO_SUCH_CALL = "no_such_call"
    NO_SUCH_ACCOUNT = "no_such_account"
    NO_SUCH_CONVERSATION = "no_such_conversation"
    NO_SUCH_TOKEN = "no_such_token"  # noqa: S105 - a word
    NOT_IN_TEAM = "not_in_team"
    CANNOT_BE_DONE = "cannot_be_done"
    TOKEN_WRONG = "token_wrong"  # noqa: S105 - a word
    SCOPE_MISSING = "scope_missing"
    DRAFT_NOT_CHANGED = "draft_not_changed"
    LABEL_WRONG = "label_wrong"
    NOT_SET_UP = "not_set_up"
    KEY_MISSING = "key_missing"
    TOO_OFTEN = "too_often"
    TOO_LARGE = "too_large"
    REQUEST_WRONG = "request_wrong"
    DATABASE_AWAY = "database_away"
    LINE_AWAY = "line_away"
    FAILED = "failed"


class ProblemAnswer(BaseModel):
    """One problem. `type` is a URI made of the code, `title` the name of the status."""

    type: str = Field(examples=["urn:aloud:problem:sign_in_needed"])
    title: str
    status: int
    detail: str
    code: str = Field(examples=["sign_in_needed"])


class ProblemError(Exception):
    """What prevents an answer to a request; `detail` is for the user."""

    def __init__(self, status: HTTPStatus, code: ProblemCode, detail: str, *, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(code)
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})


def answer_to(problem: ProblemError) -> Response:
    status = problem.status
    body = ProblemAnswer(
        type=f"urn:aloud:problem:{problem.code}", title=status.phrase, status=status, detail=problem.detail, code=problem.code
    )
    return Response(body.model_dump_json(), status, {**problem.headers, "Cache-Control": "no-store"}, MEDIA_TYPE)


def described(*statuses: HTTPStatus) -> Responses:
    """These problems, for the API's description of a route."""
    content = {MEDIA_TYPE: {"schema": ProblemAnswer.model_json_schema()}}
    return {int(status): {"description": status.phrase, "content": content} for status in statuses}


def answer_with_problems(application: FastAPI) -> None:
    """Turn every exception that is raised while a request is handled into a problem."""
    for kind in (ProblemError, RequestValidationError, HTTPException, DatabaseUnavailableError, RoomsUnavailableError, Exception):
        application.add_exception_handler(kind, _answer)
    application.add_exception_handler(TeamError, _refuse)


async def _answer(_: Request, error: Exception) -> Response:
    return answer_to(_problem_of(error))


async def _refuse(_: Request, error: Exception) -> Response:
    """What the team cannot do. What is another user's is not there, which is all that is told of it."""
    if isinstance(error, NotYoursError):
        return answer_to(ProblemError(HTTPStatus.NOT_FOUND, ProblemCode.NOT_IN_TEAM, "That is not there, or not any more."))
    return answer_to(ProblemError(HTTPStatus.CONFLICT, ProblemCode.CANNOT_BE_DONE, f"That cannot be done: {error}."))


def _problem_of(error: Exception) -> ProblemError:
    match error:
        case ProblemError():
            return error
        case RequestValidationError():
            detail = "The request is not what this API describes."
            return ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, ProblemCode.REQUEST_WRONG, detail)
        case HTTPException():
            status = HTTPStatus(error.status_code)
            code = ProblemCode.NOT_FOUND if status is HTTPStatus.NOT_FOUND else ProblemCode.REQUEST_WRONG
            return ProblemError(status, code, f"{status.phrase}.", headers=error.headers)
        case DatabaseUnavailableError():
            return _away(ProblemCode.DATABASE_AWAY, "The database does not answer. Try again in a moment.")
        case RoomsUnavailableError():
            return _away(ProblemCode.LINE_AWAY, "The LiveKit server, which carries calls, does not answer. Try again in a moment.")
    logger.error("a request failed", extra={"error": type(error).__name__})
    return ProblemError(HTTPStatus.INTERNAL_SERVER_ERROR, ProblemCode.FAILED, "Something went wrong here. Try again.")


def _away(code: ProblemCode, detail: str) -> ProblemError:
    return ProblemError(HTTPStatus.SERVICE_UNAVAILABLE, code, detail, headers={"Retry-After": str(TRY_AGAIN_AFTER_S)})
