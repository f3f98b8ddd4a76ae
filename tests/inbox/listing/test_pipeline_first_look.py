"""The first look: one list and one batch, nothing read that is known, and what matters most first."""

from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta

import pytest

from briefing.agenda import Agenda, ReasonKind
from briefing.mail import Address, MailId, MailStatus, Preferences, account_of, mail_id
from inbox.listing.early_ranking import RANKED_BY
from inbox.listing.first_look import PipelineOptions
from inbox.unified import UnifiedInbox
from tests.inbox.memory_ledger import MemoryLedger
from tests.inbox.memory_mailbox import NOON, OWN_ADDRESS, MemoryMailbox, new_mail, new_mails, unavailable
from tests.inbox.pipelines import (
    all_agendas,
    ids,
    last_agenda,
    ledger_with,
    loaded_in,
    loaded_of,
    mails_of,
    mark,
    pipeline_over,
    varied_mails,
)
from tests.inbox.virtual_clock import in_virtual_time, now


class TestFirstLook:
    @pytest.mark.parametrize("unread", [50, 500, 5000])
    @in_virtual_time
    async def test_one_list_and_one_batch_per_account_whatever_the_inbox_holds(self, unread: int) -> None:
        mailboxes = [MemoryMailbox(slug, varied_mails(unread, slug=slug), page_size=500) for slug in ("work", "home")]
        look = await pipeline_over(*mailboxes).first_look(NOON)
        for mailbox in mailboxes:
            counted = {"unread_count": 1} if unread > 500 else {}
            assert mailbox.asked == {"unread": 1, "id_set": len(RANKED_BY), "written_to": 1, "envelopes": 1} | counted
        assert loaded_in(look.agenda) == 50

    @pytest.mark.slow
    @pytest.mark.parametrize("unread", [50, 500, 5000])
    @in_virtual_time
    async def test_no_account_is_asked_for_more_at_once_than_it_wants(self, unread: int) -> None:
        on_a_quota = MemoryMailbox("work", varied_mails(unread), reads_at_once=20)
        at_home = MemoryMailbox("home", varied_mails(unread, slug="home"))
        look, agendas = await all_agendas(pipeline_over(on_a_quota, at_home))
        assert (len(loaded_of(look.agenda, "work")), len(loaded_of(look.agenda, "home"))) == (20, 30)
        assert on_a_quota.most_asked_for == 20
        assert loaded_in(agendas[-1]) == 2 * unread

    @in_virtual_time
    async def test_a_list_that_goes_on_is_counted_at_once_and_delays_nothing(self) -> None:
        at_work, at_home = MemoryMailbox("work", varied_mails(5000), page_size=500), MemoryMailbox("home", varied_mails(40, slug="home"))
        for mailbox in (at_work, at_home):
            mailbox.delay("envelopes", 0.4)
        at_work.delay("unread_count", 0.3)
        look = await pipeline_over(at_work, at_home).first_look(NOON)
        assert (look.unread_in_all, look.complete) == (5040, False)
        assert now() == 0.4
        assert at_home.asked["unread_count"] == 0

    @pytest.mark.parametrize("trouble", ["fails", "slow", "listed", "away"])
    @in_virtual_time
    async def test_no_count_is_told_that_is_not_known_and_no_account_is_away_for_that(self, trouble: str) -> None:
        mailbox = MemoryMailbox("work", varied_mails(500 if trouble == "listed" else 900), page_size=500)
        other = MemoryMailbox("home", varied_mails(3, slug="home"))
        if trouble == "slow":
            mailbox.delay("unread_count", 60)
        elif trouble == "fails":
            mailbox.fail("unread_count", unavailable)
        elif trouble == "away":
            other.fail("unread", unavailable)
        inbox = UnifiedInbox([mailbox, other])
        look = await pipeline_over(inbox=inbox).first_look(NOON)
        assert look.unread_in_all is None
        assert inbox.away.keys() == ({"home"} if trouble == "away" else set())
        assert now() < 2

    @in_virtual_time
    async def test_the_first_mail_waits_for_the_slowest_request_and_one_batch(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(5000))
        for method in ("unread", "id_set", "written_to", "envelopes"):
            mailbox.delay(method, 1.0)
        await pipeline_over(mailbox).first_look(NOON)
        assert now() == 2.0

    @in_virtual_time
    async def test_the_first_mail_does_not_wait_for_whom_the_user_wrote_to(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(50))
        mailbox.delay("unread", 0.5)
        mailbox.delay("envelopes", 0.5)
        mailbox.delay("written_to", 60)
        async with aclosing(pipeline_over(mailbox)) as pipeline:
            look = await pipeline.first_look(NOON)
            assert now() == 1 + 1 / 8, "and a share of that"
            assert look.complete
            assert not pipeline.finished

    @in_virtual_time
    async def test_every_account_has_its_share_of_the_first_batch(self) -> None:
        mailboxes = [MemoryMailbox(slug, new_mails(100, slug=slug)) for slug in ("work", "home")]
        look = await pipeline_over(*mailboxes).first_look(NOON)
        loaded = [account_of(mail.mail_id) for topic in look.agenda.topics for mail in topic.mails if mail.loaded]
        assert (loaded.count("work"), loaded.count("home")) == (25, 25)

    @in_virtual_time
    async def test_what_matters_most_is_read_first_wherever_it_stands(self) -> None:
        mails = new_mails(300)
        mails[:100] = [replace(mail, important=True, to=(Address(email=OWN_ADDRESS),)) for mail in mails[:100]]
        mails[250:] = [replace(mail, flagged=True) for mail in mails[250:]]
        mailbox = MemoryMailbox("work", mails)
        await pipeline_over(mailbox).first_look(NOON)
        assert mailbox.asked_for == [mail.mail_id for mail in mails[250:]]

    @in_virtual_time
    async def test_the_rest_is_read_by_what_matters_over_all_pages(self) -> None:
        mails = new_mails(1000)
        mails[900:] = [replace(mail, flagged=True) for mail in mails[900:]]
        mailbox = MemoryMailbox("work", mails, page_size=500)
        await last_agenda(pipeline_over(mailbox, options=PipelineOptions(batch=100)))
        assert mailbox.asked_for[50:150] == [mail.mail_id for mail in mails[900:]]

    @in_virtual_time
    async def test_known_mail_is_dropped_before_its_envelope_is_read(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(50))
        heard = mailbox.unread_ids[:30]
        pipeline = pipeline_over(mailbox, ledger=await ledger_with(*map(mark, heard)))
        look, agendas = await all_agendas(pipeline)
        assert sorted(mailbox.asked_for) == sorted(mailbox.unread_ids[30:])
        assert sorted(mails_of(agendas[-1])) == sorted(mailbox.unread_ids[30:])
        assert dict(look.left_out) == {MailStatus.BRIEFED: 30}
        assert pipeline.left_out.keys() == set(heard)

    @in_virtual_time
    async def test_what_is_left_out_is_counted_by_status(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(20))
        statuses = [MailStatus.BRIEFED] * 5 + [MailStatus.ACTIONED] * 3 + [MailStatus.SKIPPED] * 2
        marks = [mark(mail, status) for mail, status in zip(mailbox.unread_ids, statuses, strict=False)]
        forgotten, elsewhere = mark(mailbox.unread_ids[12], days_ago=8), mark(mail_id("work", "not unread any more"))
        look = await pipeline_over(mailbox, ledger=await ledger_with(*marks, forgotten, elsewhere)).first_look(NOON)
        assert dict(look.left_out) == {MailStatus.BRIEFED: 5, MailStatus.ACTIONED: 3, MailStatus.SKIPPED: 2}
        assert len(mails_of(look.agenda)) == 10
        assert look.last_briefed_at == NOON - timedelta(days=1)

    @in_virtual_time
    async def test_the_ledger_is_asked_about_each_listed_mail_once_and_about_no_other(self) -> None:
        mailbox, ledger = MemoryMailbox("work", new_mails(95), page_size=20), MemoryLedger()
        await last_agenda(pipeline_over(mailbox, ledger=ledger))
        assert sorted(ledger.asked_about) == sorted(mailbox.unread_ids)

    @pytest.mark.parametrize("partial", [False, True])
    @in_virtual_time
    async def test_a_memory_that_is_only_partly_there_is_told(self, partial: bool) -> None:
        ledger = MemoryLedger()
        ledger.partial = partial
        assert (await pipeline_over(MemoryMailbox("work"), ledger=ledger).first_look(NOON)).memory_partial is partial

    @in_virtual_time
    async def test_without_the_ledger_the_call_goes_on_and_says_that_it_does_not_remember(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(600), page_size=500)
        ledger = await ledger_with(mark(mailbox.unread_ids[0]))
        ledger.away = True
        look, agendas = await all_agendas(pipeline_over(mailbox, ledger=ledger))
        assert (look.memory_partial, look.last_briefed_at) == (True, None)
        assert sorted(mails_of(agendas[-1])) == sorted(mailbox.unread_ids)

    @in_virtual_time
    async def test_vips_and_keywords_raise_a_mail(self) -> None:
        mails = new_mails(40)
        preferences = Preferences(vips=frozenset({"30@people.example"}), keywords=("matter 35",))
        look = await pipeline_over(MemoryMailbox("work", mails), preferences=preferences).first_look(NOON)
        first, *_ = look.agenda.topics
        assert {mail.mail_id for mail in first.mails[:2]} == {mails[30].mail_id, mails[35].mail_id}
        important = {mail.mail_id for topic in look.agenda.topics for mail in topic.mails if mail.important}
        assert important == {mails[30].mail_id, mails[35].mail_id}


