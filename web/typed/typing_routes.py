"""Typing on the page without a call: a line is answered by a stream of server-sent events, which ends with its turn.

What is said unasked meanwhile (a mail has come, another has left) comes by a stream of its own, which ends with the session. While one of
them is read, the user is there. Both name the session that they are of, so that a page notices that it talks to another one. Nothing of a
line is in an address, and every stream belongs to the browser that is signed in.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import ExitStack
from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field, StrictInt
from starlette.types import Receive, Scope, Send

from briefing.understanding.commands import LONGEST_LINE
from conversations.conversation_rows import TalkPlace
from conversations.store import DigestEntry
from session.call_records import PanePress
from session.turn.final import Final, OpenTurn
from storage.database import DatabaseUnavailableError
from web.asker import Asker
from web.conversations.conversation_routes import owned
from web.conversations.drafts_without_a_call import shown_in
from web.http.event_stream import STREAMS, EventStream, written
from web.http.problems import ProblemCode, ProblemError, described
from web.server_parts import Here, WebParts
from web.signing_in.browser_sessions import Session
from web.team.message_routes import handed_over
from web.typed.talk_events import TalkEvent, TalkEventKind
from web.typed.typed_session import TypedSession
from web.typed.typed_sessions import TooManyTypeError
from web.visitor import NEEDS_SIGN_IN, WRITES_WITH_A_BODY, SignedIn, Writing, network_of

logger = logging.getLogger(__name__)


class _ReadEvents(EventStream):
    """Is read from its making on, not from its first event: by then the answer may have been written already."""

    def __init__(self, talk: TypedSession, events: AsyncIterator[str]) -> None:
        super().__init__(events)
        self._reading = ExitStack()
        self._reading.enter_context(talk.events.read())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._reading:
            await super().__call__(scope, receive, send)


class TypedLine(BaseModel):
    """A line in a conversation; without a conversation, in a new one. An empty line begins: what there is is told.

    `session_id` and `seen` are as the events of the page's session tell them; a yes counts only for what was asked until then. A line that
    stands for a button in a draft's pane ("send it", "throw the draft away") has its `draft_id`, and the version that the pane shows.
    """

    line: str = Field(max_length=LONGEST_LINE, repr=False)
    conversation_id: str | None = Field(default=None, max_length=100)
    session_id: str | None = Field(default=None, max_length=100)
    seen: StrictInt = Field(default=0, ge=0, le=2**53)
    draft_id: str | None = Field(default=None, pattern="^[0-9a-f]{1,64}$")
    draft_version: StrictInt = Field(default=0, ge=0, le=2**53)


typing_routes = APIRouter(prefix="/api/typing", tags=["typing"])


@typing_routes.post(
    "",
    response_class=EventStream,
    responses=STREAMS | WRITES_WITH_A_BODY | described(HTTPStatus.NOT_FOUND, HTTPStatus.TOO_MANY_REQUESTS),
)
async def type_line(request: Request, parts: Here, session: Writing, typed: TypedLine) -> Response:
    """Say this, and read the answer: events `session`, then `you`, `moved`, `words`, `turn_ended` as they come, `shown`, and one `end`.

    At home with an agent it is handed over to them instead, and read like the answer to a message: `task`, `words`, and one `end`.
    """
    parts.rates.typing_from_address.take(network_of(request))
    parts.rates.typing_of_user.take(session.user_id)
    line = typed.line.replace("\x00", " ").strip()
    entry = await _place_of(parts, session, typed)
    if entry is not None and entry.agent_id is not None:
        if not line:
            raise ProblemError(HTTPStatus.UNPROCESSABLE_ENTITY, ProblemCode.REQUEST_WRONG, "Say what the agent is to do.")
        agent = await parts.team.agents.agent(session.owner, entry.agent_id)
        return await handed_over(parts, Asker(owner=session.owner, session=session), agent, line)
    talk = await _talk_of(parts, session, typed)
    at = talk.events.number
    seen = typed.seen if typed.session_id == talk.session_id else 0
    press = PanePress(draft_id=typed.draft_id, version=typed.draft_version) if typed.draft_id else None
    turn = talk.take(line, seen=seen, press=press)
    return _ReadEvents(talk, _answer(parts, session, talk, turn, at))  # no await since `take`: the turn begins behind it


@typing_routes.get(
    "",
    response_class=EventStream,
    responses=STREAMS | NEEDS_SIGN_IN | described(HTTPStatus.UNPROCESSABLE_ENTITY) | {204: {"description": "There is no such session."}},
)
async def follow(
    parts: Here,
    session: SignedIn,
    session_id: Annotated[str, Query(max_length=100)],
    after: Annotated[int, Query(ge=0, le=2**53, description="The last event that the page has.")] = 0,
) -> Response:
    """What is said in a session behind that event, until it is over."""
    talk = parts.typed.find(session.token, session_id)
    if talk is None:
        return Response(status_code=HTTPStatus.NO_CONTENT)
    return _ReadEvents(talk, _unasked(parts, session, talk, after))


async def _place_of(parts: WebParts, session: Session, typed: TypedLine) -> DigestEntry | None:
    """The conversation that the line is typed in; None for a new one."""
    wanted = typed.conversation_id
    return await owned(parts, session, wanted) if wanted is not None else None


async def _talk_of(parts: WebParts, session: Session, typed: TypedLine) -> TypedSession:
    place = TalkPlace(conversation_id=typed.conversation_id, organisation_id=session.owner.organisation_id)
    try:
        talk = parts.typed.of(session.token, session.user_id, place, session_id=typed.session_id, greets=not typed.line.strip())
    except TooManyTypeError:
        detail = "Too many people type here just now. Try again in a minute."
        raise ProblemError(HTTPStatus.TOO_MANY_REQUESTS, ProblemCode.TOO_OFTEN, detail) from None
    await talk.ready()
    return talk


async def _answer(parts: WebParts, session: Session, talk: TypedSession, turn: "asyncio.Task[OpenTurn]", after: int) -> AsyncIterator[str]:
    """To the end of the turn, whatever becomes of it: the page must not wait for good."""
    yield written("session", {"session_id": talk.session_id})
    async for event in talk.events.after(after, until=turn, pause_s=parts.typed.timeouts.still_there_every_s):
        yield _event(event)
    await talk.stored()
    yield await _shown(parts, session, talk)
    final = await turn.result().final() if turn.done() and not turn.cancelled() else Final(conversation_id=talk.conversation_id)
    yield written("end", asdict(final))


async def _unasked(parts: WebParts, session: Session, talk: TypedSession, after: int) -> AsyncIterator[str]:
    yield written("session", {"session_id": talk.session_id})
    async for event in talk.events.after(after, pause_s=parts.typed.timeouts.still_there_every_s):
        if event is None and await parts.sessions.find(session.token, now=parts.now()) is None:
            parts.typed.end(session.token)
            return
        yield _event(event)
        if event is not None and event.kind is TalkEventKind.TURN_ENDED:
            yield await _shown(parts, session, talk)


async def _shown(parts: WebParts, session: Session, talk: TypedSession) -> str:
    """What a page that opens the conversation now is shown; where that cannot be looked up, what is written in the session."""
    shown, here = talk.shown(), talk.conversation_id
    if here is not None and not shown.drafts:
        try:
            entry = await parts.conversations.entry(session.owner, here)
            shown = shown if entry is None else await shown_in(parts, session, entry)
        except DatabaseUnavailableError:
            logger.warning("a draft that waits is not shown yet")
    return written("shown", shown.model_dump(mode="json"))


def _event(event: TalkEvent | None) -> str:
    if event is None:
        return ": \n\n"
    return written(event.kind, {"number": event.number, "words": event.words})
