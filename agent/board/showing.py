"""Shows the board of one call to its caller's page, and answers the page's requests."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial

from livekit import rtc
from livekit.agents import AgentStateChangedEvent, ConversationItemAddedEvent, llm

from agent.board.board_messages import (
    BOARD_TOPIC,
    CAPTIONS_METHOD,
    DRAFT_METHOD,
    FINAL_TOPIC,
    LOOKS_METHOD,
    MOST_DONE,
    PRESS_METHOD,
    VOICE_METHOD,
)
from agent.board.buttons import Buttons
from agent.board.captions import Captions
from agent.board.drawing import draw
from agent.board.publishing import Publisher, Send
from agent.board.remote import FromPage, Remote
from agent.board.voice_pane import take_voice
from agent.briefer import Briefer
from agent.turns.typed_lines import TypedLines
from session.call import Call
from session.skills.changing.undoing import would_take_back
from session.skills.writing.draft_pane import take_edit
from session.turn.final import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class CallerPage:
    """The caller's page: the room, the caller's identity, and whether the agent `speaks` and `hears` besides writing."""

    room: rtc.Room
    identity: str
    speaks: bool
    hears: bool


def show_the_board(briefer: Briefer, call: Call, page: CallerPage, lines: TypedLines, *, noticed: Callable[[str], None]) -> None:
    """Show the board on this page until the call is over, and answer its buttons. Call it when the session has started.

    `noticed` gets the words of each press first, as it gets those of a typed line.
    """
    session, me, closed = briefer.session, page.room.local_participant, asyncio.Event()
    send = partial(me.send_text, topic=BOARD_TOPIC, destination_identities=[page.identity], compress=False)
    board = board_of(briefer, call, send, speaks=page.speaks, hears=page.hears)
    session.on("close", lambda _: closed.set())

    def is_over() -> bool:
        return closed.is_set() or call.events.ended.is_set() or call.records.saved.taken_over.is_set()

    buttons = Buttons(call, partial(lines.take, session), noticed)

    def looked_at(looks: bool) -> None:
        call.line.shows = looks

    looked_at(False)  # until a page says so: a telephone never does
    takes = FromPage(edit=partial(take_edit, call), sound=partial(take_voice, call), looked_at=looked_at)
    remote = Remote(page.identity, board, captions_of(briefer), buttons, takes, is_over)
    me.register_rpc_method(BOARD_TOPIC, remote.newest)
    me.register_rpc_method(CAPTIONS_METHOD, remote.said_before)
    me.register_rpc_method(PRESS_METHOD, remote.press)
    me.register_rpc_method(DRAFT_METHOD, remote.edit)
    me.register_rpc_method(VOICE_METHOD, remote.voice)
    me.register_rpc_method(LOOKS_METHOD, remote.looks)
    call.background.start("show the board", board.follow())


async def tell_the_page(room: rtc.Room, identity: str, final: Final) -> None:
    """For clients that show a draft elsewhere; our page has it on the board."""
    words = json.dumps(asdict(final))
    await room.local_participant.send_text(words, topic=FINAL_TOPIC, destination_identities=[identity], compress=False)


def board_of(briefer: Briefer, call: Call, send: Send, *, speaks: bool, hears: bool) -> Publisher:
    """The board of a call, which is drawn again whenever something happens in it; run its `follow` to have it sent."""
    undo = LastDone(call)
    board = Publisher(
        lambda: draw(call, speaks=speaks, hears=hears, played=briefer.playback.share_played, undoes=undo.words),
        send,
        call.events.changed,
        looks_up=undo.look_up,
    )
    briefer.playback.on_passage_played.append(board.stir)

    @briefer.session.on("agent_state_changed")
    def _(_: AgentStateChangedEvent) -> None:
        board.stir()

    if call.tracker.touched(limit=1):
        call.background.start("read what is done", _read_what_is_done(call, board))
    return board


class LastDone:
    """What an undo would take back, looked up in the journal when something was done."""

    def __init__(self, call: Call) -> None:
        self.words = ""
        self._call = call
        self._changes = -1

    async def look_up(self) -> None:
        """Returns at once where nothing was done since it was looked up."""
        changes = self._call.acting.changes
        if changes == self._changes:
            return
        words, self._changes = await would_take_back(self._call), changes
        if words != self.words:
            self.words = words
            self._call.events.changed.set()


async def _read_what_is_done(call: Call, board: Publisher) -> None:
    """A resumed call does not read settled mails again, but the board shows them: read them in the background."""
    unread = [mail for mail in call.tracker.touched(limit=MOST_DONE) if mail not in call.mail.pipeline.envelopes]
    read = await call.mail.inbox.envelopes(unread, ahead=True)
    call.mail.pipeline.envelopes.update({envelope.mail_id: envelope for envelope in read.found})
    board.stir()


def captions_of(briefer: Briefer) -> Captions:
    """What both sides of a call say from now on."""
    captions = Captions(asyncio.get_running_loop().time)
    briefer.playback.on_told.append(captions.told)

    @briefer.session.on("conversation_item_added")
    def _(added: ConversationItemAddedEvent) -> None:
        if isinstance(added.item, llm.ChatMessage) and added.item.role == "user":
            captions.heard(added.item.text_content or "")

    return captions
