"""A turn from the user's words to exactly one final: route, acknowledge, answer.

    digest --> route --> Continue / Resume --> that conversation --.
                    '--> New --> a new one -------------------------+--> answer --> final
    acknowledge (beside the route) --small talk--> final            '--> a step that fails --> fallback final

Every step comes in from outside, so calls and typed exchanges share what stands here, and a test replaces what it likes. Nothing is read or
written without the id of a conversation.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

from briefing.speech.sentences.about_sending import DRAFT_IS_READY
from briefing.speech.sentences.replies import DID_NOT_WORK
from conversations.acknowledging import Acknowledgement
from conversations.headings import NAMELESS, title_of
from conversations.router import Continue, New, Resume, Route
from conversations.store import DigestEntry
from providers.models.typed.typed_errors import TypedModelError

logger = logging.getLogger(__name__)

Mode = Literal["voice", "text"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """The one closing result of a turn. `deep_link` leads to the conversation where something waits to be seen."""

    spoken: str = field(repr=False)
    conversation_id: str
    open_in_browser: bool = False
    deep_link: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerOfTurn:
    """What the answering step came to. `spoken` is what it closed with, None where it did not; `prose` is all that it said. `waits`: a
    write is paused until a screen has shown it."""

    spoken: str | None = field(default=None, repr=False)
    prose: str = field(default="", repr=False)
    open_in_browser: bool = False
    waits: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatching:
    """How a turn finds its conversation. `route` gets the digest, and `begin` a title; it returns the new conversation's id."""

    digest: Callable[[], Awaitable[Sequence[DigestEntry]]]
    route: Callable[[Sequence[DigestEntry]], Awaitable[Route]]
    begin: Callable[[str], Awaitable[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSteps(Dispatching):
    """What a turn does in its conversation, each with its id. `run` answers; `summarise` keeps a line on it; `link` makes the link to
    where a draft waits, and keeps it for a page that is opened later."""

    run: Callable[[str], Awaitable[AnswerOfTurn]]
    summarise: Callable[[str, str], Awaitable[None]]
    link: Callable[[str], Awaitable[str]]
    acknowledge: Callable[[], Coroutine[object, object, Acknowledgement]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatched:
    conversation_id: str
    route: Route


async def dispatched(words: str, steps: Dispatching, *, mode: Mode, agent: str = "companion", frame: bool = False) -> Dispatched:
    """The conversation that a turn belongs to; a new one is made here. May raise whatever `digest` and `begin` raise."""
    route = await steps.route(await steps.digest())
    conversation_id = await steps.begin(title_of(words) or NAMELESS) if isinstance(route, New) else route.conversation_id
    kind = {Continue: "continue", Resume: "resume", New: "new"}[type(route)]
    told = {"mode": mode, "agent": agent, "route": kind, "conversation": conversation_id, "frame": frame}
    logger.info("a turn was dispatched", extra=told)
    return Dispatched(conversation_id=conversation_id, route=route)


async def take_turn(words: str, steps: TurnSteps, *, mode: Mode, heard: Callable[[Acknowledgement], None] = lambda _: None) -> Final:
    """Exactly one final, whatever fails behind the dispatch. `heard` gets the acknowledgement of a request as soon as it is there."""
    acknowledging = asyncio.create_task(steps.acknowledge()) if steps.acknowledge else None
    try:
        conversation_id = (await dispatched(words, steps, mode=mode)).conversation_id
        if acknowledging is not None and (small_talk := await _acknowledged(acknowledging, heard)) is not None:
            return Final(spoken=small_talk.spoken, conversation_id=conversation_id, open_in_browser=small_talk.open_in_browser)
        return await _answered(conversation_id, steps)
    finally:
        if acknowledging is not None:
            acknowledging.cancel()
            await asyncio.gather(acknowledging, return_exceptions=True)


async def _acknowledged(task: asyncio.Task[Acknowledgement], heard: Callable[[Acknowledgement], None]) -> Acknowledgement | None:
    """The acknowledgement if it is the whole reply."""
    with suppress(TypedModelError):
        acknowledgement = await task
        if acknowledgement.is_small_talk:
            return acknowledgement
        heard(acknowledgement)
    return None


async def _answered(conversation_id: str, steps: TurnSteps) -> Final:
    try:
        answer = await steps.run(conversation_id)
    except Exception as error:  # whatever a step raises, also in mid-stream, the turn closes
        logger.error("a turn failed", extra={"error": type(error).__name__, "conversation": conversation_id})  # noqa: TRY400 - words
        return Final(spoken=DID_NOT_WORK, conversation_id=conversation_id)
    if answer.spoken is None and answer.waits:
        link = await _unless_it_fails("link", steps.link(conversation_id))
        return Final(spoken=DRAFT_IS_READY, conversation_id=conversation_id, open_in_browser=True, deep_link=link)
    if line := (answer.spoken or answer.prose).strip():
        await _unless_it_fails("summary", steps.summarise(conversation_id, line))
    spoken = answer.spoken if answer.spoken is not None else answer.prose
    return Final(spoken=spoken or DID_NOT_WORK, conversation_id=conversation_id, open_in_browser=answer.open_in_browser)


async def _unless_it_fails(what: str, write: Awaitable[str | None]) -> str | None:
    """A helper that fails never fails the turn."""
    try:
        return await write
    except Exception as error:  # see above
        logger.warning("a turn's helper failed", extra={"what": what, "error": type(error).__name__})
        return None
