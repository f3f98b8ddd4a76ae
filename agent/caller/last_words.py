"""Ends a call politely when the worker is stopped: the agent finishes its sentence and says a last one.

When the drain time is over, LiveKit 1.8.9 closes each job's session (`_JobProc._shutdown_job`), which cuts the speech in the middle of a
word; shutdown callbacks run later, when the agent has left the room. `AgentSession.aclose` is the only public step before anything is cut,
so the last words are said there. It may take 60 s.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from livekit import rtc
from livekit.agents import AgentSession, CloseEvent, JobContext

from agent.caller.leaving import hang_up
from agent.caller.presence import is_there
from briefing.speech.sentences import replies
from session.announcements.announcement import Announcement, PolitePoint, Precedence
from session.call import Call

logger = logging.getLogger(__name__)

ALL_WITHIN_S = 45.0


class SessionWithLastWords(AgentSession[None]):
    """A session that has a last word before it is closed from outside. One that closes by itself has none."""

    _last_words: Callable[[], Awaitable[None]] | None = None

    def say_at_the_end(self, last_words: Callable[[], Awaitable[None]]) -> None:
        """Await `last_words` before the session is closed; once, and only while it runs."""
        self._last_words = last_words
        self.once("close", self._forget_them)

    def leave_silently(self) -> None:
        """Say no last words: the caller already knows why the call ends, or need not know."""
        self._last_words = None

    def _forget_them(self, _: CloseEvent) -> None:
        self.leave_silently()

    async def aclose(self) -> None:
        """Say the last words, if there are any, and close. A failure to say them does not keep the session open."""
        say, self._last_words = self._last_words, None
        if say is not None:
            try:
                async with asyncio.timeout(ALL_WITHIN_S):
                    await say()
            except Exception as error:  # whatever it is, the session must be closed
                logger.warning("the last words could not be said", extra={"error": type(error).__name__})
        await super().aclose()


async def say_that_the_line_will_be_back(call: Call, ctx: JobContext, identity: str) -> None:
    """Finish the current sentence, say that one can call again, and close the room, so that a later call gets an agent.

    Says nothing if the caller is gone. Does nothing if we have left the room, or it has another agent.
    """
    if not ctx.room.isconnected() or _has_another_agent(ctx.room):
        return
    if await is_there(ctx, identity, unknown=True):
        words = Announcement(says=lambda: replies.LINE_WILL_BE_BACK, precedence=Precedence.FAREWELL, point=PolitePoint.AFTER_SENTENCE)
        await call.announcements.said(words)
    await hang_up(ctx)


def _has_another_agent(room: rtc.Room) -> bool:
    return any(each.kind == rtc.ParticipantKind.PARTICIPANT_KIND_AGENT for each in room.remote_participants.values())
