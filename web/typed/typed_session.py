"""One typed exchange of one user while it is used: the same session as a call's, in the web process.

It is saved like a call that broke off, so a call, another page or another web server goes on at the same mail. It ends when nobody has
typed for a while, soon after the last page has gone, and when a newer call or session of the user takes over.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import partial
from typing import Protocol
from uuid import uuid4

from actions.sending.drafts import Draft
from briefing.speech.sentences import replies
from conversations.conversation_rows import TalkPlace
from inbox.listing.first_look import FirstLook
from providers.models.typed.typed_models import TypedModels
from session.call import Call
from session.call_records import PanePress
from session.dialogue import Closed
from session.skills.vips import heed_anew
from session.skills.writing.draft_pane import DraftEdit, Edited, ShownDrafts, shown_drafts, shown_held, take_edit
from session.turn.final import OpenTurn
from session.turn.kept_talk import begin_turn, end_turn
from session.written_call import WrittenCall
from web.typed.talk_events import TalkEventKind, TalkEvents

logger = logging.getLogger(__name__)

QUIET_FOR = timedelta(minutes=15)
"""After the last line, also while a page is open."""
LEFT_FOR = timedelta(minutes=1)
"""After the last page has gone; a page that is loaded again comes back sooner."""
STILL_THERE_EVERY_S = 10.0
"""How often a stream without news sends a comment, and looks whether its reader is still signed in."""
LOOK_EVERY_S = 0.5
LAST_TURN_WITHIN_S = 20.0
STORED_WITHIN_S = 1.0


class WhyOver(StrEnum):
    GOODBYE = "goodbye"
    ELSEWHERE = "elsewhere"
    QUIET = "quiet"
    CLOSED = "closed"


class OpenTyped(Protocol):
    def __call__(self, user_id: str, *, call_id: str, place: TalkPlace) -> AbstractAsyncContextManager[tuple[Call, FirstLook]]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedTimeouts:
    quiet_for: timedelta = QUIET_FOR
    left_for: timedelta = LEFT_FOR
    still_there_every_s: float = STILL_THERE_EVERY_S


USUAL_TIMEOUTS = TypedTimeouts()


@dataclass(frozen=True, slots=True)
class _Opened:
    call: Call
    written: WrittenCall
    look: FirstLook


class TypedSession:
    """`open_one` opens the session in which the lines are answered; `before` has to have ended first. `greets`: it begins with what there
    is, which tells what does not work too."""

    def __init__(
        self,
        open_one: OpenTyped,
        user_id: str,
        place: TalkPlace,
        *,
        greets: bool = False,
        models: TypedModels | None = None,
        timeouts: TypedTimeouts = USUAL_TIMEOUTS,
        before: "TypedSession | None" = None,
    ) -> None:
        self.session_id = uuid4().hex
        self.events = TalkEvents(self._readers_changed)
        self._open_one = open_one
        self._user_id = user_id
        self._place = place
        self._greets = greets
        self._models = models
        self._timeouts = timeouts
        self._before = before
        self._opened: asyncio.Future[_Opened] = asyncio.get_running_loop().create_future()
        self._close = asyncio.Event()
        self._turns: set[asyncio.Task[OpenTurn]] = set()
        self._used_at = self._left_at = _now()
        self._running = asyncio.create_task(self._run(), name="typed session")

    @property
    def is_over(self) -> bool:
        return self._close.is_set() or self._running.done()

    def when_ended(self, then: Callable[[], None]) -> None:
        self._running.add_done_callback(lambda _: then())

    @property
    def is_open(self) -> bool:
        """Whether lines can be answered."""
        return not self.is_over and self._opened.done() and self._opened.exception() is None

    @property
    def waits(self) -> Draft | None:
        return self._opened.result().call.acting.waits if self.is_open else None

    def shown(self) -> ShownDrafts:
        """What is written here, and what is about to leave."""
        call = self._opened.result().call
        return ShownDrafts(drafts=shown_drafts(call), held=shown_held(call))

    async def edit(self, edit: DraftEdit) -> Edited:
        """Raises `SkillRefusedError`."""
        self._used_at = _now()
        return await take_edit(self._opened.result().call, edit)

    def heed(self) -> None:
        """Who or what matters to the user was changed where it is kept; returns at once."""
        if self.is_open:
            call = self._opened.result().call
            call.background.start("heed what matters", heed_anew(call))

    @property
    def conversation_id(self) -> str | None:
        """The conversation that it is in; None while nothing of it is stored yet, also behind one that was forgotten."""
        talk = self._opened.result().call.records.talk if self._opened.done() and not self._opened.exception() else None
        return talk.active_id if talk is not None else self._place.conversation_id

    async def ready(self) -> None:
        """Return once lines can be answered. Raises what kept it from opening."""
        await asyncio.shield(self._opened)

    def take(self, line: str, *, seen: int, press: PanePress | None = None) -> "asyncio.Task[OpenTurn]":
        """Answer a line, behind those that came before, whoever still reads. Without a line, greet. `seen` is the last event that the page
        of the user had when they typed it: what was asked later was not asked there. With `press`, the line stands for a button. The
        result is the turn, which has ended.
        """
        self._used_at = _now()
        turn = asyncio.create_task(self._answer(line, seen, press), name="typed line")
        self._turns.add(turn)
        turn.add_done_callback(self._turns.discard)
        return turn

    async def stored(self) -> None:
        """Wait a moment until the turn is kept: then it is known in which conversation, and a call goes on behind it."""
        records = (await asyncio.shield(self._opened)).call.records
        kept = [] if records.talk is None else [records.talk.drain(within_s=STORED_WITHIN_S)]
        await asyncio.gather(records.saved.drain(within_s=STORED_WITHIN_S), *kept)

    def close(self) -> None:
        """Have it end, behind the lines that were taken; returns at once."""
        self._close.set()

    async def ended(self) -> None:
        await asyncio.wait([self._running])

    async def _answer(self, line: str, seen: int, press: PanePress | None) -> OpenTurn:
        opened = await asyncio.shield(self._opened)
        call, turn = opened.call, OpenTurn(opened.call.records.talk, opened.call.acting.waits)
        if call.events.ended.is_set():
            end_turn(call, turn)
            return turn

        def begins() -> None:
            nonlocal turn
            turn = call.turn.open or turn
            if self.events.said > seen and press is None:
                call.dialogue.note(Closed())
            self.events.put(TalkEventKind.YOU, line)

        try:
            if not line:
                turn = begin_turn(call)
                await opened.written.greet(opened.look)
            elif press is not None:
                await opened.written.press(line, press, begins=begins)
            else:
                await opened.written.take(line, begins=begins, moves=partial(self.events.put, TalkEventKind.MOVED))
        except Exception as error:  # the turn ends with an answer, whatever went wrong in it
            logger.error("a typed line failed", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
            await opened.written.wait_until_free()  # not amid the answer to another line
            await opened.written.tell(replies.DID_NOT_WORK)
            turn.told(replies.DID_NOT_WORK)
        end_turn(call, turn)
        self._used_at = _now()
        return turn

    async def _run(self) -> None:
        if self._before is not None:
            await self._before.ended()
            self._before = None
        try:
            opening = self._open_one(self._user_id, call_id=f"typed-{uuid4()}", place=self._place)
            async with opening as (call, look):
                call.line.caller_is_there = self.events.are_read
                written = WrittenCall(call, self.events, models=self._models)
                await written.start(look, greets=self._greets)
                self._opened.set_result(_Opened(call, written, look))
                await self._until_it_ends(call)
                self._close.set()
                if self._turns:
                    await asyncio.wait(self._turns, timeout=LAST_TURN_WITHIN_S)
                self.events.put(TalkEventKind.OVER, self._why(call))
        except Exception as error:
            if self._opened.done():
                logger.error("a typed session failed", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
                self.events.put(TalkEventKind.OVER, WhyOver.CLOSED)
            else:
                self._opened.set_exception(error)
                self._opened.exception()  # whoever waits for it gets it; perhaps nobody does any more

    async def _until_it_ends(self, call: Call) -> None:
        while not (self._close.is_set() or call.events.ended.is_set() or self._is_quiet()):
            waiting = [asyncio.ensure_future(event.wait()) for event in (self._close, call.events.ended)]
            try:
                await asyncio.wait(waiting, timeout=LOOK_EVERY_S, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for each in waiting:
                    each.cancel()

    def _is_quiet(self) -> bool:
        if self._turns:
            return False
        left_for_s = 0.0 if self.events.are_read else _now() - max(self._used_at, self._left_at)
        return _now() - self._used_at > self._timeouts.quiet_for.total_seconds() or left_for_s > self._timeouts.left_for.total_seconds()

    def _why(self, call: Call) -> WhyOver:
        if call.line.finished:
            return WhyOver.GOODBYE
        if call.records.saved.taken_over.is_set():
            return WhyOver.ELSEWHERE
        return WhyOver.QUIET if self._is_quiet() else WhyOver.CLOSED

    def _readers_changed(self, are_read: bool) -> None:
        self._left_at = _now()
        if self._opened.done() and not self._opened.exception():
            self._opened.result().call.line.caller_is_there = are_read


def _now() -> float:
    return asyncio.get_running_loop().time()
