"""What each failure of a request does to whoever asked: how often it is asked, what is waited for, what is spent, what is raised."""

import asyncio
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from providers.mailbox import (
    MailboxError,
    MailboxUnavailableError,
    SignInNeededError,
)
from providers.resilience.priority import Priority
from providers.resilience.retry import TIMEOUTS
from tests.providers.gmail.doubles.double import (
    ADDRESS,
    RENEWED,
    Fails,
    answer_of,
    cut,
    cut_within,
    hang,
    refusal,
)
from tests.providers.gmail.doubles.line import FIRST_DELAY_S, PASSING, WHOLE_S, opened

pytestmark = pytest.mark.slow

passing = pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING)


@passing
async def test_a_fault_that_passes_costs_one_pause_and_the_units_of_one_more_request(fault: Fails) -> None:
    async with opened() as line:
        line.double.fails.append(fault)
        assert (await line.api.profile()).address == ADDRESS
        assert line.double.asked == ["GET profile"] * 2
        assert (line.clock.waited, line.units) == ([FIRST_DELAY_S], 2)


@passing
async def test_a_fault_that_stays_ends_before_who_asked_gives_up(fault: Fails) -> None:
    async with opened() as line:
        line.double.always_fails = fault
        with pytest.raises(MailboxUnavailableError):
            await line.api.profile()
        assert line.clock.waited == [0.25, 0.5, 1.0, 1.0]
        assert sum(line.clock.waited) < WHOLE_S
        assert len(line.double.asked) == line.units == 5


async def test_reading_ahead_has_a_longer_timeout() -> None:
    async with opened() as line:
        line.double.fails.extend([refusal(503, "backendError")] * 8)
        assert (await line.api.profile(priority=Priority.PREFETCH)).address == ADDRESS
        assert WHOLE_S < sum(line.clock.waited) < TIMEOUTS[Priority.PREFETCH].whole_s


async def test_a_server_that_does_not_answer_is_asked_again() -> None:
    async with opened(timeout_s=2.0) as line:
        line.double.fails.append(hang)
        assert (await line.api.profile()).address == ADDRESS
        assert (line.clock.waited, line.units) == ([FIRST_DELAY_S], 2)


async def test_no_attempt_outlasts_the_time_for_its_question() -> None:
    async with opened(concurrency=1) as line:
        line.double.fails.extend([refusal(429, "rateLimitExceeded", {"Retry-After": "2"}), refusal(503, "backendError"), hang])
        with pytest.raises(MailboxUnavailableError):
            await line.api.profile()
        assert line.clock.waited == [2.0, 0.5]
        assert (await line.api.profile()).address == ADDRESS, "the only slot is free again"


@pytest.mark.parametrize("dated", [False, True], ids=["seconds", "date"])
async def test_a_server_that_wants_to_be_left_alone_is_left_alone_for_that_long(dated: bool) -> None:
    wanted = format_datetime(datetime.now(UTC) + timedelta(seconds=3), usegmt=True) if dated else "2"
    async with opened() as line:
        line.double.fails.append(refusal(429, "rateLimitExceeded", {"Retry-After": wanted}))
        await line.api.profile()
        assert len(line.double.asked) == 2
        assert 1 < line.clock.waited[0] < WHOLE_S


async def test_a_server_that_wants_to_be_left_alone_for_longer_than_anybody_waits_is_not_asked_again() -> None:
    async with opened() as line:
        line.double.always_fails = refusal(429, "rateLimitExceeded", {"Retry-After": "60"})
        with pytest.raises(MailboxUnavailableError):
            await line.api.profile()
        assert (line.double.asked, line.clock.waited) == (["GET profile"], [])


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (refusal(403, "insufficientPermissions"), SignInNeededError),
        (refusal(403, "dailyLimitExceeded"), MailboxUnavailableError),
        (refusal(403, "accessNotConfigured"), MailboxUnavailableError),
        (refusal(403, "domainPolicy"), MailboxUnavailableError),
        (refusal(400, "invalidArgument"), MailboxUnavailableError),
        (refusal(404, "notFound"), MailboxUnavailableError),
        (answer_of(302, "", {"Location": "http://127.0.0.1:9/elsewhere"}), MailboxUnavailableError),
    ],
    ids=["not allowed", "used up for today", "switched off", "a rule of the domain", "malformed", "no such address", "sent elsewhere"],
)
async def test_a_refusal_that_will_not_pass_is_not_asked_again(fault: Fails, error: type[MailboxError]) -> None:
    async with opened() as line:
        line.double.always_fails = fault
        with pytest.raises(error):
            await line.api.profile()
        assert (line.double.asked, line.clock.waited) == (["GET profile"], [])


