"""A session that is closed from outside says its last words first, and is closed whatever becomes of them."""

import asyncio

from livekit.agents import Agent, CloseEvent

from agent.caller.last_words import SessionWithLastWords


class Words:
    """Last words that are counted."""

    def __init__(self, error: Exception | None = None) -> None:
        self.said = 0
        self._error = error

    async def say(self) -> None:
        self.said += 1
        if self._error:
            raise self._error


async def closed_with(words: Words | None) -> list[CloseEvent]:
    session = SessionWithLastWords()
    closed: list[CloseEvent] = []
    session.on("close", closed.append)
    await session.start(Agent(instructions=""), session_host=False, record=False)
    if words:
        session.say_at_the_end(words.say)
    await session.aclose()
    await session.aclose()
    return closed


async def test_they_are_said_once_before_it_is_closed() -> None:
    words = Words()
    assert len(await closed_with(words)) == 1
    assert words.said == 1


async def test_a_failure_to_say_them_does_not_keep_it_open() -> None:
    words = Words(error=RuntimeError("no voice"))
    assert len(await closed_with(words)) == 1
    assert words.said == 1


async def test_without_any_it_is_closed_as_any_other() -> None:
    assert len(await closed_with(None)) == 1


async def test_one_that_closes_by_itself_has_none() -> None:
    words, closed = Words(), asyncio.Event()
    session = SessionWithLastWords()
    session.on("close", lambda _: closed.set())
    await session.start(Agent(instructions=""), session_host=False, record=False)
    session.say_at_the_end(words.say)
    session.shutdown()
    await closed.wait()
    await session.aclose()
    assert words.said == 0
