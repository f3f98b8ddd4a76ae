"""A call that breaks off is taken up at the same mail, whatever was written last before it broke off."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from briefing.mail import MailStatus, Mark, provider_id_of
from tests.agent.typed_call import NOW, sample_settings, typed_call
from tests.agent.whole_calls.test_acceptance import presented_by_next

pytestmark = pytest.mark.slow

SHORTLY, LATER, NEXT_DAY = timedelta(seconds=30), timedelta(hours=2), timedelta(hours=20)


@pytest.mark.parametrize("after", [SHORTLY, LATER])
async def test_a_call_that_broke_off_at_mail_12_goes_on_at_mail_12(tmp_path: Path, after: timedelta) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        heard = await presented_by_next(call, most=12)
        agenda = [mail.mail_id for topic in call.look.agenda.topics for mail in topic.mails]
    async with typed_call(settings, now=NOW + after) as call:
        said = await call.greet()
        assert call.current == heard[-1]
        assert call.call.tracker.progress().mails == 50
        assert ("12" in said and "38" in said) is (after is LATER)
        assert sorted([*heard, *(await presented_by_next(call))[1:]]) == sorted(agenda)


async def test_who_goes_back_after_it_reaches_what_the_call_before_told(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        heard = await presented_by_next(call, most=3)
    async with typed_call(settings, now=NOW + SHORTLY) as call:
        await call.greet()
        await call.type("go back")
        assert call.current == heard[1]


@pytest.mark.parametrize("how", ["goodbye", "the day after"])
async def test_after_a_goodbye_or_the_day_after_the_briefing_begins_afresh(tmp_path: Path, how: str) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        await presented_by_next(call, most=5)
        if how == "goodbye":
            await call.type("goodbye")
    async with typed_call(settings, now=NOW + (LATER if how == "goodbye" else NEXT_DAY)) as call:
        assert "go on where we were" not in await call.greet()
        assert call.call.tracker.progress().mails == 45


async def test_a_mark_that_outran_the_saved_state_is_not_told_again(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        first, second = [mail.mail_id for topic in call.look.agenda.topics for mail in topic.mails][:2]
        await call.call.records.ledger.mark("local", [Mark(mail_id=second, status=MailStatus.BRIEFED, at=NOW)])
    async with typed_call(settings, now=NOW + SHORTLY) as call:
        await call.greet()
        assert call.current not in {first, second}  # the user had left the first one and heard the second
        assert second not in await presented_by_next(call)


async def test_a_mail_that_was_heard_and_not_left_is_gone_on_with_though_the_saved_state_is_older(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        call.call.tracker.advance(at=NOW)
        here = call.current
        assert here is not None
        call.call.records.saved.put(call.call.tracker)
        assert await call.call.records.saved.drain()
        await call.call.records.ledger.mark("local", [Mark(mail_id=here, status=MailStatus.BRIEFED, at=NOW)])
    async with typed_call(settings, now=NOW + SHORTLY) as call:
        await call.greet()
        assert call.current == here


async def test_what_was_read_elsewhere_meanwhile_has_left_the_agenda(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        gone = [mail.mail_id for topic in call.look.agenda.topics for mail in topic.mails][1]
    path = next((tmp_path / "inbox").glob(f"*/{provider_id_of(gone)}*"))
    path.rename(tmp_path / "inbox" / "cur" / f"{provider_id_of(gone)}:2,S")
    async with typed_call(settings, now=NOW + SHORTLY) as call:
        await call.greet()
        assert call.call.tracker.progress().mails == 49
        assert gone not in await presented_by_next(call)


@pytest.mark.parametrize("goodbye", [False, True])
async def test_what_was_dealt_with_elsewhere_is_said_at_the_next_calls_start_and_only_there(tmp_path: Path, goodbye: bool) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        gone = [mail.mail_id for topic in call.look.agenda.topics for mail in topic.mails][2:4]
        if goodbye:
            await call.type("goodbye")
    for mail in gone:
        next((tmp_path / "inbox").glob(f"*/{provider_id_of(mail)}*")).rename(tmp_path / "inbox" / "cur" / f"{provider_id_of(mail)}:2,S")
    async with typed_call(settings, now=NOW + LATER) as call:
        assert "Two of those waiting have been dealt with." in await call.greet()
    async with typed_call(settings, now=NOW + 2 * LATER) as call:
        assert "have been dealt with" not in await call.greet()


async def test_the_newer_of_two_calls_goes_on_and_the_older_learns_it(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as older:
        await older.greet()
        heard = await presented_by_next(older, most=4)
        await older.call.records.saved.drain()
        async with typed_call(settings, now=NOW + SHORTLY) as newer:
            await newer.greet()
            assert newer.current == heard[-1]
            async with asyncio.timeout(10):
                await older.call.records.saved.taken_over.wait()
            assert not newer.call.records.saved.taken_over.is_set()


async def test_two_users_never_take_over_from_each_other(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as one, typed_call(settings, user_id="somebody else") as other:
        await one.greet()
        await other.greet()
        await one.type("next")
        await one.call.records.saved.drain()
        assert not one.call.records.saved.taken_over.is_set()
        assert not other.call.records.saved.taken_over.is_set()
