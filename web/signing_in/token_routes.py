"""Tokens for programs, on the page's settings: which there are, another one, revoking one. A token does not reach these routes."""

from datetime import datetime
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import AfterValidator, BaseModel, Field, StringConstraints

from web.http.problems import ProblemCode, ProblemError, described
from web.server_parts import Here
from web.signing_in.api_tokens import ApiToken, TokenScope, TooManyTokensError
from web.visitor import NEEDS_SIGN_IN, WRITES, WRITES_WITH_A_BODY, SignedIn, Writing

LONGEST_LABEL = 60
_LABEL = r"^[^\x00-\x1f\x7f]*[^\s\x00-\x1f\x7f][^\x00-\x1f\x7f]*$"


class ShownToken(BaseModel):
    """One token, without itself."""

    id: str
    label: str
    scopes: tuple[TokenScope, ...]
    created_at: datetime


class TokensAnswer(BaseModel):
    """The newest first."""

    tokens: tuple[ShownToken, ...]


def _each_once(scopes: tuple[TokenScope, ...]) -> tuple[TokenScope, ...]:
    if len({*scopes}) < len(scopes):
        raise ValueError("each scope once")
    return scopes


class NewToken(BaseModel):
    """What it is for, by which the user knows it again, and what it may do."""

    label: Annotated[str, StringConstraints(pattern=_LABEL, max_length=LONGEST_LABEL), AfterValidator(str.strip)]
    scopes: Annotated[tuple[TokenScope, ...], AfterValidator(_each_once)] = Field(min_length=1, json_schema_extra={"uniqueItems": True})


class MadeToken(BaseModel):
    """`token` is told this once."""

    token: str = Field(repr=False)
    shown: ShownToken


token_routes = APIRouter(prefix="/api/tokens", tags=["tokens"])


@token_routes.get("", responses=NEEDS_SIGN_IN)
async def tokens(parts: Here, session: SignedIn) -> TokensAnswer:
    """The user's tokens."""
    return TokensAnswer(tokens=tuple(_shown(each) for each in await parts.tokens.of_owner(session.owner)))


@token_routes.post("", responses=WRITES_WITH_A_BODY | described(HTTPStatus.CONFLICT, HTTPStatus.TOO_MANY_REQUESTS))
async def make_token(parts: Here, session: Writing, wanted: NewToken) -> MadeToken:
    """Another one."""
    parts.rates.new_tokens.take(session.user_id)
    try:
        token, made = await parts.tokens.make(session.owner, wanted.label, wanted.scopes, now=parts.now())
    except TooManyTokensError:
        detail = "There are too many tokens. Revoke one that is not used any more."
        raise ProblemError(HTTPStatus.CONFLICT, ProblemCode.CANNOT_BE_DONE, detail) from None
    return MadeToken(token=token, shown=_shown(made))


@token_routes.delete("/{token_id}", status_code=HTTPStatus.NO_CONTENT, responses=WRITES | described(HTTPStatus.NOT_FOUND))
async def revoke_token(parts: Here, session: Writing, token_id: Annotated[str, Path(pattern="^[0-9a-f-]{1,64}$")]) -> None:
    """Whoever has it reaches nothing with it from now on."""
    if not await parts.tokens.revoke(session.owner, token_id):
        raise ProblemError(HTTPStatus.NOT_FOUND, ProblemCode.NO_SUCH_TOKEN, "There is no such token; it may have been revoked.")


def _shown(token: ApiToken) -> ShownToken:
    return ShownToken(id=token.token_id, label=token.label, scopes=tuple(sorted(token.scopes)), created_at=token.created_at)
