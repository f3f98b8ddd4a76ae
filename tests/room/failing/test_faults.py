"""A voice call in which every service fails for a turn: it says so, and comes to its end with nothing lost."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from briefing.speech.sentences.about_failures import REMARKS, Trouble
from briefing.speech.sentences.silences import FAREWELL
from providers.sample_inbox import SAMPLE_ADDRESS
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import sample_settings
from tests.randomness import some
from tests.room.agenda import expected_briefing
from tests.room.caller import caller_in
from tests.room.failing.failing_services import Service, through_faults
from tests.servers.livekit import LiveKitServer
from tests.servers.openai.double import openai_server
from tests.servers.openai.faults import HangUp
from tests.servers.worker import worker

pytestmark = pytest.mark.server


@pytest.mark.random
@pytest.mark.takes(70)
async def test_a_call_in_which_one_service_after_another_fails_for_a_turn_comes_to_its_end(tmp_path: Path, livekit: LiveKitServer) -> None:
    """Half of them, others after each change; all in the proofs."""
    survived = await through_faults(tmp_path, livekit, some([*Service], 2))
    assert survived.marks == survived.due
    assert survived.archived in flags_of(tmp_path / "inbox" / ".Archive")


@pytest.mark.takes(40)
async def test_where_nothing_can_speak_every_word_arrives_as_text_and_a_silent_caller_is_let_go(
    tmp_path: Path, livekit: LiveKitServer
) -> None:
    sample_settings(tmp_path, now=datetime.now(UTC))
    flags, expected = flags_of(tmp_path / "inbox"), await expected_briefing(tmp_path)
    async with (
        openai_server() as openai,
        worker(
            livekit,
            tmp_path,
            ALOUD_SILENCE_LIMIT_S="15",
            PATH=str(tmp_path),  # no espeak-ng on it
            ALOUD_MAILDIR=str(tmp_path / "inbox"),
            ALOUD_ADDRESSES=SAMPLE_ADDRESS,
            OPENAI_API_KEY="sk-test",
            OPENAI_BASE_URL=openai.url,
        ),
        caller_in(livekit, room="mute") as caller,
    ):
        openai.speech_fault = HangUp()
        await caller.hear(after=0, containing="50 unread mails")
        await caller.hear(after=0, containing=expected.sender)
        await caller.hear(after=0, containing=REMARKS[Trouble.NO_VOICE].first)
        expected.heard_first()
        expected.tracker.advance(at=datetime.now(UTC))
        await caller.type("next", containing=expected.sender)
        await caller.wait_until(lambda: caller.agent_said[-1].rstrip().endswith("?"), "the question at the end of the answer")
        said = len(caller.agent_said)
        await caller.hear(after=said, containing=FAREWELL)
        await caller.wait_until_gone()
        assert caller.loud_frames == 0
    assert flags_of(tmp_path / "inbox") == flags
