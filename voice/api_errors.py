"""Every error that the server answers with, in OpenAI's shape, so that its clients understand it. None quotes the request."""

import logging
from collections.abc import Mapping
from http import HTTPStatus

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from voice.core_queue import QueueFullError
from voice.hanging_up import HungUpError

logger = logging.getLogger(__name__)

FULL = "Too many requests wait already. Try again in a moment, or use a machine with more cores."
TRY_AGAIN = {"Retry-After": "1"}
HUNG_UP = 499
"""For the metrics, as proxies write it: nobody is there to read it."""


DescribedErrors = dict[int | str, dict[str, object]]
"""As FastAPI wants them."""


class ApiErrorDetail(BaseModel):
    message: str = Field(description="A sentence that says what to do.")
    type: str
    code: str


class ApiErrorAnswer(BaseModel):
    """One error, as OpenAI's API writes it."""

    error: ApiErrorDetail


class RequestRefusedError(Exception):
    """What prevents an answer to a request; `str()` is for the user."""

    def __init__(self, status: HTTPStatus, code: str, message: str, *, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.headers = dict(headers or {})


def described(*statuses: HTTPStatus) -> DescribedErrors:
    """These errors, for the API's description of a route."""
    return {int(status): {"model": ApiErrorAnswer, "description": status.phrase} for status in statuses}


def answer_with(status: HTTPStatus, code: str, message: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    kind = "server_error" if status >= HTTPStatus.INTERNAL_SERVER_ERROR else "invalid_request_error"
    body = ApiErrorAnswer(error=ApiErrorDetail(message=message, type=kind, code=code))
    return JSONResponse(body.model_dump(), status, dict(headers or {}))


def answer_with_api_errors(application: FastAPI) -> None:
    """Turn every exception that is raised while a request is handled into an error of the API."""
    for kind in (RequestRefusedError, QueueFullError, HungUpError, RequestValidationError, HTTPException, Exception):
        application.add_exception_handler(kind, _answer)


async def _answer(_: Request, error: Exception) -> Response:
    match error:
        case HungUpError():
            return Response(status_code=HUNG_UP)
        case RequestRefusedError():
            return answer_with(error.status, error.code, str(error), error.headers)
        case QueueFullError():
            return answer_with(HTTPStatus.SERVICE_UNAVAILABLE, "queue_full", FULL, TRY_AGAIN)
        case RequestValidationError():
            where = ", ".join(sorted({str(each["loc"][-1]) for each in error.errors() if each["loc"]}))
            return answer_with(HTTPStatus.BAD_REQUEST, "request_wrong", f"The request is not what this API describes; look at: {where}.")
        case HTTPException():
            status = HTTPStatus(error.status_code)
            return answer_with(status, status.name.lower(), f"{status.phrase}.", error.headers)
    logger.error("a request failed", extra={"error": type(error).__name__})
    return answer_with(HTTPStatus.INTERNAL_SERVER_ERROR, "failed", "Something went wrong here. Try again.")
