"""What is said unasked in a real session: whether it was heard, and that the end of the call ends it without a failure."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from livekit.agents import ErrorEvent, stt

from agent.speaking.livekit_conversation import LiveKitConversation
from session.floor import CallOverError
from tests.agent.typed_call import TypedCall, sample_settings, typed_call


@pytest_asyncio.fixture
async def call(tmp_path: Path) -> AsyncIterator[TypedCall]:
    async with typed_call(sample_settings(tmp_path, unread=1)) as call:
        yield call


def floor_of(call: TypedCall) -> LiveKitConversation:
    return call.briefer.conversation


async def spoken_until(end: asyncio.Event) -> AsyncIterator[str]:
    yield "Something else "
    await end.wait()
    yield "was said."


async def test_words_that_were_played_to_their_end_were_heard(call: TypedCall) -> None:
    assert await floor_of(call).say("A mail came in.")
    assert "A mail came in." in call.page.text


async def test_words_that_were_cut_off_were_not_heard_though_others_before_them_were(call: TypedCall) -> None:
    end = asyncio.Event()

    def cut_off() -> None:
        call.session.interrupt()

    call.session.say(spoken_until(end))
    news = asyncio.create_task(floor_of(call).say("A mail came in."))
    await asyncio.sleep(0)
    call.briefer.playback.on_passage_played.append(cut_off)
    end.set()
    assert not await news
    assert "was said." in call.page.text
    assert "A mail came in." not in call.page.text


async def test_once_the_session_is_closed_nobody_is_spoken_to(call: TypedCall) -> None:
    floor = floor_of(call)
    await call.session.aclose()
    with pytest.raises(CallOverError):
        await floor.say("A mail came in.")
    with pytest.raises(CallOverError):
        await floor.wait_until_free()


async def test_an_apology_that_waits_while_the_session_closes_ends_quietly(call: TypedCall, caplog: pytest.LogCaptureFixture) -> None:
    end, over = asyncio.Event(), asyncio.Event()
    call.session.say(spoken_until(end))
    deaf = stt.STTError(timestamp=0.0, label="stt", error=ConnectionError(), recoverable=False)
    call.session.emit("error", ErrorEvent(error=deaf, source=None))
    queue = next(task for task in asyncio.all_tasks() if task.get_name() == "say what is unasked")
    queue.add_done_callback(lambda _: over.set())
    await asyncio.sleep(0)
    assert not queue.done()
    await call.session.aclose()
    await over.wait()
    assert "a background task failed" not in caplog.messages
