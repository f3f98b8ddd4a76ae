"""A briefing in a real room: LiveKit server, worker as its own process, a second participant who talks or types, and listens."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest

from briefing.mail import MailId, provider_id_of
from briefing.mail_action import MailAction
from tests.agent.maildir_state import flags_of
from tests.room.agenda import ExpectedBriefing
from tests.room.caller import Caller, caller_in
from tests.room.shared import LOST, User

HEARS_FROM_FRAMES = 330
"""Of 10 ms: a call hears nobody in the first three seconds in which it speaks, as long as an echo of it is not cancelled yet."""

pytestmark = pytest.mark.server

Utter = Callable[[str, str], Awaitable[str]]


async def hold_the_conversation(caller: Caller, utter: Utter, expected: ExpectedBriefing) -> MailId:
    """Next three times, archive, skip the topic, go back; each answer names the mail it should. Returns the archived mail's id."""
    now = datetime.now(UTC)
    await caller.hear(after=0, containing="50 unread mails")
    await caller.hear(after=0, containing=expected.sender)
    await caller.wait_until(lambda: caller.loud_frames > HEARS_FROM_FRAMES, "speech above silence")
    expected.heard_first()
    for _ in range(3):
        expected.tracker.advance(at=now)
        await utter("next", expected.sender)
        expected.heard_first()
    archived = expected.tracker.current()
    assert archived
    expected.tracker.mark_actioned(archived.mail_id, MailAction.ARCHIVE, at=now)
    assert "Archived." in await utter("archive it", expected.sender)  # perhaps behind the end of a question that it cut off
    expected.heard_first()
    expected.tracker.skip_topic(at=now)
    await utter("skip this topic", expected.sender)
    expected.heard_first()
    expected.tracker.go_back()
    await utter("go back", expected.sender)
    return archived.mail_id


@pytest.mark.takes(40)
async def test_voice_briefing_agrees_with_mailbox_and_ledger_and_asks_no_model(user: User) -> None:
    user.has_mail()
    expected = await user.expected_briefing()
    async with user.calls() as caller:
        await caller.open_microphone()

        async def utter(line: str, containing: str) -> str:
            user.openai.hear(line)
            return await caller.say(line, containing=containing)

        archived = await hold_the_conversation(caller, utter, expected)
        assert user.openai.chat_requests == []
        assert [line.strip(".").lower() for line in caller.i_said if line] == ["next"] * 3 + ["archive it", "skip this topic", "go back"]
    await user.leave()
    assert await user.marks() == expected.marks
    assert provider_id_of(archived) in flags_of(user.inbox / ".Archive")


@pytest.mark.takes(30)
async def test_after_5_of_50_the_next_call_has_the_other_45_and_goodbye_closes_it_with_the_numbers_and_hangs_up(user: User) -> None:
    user.has_mail()
    expected = await user.expected_briefing()
    before = flags_of(user.inbox)
    async with user.calls("first") as caller:
        await caller.hear(after=0, containing="50 unread mails")
        await caller.hear(after=0, containing=expected.sender)
        for _ in range(5):
            expected.tracker.advance(at=datetime.now(UTC))
            await caller.type("next", containing=expected.sender)
    async with user.calls("second") as caller:
        greeting = await caller.hear(after=0, containing=expected.sender)
        assert "we go on where we were" in greeting
        await caller.type("next")
        assert "44 of 50 mails are left" in await caller.type("how many are left?", containing=".")
        assert flags_of(user.inbox) == before, "something is marked as read"
        await caller.type("next", containing="?")
        await caller.wait_until(lambda: caller.agent_state == "listening", "the end of it")
        await caller.type("archive it", containing="Archived")
        await caller.type("goodbye", containing="archived")
        await caller.wait_until_gone()
    await user.sees_closed("second")
    assert len(flags_of(user.inbox / ".Archive")) >= 1
    assert LOST not in user.logged


@pytest.mark.takes(20)
async def test_stop_ends_the_sentence_at_once_and_changes_nothing(user: User) -> None:
    user.has_mail()
    user.openai.hurried = 1.0  # so that there is a sentence to be ended
    async with user.calls() as caller:
        await caller.open_microphone()
        await caller.hear(after=0, containing="First topic")
        await caller.type("read it in full", containing="writes:")
        await caller.wait_until(lambda: caller.agent_state == "speaking", "the agent to speak")
        user.openai.hear("stop")
        await caller.speak("stop")
        await caller.wait_until(lambda: caller.i_said == ["stop"] and caller.agent_state == "listening", "the agent to fall silent")
        assert "That is the whole mail" not in " ".join(caller.agent_said)
        assert not any("That is the whole mail" in words for words in user.openai.speech_requests), "the voice was asked for all of it"
    await user.leave()
    assert await user.marks() == {}


@pytest.mark.takes(10)
async def test_call_without_a_user_id_tells_nobodys_mail(user: User) -> None:
    async with caller_in(user.worker.livekit, room=user.room(), user_id="") as caller:
        await caller.hear(after=0, containing="whose mail")
        await caller.wait_until_gone()
