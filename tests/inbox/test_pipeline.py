"""From unread ids to an agenda: nothing lost, nothing repeated, nothing read that is known, and the first mail at once."""

import asyncio
import logging
import time
from contextlib import aclosing
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefing.agenda import Agenda, ReasonKind
from briefing.mail import Address, Envelope, MailId, MailStatus, Mark, Preferences, account_of, mail_id
from briefing.scoring import Signals
from briefing.tracker import BriefingSessionTracker
from briefing.triage import build_agenda
from inbox.pipeline import RANKED_BY, BriefingPipeline, FirstLook, PipelineOptions
from inbox.unified import UnifiedInbox
from tests.inbox.memory_ledger import MemoryLedger
from tests.inbox.memory_mailbox import NOON, OWN_ADDRESS, MemoryMailbox, new_mail, new_mails, unavailable
from tests.inbox.virtual_clock import in_virtual_time, now

USER = "robin"


def pipeline_over(
    *mailboxes: MemoryMailbox,
    ledger: MemoryLedger | None = None,
    options: PipelineOptions | None = None,
    preferences: Preferences | None = None,
    inbox: UnifiedInbox | None = None,
) -> BriefingPipeline:
    return BriefingPipeline(
        inbox=inbox or UnifiedInbox(mailboxes, timeout_s=10, greeting_timeout_s=4),
        ledger=ledger or MemoryLedger(),
        preferences=preferences or Preferences(own_addresses=frozenset({OWN_ADDRESS})),
        user_id=USER,
        options=options,
    )


async def all_agendas(pipeline: BriefingPipeline) -> tuple[FirstLook, list[Agenda]]:
    look = await pipeline.first_look(NOON)
    return look, [look.agenda, *[agenda async for agenda in pipeline.refinements(NOON)]]


async def last_agenda(pipeline: BriefingPipeline) -> Agenda:
    return (await all_agendas(pipeline))[1][-1]


def mails_of(agenda: Agenda) -> list[MailId]:
    return [mail.mail_id for topic in agenda.topics for mail in topic.mails]


def loaded_of(agenda: Agenda, slug: str) -> list[MailId]:
    refs = [ref for topic in agenda.topics for ref in topic.mails]
    return [ref.mail_id for ref in refs if ref.loaded and account_of(ref.mail_id) == slug]


def ids(slug: str, *names: str) -> list[MailId]:
    return [mail_id(slug, name) for name in names]


def loaded_in(agenda: Agenda) -> int:
    return sum(mail.loaded for topic in agenda.topics for mail in topic.mails)


def mark(mail: MailId, status: MailStatus = MailStatus.BRIEFED, *, days_ago: float = 1) -> Mark:
    return Mark(mail_id=mail, status=status, at=NOON - timedelta(days=days_ago))


async def ledger_with(*marks: Mark) -> MemoryLedger:
    ledger = MemoryLedger()
    await ledger.mark(USER, marks)
    return ledger


def varied_mails(number: int, *, slug: str = "work") -> list[Envelope]:
    """Newest first: threads, newsletters, machines, mail that is flagged, important or for the user alone."""
    kinds = [
        lambda mail: replace(mail, flagged=True),
        lambda mail: replace(mail, important=True),
        lambda mail: replace(mail, to=(Address(email=OWN_ADDRESS),)),
        lambda mail: replace(mail, bulk=True, list_id=f"news{int(mail.subject.split()[1]) % 3}.example"),
        lambda mail: replace(mail, automatic=True, sender=Address(name="Builds", email="builds@machines.example")),
    ]
    mails = []
    for place, mail in enumerate(new_mails(number, slug=slug)):
        kind = kinds[place % 11] if place % 11 < len(kinds) else None
        mails.append(kind(mail) if kind else mail)
    return mails


def signals_over(mails: list[Envelope], preferences: Preferences) -> Signals:
    return Signals(
        preferences=preferences,
        now=NOON,
        important=frozenset(mail.mail_id for mail in mails if mail.important),
        flagged=frozenset(mail.mail_id for mail in mails if mail.flagged),
        to_me=frozenset(mail.mail_id for mail in mails if any(address.email == OWN_ADDRESS for address in mail.to)),
        from_vips=frozenset(mail.mail_id for mail in mails if mail.sender.email in preferences.vips),
    )


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
def worlds(draw: st.DrawFn) -> tuple[list[MemoryMailbox], list[MailId], set[MailId], set[MailId], PipelineOptions]:
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
    left_out = {mail for mailbox in mailboxes for mail in mailbox.unread_ids if draw(st.integers(0, 9)) == 0}
    sizes = st.integers(1, 30)
    options = PipelineOptions(first_batch=draw(sizes), batch=draw(sizes), leave_out=frozenset(left_out))
    return mailboxes, known, gone, left_out, options


