"""Screens that are shared in a real room: what waits is offered once, what does not is met with silence, and nobody else's is looked at."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime

import pytest

from tests.room.caller import Caller
from tests.room.glancing.shared_picture import MESSAGE, PROMPT, Shown, seeing, shares
from tests.room.shared import LOOK_EVERY_S, User
from tests.screens.mailbox import deliver_stories
from tests.servers.openai.chat import ChatRequest, Late, Reply
from tests.servers.openai.double import Say

pytestmark = pytest.mark.server

ENDED = "a glance has ended"
LONG_S = 60.0
A_WHILE_S = 6.0


class Vision:
    """The models of the shared worker: one sees, the other answers."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.late_s = 0.0
        self.answers: Callable[[ChatRequest], Reply] = lambda _: Say("I will draft it.")
        user.openai.always(self)

    def __call__(self, chat: ChatRequest) -> Reply:
        if not any("glance" in name for name in chat.tool_names):
            return self.answers(chat)
        return Late(seeing(chat), after_s=self.late_s)

    @property
    def asked(self) -> list[ChatRequest]:
        return [chat for chat in self.user.openai.chat_requests if any("glance" in name for name in chat.tool_names)]

    @property
    def ended(self) -> list[str]:
        """The decision log of this test's calls."""
        return [line for line in self.user.logged.splitlines() if ENDED in line]

    async def until_ended(self, times: int) -> list[str]:
        async with asyncio.timeout(LONG_S):
            while len(self.ended) < times:  # noqa: ASYNC110 - another program's log
                await asyncio.sleep(LOOK_EVERY_S)
        return self.ended


@asynccontextmanager
async def in_a_call(user: User) -> AsyncIterator[tuple[Caller, Vision]]:
    """A caller who has heard the first of a few mails; the stories are in the mailbox, read."""
    user.has_mail(unread=3)
    deliver_stories(user.inbox, datetime.now(UTC), to=("Sam Rivera", "sam.rivera@example.com"))
    vision = Vision(user)
    async with user.calls(bound="caller") as caller:
        with suppress(AssertionError):  # the first call of a worker may come late on a busy machine
            await caller.hear(after=0, containing="First topic")
        await caller.hear(after=0, containing="First topic")
        yield caller, vision


@pytest.mark.takes(40)
async def test_what_waits_is_offered_once_what_informs_is_not_and_what_is_no_mail_starts_no_analyst(user: User) -> None:
    async with in_a_call(user) as (caller, vision), shares(caller.room, Shown.DOCUMENT) as screen:
        assert "no_mail" in (await vision.until_ended(1))[0]
        assert len(vision.asked) == 1, "no analyst"
        await caller.open_microphone()  # another track is no other picture
        screen.shown = Shown.INFORMING
        assert "not_waiting" in (await vision.until_ended(2))[1]
        screen.shown = Shown.ANSWERED
        assert "answered" in (await vision.until_ended(3))[2]
        before = len(caller.agent_said)
        screen.shown = Shown.WAITING
        await caller.hear(after=before, containing=MESSAGE)
        assert "surfaced" in (await vision.until_ended(4))[3]
        said = await caller.type("yes", containing="I will draft it.")
        assert MESSAGE not in said
        told = [message for chat in user.openai.chat_requests for message in chat.messages if PROMPT in message.content]
        assert {message.role for message in told} == {"tool"}
        screen.shown = Shown.DOCUMENT
        await vision.until_ended(5)
        screen.shown = Shown.WAITING
        assert "known" in (await vision.until_ended(6))[5] or "same_again" in vision.ended[5]
        assert " ".join(caller.agent_said).count(MESSAGE) == 1
        logged = user.logged
    for canary in ("signed lease", "Signed lease", "Anna", "hausberg", PROMPT):
        assert canary not in logged
        assert canary.encode() not in b"".join(file.read_bytes() for file in (user.worker.folder / "data").glob("aloud.db*"))


@pytest.mark.takes(25)
async def test_who_speaks_into_the_nudge_stops_it_and_is_understood_as_answering_it(user: User) -> None:
    async with in_a_call(user) as (caller, _):
        await caller.open_microphone()
        user.openai.hear("yes please")
        async with shares(caller.room, Shown.WAITING):
            await caller.hear(after=0, containing="Anna needs")
            before = len(caller.agent_said)
            await caller.speak("yes please")
            await caller.hear(after=before, containing="I will draft it.")
        quoted = [message.role for chat in user.openai.chat_requests for message in chat.messages if PROMPT in message.content]
        assert set(quoted) == {"tool"}
        assert " ".join(caller.agent_said).count("Anna needs") == 1


@pytest.mark.takes(25)
async def test_sharing_that_stops_in_the_middle_leaves_nothing_and_a_second_share_is_looked_at(user: User) -> None:
    async with in_a_call(user) as (caller, vision):
        vision.late_s = 3.0
        async with shares(caller.room, Shown.WAITING):
            async with asyncio.timeout(LONG_S):
                while not vision.asked:  # noqa: ASYNC110 - what a server was asked
                    await asyncio.sleep(LOOK_EVERY_S)
        (decision,) = await vision.until_ended(1)
        assert "stopped" in decision
        await asyncio.sleep(A_WHILE_S)
        assert vision.ended == [decision]
        assert len(vision.asked) == 1
        vision.late_s = 0.0
        before = len(caller.agent_said)
        async with shares(caller.room, Shown.WAITING, fps=30):
            await caller.hear(after=before, containing=MESSAGE)


@pytest.mark.takes(25)
async def test_somebody_elses_screen_is_not_looked_at_and_in_company_nothing_is(user: User) -> None:
    async with in_a_call(user) as (caller, vision), user.calls(identity="guest", bound="caller") as guest:
        async with shares(guest.room, Shown.WAITING):
            await asyncio.sleep(A_WHILE_S)
            assert (vision.asked, vision.ended) == ([], [])
        async with shares(caller.room, Shown.WAITING):
            assert "not_alone" in (await vision.until_ended(1))[0]
            assert vision.asked == []


def test_the_prompt_is_one_that_json_leaves_as_it_is() -> None:
    assert json.dumps(PROMPT) == f'"{PROMPT}"'
