"""The answer to a turn that may belong to another conversation: made at once, and held until it is known where the turn belongs.

    route known --elsewhere--> another answer, on that conversation's history --.
         '------here-----------> the answer that is being made -----------------+--first words--> the answer
                                                                                '--none in time--> acknowledgement, then the answer
                                                                                '--small talk----> acknowledgement alone

Nothing of an answer is handed on before the route is known, so nothing of it is spoken and no tool of it runs.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack
from math import inf

from livekit.agents import FlushSentinel

from agent.model.answer_parts import Part
from agent.model.pieces import EndOfAnswerError, in_pieces
from conversations.turn_routing import Elsewhere, RoutedTurn

ACKNOWLEDGED_AFTER_S = 0.9
"""After the end of speech; an answer that begins before it needs no acknowledgement."""

Begin = Callable[[], AsyncGenerator[Part, None]]


async def routed_answer(
    begin: Begin, turn: RoutedTurn, *, go: Callable[[Elsewhere], None], silent_since: Callable[[], float]
) -> AsyncIterator[Part]:
    """The parts of the answer, or of the acknowledgement. `begin` begins an answer; `go` takes the call to another conversation, and the
    answers that are begun after it are made there. `silent_since` is when the user stopped speaking, on the event loop's clock."""
    async with turn, AsyncExitStack() as here:
        next_part = await here.enter_async_context(in_pieces(begin()))
        first = asyncio.create_task(next_part(inf))
        here.push_async_callback(_ended, first)
        if (elsewhere := await turn.route) is not None:
            if (small_talk := _small_talk(turn)) is None:
                await here.aclose()
                go(elsewhere)
                next_part = await here.enter_async_context(in_pieces(begin()))
                first = asyncio.create_task(next_part(inf))
                here.push_async_callback(_ended, first)
            else:
                yield small_talk
                return
        await asyncio.wait({first, turn.acknowledgement}, return_when=asyncio.FIRST_COMPLETED)
        if not first.done() and (small_talk := _small_talk(turn)) is not None:
            yield small_talk
            return
        await asyncio.wait({first}, timeout=max(0.0, silent_since() + ACKNOWLEDGED_AFTER_S - asyncio.get_running_loop().time()))
        if not first.done():
            await asyncio.wait({first, turn.acknowledgement}, return_when=asyncio.FIRST_COMPLETED)
            if not first.done() and (said := turn.acknowledgement.result()) is not None and said.spoken.strip():
                yield f"{said.spoken.strip()} "
                yield FlushSentinel()
        try:
            yield await first
            while True:
                yield await next_part(inf)
        except EndOfAnswerError:
            return


def _small_talk(turn: RoutedTurn) -> str | None:
    """The acknowledgement where it is here, and the whole reply."""
    said = turn.acknowledgement.result() if turn.acknowledgement.done() else None
    return said.spoken.strip() if said is not None and said.is_small_talk else None


async def _ended(task: asyncio.Task[Part]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
