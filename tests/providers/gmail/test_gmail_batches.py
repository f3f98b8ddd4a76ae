"""Batches that fail in part or as a whole: what was read is kept, the rest is asked for again, and what stays unread is named."""

import pytest

from providers.mailbox import (
    MailboxUnavailableError,
    SignInNeededError,
)
from tests.providers.gmail.doubles.double import (
    Fails,
    refusal,
)
from tests.providers.gmail.doubles.line import FIRST_DELAY_S, PASSING, WHOLE_S, opened

passing = pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING)


async def test_mails_that_a_batch_refuses_are_asked_for_one_by_one() -> None:
    async with opened() as line:
        ids = line.double.add("1", "2", "3", "4")
        line.double.refuse_in_batch("2", 429, "rateLimitExceeded", ("Retry-After", "1"))
        line.double.refuse_in_batch("3", 500, "backendError")
        messages = await line.api.messages(ids)
        assert [*messages.found] == ids
        assert sorted(line.double.asked) == ["GET message 2", "GET message 3", "POST batch of 4"]
        assert sorted(line.clock.waited) == [FIRST_DELAY_S, 1.0]
        assert line.units == 6 * 20


async def test_a_token_that_runs_out_within_a_batch_is_renewed() -> None:
    async with opened() as line:
        ids = line.double.add("1", "2")
        line.double.refuse_in_batch("2", 401, "authError")
        assert [*(await line.api.messages(ids)).found] == ids


async def test_a_mail_that_cannot_be_read_now_is_named_and_the_others_are_there() -> None:
    async with opened() as line:
        ids = line.double.add("1", "2", "3")
        line.double.refuse_in_batch("2", 500, "backendError")
        line.double.fails.append(None)
        line.double.fails.extend([refusal(500, "backendError")] * 20)
        messages = await line.api.messages(ids)
        assert [*messages.found] == ["1", "3"]
        assert messages.not_loaded == ("2",)
        assert sum(line.clock.waited) < WHOLE_S


@pytest.mark.parametrize("reason", ["insufficientPermissions", "accessNotConfigured", "forbidden"])
async def test_a_mail_that_may_not_be_read_is_not_loaded_and_says_nothing_about_the_account(reason: str) -> None:
    async with opened() as line:
        ids = line.double.add("1", "2", "3")
        line.double.refuse_in_batch("2", 403, reason)
        messages = await line.api.messages(ids)
        assert ([*messages.found], messages.not_loaded) == (["1", "3"], ("2",))
        assert line.double.asked == ["POST batch of 3"]


async def test_a_batch_that_is_refused_as_a_whole_for_lack_of_permission_means_signing_in() -> None:
    async with opened() as line:
        ids = line.double.add("1", "2")
        line.double.always_fails = refusal(403, "insufficientPermissions")
        with pytest.raises(SignInNeededError):
            await line.api.messages(ids)


async def test_of_a_batch_whose_end_is_missing_the_beginning_is_kept() -> None:
    async with opened() as line:
        ids = line.double.add("1", "2", "3", "4")
        line.double.cut_batch_to = 2_500
        assert [*(await line.api.messages(ids)).found] == ids
        batch, *alone = line.double.asked
        assert batch == "POST batch of 4"
        assert 0 < len(alone) < 4


@passing
async def test_a_batch_that_fails_as_a_whole_is_asked_again_as_a_whole(fault: Fails) -> None:
    async with opened() as line:
        ids = line.double.add("1", "2", "3")
        line.double.fails.append(fault)
        assert [*(await line.api.messages(ids)).found] == ids
        assert (line.double.asked, line.units) == (["POST batch of 3"] * 2, 120)


async def test_only_where_no_batch_is_answered_the_mailbox_is_away() -> None:
    async with opened() as line:
        ids = line.double.add(*map(str, range(60)))
        line.double.always_fails = refusal(503, "backendError")
        with pytest.raises(MailboxUnavailableError):
            await line.api.messages(ids)
