"""Ends each turn of a call with one final, by the same mechanism as a typed turn.

A turn begins when LiveKit commits it. It ends when the answer has been played or was cut off, or when the next one begins. LiveKit says
that the agent listens again (1.8.9, `agent_state_changed`) while the answer still is the speech of now, and also where it only pauses one.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from livekit.agents import AgentSession, AgentStateChangedEvent

from session.call import Call
from session.turn.final import Final, OpenTurn
from session.turn.kept_talk import begin_turn, end_turn

logger = logging.getLogger(__name__)

TellFinal = Callable[[Final], Awaitable[None]]


class TurnEnds:
    """The turns of one session; `ends` is told of each, in their order, by `follow`."""

    def __init__(self, session: AgentSession[None], call: Call, ends: TellFinal | None) -> None:
        self._session = session
        self._call = call
        self._ends = ends
        self._turns = asyncio.Queue[OpenTurn]()
        session.on("agent_state_changed", self._agent_changed)

    def begin(self) -> None:
        """To be called before the words of the turn are heard."""
        turn = begin_turn(self._call)
        if self._ends is not None:
            self._turns.put_nowait(turn)

    async def follow(self) -> None:
        while self._ends is not None:
            final = await (await self._turns.get()).final()
            try:
                await self._ends(final)
            except Exception as error:  # whatever fails in telling it, the call and its other turns go on
                logger.warning("a turn's final was not told", extra={"error": type(error).__name__})

    def _agent_changed(self, event: AgentStateChangedEvent) -> None:
        turn = self._call.turn.open
        if turn is None or event.new_state != "listening":
            return
        if (speech := self._session.current_speech) is None:
            end_turn(self._call, turn)
        else:
            speech.add_done_callback(lambda _: end_turn(self._call, turn))
