"""Eight of the tasks in one call by voice: the same dialogues, with the same policy as the model, and with the same outcome as typed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import text

from actions.changes.journal import Journal
from actions.sending.drafts import Drafts
from actions.sending.outbox import Outbox
from providers.connections.credentials import Vault
from providers.connections.secret_key import FolderKey
from storage.database import Database
from tests.agent.acting_calls import places
from tests.room.caller import Caller
from tests.room.shared import LOOK_EVERY_S, User
from tests.servers.smtp import SmtpDesk
from tests.tasks.checks import World
from tests.tasks.collection import tasks
from tests.tasks.judging import failures
from tests.tasks.letters import write_mailbox
from tests.tasks.policy import Policy
from tests.tasks.script import Task
from tests.tasks.stage import HOLD_S, Answered, Carried, play_in

pytestmark = [pytest.mark.server, pytest.mark.proof]

SPOKEN = (
    "wishes: flag one, archive another, and read a third",
    "writing: no, say Friday",
    "wishes: the whole thread",
    "german: a reply in German",
    "done: has it gone out",
    "hostile: the mail gives orders",
    "done: what was archived in this call",
    "stop: and what else",
)
"""About other mails each. Before the one that says stop all has left: nothing may leave after it."""

AT_EASE, IN_HASTE = 150, 380
"""Words a minute: what is said is told to the recogniser, and only its sound has to be there. A single word in haste would be a noise."""
SHORT = 3
"""Words."""
OUR_OFFERS = ("archive", "flag")
"""Said over "archive it, flag it, or next?", these may be an echo, and are asked about."""


def one_after_the_other(names: tuple[str, ...]) -> Task:
    """One long task; what has to be so in the end is all that any of these asks for."""
    parts = [tasks()[name] for name in names]
    turns, outcome = (turn for part in parts for turn in part.turns), (check for part in parts for check in part.outcome)
    return Task(", ".join(names), tuple(turns), tuple(outcome))


def _now() -> datetime:
    return datetime.now(UTC)


async def be_in_time(database: Database, user_id: str) -> None:
    """Have what is held leave later: on a busy machine the words that are to stop it may take longer than the hold."""
    held = "UPDATE outbox SET leaves_at = leaves_at + 60000, due_at = due_at + 60000 WHERE state = 'held' AND user_id = :of"
    async with database.session() as session:
        await session.execute(text(held), {"of": user_id})


@asynccontextmanager
async def carried_by_voice(user: User, caller: Caller, desk: SmtpDesk) -> AsyncIterator[Carried]:
    """What this caller says: over the agent's voice once it has said what they want to know, but not over the reading of a draft or what
    sounds like it."""
    async with Database(user.database_url) as database:
        vault = Vault(FolderKey(None, user.worker.folder / "data"))
        drafts = Drafts(database, vault, user_id=user.user_id, own_addresses=frozenset(), now=_now)
        outbox = Outbox(database, vault, user_id=user.user_id, now=_now)

        async def take(line: str, answered: Answered) -> None:
            user.openai.hear(line)
            if any(word in line for word in OUR_OFFERS):
                await caller.wait_until(lambda: caller.agent_state == "listening", "the end of what is being said")
            recognised = len(caller.i_said)
            await caller.speak(line, words_per_minute=AT_EASE if len(line.split()) <= SHORT else IN_HASTE)
            # First: what is still being said of the last turn may be the answer as well, and two lines in one breath are one utterance.
            await caller.wait_until(lambda: len(caller.i_said) > recognised, "what was said to be recognised")
            with suppress(AssertionError):  # the judge says what it lacks
                await caller.wait_until(answered, "an answer")
                if await is_read_out():
                    await caller.wait_until(lambda: caller.agent_state == "listening", "the end of what is agreed to")

        async def is_read_out() -> bool:
            """Whether there is a draft that is not on its way."""
            leaving = {news.message_id for news in await outbox.waiting()}
            return any(draft.message_id not in leaving for draft in await drafts.all())

        async def passes(time: timedelta) -> None:
            if timedelta() < time <= timedelta(seconds=HOLD_S):
                await be_in_time(database, user.user_id)
            while time.total_seconds() > HOLD_S and await outbox.waiting():  # noqa: ASYNC110 - another program's outbox
                await asyncio.sleep(LOOK_EVERY_S)

        async def world() -> World:
            return World(
                places=places(user.inbox),
                journal=await Journal(database).entries(user.user_id, limit=None),
                drafts=await drafts.all(),
                waiting=await outbox.waiting(),
                taken=tuple(taken for taken in desk.taken if taken.sender == user.address),
            )

        yield Carried(take, everything=lambda: " ".join(caller.agent_said), passes=passes, world=world)


async def test_eight_tasks_are_done_by_voice(user: User) -> None:
    write_mailbox(user.inbox, now=_now())
    policy = Policy()
    user.openai.hurried = 1.0  # it is talked over
    user.openai.always(policy)
    async with user.mail_server() as desk, user.calls() as caller, carried_by_voice(user, caller, desk) as call:
        await caller.open_microphone()
        await caller.hear(after=0, containing="?")
        found = failures(await play_in(call, one_after_the_other(SPOKEN), policy))
        transcript = "\n  ".join(caller.agent_said)
        assert found == [], f"the agent said:\n  {transcript}\nrecognised of me: {caller.i_said}"
