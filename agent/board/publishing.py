"""Sends the board to the page: each change of the call causes one drawing, and one message if the board differs.

Changes come in bursts (a mark, a move, a passage that begins), so they are gathered for a tenth of a second. A missed change would leave a
wrong board on the page, so the board is also drawn every two seconds.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable

from agent.board.board_messages import Board

logger = logging.getLogger(__name__)

AT_MOST_EVERY_S = 0.1
LOOK_ANYWAY_AFTER_S = 2.0
SEND_WITHIN_S = 5.0

Draw = Callable[[], Board]
Send = Callable[[str], Awaitable[object]]
LookUp = Callable[[], Awaitable[None]]


class Publisher:
    """Numbers the boards of one call. `follow` runs as a background task of the call.

    `changed` is set when the board may look different, and cleared here.
    """

    def __init__(self, draw: Draw, send: Send, changed: asyncio.Event, *, looks_up: LookUp | None = None) -> None:
        """`looks_up` runs behind each board: it looks for what the board shows beside the state of the call."""
        self._looks_up = looks_up
        self._draw = draw
        self._send = send
        self._changed = changed
        self._newest: Board | None = None
        self._sent = 0
        self._failed = False

    def stir(self) -> None:
        self._changed.set()

    def newest(self) -> Board:
        """The board as it is now: another number than before if it shows something else, and then it is sent as well."""
        board = self._drawn()
        if board.number != self._sent:
            self._changed.set()
        return board

    async def look_up(self) -> None:
        """Look for what the board shows beside the state of the call."""
        if self._looks_up is not None:
            await self._looks_up()

    async def follow(self) -> None:
        """Send each board that differs, for as long as the call lasts."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK_ANYWAY_AFTER_S):
                    await self._changed.wait()
            await self._publish()
            await asyncio.sleep(AT_MOST_EVERY_S)

    async def _publish(self) -> None:
        self._changed.clear()
        try:
            board = self._drawn()
            if board.number != self._sent:
                async with asyncio.timeout(SEND_WITHIN_S):
                    await self._send(board.model_dump_json())
                self._sent = board.number
            self._failed = False
            await self.look_up()
        except Exception as error:  # the next board may be drawn and sent again; the page asks for what it missed
            if not self._failed:
                logger.error("the board was not shown", extra={"error": type(error).__name__})  # noqa: TRY400 - a trace may quote mail
            self._failed = True

    def _drawn(self) -> Board:
        last = self._newest
        number = 0 if last is None else last.number
        board = self._draw().model_copy(update={"number": number})
        if board != last:
            board = self._newest = board.model_copy(update={"number": number + 1})
        return board
