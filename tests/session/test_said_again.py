"""What "say that again" says: what was said last, with the numbers as they are now, and no question that is no longer open."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from briefing.mail import MailId, account_of
from session.skills.changing.asking import examples
from tests.session.test_written_call import Written, written

AGAIN = "say that again"


async def lines(call: Written, *said: str) -> str:
    return [await call.type(line) for line in said][-1]


def elsewhere(call: Written, mails: Sequence[MailId]) -> None:
    """Another program takes these away."""
    call.call.tracker.remove_handled_elsewhere(mails)


async def test_a_topic_is_said_again_with_the_mails_that_it_has_now(tmp_path: Path) -> None:
    async with written(tmp_path, unread=12) as call:
        told = await lines(call, "next topic", "next topic")
        assert told.startswith("On to the next topic. Next topic: Harbour Museum contract, three mails.")
        assert call.current is not None
        topic = call.call.tracker.topic_of(call.current)
        assert topic is not None
        there = [mail.mail_id for mail in call.call.tracker.active_mails() if mail.mail_id != call.current]
        elsewhere(call, there[:1])
        again = await call.type(AGAIN)
        assert "three mails" not in again
        assert again.startswith("Harbour Museum contract: one of two mails is still to come.")
        elsewhere(call, there[1:])
        assert "still to come" not in await call.type(AGAIN)


async def test_the_closing_is_said_again_as_it_is_now(tmp_path: Path) -> None:
    async with written(tmp_path, unread=3) as call:
        closing = await lines(call, "skip it", "skip it", "next")
        assert "You skipped two" in closing
        skipped = [mail.mail_id for mail in call.call.tracker.skipped_mails()]
        elsewhere(call, skipped[:1])
        assert "You skipped one" in await call.type(AGAIN)
        assert call.current is None
        elsewhere(call, skipped[1:])
        assert "ou skipped" not in await call.type(AGAIN)


async def test_an_offer_that_is_said_again_is_open_again(tmp_path: Path) -> None:
    async with written(tmp_path, unread=12) as call:
        first = call.current
        offered = await lines(call, "skip it", "what did I skip")
        assert "You skipped one" in offered
        assert await lines(call, "no", AGAIN) == offered
        await call.type("yes")
        assert call.current == first


@pytest.mark.parametrize("between", ["no", "how many are left"])
async def test_a_list_of_skipped_mail_is_made_anew(tmp_path: Path, between: str) -> None:
    async with written(tmp_path, unread=12) as call:
        await lines(call, "skip it", "skip it", "what did I skip", between)
        elsewhere(call, [mail.mail_id for mail in call.call.tracker.skipped_mails()][:1])
        assert (await call.type(AGAIN)).startswith("You skipped one:")


async def test_a_question_that_was_answered_is_not_put_again(tmp_path: Path) -> None:
    async with written(tmp_path, unread=12) as call:
        assert call.current is not None
        sender = examples(call.call, [call.current])[0]
        assert (await call.type("archive the next seven")).startswith("Archive seven mails: ")
        again = await lines(call, "no", AGAIN)
        assert "Archive seven" not in again
        assert sender in again


async def test_a_question_that_is_open_is_said_again_and_then_answered(tmp_path: Path) -> None:
    async with written(tmp_path, unread=12) as call:
        question = await call.type("archive the next seven")
        assert await call.type(AGAIN) == question
        assert "Archived: seven mails." in await call.type("yes")


async def test_what_was_done_to_another_mail_is_what_was_said_last(tmp_path: Path) -> None:
    async with written(tmp_path, unread=12) as call:
        await call.type("next")
        done = await call.type("archive the third one")
        assert done.startswith("Archived: the mail from")
        assert await call.type(AGAIN) == done
        assert call.current is not None
        assert account_of(call.current)
