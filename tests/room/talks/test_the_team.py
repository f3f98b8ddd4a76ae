"""Work for the team in a room: handed over, acknowledged with its subject, and told; in the same call, or in the next one's greeting.

The team works in the test's own process, on the database that the worker shares: one run of whoever has something to do.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from briefing.speech.sentences import about_the_team as words
from conversations.conversation_rows import Owner
from providers.durable.at_work import at_work
from session.opening.asking_models import typed_models_of
from session.opening.assembly import prepare_storage
from session.opening.team_work import team_parts
from storage.database import Database
from storage.epoch import now_in_utc
from team.agent_run import TeamParts
from team.records import ItemState
from tests.agent.talking_models import TalkingModels
from tests.room.shared import LOOK_EVERY_S, User
from tests.room.talks.test_conversations import settings_of
from tests.servers.openai.chat import ChatRequest, Reply
from tests.servers.openai.double import CallTool, Say
from tests.team.working import Mind, run_of

pytestmark = pytest.mark.server

ASKED = "Find out what the boiler supplier still owes us"
MATTER = "what the boiler supplier still owes you"
FOUND = "They owe you 340 pounds.\n\nIt is the credit of invoice 77, due on Friday."


@asynccontextmanager
async def team_of(user: User) -> AsyncIterator[TeamParts]:
    """Those who work, as a process of their own would; what they find is scripted."""
    mind, models = Mind(always=Say(FOUND)), TalkingModels(user.openai)

    def answers(chat: ChatRequest) -> Reply:
        return Say("It is as I said.") if "team" in chat.tool_names else mind(chat)

    models.answers = answers
    models.acknowledges = CallTool("finalize_ack", spokenAck=f"I'll look into {MATTER}.", intent="new_request")
    settings = settings_of(user)
    await prepare_storage(settings)  # whoever is first
    async with Database(user.database_url) as database:
        typed = typed_models_of(settings, database)
        assert typed is not None
        async with typed:
            parts = team_parts(settings, database, typed)
            async with at_work(database, now=now_in_utc):
                yield parts


async def works(parts: TeamParts, user: User) -> None:
    """Wait until something is handed over, and do it."""
    owner = Owner(user_id=user.user_id)
    async with asyncio.timeout(30):
        while not (pending := await parts.store.tasks.tasks(owner)):  # noqa: ASYNC110 - another program's database
            await asyncio.sleep(LOOK_EVERY_S)
    await run_of(parts, pending[0].agent_id)


@pytest.mark.takes(12)
async def test_work_handed_over_by_voice_is_acknowledged_with_its_subject_and_told_in_the_same_call(user: User) -> None:
    user.has_mail(unread=1)
    user.openai.hurried = 3.0
    async with team_of(user) as parts, user.calls() as caller:
        await caller.hear(after=0, containing="What")
        await caller.open_microphone()
        await caller.wait_until(lambda: caller.agent_state == "listening", "that it listens")
        user.openai.hear(ASKED)
        before = len(caller.agent_said)
        await caller.say(ASKED, containing=MATTER)
        await works(parts, user)
        said = await caller.hear(after=before, containing=words.IN_FULL)
        assert f"The team has something on {MATTER}: They owe you 340 pounds." in said
        assert "invoice 77" in await caller.type("yes", containing="invoice 77")


@pytest.mark.takes(14)
async def test_after_hanging_up_before_the_result_it_is_an_item_and_the_next_greeting_says_so(user: User) -> None:
    user.has_mail(unread=2)
    owner = Owner(user_id=user.user_id)
    async with team_of(user) as parts:
        async with user.calls("first") as caller:
            await caller.hear(after=0)
            await caller.type(ASKED, containing=MATTER)
            await caller.type("goodbye")
        await user.leave()
        await works(parts, user)
        (item,) = await parts.store.items.unread(owner)
        assert "They owe you 340 pounds." in item.summary
        async with user.calls("second") as caller:
            await caller.hear(after=0, containing="The team has something for you.")
            told = await caller.type("anything from the team?", containing=words.IN_FULL)
            assert "They owe you 340 pounds." in told
            assert [each.state for each in await parts.store.items.items(owner)] == [ItemState.OPEN]
