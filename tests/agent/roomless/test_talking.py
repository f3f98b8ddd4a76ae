"""A call by microphone and loudspeaker: the two devices are a test's, the speech server and all else are real.

In `make proofs`: what is heard is a matter of chance on a busy machine.
"""

import asyncio
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest
from livekit import rtc

from agent.roomless.loudspeaker import Loudspeaker
from agent.roomless.microphone import HEARS_AT_HZ, Microphone
from agent.roomless.roomless_call import RoomlessCall
from providers.models.choice import choose_models
from session.opening.assembly import local_now, open_call
from tests.agent.maildir_state import flags_of
from tests.agent.roomless.card_of_tests import SPOKEN_AT_HZ, CardOfTests, Screen
from tests.agent.typed_call import sample_settings
from tests.servers.voice import real_voice
from tests.storage.prepared import prepared

pytestmark = [pytest.mark.server, pytest.mark.proof, pytest.mark.takes(60)]


def spoken(origin: str, words: str) -> bytes:
    sound = httpx2.post(f"{origin}/v1/audio/speech", json={"input": words}, timeout=60).raise_for_status().content
    resampler = rtc.AudioResampler(SPOKEN_AT_HZ, HEARS_AT_HZ)
    frames = [*resampler.push(rtc.AudioFrame(sound, SPOKEN_AT_HZ, 1, len(sound) // 2)), *resampler.flush()]
    return b"".join(bytes(frame.data) for frame in frames)


async def test_one_talks_and_is_answered_by_voice(tmp_path: Path) -> None:
    with real_voice(tmp_path) as origin:
        settings = sample_settings(tmp_path, now=datetime.now(UTC), aloud_voice="local", aloud_voice_url=f"{origin}/v1")
        await prepared(settings)
        card, screen = CardOfTests(), Screen()
        async with AsyncExitStack() as stack:
            models = await stack.enter_async_context(choose_models(settings))
            call, look = await stack.enter_async_context(
                open_call(settings, "local", call_id="talking", now=local_now(settings), voice=models.voice)
            )
            talk = RoomlessCall(
                call, models, screen, think=lambda _: None, note_away=lambda: None, settings=settings, heard=screen.heard.append
            )
            loudspeaker, microphone = Loudspeaker(card.output), Microphone(card.input)
            stack.push_async_callback(loudspeaker.aclose)
            stack.push_async_callback(microphone.aclose)
            stack.push_async_callback(talk.aclose)
            await talk.start(look, loudspeaker, microphone)
            await talk.greet(look)
            await talk.everything_said()
            assert card.loud > 50
            before = flags_of(tmp_path / "inbox")
            card.hear(await asyncio.to_thread(spoken, origin, "Archive it."))
            await screen.shows("Archived.")
            await talk.everything_said()
            assert len(flags_of(tmp_path / "inbox")) == len(before) - 1
            assert [words.lower().strip(" .") for words in screen.heard] == ["archive it"]
            await talk.take("undo that")
            await screen.shows("Undone")
