"""The call is with one participant: nobody else is heard, and who drops out is waited for and taken up at the same mail."""

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from livekit import rtc

from tests.agent.maildir_state import flags_of
from tests.room.caller import Caller, token
from tests.room.shared import User
from tests.servers.livekit import ROOT
from tests.servers.process import ServerProcess

pytestmark = pytest.mark.server


def agent_of(caller: Caller) -> str:
    """The identity of the agent in the caller's room."""
    return next(
        identity for identity, each in caller.room.remote_participants.items() if each.kind == rtc.ParticipantKind.PARTICIPANT_KIND_AGENT
    )


@pytest.mark.takes(30)
@pytest.mark.parametrize("stranger_is_first", [True, False])
async def test_words_lines_and_calls_of_another_participant_do_nothing(user: User, stranger_is_first: bool) -> None:
    user.has_mail()
    bound = "caller" if stranger_is_first else ""
    before = flags_of(user.inbox)
    stranger, guest = user.calls(identity="stranger", bound=bound), user.calls(bound=bound)
    async with stranger if stranger_is_first else guest as first:
        if stranger_is_first:
            await user.wait_for_log("mail listed", of=first)
            await first.send("archive it")
        async with guest if stranger_is_first else stranger as second:
            caller, other = (second, first) if stranger_is_first else (first, second)
            await caller.hear(after=0, containing="First topic")
            await other.open_microphone()
            user.openai.hear("archive it")
            for _ in range(2):
                await other.speak("archive it")
                await other.send("archive it")
            with pytest.raises(rtc.RpcError):
                await other.room.local_participant.perform_rpc(destination_identity=agent_of(other), method="change_mail", payload="{}")
            await caller.type("how many are left?", containing="50 mails, all still to come")
            await other.wait_until(lambda: other.fell_silent_at > 0, "the last word")
            await caller.type("how many are left?", containing="50 mails, all still to come")
            assert user.openai.transcription_requests == 0
            assert other.i_said == []
    assert flags_of(user.inbox) == before


@pytest.mark.takes(30)
@pytest.mark.parametrize("away_s", [3.0, 30.0])
async def test_who_hangs_up_and_comes_back_is_answered_at_the_same_mail(user: User, away_s: float) -> None:
    user.has_mail()
    expected = await user.expected_briefing()
    async with user.calls() as caller:
        await caller.hear(after=0, containing=expected.sender)
        expected.heard_first()
        for _ in range(2):
            expected.tracker.advance(at=datetime.now(UTC))
            await caller.type("next", containing=expected.sender)
            expected.heard_first()
    await asyncio.sleep(away_s)
    async with user.calls() as caller:
        words = await caller.hear(after=0, containing=expected.sender)
        assert "go on where we were" in words or "back" in words
        await caller.wait_until(lambda: caller.loud_frames > 10, "speech above silence")
        expected.heard_first()
        expected.tracker.advance(at=datetime.now(UTC))
        await caller.type("next", containing=expected.sender)


@pytest.mark.takes(20)
async def test_who_only_listens_and_is_announced_to_nobody_is_missed_and_welcomed_back(user: User) -> None:
    user.has_mail()
    expected = await user.expected_briefing()
    async with user.calls() as caller:
        await caller.hear(after=0, containing=expected.sender)
    await user.wait_for_log("the caller is gone", of=caller)
    async with user.calls() as caller:
        words = await caller.hear(after=0, containing=expected.sender)
        assert words.startswith("Welcome back.")


@pytest.mark.takes(25)
async def test_a_killed_line_is_taken_up_again_at_the_same_mail(user: User, tmp_path: Path) -> None:
    user.has_mail()
    expected = await user.expected_briefing()
    livekit = user.worker.livekit
    joins_by = token(livekit, room=user.room(), identity="caller", user_id=user.user_id)
    command = [sys.executable, "-m", "tests.room.lost_caller", livekit.url, joins_by]
    async with ServerProcess.started(command, log=tmp_path / "lost.log", folder=ROOT) as lost:
        await lost.wait_for_log("joined")
        async with user.calls(identity="witness") as witness:
            await witness.hear(after=0, containing=expected.sender)
        lost.process.kill()
        await lost.process.wait()
    await asyncio.sleep(3)
    async with user.calls() as caller:
        cut_short, _, welcome = (await caller.hear(after=0, containing=expected.sender)).partition("Welcome back.")
        assert expected.sender in welcome
        assert expected.sender not in cut_short, "what it was saying to nobody"