class TestWhomTheUserWroteTo:
    @in_virtual_time
    async def test_a_quick_answer_counts_in_the_first_look(self) -> None:
        pipeline = pipeline_over(writing_to("3"))
        look, agendas = await all_agendas(pipeline)
        assert people_known_in(look.agenda) == ids("work", "3")
        assert len(agendas) == 1
        assert pipeline.finished

    @in_virtual_time
    async def test_a_mailbox_that_reads_few_at_once_is_asked_when_the_first_mail_is_there(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(10), reads_at_once=20)
        mailbox.sent_to = frozenset({"3@people.example"})
        mailbox.delay("envelopes", 1)
        async with aclosing(pipeline_over(mailbox)) as pipeline:
            look = await pipeline.first_look(NOON)
            assert (mailbox.asked["written_to"], people_known_in(look.agenda), now()) == (0, [], 1)
            agendas = [agenda async for agenda in pipeline.refinements(NOON)]
            assert [people_known_in(agenda) for agenda in agendas] == [ids("work", "3")]

    @in_virtual_time
    async def test_a_late_answer_refines_the_agenda(self) -> None:
        at_work, at_home = writing_to("3"), writing_to("4", slug="home")
        at_work.delay("written_to", 90)
        async with aclosing(pipeline_over(at_work, at_home)) as pipeline:
            look, agendas = await all_agendas(pipeline)
            assert people_known_in(look.agenda) == [*ids("home", "4"), *ids("work", "4")]
            assert [len(people_known_in(agenda)) for agenda in agendas[1:]] == [4]
            assert now() == 90
            assert pipeline.finished

    @in_virtual_time
    async def test_an_arrival_is_judged_by_what_is_known_by_then(self) -> None:
        mailbox = writing_to("3")
        mailbox.delay("written_to", 90)
        async with aclosing(pipeline_over(mailbox)) as pipeline:
            await pipeline.first_look(NOON)
            arrived = new_mail("3 again", sender=Address(email="3@people.example"))
            assert people_known_in(pipeline.agenda_of([arrived], NOON)) == []
            _ = [agenda async for agenda in pipeline.refinements(NOON)]
            assert people_known_in(pipeline.agenda_of([arrived], NOON)) == [arrived.mail_id]

    @in_virtual_time
    async def test_an_account_that_does_not_say_is_asked_again_and_is_not_away(self) -> None:
        mailbox = writing_to("3")
        mailbox.fail("written_to", unavailable, times=2)
        inbox = UnifiedInbox([mailbox])
        async with aclosing(pipeline_over(inbox=inbox)) as pipeline:
            _, agendas = await all_agendas(pipeline)
            assert people_known_in(agendas[-1]) == ids("work", "3")
            assert not inbox.away

    @in_virtual_time
    async def test_closing_ends_the_question(self) -> None:
        mailbox = writing_to("3")
        mailbox.delay("written_to", 3600)
        pipeline = pipeline_over(mailbox)
        await pipeline.first_look(NOON)
        await pipeline.aclose()
        assert now() < 1


def writing_to(*people: str, slug: str = "work") -> MemoryMailbox:
    """A mailbox of ten mails whose user has written to these."""
    mailbox = MemoryMailbox(slug, new_mails(10, slug=slug))
    mailbox.sent_to = frozenset(f"{person}@people.example" for person in people)
    return mailbox


def people_known_in(agenda: Agenda) -> list[MailId]:
    refs = [ref for topic in agenda.topics for ref in topic.mails]
    return [ref.mail_id for ref in refs if any(reason.kind is ReasonKind.KNOWN_SENDER for reason in ref.reasons)]
