"""What is typed or pressed just after something was spoken comes after it, also while that is still being transcribed."""

import asyncio
from pathlib import Path

import pytest
from pydantic import SecretStr

from tests.agent.roomless.card_of_tests import CardOfTests, Screen
from tests.agent.roomless.talking_call import spoken_to_it, talking_call
from tests.agent.typed_call import NOW, sample_settings
from tests.servers.openai.double import openai_server

pytestmark = [pytest.mark.server, pytest.mark.slow]

SPOKEN_S = 1.0
"""About as long as a short command: VAD has noticed its beginning by then, perhaps its end."""
HURRIED = 4.0
"""So much faster than usual the voice speaks."""
TRANSCRIBES_AFTER_S = 1.2
"""As a local recogniser on a busy machine."""


@pytest.mark.takes(20)
async def test_what_was_spoken_first_is_answered_first_and_nothing_of_it_ends_the_answer_to_what_was_typed(tmp_path: Path) -> None:
    card, screen = CardOfTests(), Screen()
    async with openai_server() as openai:
        openai.hurried = HURRIED
        settings = sample_settings(tmp_path, openai_api_key=SecretStr("sk-test"), openai_base_url=openai.url)
        async with talking_call(settings, card, screen, now=lambda: NOW) as talk:
            openai.transcribes_after_s = TRANSCRIBES_AFTER_S
            for words in ("Archive this one.", "Please stop."):
                openai.hear(words)
                before = len(screen.text)
                card.hear(await spoken_to_it(words))
                await asyncio.sleep(SPOKEN_S)
                await talk.take("how many are left")
                await talk.everything_said()
                assert screen.heard[-1] == words
                assert "49 of 50 mails are left; one dealt with. This is topic one of 14" in screen.text[before:]