@pytest.mark.slow
class TestWhateverHappens:
    @settings(max_examples=150, deadline=None)
    @given(worlds())
    @in_virtual_time
    async def test_no_listed_mail_is_lost_and_none_comes_twice(
        self, world: tuple[list[MemoryMailbox], list[MailId], set[MailId], set[MailId], PipelineOptions]
    ) -> None:
        mailboxes, known, gone, left_out, options = world
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
        wanted = {mail for mailbox in mailboxes for mail in mailbox.unread_ids} - set(known) - left_out
        assert final <= wanted
        missing = wanted - gone - final
        assert all(account_of(mail) in inbox.away for mail in missing), "mail is missing and nobody was named"
        assert {mail.mail_id for topic in agendas[-1].topics for mail in topic.mails if mail.loaded}.isdisjoint(gone)
        assert progress_of(tracker) >= final - gone

    @settings(max_examples=60, deadline=None)
    @given(st.lists(st.integers(0, 40), min_size=1, max_size=3), st.integers(1, 12), st.integers(1, 150))
    @in_virtual_time
    async def test_at_most_so_many_are_fetched_and_nothing_else_is_cut(self, sizes: list[int], page_size: int, most: int) -> None:
        mailboxes = [MemoryMailbox(f"a{n}", new_mails(size, slug=f"a{n}"), page_size=page_size) for n, size in enumerate(sizes)]
        agenda = await last_agenda(pipeline_over(*mailboxes, options=PipelineOptions(most=most)))
        found = set(mails_of(agenda))
        assert len(found) == min(most, sum(sizes))
        for mailbox in mailboxes:
            mine = [mail in found for mail in mailbox.unread_ids]
            assert mine == sorted(mine, reverse=True), "an older mail was fetched and a newer one was not"


def progress_of(tracker: BriefingSessionTracker) -> set[MailId]:
    """The mails that "next" alone reaches."""
    reached = set()
    while (mail := tracker.current()) is not None and mail.mail_id not in reached:
        reached.add(mail.mail_id)
        tracker.advance(at=NOON)
    return reached


class TestFirstLook:
    @pytest.mark.parametrize("unread", [50, 500, 5000])
    @in_virtual_time
    async def test_one_list_and_one_batch_per_account_whatever_the_inbox_holds(self, unread: int) -> None:
        mailboxes = [MemoryMailbox(slug, varied_mails(unread, slug=slug), page_size=500) for slug in ("work", "home")]
        look = await pipeline_over(*mailboxes).first_look(NOON)
        for mailbox in mailboxes:
            assert mailbox.asked == {"unread": 1, "id_set": len(RANKED_BY), "written_to": 1, "envelopes": 1}
        assert loaded_in(look.agenda) == 50

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

    @in_virtual_time
    async def test_mail_to_leave_out_is_left_out_whatever_the_ledger_says(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(10))
        options = PipelineOptions(leave_out=frozenset(mailbox.unread_ids[:4]))
        look = await pipeline_over(mailbox, options=options).first_look(NOON)
        assert sorted(mails_of(look.agenda)) == sorted(mailbox.unread_ids[4:])
        assert dict(look.left_out) == {}
        assert sorted(mailbox.asked_for) == sorted(mailbox.unread_ids[4:])

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

    def test_a_call_is_not_stalled_while_a_large_inbox_loads(self) -> None:
        """On the real clock: a task that wants to run every 10 ms is never kept waiting for as long as an agenda takes."""
        pauses, spent = asyncio.run(pauses_while_loading(10_000))
        assert spent > 0.3, "too little work to stall anything"
        assert sorted(pauses)[int(len(pauses) * 0.95)] < spent / 4


async def pauses_while_loading(unread: int) -> tuple[list[float], float]:
    """How long each wait of 10 ms took beside the refinements, and the seconds of processor time that these cost."""
    pipeline = pipeline_over(MemoryMailbox("work", varied_mails(unread), page_size=500))
    await pipeline.first_look(NOON)
    pauses: list[float] = []

    async def tick() -> None:
        while True:
            before = time.monotonic()
            await asyncio.sleep(0.01)
            pauses.append(time.monotonic() - before)

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
        assert not [record for record in caplog.records if record.name == "inbox.pipeline"]
