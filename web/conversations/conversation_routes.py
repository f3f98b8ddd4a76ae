"""Conversations on the page: the list and a search in it, what was said in one, another name for it, forgetting it.

What somebody else talked about is answered as what does not exist.
"""

from datetime import datetime
from enum import StrEnum
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from conversations.headings import LONGEST_TITLE
from conversations.parts import OurWords, Part, ReadOut, TalkMessage, UserWords
from conversations.store import DigestEntry
from session.skills.writing.draft_pane import DraftEdit, ShownDrafts
from team.records import NotYoursError
from web.asker import ASKS, Asker, Reading
from web.conversations.drafts_without_a_call import drafts_in, edited_in, shown_in
from web.http.problems import ProblemCode, ProblemError, described
from web.server_parts import Here, WebParts
from web.signing_in.browser_sessions import Session
from web.visitor import NEEDS_SIGN_IN, WRITES, WRITES_WITH_A_BODY, SignedIn, Writing

AT_ONCE = 30
MOST_AT_ONCE = 300
LONGEST_SEARCH = 200


class SaidBy(StrEnum):
    """Whose line it is; of a mail or a draft that was read out, the words are not kept."""

    YOU = "you"
    ALOUD = "aloud"
    MAIL_READ = "mail_read"
    DRAFT_READ = "draft_read"


class ShownConversation(BaseModel):
    """One conversation in the list; `summary` is empty where nothing of substance was said yet. `waits`: a draft of it was not sent yet.
    With `agent_id`, it is the one in which the user talks with that agent; `by_mail`, a briefing by mail with its replies and answers."""

    id: str
    title: str
    summary: str
    last_activity_at: datetime
    waits: bool
    agent_id: str | None
    by_mail: bool


class ConversationsAnswer(BaseModel):
    """The newest first. `more`: there are others behind them."""

    conversations: tuple[ShownConversation, ...]
    more: bool


class SaidLine(BaseModel):
    """What was said at once. `heard` of it has reached the user, `unheard` was cut off or played to nobody."""

    by: SaidBy
    at: datetime
    heard: str
    unheard: str


class ConversationAnswer(BaseModel):
    """One conversation, what was said in it, oldest first (of a very long one, the newest lines), and what of it waits to be sent."""

    conversation: ShownConversation
    lines: tuple[SaidLine, ...]
    shown: ShownDrafts


class DraftEdited(BaseModel):
    """The edit is written down; the draft has this version now, and this is shown of it."""

    version: int
    shown: ShownDrafts


class NewName(BaseModel):
    """What it is to be called; longer names are cut."""

    title: str = Field(min_length=1, max_length=4 * LONGEST_TITLE)


conversation_routes = APIRouter(prefix="/api/conversations", tags=["conversations"])

ConversationId = Annotated[str, Path(max_length=100)]


@conversation_routes.get("", responses=NEEDS_SIGN_IN | described(HTTPStatus.UNPROCESSABLE_ENTITY))
async def conversations(
    parts: Here,
    session: SignedIn,
    search: Annotated[str, Query(max_length=LONGEST_SEARCH, description="Words that all occur in it, whoever said them.")] = "",
    limit: Annotated[int, Query(ge=1, le=MOST_AT_ONCE)] = AT_ONCE,
) -> ConversationsAnswer:
    """The user's conversations."""
    owner, words = session.owner, search.replace("\x00", " ").strip()
    asked = parts.conversations.search(owner, words, limit=limit + 1) if words else parts.conversations.list_digest(owner, limit=limit + 1)
    found = await asked
    waits = await drafts_in(parts, session, found)
    listed = tuple(_shown(entry, waits=not waits.keys().isdisjoint(entry.draft_ids)) for entry in found[:limit])
    return ConversationsAnswer(conversations=listed, more=len(found) > limit)


@conversation_routes.get("/{conversation_id}", responses=ASKS | described(HTTPStatus.NOT_FOUND))
async def conversation(parts: Here, asker: Reading, conversation_id: ConversationId) -> ConversationAnswer:
    """What was said in one of them, on both sides; by the id of an agent, in the one with that agent. A token reaches these alone, and no
    drafts."""
    entry = await entry_for(parts, asker, _known(conversation_id))
    messages = await parts.conversations.messages(asker.owner, entry.conversation_id)
    lines = tuple(line for message in messages for part in message.parts if (line := _line(message, part)) is not None)
    shown = ShownDrafts() if asker.session is None else await shown_in(parts, asker.session, entry)
    return ConversationAnswer(conversation=_shown(entry, waits=bool(shown.drafts)), lines=lines, shown=shown)


