"""Calls that break off at any point: over all of them every mail is told, and none that was heard is told again."""

import json
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from math import inf
from pathlib import Path

import pytest

from briefing.mail import MailId
from briefing.speech.sentences import replies
from inbox.ledger.sql_ledger import SqlLedger
from providers.sample_inbox import SAMPLE_ADDRESS
from session.passages import Passage, PassageRole
from storage.database import Database
from tests.agent.typed_call import sample_settings, typed_call
from tests.randomness import some
from tests.room.agenda import marks_in
from tests.room.caller import Caller, caller_in
from tests.room.jobs import view_of
from tests.room.shared import User
from tests.servers.livekit import LiveKitServer
from tests.servers.worker import worker

pytestmark = pytest.mark.server

MAILS = 8
ALL_SAID = inf
SOME = (0.0, 0.4, 1.0, 0.2, 2.0)
OTHERS = (ALL_SAID, 0.1, 0.7, 1.4, 0.3)
"""Five breaks in a call: so much sound of an answer has been received when the process is killed."""
THREE = tuple(some((*SOME, *OTHERS), 3)[:3])


async def told_of_all(folder: Path) -> dict[str, MailId]:
    """How a call words the beginning of each mail, and which mail that is."""
    settings = sample_settings(folder, aloud_data_dir=folder / "twin", unread=MAILS)
    words: dict[str, MailId] = {}
    async with typed_call(settings, now=datetime.now(UTC)) as twin:
        await twin.greet()
        while twin.current is not None:
            told = next(passage for passage in twin.call.dialogue.last_said if passage.role is PassageRole.MAIL)
            words[_beginning(told)] = twin.current
            await twin.type("next")
    assert len(words) == MAILS
    return words


def _beginning(told: Passage) -> str:
    return told.strip()[:70]


def of_those_heard(marks: Mapping[MailId, tuple[str, str | None]]) -> set[MailId]:
    return {mail for mail, (status, _) in marks.items() if status == "briefed"}


async def heard(folder: Path) -> set[MailId]:
    """What a worker of the test's own remembers."""
    async with Database(f"sqlite:///{folder / 'data' / 'aloud.db'}") as database:
        return of_those_heard(await marks_in(SqlLedger(database)))


async def listen_for(caller: Caller, seconds: float, *, after: int) -> None:
    """So much sound behind the frame `after`, or until the agent waits for an answer."""
    if seconds == ALL_SAID:
        await listen_to_the_end(caller)
    elif seconds:
        await caller.hear_for(seconds, after=after)


async def say_next(caller: Caller) -> None:
    """Type "next", and wait until the answer begins."""
    said = len(caller.agent_said)
    await caller.send("next")
    await caller.hear(after=said)


async def listen_to_the_end(caller: Caller) -> None:
    """Until the agent waits for an answer."""

    def asked() -> bool:
        return caller.agent_state == "listening" and "".join(caller.agent_said[-1:]).rstrip().endswith("?")

    await caller.wait_until(asked, "a question")


async def brief_to_the_end(caller: Caller, words: dict[str, MailId]) -> None:
    """Say "next" as soon as a mail has been begun, until the closing words."""

    def closed() -> bool:
        return "left" in caller.agent_said[-1] or "briefed" in caller.agent_said[-1]

    for _ in range(2 * MAILS):
        if closed():
            return
        said = len(caller.agent_said)
        await say_next(caller)
        await caller.wait_until(lambda said=said: closed() or bool(times_told(caller.agent_said[said:], words)), "a mail or the end")  # type: ignore[misc]
    raise AssertionError(f"no end: {caller.agent_said}")


def times_told(said: list[str], words: dict[str, MailId]) -> Counter[MailId]:
    """How often each mail was begun to be told in full."""
    return Counter(mail for text in said for beginning, mail in words.items() if text.strip().startswith(beginning))


