"""The board of one call, shown to the one participant whom the call is with: what draws it, when, and where it goes."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from livekit import rtc
from livekit.agents import AgentStateChangedEvent

from agent.board.buttons import Buttons
from agent.board.drawing import draw
from agent.board.messages import BOARD_TOPIC, PRESS_METHOD
from agent.board.publishing import Publisher, Send
from agent.board.record import Record
from agent.board.remote import Remote
from agent.briefer import Briefer
from agent.call import Call
from agent.turns.typed_lines import TypedLines


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Whose page it is, in which room, and what the agent can do beside writing: `voice` to speak, `ears` to hear."""

    room: rtc.Room
    identity: str
    voice: bool
    ears: bool


def show_the_board(briefer: Briefer, call: Call, page: Page, lines: TypedLines, *, noticed: Callable[[str], None]) -> None:
    """Show the board on this page for as long as the call lasts, and answer its buttons. Call it when the session has started.

    The words of each press are handed to `noticed` first, as those of a typed line are.
    """
    session, me, closed = briefer.session, page.room.local_participant, asyncio.Event()
    send = partial(me.send_text, topic=BOARD_TOPIC, destination_identities=[page.identity], compress=False)
    board = board_of(briefer, call, send, voice=page.voice, ears=page.ears)
    session.on("close", lambda _: closed.set())

    def is_over() -> bool:
        return closed.is_set() or call.ended.is_set() or call.saved.taken_over.is_set()

    remote = Remote(page.identity, board, Buttons(call, partial(lines.take, session), noticed), is_over)
    me.register_rpc_method(BOARD_TOPIC, remote.newest)
    me.register_rpc_method(PRESS_METHOD, remote.press)
    call.errands.start("show the board", board.follow())


def board_of(briefer: Briefer, call: Call, send: Send, *, voice: bool, ears: bool) -> Publisher:
    """The board of a call, stirred by whatever happens in it; whoever runs its `follow` has it sent."""
    board = Publisher(lambda: draw(call, record.latest, voice=voice, ears=ears, played=briefer.playback.share_played), send)
    before = call.tracker.snapshot().mails if call.resumption else {}
    call.saved = record = Record(call.saved, before, board.stir)
    briefer.playback.on_passage_played.append(board.stir)

    @briefer.session.on("agent_state_changed")
    def _(_: AgentStateChangedEvent) -> None:
        board.stir()

    return board