@conversation_routes.patch("/{conversation_id}", responses=WRITES_WITH_A_BODY | described(HTTPStatus.NOT_FOUND))
async def rename(parts: Here, session: Writing, conversation_id: ConversationId, wanted: NewName) -> ShownConversation:
    """Call it something else."""
    await parts.conversations.rename(session.owner, _known(conversation_id), wanted.title.replace("\x00", " "))
    entry = await owned(parts, session, conversation_id)
    return _shown(entry, waits=not (await drafts_in(parts, session, [entry])).keys().isdisjoint(entry.draft_ids))


@conversation_routes.delete("/{conversation_id}", status_code=HTTPStatus.NO_CONTENT, responses=WRITES | described(HTTPStatus.NOT_FOUND))
async def forget(parts: Here, session: Writing, conversation_id: ConversationId) -> None:
    """Delete it with all that was said in it. Mail is not touched."""
    if not await parts.conversations.forget_one(session.owner, _known(conversation_id)):
        raise no_such_conversation()


@conversation_routes.patch("/{conversation_id}/draft", responses=WRITES_WITH_A_BODY | described(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT))
async def edit(parts: Here, session: Writing, conversation_id: ConversationId, typed: DraftEdit) -> DraftEdited:
    """Change the draft that waits in it, in that version; nothing is sent, and a question about it is void."""
    entry = await owned(parts, session, conversation_id)
    edited = await edited_in(parts, session, entry, typed)
    return DraftEdited(version=edited.version, shown=await shown_in(parts, session, entry))


async def owned(parts: WebParts, session: Session, conversation_id: str) -> DigestEntry:
    """The user's own conversation of this id. Raises the problem that there is none."""
    entry = await parts.conversations.entry(session.owner, _known(conversation_id))
    if entry is None:
        raise no_such_conversation()
    return entry


async def entry_for(parts: WebParts, asker: Asker, any_id: str) -> DigestEntry:
    """The conversation of this id, or with the agent of this id. Raises the problem that there is none."""
    entry = await parts.conversations.entry(asker.owner, any_id)
    if entry is not None and (asker.session is not None or entry.agent_id is not None):
        return entry
    try:
        agent = await parts.team.agents.agent(asker.owner, any_id)
    except NotYoursError:
        raise no_such_conversation() from None
    home = await parts.conversations.entry(asker.owner, agent.conversation_id)
    return home or DigestEntry(  # forgotten: the next message begins it anew
        conversation_id=agent.conversation_id, title=agent.name, summary=None, last_activity_at=agent.created_at, agent_id=agent.agent_id
    )


def _known(conversation_id: str) -> str:
    """PostgreSQL refuses a text with a zero in it, so no conversation has one."""
    if "\x00" in conversation_id:
        raise no_such_conversation()
    return conversation_id


def no_such_conversation() -> ProblemError:
    return ProblemError(
        HTTPStatus.NOT_FOUND, ProblemCode.NO_SUCH_CONVERSATION, "There is no such conversation; it may have been forgotten."
    )


def _shown(entry: DigestEntry, *, waits: bool) -> ShownConversation:
    summary, at = entry.summary or "", entry.last_activity_at
    named = {"id": entry.conversation_id, "title": entry.title, "summary": summary}
    return ShownConversation(**named, last_activity_at=at, waits=waits, agent_id=entry.agent_id, by_mail=entry.by_mail)


def _line(message: TalkMessage, part: Part) -> SaidLine | None:
    """None for what a tool was used for: what came of it was said."""
    match part:
        case UserWords(words=words):
            return SaidLine(by=SaidBy.YOU, at=message.at, heard=words, unheard="")
        case OurWords(words=words, heard=heard):
            return SaidLine(by=SaidBy.ALOUD, at=message.at, heard=words[:heard], unheard=words[heard:])
        case ReadOut(mail=mail):
            return SaidLine(by=SaidBy.DRAFT_READ if mail is None else SaidBy.MAIL_READ, at=message.at, heard="", unheard="")
        case _:
            return None
