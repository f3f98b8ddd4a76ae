"""From unread ids to an agenda: nothing lost and nothing repeated, whatever happens on the way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefing.mail import MailId, Preferences, account_of
from briefing.tracking.tracker import BriefingSessionTracker
from briefing.triage.triage import build_agenda
from inbox.listing.first_look import PipelineOptions
from inbox.unified import UnifiedInbox
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mail, new_mails, unavailable
from tests.inbox.pipelines import (
    all_agendas,
    last_agenda,
    ledger_with,
    loaded_in,
    mails_of,
    mark,
    pipeline_over,
    progress_of,
    signals_over,
    varied_mails,
)
from tests.inbox.virtual_clock import in_virtual_time
from tests.randomness import times


class TestComplete:
    @pytest.mark.parametrize("unread", [0, 1, 50, 500, 1234])
    @in_virtual_time
    async def test_every_unread_mail_is_on_every_agenda_that_knows_its_page_exactly_once(self, unread: int) -> None:
        mailbox = MemoryMailbox("work", varied_mails(unread), page_size=500)
        look, agendas = await all_agendas(pipeline_over(mailbox))
        assert sorted(mails_of(look.agenda)) == sorted(mailbox.unread_ids[:500])
        for agenda in agendas[1:]:
            assert sorted(mails_of(agenda)) == sorted(mailbox.unread_ids)
        assert loaded_in(agendas[-1]) == unread

    @in_virtual_time
    async def test_without_accounts_there_is_nothing_and_no_more_to_come(self) -> None:
        look, agendas = await all_agendas(pipeline_over())
        assert (look.agenda.topics, look.complete, look.memory_partial, look.last_briefed_at) == ((), True, False, None)
        assert len(agendas) == 1

    @pytest.mark.parametrize(("unread", "complete"), [(0, True), (50, True), (51, False), (500, False), (501, False)])
    @in_virtual_time
    async def test_the_first_look_says_whether_it_was_all(self, unread: int, complete: bool) -> None:
        look = await pipeline_over(MemoryMailbox("work", new_mails(unread), page_size=500)).first_look(NOON)
        assert look.complete is complete

    @pytest.mark.parametrize("heard", [450, 499, 500])
    @in_virtual_time
    async def test_mail_behind_a_page_that_was_heard_is_not_forgotten(self, heard: int) -> None:
        mailbox = MemoryMailbox("work", new_mails(600), page_size=500)
        ledger = await ledger_with(*(mark(mail) for mail in mailbox.unread_ids[:heard]))
        look, agendas = await all_agendas(pipeline_over(mailbox, ledger=ledger))
        assert mails_of(look.agenda), "there is new mail, and the greeting must not deny it"
        assert not look.complete or heard == 500
        assert sorted(mails_of(agendas[-1])) == sorted(mailbox.unread_ids[heard:])

    @in_virtual_time
    async def test_refinements_end_where_loading_everything_at_once_would(self) -> None:
        mails = varied_mails(700)
        preferences = Preferences(vips=frozenset({"7@people.example", "650@people.example"}), keywords=("matter 33",))
        mailbox = MemoryMailbox("work", mails, page_size=150)
        agenda = await last_agenda(pipeline_over(mailbox, preferences=preferences))
        assert agenda == build_agenda(mails, signals_over(mails, preferences))

    @in_virtual_time
    async def test_mail_that_others_read_for_themselves_does_not_come_on_the_agenda(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(120))
        pipeline = pipeline_over(mailbox)
        await pipeline.first_look(NOON)
        found_by_a_search, arrived = new_mail("read long ago"), new_mail("arrived")
        pipeline.envelopes[found_by_a_search.mail_id] = found_by_a_search
        assert mails_of(pipeline.agenda_of([arrived], NOON)) == [arrived.mail_id]
        agendas = [agenda async for agenda in pipeline.refinements(NOON)]
        assert sorted(mails_of(agendas[-1])) == sorted(mailbox.unread_ids)
        assert pipeline.envelopes[arrived.mail_id] == arrived

    @in_virtual_time
    async def test_an_envelope_that_somebody_read_already_is_not_read_again(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(60))
        pipeline = pipeline_over(mailbox)
        await pipeline.first_look(NOON)
        last = mailbox.unread_ids[-1]
        (pipeline.envelopes[last],) = (await mailbox.envelopes([last])).found
        agendas = [agenda async for agenda in pipeline.refinements(NOON)]
        assert mailbox.asked_for.count(last) == 1
        assert loaded_in(agendas[-1]) == 60

    @in_virtual_time
    async def test_mail_that_is_gone_leaves_and_the_rest_stays(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(300))
        gone = mailbox.unread_ids[10:250:7]
        for mail in gone:
            mailbox.lose(mail)
        agenda = await last_agenda(pipeline_over(mailbox))
        assert sorted(mails_of(agenda)) == sorted(set(mailbox.unread_ids) - set(gone))

    @in_virtual_time
    async def test_a_whole_first_page_that_is_gone_does_not_hide_the_next(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(30), page_size=20)
        for mail in mailbox.unread_ids[:20]:
            mailbox.lose(mail)
        look = await pipeline_over(mailbox).first_look(NOON)
        assert sorted(mails_of(look.agenda)) == sorted(mailbox.unread_ids[20:])

    @in_virtual_time
    async def test_mail_that_slides_onto_the_next_page_is_there_once(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(30), page_size=10)
        pipeline = pipeline_over(mailbox, options=PipelineOptions(first_batch=5, batch=5))
        await pipeline.first_look(NOON)
        listed = mailbox.unread_ids
        mailbox.deliver(new_mail("meanwhile"))
        agendas = [agenda async for agenda in pipeline.refinements(NOON)]
        assert sorted(mails_of(agendas[-1])) == sorted(listed)
        assert len(mailbox.asked_for) == len(set(mailbox.asked_for)) == 30


@st.composite
def worlds(draw: st.DrawFn) -> tuple[list[MemoryMailbox], list[MailId], set[MailId], PipelineOptions]:
    """Mailboxes with their troubles, the mails that are known and those that are gone, and options."""
    mailboxes, known, gone = [], [], set()
    for slug in ("work", "home", "club")[: draw(st.integers(1, 3))]:
        mailbox = MemoryMailbox(
            slug,
            varied_mails(draw(st.integers(0, 60)), slug=slug),
            page_size=draw(st.integers(1, 25)),
            reads_at_once=draw(st.integers(1, 30)),
        )
        ids = mailbox.unread_ids
        known += [mail for mail in ids if draw(st.integers(0, 3)) == 0]
        for mail in ids:
            if draw(st.integers(0, 9)) == 0:
                mailbox.lose(mail)
                gone.add(mail)
            elif draw(st.integers(0, 9)) == 0:
                mailbox.withhold(mail, times=draw(st.sampled_from([1, 2, 1_000])))
        for method in ("unread", "envelopes", "id_set", "written_to"):
            if draw(st.booleans()):
                times = draw(st.sampled_from([1, 1, float("inf")]))
                mailbox.fail(method, unavailable, after=draw(st.integers(0, 4)), times=times)
        mailboxes.append(mailbox)
    sizes = st.integers(1, 30)
    options = PipelineOptions(first_batch=draw(sizes), batch=draw(sizes))
    return mailboxes, known, gone, options


@pytest.mark.slow
@pytest.mark.random
class TestWhateverHappens:
    @settings(max_examples=times(60, in_proofs=1_000))
    @given(worlds())
    @in_virtual_time
    async def test_no_listed_mail_is_lost_and_none_comes_twice(
        self, world: tuple[list[MemoryMailbox], list[MailId], set[MailId], PipelineOptions]
    ) -> None:
        mailboxes, known, gone, options = world
        inbox = UnifiedInbox(mailboxes)
        pipeline = pipeline_over(inbox=inbox, ledger=await ledger_with(*map(mark, known)), options=options)
        look, agendas = await all_agendas(pipeline)
        tracker = BriefingSessionTracker(look.agenda)
        for agenda in agendas:
            assert len(mails_of(agenda)) == len(set(mails_of(agenda)))
            before = tracker.current()
            tracker.refine(agenda)
            after = tracker.current()
            assert before is None or (after is not None and after.mail_id == before.mail_id), "the cursor jumped"
        final = set(mails_of(agendas[-1]))
        wanted = {mail for mailbox in mailboxes for mail in mailbox.unread_ids} - set(known)
        assert final <= wanted
        missing = wanted - gone - final
        assert all(account_of(mail) in inbox.away for mail in missing), "mail is missing and nobody was named"
        assert {mail.mail_id for topic in agendas[-1].topics for mail in topic.mails if mail.loaded}.isdisjoint(gone)
        assert progress_of(tracker) >= final - gone
