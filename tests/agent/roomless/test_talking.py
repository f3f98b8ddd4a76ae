"""A call by microphone and loudspeaker: the two devices are a test's, the speech server and all else are real.

In `make proofs`: what is heard is a matter of chance on a busy machine.
"""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import httpx2
import pytest

from session.opening.assembly import local_now
from tests.agent.maildir_state import flags_of
from tests.agent.roomless.card_of_tests import SPOKEN_AT_HZ, CardOfTests, Screen
from tests.agent.roomless.talking_call import as_microphone_hears, talking_call
from tests.agent.typed_call import sample_settings
from tests.servers.voice import real_voice

pytestmark = [pytest.mark.server, pytest.mark.proof, pytest.mark.takes(60)]


def spoken(origin: str, words: str) -> bytes:
    sound = httpx2.post(f"{origin}/v1/audio/speech", json={"input": words}, timeout=60).raise_for_status().content
    return as_microphone_hears(sound, hz=SPOKEN_AT_HZ)


async def test_one_talks_and_is_answered_by_voice(tmp_path: Path) -> None:
    with real_voice(tmp_path) as origin:
        settings = sample_settings(tmp_path, now=datetime.now(UTC), aloud_voice="local", aloud_voice_url=f"{origin}/v1")
        card, screen = CardOfTests(), Screen()
        async with talking_call(settings, card, screen, now=local_now(settings)) as talk:
            assert card.loud > 50
            before = flags_of(tmp_path / "inbox")
            card.hear(await asyncio.to_thread(spoken, origin, "Archive it."))
            await screen.shows("Archived.")
            await talk.everything_said()
            assert len(flags_of(tmp_path / "inbox")) == len(before) - 1
            assert [words.lower().strip(" .") for words in screen.heard] == ["archive it"]
            await talk.take("undo that")
            await screen.shows("Undone")
