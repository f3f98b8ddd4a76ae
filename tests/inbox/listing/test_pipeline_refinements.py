"""Better agendas behind the first: few of them, the cursor stays, and counts are logged and nothing else."""

import asyncio
import logging
import time

import pytest

from briefing.mail import Address, MailId
from briefing.tracking.tracker import BriefingSessionTracker
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mail, new_mails, unavailable
from tests.inbox.pipelines import all_agendas, ledger_with, loaded_in, mails_of, mark, pipeline_over, progress_of, varied_mails
from tests.inbox.virtual_clock import in_virtual_time


class TestRefinements:
    @in_virtual_time
    async def test_the_cursor_never_jumps_and_what_was_heard_stays_heard(self) -> None:
        mailbox = MemoryMailbox("work", varied_mails(2000), page_size=500)
        pipeline = pipeline_over(mailbox)
        tracker = BriefingSessionTracker((await pipeline.first_look(NOON)).agenda)
        heard: list[MailId] = []
        async for agenda in pipeline.refinements(NOON):
            for _ in range(7):
                current = tracker.current()
                assert current is not None
                heard.append(current.mail_id)
                tracker.advance(at=NOON)
            before = tracker.current()
            tracker.refine(agenda)
            after = tracker.current()
            assert before is not None
            assert after is not None
            assert after.mail_id == before.mail_id
        rest = progress_of(tracker)
        assert len(heard) == len(set(heard))
        assert rest.isdisjoint(heard)
        assert sorted([*heard, *rest]) == sorted(mailbox.unread_ids)
        assert tracker.progress().briefed == 2000

    @pytest.mark.slow
    @pytest.mark.parametrize("unread", [501, 5000, 20_000])
    @in_virtual_time
    async def test_agendas_are_few_and_all_of_them_together_little_more_than_the_last(self, unread: int) -> None:
        mailbox = MemoryMailbox("work", new_mails(unread), page_size=500)
        look, *agendas = (await all_agendas(pipeline_over(mailbox)))[1]
        loaded = [loaded_in(agenda) for agenda in agendas]
        assert loaded_in(look) == 50
        assert 2 <= len(loaded) <= 6
        assert sum(loaded) <= 2.5 * unread
        assert loaded[-1] == unread

    @in_virtual_time
    async def test_true_counts_come_before_the_envelopes(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(2000), page_size=500)
        pipeline = pipeline_over(mailbox)
        await pipeline.first_look(NOON)
        first = await anext(pipeline.refinements(NOON))
        assert len(mails_of(first)) == 2000
        assert mailbox.asked["envelopes"] == 1

    @in_virtual_time
    async def test_nothing_is_refined_where_nothing_is_left(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(50))
        _, agendas = await all_agendas(pipeline_over(mailbox))
        assert len(agendas) == 1
        assert mailbox.asked["envelopes"] == 1

    @pytest.mark.slow
    def test_a_call_is_not_stalled_while_a_large_inbox_loads(self) -> None:
        """By the processor time of the loop's own thread: between two turns of another task it never works as long as an agenda takes."""
        pauses, spent = asyncio.run(pauses_while_loading(10_000))
        assert spent > 0.3, "too little work to stall anything"
        assert max(pauses) < spent / 10


async def pauses_while_loading(unread: int) -> tuple[list[float], float]:
    """How long the loop's thread worked between two turns of another task, and what the refinements cost all threads, in processor time."""
    pipeline = pipeline_over(MemoryMailbox("work", varied_mails(unread), page_size=500))
    await pipeline.first_look(NOON)
    pauses: list[float] = []

    async def tick() -> None:
        while True:
            before = time.thread_time()
            await asyncio.sleep(0.01)
            pauses.append(time.thread_time() - before)

    ticking = asyncio.create_task(tick())
    began = time.process_time()
    async for _ in pipeline.refinements(NOON):
        pass
    spent = time.process_time() - began
    ticking.cancel()
    await asyncio.wait([ticking])
    return pauses, spent


CANARY = "canary-7f3a"


class TestLogs:
    @in_virtual_time
    async def test_counts_are_logged_and_nothing_of_the_mail(self, caplog: pytest.LogCaptureFixture) -> None:
        sender = Address(name=f"{CANARY} Keller", email=f"{CANARY}@people.example")
        mails = [new_mail(f"{CANARY}{number}", subject=f"{CANARY} {number}", sender=sender) for number in range(80)]
        mailbox = MemoryMailbox("work", mails, page_size=30)
        mailbox.lose(mails[3].mail_id)
        mailbox.fail("unread", lambda: RuntimeError(CANARY), after=1, times=1)
        mailbox.fail("envelopes", unavailable, after=1)
        ledger = await ledger_with(*(mark(mail.mail_id) for mail in mails[:10]))
        with caplog.at_level(logging.DEBUG):
            await all_agendas(pipeline_over(mailbox, ledger=ledger))
        records = [record for record in caplog.records if record.name.startswith("inbox")]
        said = [str({**vars(record), "message": record.getMessage()}) for record in records]
        assert not [line for line in said if CANARY in line]
        listed = [vars(record) for record in records if record.getMessage() == "mail listed"]
        counts = [(record["fetched"], record["left_out"], record["remaining"]) for record in listed]
        assert counts == [(30, 10, 20), (30, 0, 30), (20, 0, 20)]
        assert "not all mail could be read" in [record.getMessage() for record in records]

    @in_virtual_time
    async def test_nothing_is_logged_as_lost_when_nothing_is(self, caplog: pytest.LogCaptureFixture) -> None:
        with caplog.at_level(logging.ERROR):
            await all_agendas(pipeline_over(MemoryMailbox("work", varied_mails(500))))
        assert not [record for record in caplog.records if record.name == "inbox.listing.pipeline"]
