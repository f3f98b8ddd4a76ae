"""What a pipeline makes of mail that does not load and of mailboxes that fail."""

import asyncio
from contextlib import aclosing

import pytest

from inbox.listing.first_look import PipelineOptions
from inbox.unified import UnifiedInbox
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mails, unavailable
from tests.inbox.pipelines import all_agendas, loaded_in, loaded_of, mails_of, pipeline_over, varied_mails
from tests.inbox.virtual_clock import in_virtual_time, now


class TestNotLoaded:
    """Mail that could not be read now, of a mailbox that answers: neither gone nor away."""

    @in_virtual_time
    async def test_it_stays_on_the_agenda_and_is_counted(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(30))
        mailbox.withhold(*mailbox.unread_ids[:3])
        inbox = UnifiedInbox([mailbox])
        pipeline = pipeline_over(inbox=inbox)
        look = await pipeline.first_look(NOON)
        assert sorted(mails_of(look.agenda)) == sorted(mailbox.unread_ids)
        assert (look.not_loaded, loaded_in(look.agenda), look.complete) == (3, 27, False)
        assert set(pipeline.not_loaded) == set(mailbox.unread_ids[:3])
        assert not inbox.away

    @in_virtual_time
    async def test_it_is_asked_for_again_after_all_others_and_then_loaded(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(300))
        first = mailbox.unread_ids[:3]
        mailbox.withhold(*first, times=2)
        pipeline = pipeline_over(mailbox)
        _, agendas = await all_agendas(pipeline)
        assert loaded_in(agendas[-1]) == 300
        again = [place for place, mail in enumerate(mailbox.asked_for) if mail in first][3:6]
        assert again == [300, 301, 302], "behind everything that had not been asked for"
        assert not pipeline.not_loaded

    @in_virtual_time
    async def test_pauses_grow_and_end(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(10))
        mailbox.withhold(mailbox.unread_ids[0])
        pipeline = pipeline_over(mailbox)
        _, agendas = await all_agendas(pipeline)
        assert now() == 5 + 10 + 20 + 40 + 60 + 60
        assert len(mails_of(agendas[-1])) == 10
        assert len(pipeline.not_loaded) == 1

    @in_virtual_time
    async def test_one_that_waits_for_its_quota_does_not_hold_up_the_other_and_is_not_away(self) -> None:
        on_a_quota = MemoryMailbox("work", new_mails(200), reads_at_once=20)
        at_home = MemoryMailbox("home", new_mails(200, slug="home"))
        inbox = UnifiedInbox([on_a_quota, at_home], timeout_s=10)
        pipeline = pipeline_over(inbox=inbox)
        await pipeline.first_look(NOON)
        on_a_quota.delay("envelopes", 60)
        loaded_by: dict[str, float] = {}
        async for agenda in pipeline.refinements(NOON):
            assert not inbox.away
            for slug in ("work", "home"):
                if len(loaded_of(agenda, slug)) == 200:
                    loaded_by.setdefault(slug, now())
        assert loaded_by == {"home": 0, "work": 60 * 9}

    @in_virtual_time
    async def test_a_batch_that_takes_too_long_even_for_that_is_asked_for_again(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(60), reads_at_once=20)
        inbox = UnifiedInbox([mailbox])
        pipeline = pipeline_over(inbox=inbox)
        await pipeline.first_look(NOON)
        mailbox.delay("envelopes", 3600)
        agendas = pipeline.refinements(NOON)
        waiting = asyncio.ensure_future(anext(agendas))
        await asyncio.sleep(91)
        assert not inbox.away
        mailbox.mend()
        assert loaded_in(await waiting) == 40
        assert [loaded_in(agenda) async for agenda in agendas] == [60]


class TestFailures:
    @in_virtual_time
    async def test_a_mailbox_that_cannot_be_listed_is_named_and_the_other_is_briefed(self) -> None:
        at_work, at_home = MemoryMailbox("work", new_mails(5)), MemoryMailbox("home", new_mails(5, slug="home"))
        at_work.fail("unread", unavailable)
        inbox = UnifiedInbox([at_work, at_home])
        look, agendas = await all_agendas(pipeline_over(inbox=inbox))
        assert sorted(mails_of(look.agenda)) == sorted(at_home.unread_ids)
        assert not look.complete
        assert list(inbox.away) == ["work"]
        assert len(agendas) == 1

    @in_virtual_time
    async def test_a_mailbox_that_is_back_after_the_greeting_is_briefed_after_all(self) -> None:
        at_work, at_home = MemoryMailbox("work", new_mails(130), page_size=50), MemoryMailbox("home", new_mails(5, slug="home"))
        at_work.fail("unread", unavailable, times=1)
        inbox = UnifiedInbox([at_work, at_home])
        _, agendas = await all_agendas(pipeline_over(inbox=inbox))
        assert sorted(mails_of(agendas[-1])) == sorted(at_work.unread_ids + at_home.unread_ids)
        assert loaded_in(agendas[-1]) == 135
        assert not inbox.away

    @in_virtual_time
    async def test_mail_whose_envelopes_fail_stays_on_the_agenda_and_comes_with_the_second_try(self) -> None:
        at_work, at_home = MemoryMailbox("work", new_mails(300)), MemoryMailbox("home", new_mails(300, slug="home"))
        at_work.fail("envelopes", unavailable, times=1)
        look, agendas = await all_agendas(pipeline_over(at_work, at_home))
        for agenda in agendas:
            assert len(mails_of(agenda)) == 600
        assert loaded_in(look.agenda) == 25
        assert loaded_in(agendas[-1]) == 600

    @in_virtual_time
    async def test_a_mailbox_that_stays_away_ends_the_refinements_and_keeps_its_mail_on_the_agenda(self) -> None:
        at_work, at_home = MemoryMailbox("work", new_mails(300)), MemoryMailbox("home", new_mails(300, slug="home"))
        at_work.fail("envelopes", unavailable)
        look, agendas = await all_agendas(pipeline_over(at_work, at_home))
        assert len(mails_of(agendas[-1])) == 600
        assert loaded_in(agendas[-1]) == 300
        assert at_work.asked["envelopes"] == 1 + PipelineOptions().tries, "once, and again after each pause"
        assert not look.complete

    @pytest.mark.slow
    @in_virtual_time
    async def test_a_hanging_mailbox_costs_the_others_one_timeout_and_not_one_per_batch(self) -> None:
        at_work, at_home = MemoryMailbox("work", new_mails(5000)), MemoryMailbox("home", new_mails(5000, slug="home"))
        at_work.delay("envelopes", 3600)
        pipeline = pipeline_over(at_work, at_home)
        await pipeline.first_look(NOON)
        async with aclosing(pipeline.refinements(NOON)) as agendas:
            async for agenda in agendas:
                if loaded_in(agenda) == 5000:
                    break
        assert now() == 10, "the first batch; from then on nobody waits for it"

    @in_virtual_time
    async def test_a_set_that_a_mailbox_cannot_tell_costs_only_the_order(self) -> None:
        mailbox = MemoryMailbox("work", varied_mails(80))
        mailbox.fail("id_set", unavailable)
        mailbox.fail("written_to", unavailable)
        inbox = UnifiedInbox([mailbox])
        _, agendas = await all_agendas(pipeline_over(inbox=inbox))
        assert loaded_in(agendas[-1]) == 80
        assert not inbox.away
