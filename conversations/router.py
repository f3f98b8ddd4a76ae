"""To which conversation a turn belongs. A small model picks, and code makes of it what the table says; it never answers, and never raises.

    model says                         active       none active
    new                                New          New
    continue, whatever id              Continue     New
    resume, an id of the digest        Resume       Resume
    resume, no id or an unknown one    Continue     New
    nothing usable, error, time-out    Continue     New

A doubt of the model leads to New; a failure of the machinery keeps the conversation that is active.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pydantic import BaseModel, Field

from conversations.store import DigestEntry
from prompts import render
from prompts.data_quotation import as_data
from providers.models.typed.history import ModelRequest, OutputTool, Picture
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_models import TypedModels

logger = logging.getLogger(__name__)

ROUTED_WITHIN_S = 1.0
LONGEST_REQUEST = 280
"""Characters of the user's words: what they are about is said by then."""

NOBODY = "there is none"
NO_SUMMARY = "(none)"


@dataclass(frozen=True, slots=True)
class Continue:
    conversation_id: str


@dataclass(frozen=True, slots=True)
class Resume:
    conversation_id: str


@dataclass(frozen=True, slots=True)
class New:
    pass


Route = Continue | Resume | New


class PickedRoute(BaseModel):  # the model's one tool: a docstring would be sent with it
    kind: Literal["continue", "resume", "new"]
    thread_id: str | None = Field(None, alias="threadId")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnToRoute:
    """`frame` is what the user's screen shows, if it is shared; it is sent beside the words and kept nowhere."""

    user_id: str
    words: str = field(repr=False)
    active: str | None
    digest: Sequence[DigestEntry]
    frame: Picture | None = None


async def route_turn(models: TypedModels, turn: TurnToRoute, *, within_s: float = ROUTED_WITHIN_S) -> Route:
    """One request to the small model."""
    try:
        async with asyncio.timeout(within_s):
            picked = await models.ask(Purpose.ROUTE, request_of(turn), PickedRoute, OutputTool("route", render("route_tool")))
    except Exception as error:  # whatever fails, the turn goes on in the conversation that it would have been in without a router
        logger.warning("a turn was not routed", extra={"error": type(error).__name__})
        return decided(None, turn.active, ())
    return decided(picked, turn.active, (entry.conversation_id for entry in turn.digest))


def decided(picked: PickedRoute | None, active: str | None, known: Iterable[str]) -> Route:
    """The table above; `picked` is None where nothing usable was."""
    if picked is not None and picked.kind == "new":
        return New()
    if picked is not None and picked.kind == "resume" and picked.thread_id in set(known):
        return Resume(picked.thread_id)
    return New() if active is None else Continue(active)


def request_of(turn: TurnToRoute) -> ModelRequest:
    listed = [
        f"{number}. {as_data({'id': entry.conversation_id, 'title': entry.title, 'summary': entry.summary or NO_SUMMARY})}"
        for number, entry in enumerate(turn.digest, 1)
    ]
    words = render(
        "route_request",
        active=turn.active or NOBODY,
        digest="\n".join(listed) or NO_SUMMARY,
        words=as_data(turn.words[:LONGEST_REQUEST]),
    )
    return ModelRequest(user_id=turn.user_id, instructions=render("route"), words=words, picture=turn.frame)
