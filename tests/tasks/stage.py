"""Plays a task: a whole call over the mailbox of the tasks, with the policy as its model or without one, and what is to be seen of it."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from uuid import uuid4

from pydantic import SecretStr

from providers.sample_inbox.letter import SAMPLE_ADDRESS
from providers.settings import Settings
from session.call import Call
from session.opening.assembly import open_call
from session.service_health import ServiceHealth
from session.written_call import WrittenCall
from tests.agent.acting_calls import places
from tests.agent.typed_call import NOW, default_settings, typed_call
from tests.servers.openai.chat import ChatRequest
from tests.servers.openai.double import OpenAIDouble
from tests.servers.smtp import SmtpDesk
from tests.session.test_written_call import Paper
from tests.storage.prepared import prepared
from tests.tasks.checks import World
from tests.tasks.letters import write_mailbox
from tests.tasks.policy import Policy
from tests.tasks.script import Task, Turn, expected

HOLD_S = 10
MOST_YES = 3
LONG_AFTER = timedelta(minutes=2)
"""When everything that was to leave now has left."""
LEFT_WITHIN_S = 10.0

Answered = Callable[[], bool]
"""Whether all has been said that the user waits for."""


@dataclass
class HandClock:
    """The user's wall clock: it stands still until it is moved."""

    now: datetime = NOW

    def __call__(self) -> datetime:
        return self.now


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """One turn: what was said, unasked news included, and how often the user had to say yes; what was to be seen before and after."""

    turn: Turn
    said: str
    agreed: int
    before: World
    after: World


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A whole task as it went. `requests` are all that the model was sent."""

    task: Task
    with_model: bool
    start: World
    turns: tuple[Heard, ...]
    end: World
    missing: tuple[str, ...] = ()
    looked_up: int = 0
    requests: tuple[ChatRequest, ...] = field(default=(), repr=False)


@dataclass
class Carried:
    """A call that was greeted, by lines.

    `take` hands it a line and returns once that is answered to its end, which a call by voice sees by `answered`. `everything` is all that
    was said so far. `passes` lets so much time go by, and what is due by then leave.
    """

    take: Callable[[str, Answered], Awaitable[object]]
    everything: Callable[[], str]
    passes: Callable[[timedelta], Awaitable[None]]
    world: Callable[[], Awaitable[World]]


async def play(task: Task, folder: Path, desk: SmtpDesk, openai: OpenAIDouble | None) -> Played:
    """Play it in a fresh mailbox in `folder`; without `openai` there is no model."""
    write_mailbox(folder / "inbox")
    policy = Policy()
    desk.taken.clear()
    asked_before = len(openai.chat_requests) if openai else 0
    if openai:
        openai.always(policy)
    async with carried(folder, desk, openai) if openai else carried_by_rules(folder, desk) as call:
        played = await play_in(call, task, policy, with_model=openai is not None)
    return replace(played, requests=tuple(openai.chat_requests[asked_before:]) if openai else ())


async def play_in(call: Carried, task: Task, policy: Policy, *, with_model: bool = True) -> Played:
    """Play it in this call.

    A user who is not answered as the task expects does not go on as if they had been: the turns behind that are not played.
    """
    heard = list[Heard]()
    start = before = await call.world()
    for turn in task.turns:
        if turn.model_only and not with_model:
            continue
        policy.take(turn.line, turn.steps)
        await call.passes(timedelta(seconds=turn.after_s))
        told = expected(task, turn, with_model=with_model)
        said, agreed = await _turn(call, turn, told)
        after = await call.world()
        heard.append(Heard(turn=turn, said=said, agreed=agreed, before=before, after=after))
        before = after
        if not _says(said, told):
            break
    await call.passes(LONG_AFTER)
    return Played(
        task=task,
        with_model=with_model,
        start=start,
        turns=tuple(heard),
        end=await call.world(),
        missing=tuple(policy.missing),
        looked_up=policy.looked_up,
    )


async def _turn(call: Carried, turn: Turn, told: tuple[str, ...]) -> tuple[str, int]:
    """Say the line, and agree to what the user wants as long as it is asked."""
    begin = at = len(call.everything())

    def asked() -> bool:
        return bool(turn.agrees and re.search(turn.agrees, call.everything()[at:]))

    def answered() -> bool:
        return asked() or (bool(call.everything()[at:].strip()) and _says(call.everything()[begin:], told))

    await call.take(turn.line, answered)
    agreed = 0
    while agreed < MOST_YES and asked():
        at, agreed = len(call.everything()), agreed + 1
        await call.take("yes", answered)
    return call.everything()[begin:].strip(), agreed


def _says(said: str, told: tuple[str, ...]) -> bool:
    return all(re.search(each, said, re.IGNORECASE) for each in told)


def _by_hand(call: Call, clock: HandClock, idle: Callable[[], Awaitable[object]]) -> Callable[[timedelta], Awaitable[None]]:
    """The clock is moved, and what is due by then leaves."""

    async def passes(time: timedelta) -> None:
        if not time:
            return
        clock.now += time
        acting = call.acting
        acting.outgoing.stirred.set()
        until = asyncio.get_running_loop().time() + LEFT_WITHIN_S
        while any(news.leaves_at <= clock.now for news in await acting.outbox.waiting()) or any(
            mail.by <= clock.now for mail in acting.held
        ):
            assert asyncio.get_running_loop().time() < until, "what is due does not leave"
            await asyncio.sleep(0.01)
        await idle()

    return passes


async def world_of(call: Call, folder: Path, desk: SmtpDesk) -> World:
    return World(
        places=places(folder / "inbox"),
        journal=await call.acting.journal.entries(call.user_id, limit=None),
        drafts=await call.acting.drafts.all(),
        waiting=await call.acting.outbox.waiting(),
        taken=tuple(desk.taken),
    )


def settings_of(folder: Path, desk: SmtpDesk, openai: OpenAIDouble | None) -> Settings:
    values: dict[str, object] = {
        "aloud_maildir": (folder / "inbox",),
        "aloud_addresses": (SAMPLE_ADDRESS,),
        "aloud_data_dir": folder / "data",
        "aloud_timezone": "UTC",
        "aloud_smtp_url": SecretStr(f"smtp://127.0.0.1:{desk.port}"),
        "aloud_send_hold_s": HOLD_S,
    }
    if openai:
        values |= {"openai_api_key": SecretStr("sk-test"), "openai_base_url": openai.url}
    return default_settings().model_copy(update=values)


@asynccontextmanager
async def carried(folder: Path, desk: SmtpDesk, openai: OpenAIDouble) -> AsyncIterator[Carried]:
    """With a model, by LiveKit's session."""
    clock = HandClock()
    async with typed_call(settings_of(folder, desk, openai), clock=clock, slack_s=60) as typed:
        await typed.greet()
        yield Carried(
            take=lambda line, _: typed.type(line),
            everything=lambda: typed.page.text,
            passes=_by_hand(typed.call, clock, typed.session.wait_for_idle),
            world=lambda: world_of(typed.call, folder, desk),
        )


@asynccontextmanager
async def carried_by_rules(folder: Path, desk: SmtpDesk) -> AsyncIterator[Carried]:
    """Without a model, in writing."""
    clock, settings = HandClock(), settings_of(folder, desk, None)
    await prepared(settings)
    async with open_call(settings, "local", call_id=str(uuid4()), now=clock) as (call, look):
        call.line.health = ServiceHealth(slack_s=60)
        paper = Paper()
        written = WrittenCall(call, paper)
        await written.start(look)
        await written.greet(look)
        yield Carried(
            take=lambda line, _: written.take(line),
            everything=lambda: " ".join(paper.turns),
            passes=_by_hand(call, clock, written.everything_said),
            world=lambda: world_of(call, folder, desk),
        )
