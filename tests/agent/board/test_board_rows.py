"""Rows of the page's lists, and what an undo would take back: each is about what stands there, wherever the briefing is."""

from pathlib import Path

import pytest
from livekit import rtc

from agent.board.board_messages import Board, Button
from agent.board.buttons import OTHER_TOPIC
from briefing.mail import MailId
from session.dialogue import Offer
from tests.agent.board.test_board_buttons import PageOf, page_of_call

pytestmark = pytest.mark.slow


async def drawn(page: PageOf) -> Board:
    """The board when all was looked up that it shows."""
    await page.publisher.look_up()
    return await page.board()


async def test_a_row_opens_its_mail_and_one_that_was_skipped_again(tmp_path: Path) -> None:
    async with page_of_call(tmp_path) as page:
        first = (await page.board()).current
        ahead = (await page.board()).next[2]
        assert first is not None
        said = await page.press_and_listen(Button.OPEN, MailId(first.mail_id), row=ahead.mail_id)
        board = await page.board()
        assert board.current is not None
        assert board.current.mail_id == ahead.mail_id
        assert ahead.sender_name.split()[0] in said
        await page.press_and_listen(Button.SKIP)
        assert (ahead.mail_id, "Skipped") in {(each.mail_id, each.outcome) for each in (await page.board()).done}
        await page.press_and_listen(Button.OPEN, row=ahead.mail_id)
        board = await page.board()
        assert board.current is not None
        assert board.current.mail_id == ahead.mail_id


async def test_a_mail_that_left_is_told_and_the_briefing_stays_where_it_is(tmp_path: Path) -> None:
    async with page_of_call(tmp_path) as page:
        await page.press_and_listen(Button.ARCHIVE)
        here = page.call.call.tracker.current()
        (done,) = (await page.board()).done
        assert done.sender_name.split()[0] in await page.press_and_listen(Button.OPEN, row=done.mail_id)
        assert (page.call.call.it, page.call.call.tracker.current()) == (done.mail_id, here)
        assert "next" not in await page.press_and_listen(Button.OPEN, row="no such mail")
        assert page.call.call.tracker.current() == here


async def test_a_row_answers_nothing_that_is_asked(tmp_path: Path) -> None:
    async with page_of_call(tmp_path) as page:
        ahead = (await page.board()).next[0]
        await page.call.type("archive everything")
        assert (await page.board()).offer is Offer.AGREE
        await page.press_and_listen(Button.OPEN, row=ahead.mail_id)
        board = await page.board()
        assert (board.offer, board.counts.actioned) == (None, 0)


async def test_a_topic_is_gone_to_unless_it_has_another_number_by_now(tmp_path: Path) -> None:
    async with page_of_call(tmp_path) as page:
        topic = (await page.board()).topics[4]
        with pytest.raises(rtc.RpcError, match=OTHER_TOPIC):
            await page.press(Button.TOPIC, topic=topic.number, label="Something else")
        with pytest.raises(rtc.RpcError, match=OTHER_TOPIC):
            await page.press(Button.TOPIC, topic=999, label=topic.label)
        await page.press_and_listen(Button.TOPIC, topic=topic.number, label=topic.label)
        assert [each.number for each in (await page.board()).topics if each.state == "current"] == [topic.number]


async def test_the_board_names_what_an_undo_takes_back(tmp_path: Path) -> None:
    async with page_of_call(tmp_path) as page:
        board = await drawn(page)
        assert (board.undo, board.current is not None) == ("", True)
        name = board.current.sender_name if board.current else ""
        await page.press_and_listen(Button.FLAG)
        assert (await drawn(page)).undo == f"Flagged: {name}"
        await page.call.type("flag it and archive it")
        assert (await drawn(page)).undo == f"Archived: {name}"
        await page.press_and_listen(Button.UNDO)
        assert (await drawn(page)).undo == f"Flagged: {name}"
        await page.press_and_listen(Button.UNDO)
        assert (await drawn(page)).undo == ""


async def test_what_stands_in_the_menu_is_done_to_the_open_mail(tmp_path: Path) -> None:
    async with page_of_call(tmp_path) as page:
        for button, outcome in {Button.DELETE: "Deleted", Button.SNOOZE_TO_NEXT_WEEK: "Snoozed"}.items():
            current = (await page.board()).current
            assert current is not None
            await page.press_and_listen(button, MailId(current.mail_id))
            assert (current.mail_id, outcome) in {(each.mail_id, each.outcome) for each in (await page.board()).done}
            await page.press_and_listen(Button.NEXT)
        assert "send" in await page.press_and_listen(Button.REPLY), "here nothing can be sent, and that is said"