@pytest.mark.parametrize("fault", [cut, cut_within], ids=["cut", "cut within"])
async def test_a_change_is_never_repeated_behind_our_back(fault: Fails) -> None:
    async with opened() as line:
        line.double.add("1")
        line.double.fails.append(fault)
        assert await line.api.modify("1", remove=["UNREAD"]) == {"INBOX"}
        assert line.double.asked == ["POST modify 1"] * 2
        assert line.units == 10, "each time that it was sent is counted, so each was ours"


# Signing in


async def test_a_refused_token_is_renewed_once_and_nobody_notices() -> None:
    async with opened() as line:
        line.double.token = RENEWED
        assert (await line.api.profile()).address == ADDRESS
        assert (line.double.refreshed, line.double.asked, line.clock.waited) == (1, ["GET profile"] * 2, [])


async def test_a_token_refused_again_after_renewing_means_signing_in() -> None:
    async with opened() as line:
        line.double.always_fails = refusal(401, "authError")
        with pytest.raises(SignInNeededError):
            await line.api.profile()
        assert (line.double.refreshed, len(line.double.asked)) == (1, 2)


async def test_many_requests_at_once_fetch_one_token() -> None:
    async with opened(token="") as line:
        await asyncio.gather(*(line.api.profile() for _ in range(8)))
        assert line.double.refreshed == 1


async def test_a_token_address_that_hangs_for_who_reads_ahead_holds_up_nobody_for_long() -> None:
    async with opened(token="") as line:
        line.double.token_fails.append(hang)
        ahead = asyncio.create_task(line.api.profile(priority=Priority.PREFETCH))
        await line.double.busy(1)
        line.clock.go_on.clear()
        profiles = asyncio.gather(ahead, *(line.api.profile() for _ in range(4)))
        await line.clock.times(5)  # whoever waited for the one that failed failed with it
        assert line.double.refreshed == 1
        line.clock.go_on.set()
        assert {profile.address for profile in await profiles} == {ADDRESS}
        assert (line.double.refreshed, line.clock.waited) == (2, [FIRST_DELAY_S] * 5)


async def test_many_requests_whose_token_is_refused_fetch_one_token() -> None:
    async with opened() as line:
        line.double.token = RENEWED
        await asyncio.gather(*(line.api.profile() for _ in range(8)))
        assert line.double.refreshed == 1


async def test_a_grant_that_google_takes_no_more_means_signing_in() -> None:
    async with opened(token="") as line:
        line.double.token_fails.append(answer_of(400, '{"error": "invalid_grant", "error_description": "revoked"}'))
        with pytest.raises(SignInNeededError):
            await line.api.profile()
        assert (line.double.asked, line.double.refreshed) == ([], 1)


@pytest.mark.parametrize(
    "fault",
    [
        answer_of(503, "{}"),
        answer_of(429, "{}"),
        answer_of(403, "<html>Blocked</html>"),
        answer_of(401, '{"error": "invalid_client"}'),
        answer_of(200, "<html>"),
        cut,
    ],
    ids=["503", "429", "blocked", "client", "page", "cut"],
)
async def test_a_token_address_that_fails_is_asked_again_and_says_nothing_about_the_user(fault: Fails) -> None:
    async with opened(token="") as line:
        line.double.token_fails.append(fault)
        assert (await line.api.profile()).address == ADDRESS
        assert (line.double.refreshed, line.clock.waited) == (2, [FIRST_DELAY_S])
        line.double.token_fails.extend([fault] * 5)
    async with opened(token="") as line:
        line.double.token_fails.extend([fault] * 5)
        with pytest.raises(MailboxUnavailableError):
            await line.api.profile()
