"""Requests beside each other: who waits for whom, and what is left behind by those who leave."""

import asyncio
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509

from providers.mailbox import (
    MailboxUnavailableError,
)
from providers.resilience.priority import Priority
from tests.providers.gmail.doubles.double import (
    ADDRESS,
    answer_after,
    cut,
    hang,
    refusal,
)
from tests.providers.gmail.doubles.line import opened
from tests.servers.http_server import certified

LOOPBACK = x509.IPAddress(ip_address("127.0.0.1"))


async def test_who_is_made_to_wait_holds_up_nobody_else() -> None:
    async with opened() as line:
        line.double.pages.append({})
        line.clock.go_on.clear()
        line.double.fails.append(refusal(429, "rateLimitExceeded"))
        waiting = asyncio.create_task(line.api.profile())
        await line.clock.times(1)
        await line.api.list_messages("is:unread")
        assert not waiting.done()
        line.clock.go_on.set()
        assert (await waiting).address == ADDRESS


async def test_requests_that_hang_leave_places_for_who_is_in_more_of_a_hurry() -> None:
    async with opened() as line:
        line.double.fails.extend([hang] * 20)
        ahead = [asyncio.create_task(line.api.profile(priority=Priority.PREFETCH)) for _ in range(20)]
        await line.double.busy(4)
        looking = asyncio.create_task(line.api.profile(priority=Priority.POLLING))
        await line.double.busy(5)
        line.double.fails.clear()
        assert (await line.api.profile()).address == ADDRESS
        assert (line.double.at_once, line.double.most_at_once) == (5, 6)
        for task in (*ahead, looking):
            task.cancel()
        await asyncio.gather(*ahead, looking, return_exceptions=True)


async def test_no_more_requests_are_under_way_than_allowed() -> None:
    async with opened(concurrency=3) as line:
        line.double.fails.extend([hang] * 3)
        hanging = [asyncio.create_task(line.api.profile()) for _ in range(20)]
        await line.double.busy(3)
        hanging.pop(0).cancel()
        await asyncio.wait(hanging, return_when=asyncio.FIRST_COMPLETED)
        assert line.double.most_at_once == 3
        for task in hanging:
            task.cancel()
        await asyncio.gather(*hanging, return_exceptions=True)


async def test_a_request_that_hangs_ends_when_its_caller_gives_up() -> None:
    async with opened(concurrency=1) as line:
        line.double.fails.append(hang)
        leaving = asyncio.create_task(line.api.profile())
        await line.double.busy(1)
        leaving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await leaving
        await line.double.idle()
        assert (await line.api.profile()).address == ADDRESS, "the only slot is free again"
        assert line.double.asked == ["GET profile"] * 2


async def test_who_gives_up_while_the_token_is_fetched_for_all_ends_it_for_nobody_else() -> None:
    async with opened(token="") as line:
        go_on = asyncio.Event()
        line.double.token_fails.append(answer_after(go_on, "a new token"))
        first = asyncio.create_task(line.api.profile())
        await line.double.busy(1)
        others = [asyncio.create_task(line.api.profile()) for _ in range(3)]
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.wait([first])
        line.double.token = "a new token"
        go_on.set()
        assert {(await other).address for other in others} == {ADDRESS}
        assert line.double.refreshed == 1


async def test_closing_ends_what_is_under_way_and_what_comes_after() -> None:
    async with opened() as line:
        line.double.always_fails = hang
        under_way = [asyncio.create_task(line.api.profile()) for _ in range(10)]
        await line.double.busy(8)
        await line.api.aclose()
        results = await asyncio.gather(*under_way, return_exceptions=True)
        assert {type(result) for result in results} == {MailboxUnavailableError}
        with pytest.raises(MailboxUnavailableError):
            await line.api.profile()


# Over an encrypted connection


async def test_an_encrypted_connection_is_used_and_ended_like_any_other(tmp_path: Path) -> None:
    encryption, believed = certified(tmp_path / "server.pem", LOOPBACK)
    async with opened(concurrency=1, token="", encryption=encryption, believed=believed) as line:
        line.double.fails.append(cut)
        assert (await line.api.profile()).address == ADDRESS
        line.double.fails.append(hang)
        leaving = asyncio.create_task(line.api.profile())
        await line.double.busy(1)
        leaving.cancel()
        await asyncio.wait([leaving])
        assert (await line.api.profile()).address == ADDRESS, "the only slot is free again"


async def test_an_encrypted_connection_to_somebody_else_is_refused(tmp_path: Path) -> None:
    async with opened(token="", encryption=certified(tmp_path / "server.pem", LOOPBACK)[0]) as line:
        with pytest.raises(MailboxUnavailableError):
            await line.api.profile()
        assert (line.double.asked, line.double.refreshed) == ([], 0)
