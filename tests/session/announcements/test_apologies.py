"""What is told between two replies: once when it begins, again only if it was well in between."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from briefing.speech.sentences.about_failures import REMARKS, Trouble
from tests.agent.typed_call import TypedCall, sample_settings, typed_call
from tests.servers.redis import RedisServer

pytestmark = pytest.mark.slow

MAIL_AWAY, MEMORY_AWAY = REMARKS[Trouble.MAIL_AWAY].first, REMARKS[Trouble.MEMORY_AWAY].first
MOST_TURNS = 60


@pytest_asyncio.fixture
async def call(tmp_path: Path) -> AsyncIterator[TypedCall]:
    async with typed_call(sample_settings(tmp_path)) as call:
        await call.greet()
        yield call


async def told(call: TypedCall, sentence: str, *, times: int = 1) -> None:
    """Go on until the sentence was said so often: what fails is told when the agent next falls silent."""
    for _ in range(MOST_TURNS):
        if call.page.text.count(sentence) >= times:
            return
        await go_on(call, 1)
    raise AssertionError(f"not told in {MOST_TURNS} turns")


async def go_on(call: TypedCall, turns: int) -> None:
    for _ in range(turns):
        await call.type("next")
        await call.session.wait_for_idle()


async def test_a_mailbox_that_is_away_is_told_once_and_again_only_after_it_was_back(call: TypedCall, tmp_path: Path) -> None:
    inbox, away = tmp_path / "inbox", tmp_path / "away"
    shutil.move(inbox, away)
    await told(call, MAIL_AWAY)
    await go_on(call, 4)
    assert call.page.text.count(MAIL_AWAY) == 1
    shutil.move(away, inbox)
    assert "Archived" in await call.type("archive it")
    await go_on(call, 5)
    shutil.move(inbox, away)
    await told(call, MAIL_AWAY, times=2)


async def test_a_change_that_fails_is_told_by_its_tool_and_no_apology_follows_it(call: TypedCall, tmp_path: Path) -> None:
    await go_on(call, 3)
    shutil.move(tmp_path / "inbox", tmp_path / "away")
    before = call.page.text.count(MAIL_AWAY)
    assert (await call.type("archive it")).endswith("the mail is where it was.")
    await call.session.wait_for_idle()
    assert call.page.text.rstrip().endswith("the mail is where it was.")
    assert call.page.text.count(MAIL_AWAY) == before


async def test_what_the_greeting_says_is_not_said_again(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    shutil.move(tmp_path / "inbox", tmp_path / "away")
    async with typed_call(settings) as call:
        await call.greet()
        await call.type("how many are left?")
        await call.session.wait_for_idle()
        assert MAIL_AWAY not in call.page.text


@pytest.mark.server
async def test_a_ledger_that_is_away_is_told_once(tmp_path: Path) -> None:
    with RedisServer() as redis:
        async with typed_call(sample_settings(tmp_path, redis_url=redis.url)) as call:
            await call.greet()
            redis.kill()
            await told(call, MEMORY_AWAY)
            await go_on(call, 3)
            assert call.page.text.count(MEMORY_AWAY) == 1