@pytest.mark.takes(50)
@pytest.mark.parametrize(
    "breaks_after_s",
    [
        pytest.param(THREE, id="three"),
        pytest.param(SOME, id="some", marks=pytest.mark.proof),
        pytest.param(OTHERS, id="others", marks=pytest.mark.proof),
    ],
)
async def test_jobs_killed_at_any_point_of_a_call_are_replaced_by_one_each_and_lose_and_repeat_nothing(
    user: User, breaks_after_s: tuple[float, ...]
) -> None:
    user.has_mail(unread=MAILS)
    words = await told_of_all(user.folder)
    known: list[set[MailId]] = []
    async with user.calls() as caller, view_of(user.worker.livekit, user.room()) as room:
        await caller.hear(after=0, containing="unread mails")
        for after_s in breaks_after_s:
            frames = caller.loud_frames
            await say_next(caller)
            await listen_for(caller, after_s, after=frames)
            said = len(caller.agent_said)
            known.append(of_those_heard(await user.marks()))
            (dead,) = before = await room.agents()
            user.job_process().kill()
            assert len(await room.another_agent(before) - before) == 1
            await caller.hear(after=said, containing=replies.BACK_AGAIN)
            assert len(await room.agents()) == 1
            assert json.dumps({"user_id": user.user_id, "replaces": dead.removeprefix("agent-")}) in await room.dispatches()
            for mail_id in known[-1]:
                assert times_told(caller.agent_said[said:], words)[mail_id] == 0, "told again"
        await listen_to_the_end(caller)
        await brief_to_the_end(caller, words)
        assert set(times_told(caller.agent_said, words)) == set(words.values())
    await user.leave()
    assert of_those_heard(await user.marks()) == set(words.values())


@asynccontextmanager
async def a_call(livekit: LiveKitServer, folder: Path, mail: dict[str, str], number: int) -> AsyncIterator[Caller]:
    """A worker of its own, which is killed with all its jobs when the block ends, and a caller."""
    async with worker(livekit, folder, log=f"{number}.log", **mail) as running, caller_in(livekit, room=f"worker {number}") as caller:
        yield caller
        running.kill()


@pytest.mark.proof
@pytest.mark.parametrize("breaks_after_s", [SOME, OTHERS])
async def test_workers_killed_at_any_point_of_a_call_lose_and_repeat_nothing(
    tmp_path: Path, livekit: LiveKitServer, breaks_after_s: tuple[float, ...]
) -> None:
    sample_settings(tmp_path, unread=MAILS, now=datetime.now(UTC))
    mail = {"ALOUD_MAILDIR": str(tmp_path / "inbox"), "ALOUD_ADDRESSES": SAMPLE_ADDRESS}
    words = await told_of_all(tmp_path)
    begun: Counter[MailId] = Counter()
    for number, after_s in enumerate(breaks_after_s):
        known = await heard(tmp_path) if number else set()
        async with a_call(livekit, tmp_path, mail, number) as caller:
            await caller.hear(after=0, containing="unread mails" if number == 0 else replies.YOU_ARE_BACK)
            await caller.wait_until(lambda: len(caller.agent_said) > 1, "the mail where it broke off")
            frames = caller.loud_frames
            await say_next(caller)
            await listen_for(caller, after_s, after=frames)
            told = times_told(caller.agent_said, words)
            assert known.isdisjoint(told), "told again"
            begun += told
    async with worker(livekit, tmp_path, **mail), caller_in(livekit, room="the last") as caller:
        await listen_to_the_end(caller)
        await brief_to_the_end(caller, words)
        begun += times_told(caller.agent_said, words)
    assert set(begun) == set(words.values())
    assert await heard(tmp_path) == set(words.values())


@pytest.mark.takes(35)
async def test_of_two_calls_the_newer_goes_on_at_the_same_mail_and_the_older_is_told(user: User) -> None:
    user.has_mail(unread=MAILS)
    words = await told_of_all(user.folder)
    async with user.calls("telephone") as older:
        await older.hear(after=0, containing="unread mails")
        await listen_to_the_end(older)
        await say_next(older)
        await listen_to_the_end(older)
        async with user.calls("page") as newer:
            await newer.hear(after=0, containing=replies.YOU_ARE_BACK)
            await older.hear(after=0, containing=replies.TAKEN_OVER)
            await older.wait_until_gone()
            await listen_to_the_end(newer)
            await brief_to_the_end(newer, words)
            both = times_told(older.agent_said, words) + times_told(newer.agent_said, words)
            assert both == Counter(dict.fromkeys(words.values(), 1))
    await user.leave()
    assert of_those_heard(await user.marks()) == set(words.values())
