"""What is about to leave is held back at a word, all of it and nothing else: in this call or the next, whatever else is open."""

import asyncio
from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import pytest_asyncio

from actions.sending.dispatch import sendings
from actions.sending.sending_store import SendingStore
from briefing.mail_action import MailAction
from briefing.speech.sentences import about_sending as words
from briefing.understanding.understanding import understand
from providers.connections.credentials import Vault
from providers.connections.secret_key import FolderKey
from providers.durable.due_work import DueClock
from session.announcements import sending_news
from session.announcements.queue import AnnouncementQueue
from session.behaviours import tell_of_sendings
from session.model_words.claim_filter import is_proved
from session.outgoing import OutgoingEvent
from session.plain_answers import plain_answer
from session.skills.writing.holding_at_once import hold_at_once
from session.turn.tool_of_command import HOLD_BACK
from tests.agent.acting_calls import ActingCall, acting_call
from tests.agent.given_floor import GivenFloor
from tests.servers.smtp import smtp_server

pytestmark = pytest.mark.slow

FIRST = ("reply that Tuesday works", "send it")
SECOND = ("open the newest mail from Marcus", "reply that I will call you back", "send it")
NOT_SENT = "was held back; it is not sent."
LATER = ("reply that Tuesday works", "send it tomorrow at nine", "yes")


@pytest_asyncio.fixture
async def call(tmp_path: Path) -> AsyncIterator[ActingCall]:
    """One in which nothing leaves."""
    async with acting_call(tmp_path, hold_s=60) as call:
        yield call


async def on_its_way(call: ActingCall) -> int:
    return len(await call.typed.call.acting.outbox.waiting())


async def leaves_elsewhere(call: ActingCall, *, after_s: float) -> None:
    """Another process sends what is due then."""
    hands = call.typed.call.acting
    vault = Vault(FolderKey(None, call.inbox.parent / "data"))
    database = hands.drafts._database

    def then() -> datetime:
        return call.typed.call.now() + timedelta(seconds=after_s)

    outbox = sendings(SendingStore(database, vault), hands.senders, now=then)
    assert await DueClock(database, [outbox], now=then).work_due() == 1


async def test_stop_says_nothing_of_a_mail_for_later_and_leaves_it(call: ActingCall) -> None:
    await call.dialogue(*LATER, "next")
    before = call.typed.page.text
    await call.type("stop")
    assert (call.typed.page.text, await on_its_way(call)) == (before, 1)


async def test_to_undo_a_mail_that_is_about_to_leave_is_to_hold_it_back(call: ActingCall) -> None:
    await call.dialogue(*FIRST)
    assert words.HELD_BACK in await call.type("undo")
    assert await on_its_way(call) == 0


async def test_stop_holds_back_all_that_is_within_its_hold_and_shows_the_draft_of_the_last(call: ActingCall) -> None:
    await call.dialogue(*FIRST, *SECOND)
    assert await call.type("stop") == (
        "Held back; two mails are not sent. The drafts stay. The last is to Marcus Bell. Send it, change it, or leave it?"
    )
    kept = call.typed.call.acting.kept
    assert (await on_its_way(call), kept and kept.body) == (0, "I will call you back.")


async def test_a_line_that_is_too_long_to_tell_holds_back_what_is_about_to_leave(call: ActingCall) -> None:
    await call.dialogue(*FIRST)
    assert words.HELD_BACK in await call.type("I was just wondering about this and that. " * 200)
    assert await on_its_way(call) == 0


async def test_stop_holds_back_what_is_within_its_hold_beside_a_mail_for_later(call: ActingCall) -> None:
    await call.dialogue(*LATER, *SECOND)
    assert words.HELD_BACK in await call.type("stop")
    assert [news.action for news in await call.typed.call.acting.outbox.waiting()] == [MailAction.SEND_LATER]


async def test_stop_while_a_question_is_open_holds_the_mail_back_and_voids_the_question(call: ActingCall) -> None:
    await call.dialogue(*FIRST, "archive all newsletters")
    before = call.place(call.open)
    assert words.HELD_BACK in await call.type("stop")
    await call.type("yes")
    assert (await on_its_way(call), call.place(call.open), call.typed.call.dialogue.asked) == (0, before, None)


@pytest.mark.parametrize("line", ["stop, don't send it!", "don't send it", "cancel it"])
async def test_who_wants_to_hold_back_a_mail_that_they_heard_has_left_is_told_so_again(call: ActingCall, line: str) -> None:
    await call.dialogue(*FIRST)
    outgoing, now = call.typed.call.acting.outgoing, call.typed.call.now()
    (held,) = outgoing.held
    outgoing.happened(held.sending_id, OutgoingEvent.LEAVES, now)
    outgoing.happened(held.sending_id, OutgoingEvent.TOLD, now)
    assert plain_answer(call.typed.call, understand(line)) == HOLD_BACK


async def test_a_mail_that_another_process_has_just_sent_is_too_late_and_the_one_for_later_stays(call: ActingCall) -> None:
    await call.dialogue(*LATER, *SECOND)
    await leaves_elsewhere(call, after_s=61)
    assert await call.type("stop") == words.HAS_LEFT
    assert await on_its_way(call) == 1


async def test_what_was_put_in_by_the_call_before_is_held_back_in_this_one(tmp_path: Path) -> None:
    async with smtp_server() as desk:
        async with acting_call(tmp_path, desk=desk, hold_s=60) as call:
            await call.dialogue(*FIRST)
        async with acting_call(tmp_path, desk=desk, hold_s=60) as call:
            assert words.HELD_BACK in await call.type("stop")
            kept = call.typed.call.acting.kept
            assert (await on_its_way(call), kept and kept.body) == (0, "Tuesday works.")


async def test_the_draft_that_is_shown_is_that_of_the_mail_and_not_the_one_changed_last(call: ActingCall) -> None:
    await call.dialogue(*FIRST, *SECOND[:2], "cancel")
    kept = call.typed.call.acting.kept
    assert (await on_its_way(call), kept and kept.body) == (0, "Tuesday works.")


async def test_what_was_held_back_by_words_that_nobody_answered_is_told_unasked_and_then_no_more(tmp_path: Path) -> None:
    async with smtp_server() as desk:
        async with acting_call(tmp_path, desk=desk, hold_s=60, sends=True) as call:
            await call.dialogue(*FIRST)
            assert await hold_at_once(call.typed.call, "wait")
            await call.typed.reads(NOT_SENT, within_s=20)
            async with asyncio.timeout(10):
                while call.typed.call.acting.outgoing.taken_back:  # noqa: ASYNC110 - nothing tells of it
                    await asyncio.sleep(0.01)
            assert words.HELD_BACK not in await call.type("what time is it")
        async with acting_call(tmp_path, desk=desk, hold_s=60, sends=True) as call:
            await call.type("next")
            assert NOT_SENT not in call.typed.page.text


async def test_what_was_held_back_as_the_line_dropped_is_told_in_the_next_call(tmp_path: Path) -> None:
    async with smtp_server() as desk:
        async with acting_call(tmp_path, desk=desk, hold_s=60) as call:
            await call.dialogue(*FIRST)
            assert await hold_at_once(call.typed.call, "wait")
        async with acting_call(tmp_path, desk=desk, hold_s=60) as call:
            await call.typed.reads(NOT_SENT, within_s=20)


async def test_cancel_asks_about_a_mail_for_later_by_name_and_a_no_leaves_it(call: ActingCall) -> None:
    await call.dialogue(*LATER, "next")
    assert "on Wednesday, 11 March, at 9 am. Shall I hold it back?" in await call.type("cancel")
    assert await call.type("no") == words.LEAVES_AS_AGREED
    assert await on_its_way(call) == 1


async def test_of_two_mails_for_later_a_no_to_the_one_asks_about_the_other(call: ActingCall) -> None:
    await call.dialogue(*LATER, *SECOND[:2], "send it tomorrow at ten", "yes")
    assert "Two mails wait to leave" in await call.type("cancel")
    assert "to marcus.bell@" in await call.type("no")
    assert words.HELD_BACK in await call.type("yes")
    (left,) = await call.typed.call.acting.outbox.waiting()
    assert left.to == ("tomasz.wolski@example.net",)


async def test_cancel_just_after_a_mail_has_left_throws_no_other_draft_away(call: ActingCall) -> None:
    await call.dialogue(*FIRST, *SECOND[:2])
    await leaves_elsewhere(call, after_s=61)
    assert await call.type("discard the draft") == words.HAS_LEFT
    assert [draft.body for draft in await call.typed.call.acting.drafts.all()] == ["I will call you back."]


async def test_news_of_an_earlier_mail_prove_nothing_of_this_turn(tmp_path: Path) -> None:
    async with acting_call(tmp_path, sends=True) as call:
        await call.dialogue(*FIRST)
        call.typed.call.acting.receipts.next_turn()
        await call.sent()
        assert not is_proved("I've sent your reply to Marcus.", call.typed.call)
        assert is_proved("I have sent one mail so far.", call.typed.call)


class StumblingFloor(GivenFloor):
    """Fails in a way that nobody expects, once; then it is said."""

    def __init__(self) -> None:
        super().__init__()
        self.told: asyncio.Queue[str] = asyncio.Queue()
        self.failures = 0

    async def say(self, words: str) -> bool:
        if not self.failures:
            self.failures += 1
            raise ValueError("unexpected")
        self.told.put_nowait(words)
        return True


async def test_what_becomes_of_a_mail_is_told_although_telling_it_has_failed_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending_news, "AGAIN_AFTER_S", 0.01)
    async with acting_call(tmp_path, hold_s=2, sends=True) as call:
        await call.dialogue(*FIRST)
        for task in asyncio.all_tasks():
            if task.get_name() in {"send and tell", "say what is unasked"}:
                task.cancel()  # the floor is another one here
        floor, call.typed.call.announcements = StumblingFloor(), AnnouncementQueue()
        tell_of_sendings(call.typed.call)
        call.typed.call.background.start("say what is unasked", call.typed.call.announcements.follow(floor))
        async with asyncio.timeout(30):
            assert "has been sent" in await floor.told.get()
        assert floor.failures == 1
