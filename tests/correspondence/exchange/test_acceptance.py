"""The lines of the specification, by name, on both databases: what is stored, when an answer is begun, and how it stands in the thread."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from correspondence.exchange import BRIEFING, AlreadySentError, Correspondence, LetterState, NoRecordError
from correspondence.kept.correspondence_rows import StoredLetter
from correspondence.kept.kinds_of_letter_work import lane_of
from correspondence.record import record_of
from knowledge.mail_wishes import MailWishes
from knowledge.preferences import PreferenceStore
from providers.durable.due_work import DueClock
from providers.durable.work_lanes import WorkLanes
from session.opening.correspondence_work import correspondence_work
from tests.correspondence.exchange.post_office import ANNA, DAY, OWN, PostOffice, post_office
from tests.correspondence.threaders import gmail, jwz, parent_by_jwz

pytest_plugins = ["tests.servers.both_databases"]


async def recorded(office: PostOffice) -> Correspondence:
    """What came is written down, and nothing is answered."""
    office.clock.forward(seconds=31)
    (watch,) = [each for each in await office.due.due() if each.startswith("replies:")]
    await office.due.work(watch)
    return await office.now()


async def answering(office: PostOffice) -> list[str]:
    return [each for each in await office.due.due() if each == lane_of((await office.now()).correspondence_id)]


class TestTheBriefing:
    async def test_it_is_stored_with_the_id_of_the_provider_its_message_id_and_its_time(self, office: PostOffice) -> None:
        briefing = (await office.now()).briefing
        assert briefing is not None
        assert briefing.state is LetterState.SENT
        assert briefing.message_id.startswith(f"aloud-{DAY.isoformat()}-")
        assert office.letters[0]["Message-ID"] == f"<{briefing.message_id}>"
        assert briefing.provider_id is not None
        assert briefing.sent_at == office.clock()

    async def test_a_second_one_of_the_date_is_refused_and_nothing_leaves(self, office: PostOffice) -> None:
        with pytest.raises(AlreadySentError):
            await office.send()
        await office.look_and_work()
        assert len(office.letters) == 1

    async def test_of_two_that_are_sent_at_once_one_leaves(self, office: PostOffice) -> None:
        other = DAY + timedelta(days=1)
        ends = await asyncio.gather(office.send(other), office.send(other), return_exceptions=True)
        assert sum(isinstance(end, AlreadySentError) for end in ends) == 1
        await office.work()
        assert len(office.letters) == 2

    async def test_its_headers_say_that_a_machine_wrote_it_and_both_bodies_are_there(self, office: PostOffice) -> None:
        mail = office.letters[0]
        assert mail["Auto-Submitted"] == "auto-generated"
        assert mail["List-Id"]
        assert mail.get_body(("html",)) is not None
        assert (mail["To"], mail["From"]) == (OWN, OWN)

    async def test_one_that_is_refused_is_tried_again_under_the_same_id(self, office: PostOffice) -> None:
        office.desk.refuses["DATA"] = "554 no"
        other = DAY + timedelta(days=1)
        await office.send(other)
        await office.work()
        failed = (await office.now(other)).briefing
        assert failed is not None
        assert failed.state is LetterState.FAILED
        del office.desk.refuses["DATA"]
        office.clock.forward(seconds=40)
        await office.work()
        sent = (await office.now(other)).briefing
        assert sent is not None
        assert (sent.state, sent.message_id) == (LetterState.SENT, failed.message_id)
        assert office.desk.count(failed.message_id) == 1


class TestTheRecorder:
    async def test_a_reply_is_stored_once_however_often_it_is_looked_at(self, office: PostOffice) -> None:
        office.reply("2 archive")
        await recorded(office)
        found = await recorded(office)
        assert [(each.number, each.words, each.sender) for each in found.replies] == [(1, "2 archive", OWN)]
        assert len(found.new_replies) == 1

    async def test_it_looks_every_half_minute_and_not_before(self, office: PostOffice) -> None:
        office.clock.forward(seconds=31)
        await office.work()
        office.reply("2 archive")
        office.clock.forward(seconds=29)
        assert await office.due.due() == []
        office.clock.forward(seconds=1)
        assert [each.partition(":")[0] for each in await office.due.due()] == ["replies"]

    async def test_two_appends_at_the_same_moment_are_both_there(self, office: PostOffice) -> None:
        office.reply("hello")
        found = await recorded(office)
        (first,) = found.replies
        store, others = office.parts.store, ["x1@example.com", "x2@example.com", "x3@example.com"]
        made = [replace(first, message_id=message_id) for message_id in others]
        assert all(await asyncio.gather(*(store.append_reply(found, each, office.clock()) for each in made)))
        assert [each.number for each in (await office.now()).replies] == [1, 2, 3, 4]
        assert not await store.append_reply(found, made[0], office.clock())

    async def test_our_own_letters_start_nothing(self, office: PostOffice) -> None:
        await recorded(office)
        assert (await office.now()).replies == ()
        assert await office.parts.store.not_from_you(await office.now()) == []

    async def test_a_bounce_and_an_absence_note_start_nothing_and_are_shown(self, office: PostOffice) -> None:
        office.reply("I am away until Monday.", Auto_Submitted="auto-replied")
        office.reply("Undelivered.", Return_Path="<>")
        found = await recorded(office)
        assert found.replies == ()
        assert {each.why for each in await office.parts.store.not_from_you(found)} == {"automatic"}
        assert await answering(office) == []

    async def test_who_has_no_briefing_any_more_is_not_looked_for(self, office: PostOffice) -> None:
        office.clock.forward(days=8)
        assert await office.due.due() == []


class TestTheTrigger:
    """Who is to be worked for, and who works."""

    async def test_without_a_reply_nothing_is_begun(self, office: PostOffice) -> None:
        await recorded(office)
        assert await answering(office) == []

    async def test_a_reply_begins_one_answer(self, office: PostOffice) -> None:
        office.reply("2 archive")
        await recorded(office)
        (lane,) = await answering(office)
        assert await office.due.work(lane)
        assert await answering(office) == []

    async def test_three_replies_begin_one_answer_numbered_by_the_highest(self, office: PostOffice) -> None:
        for words in ("1 archive", "2 archive", "3 flag"):
            office.reply(words, to=office.letters[0])
        await recorded(office)
        (lane,) = await answering(office)
        assert await office.due.work(lane)
        found = await office.now()
        assert [(each.number, each.state) for each in found.answers] == [(3, LetterState.SENT)]
        assert found.new_replies == ()
        assert len(office.letters) == 2
        assert all(f"{number}. " in office.texts[-1] for number in (1, 2, 3))

    async def test_while_somebody_is_at_it_nothing_is_begun(self, office: PostOffice) -> None:
        office.reply("2 archive")
        found = await recorded(office)
        lanes = WorkLanes(office.database, now=office.clock)
        async with lanes.working(lane_of(found.correspondence_id)):
            assert await answering(office) == []
            assert not await office.due.work(lane_of(found.correspondence_id))
        assert len(await answering(office)) == 1

    async def test_a_claim_that_was_left_fifteen_minutes_ago_is_taken_over(self, office: PostOffice) -> None:
        office.reply("2 archive")
        found = await recorded(office)
        assert await WorkLanes(office.database, now=office.clock).take(lane_of(found.correspondence_id), "dead")
        assert await answering(office) == []
        office.clock.forward(minutes=15)
        (lane,) = await answering(office)
        assert await office.due.work(lane)
        assert len(office.letters) == 2

    async def test_two_triggers_at_once_begin_one_answer(self, office: PostOffice) -> None:
        office.reply("2 archive")
        await recorded(office)
        other = DueClock(office.database, correspondence_work(office.parts, office.recorder), now=office.clock)
        (lane,) = await answering(office)
        begun = await asyncio.gather(office.due.work(lane), other.work(lane))
        assert sorted(begun) == [False, True]
        assert len(office.letters) == 2

    async def test_a_reply_that_comes_later_begins_a_second_answer_and_no_third(self, office: PostOffice) -> None:
        for words in ("1 archive", "2 archive", "3 flag"):
            office.reply(words, to=office.letters[0])
        await office.look_and_work()
        office.reply("3 archive")
        for _ in range(4):
            await office.look_and_work()
        assert [each.number for each in (await office.now()).answers] == [3, 4]

    async def test_a_new_process_goes_on_with_what_is_open(self, office: PostOffice) -> None:
        office.reply("2 archive")
        await recorded(office)
        new = DueClock(office.database, correspondence_work(office.parts, office.recorder), now=office.clock)
        await new.work_due()
        assert len(office.letters) == 2


class TestTheAnswer:
    async def test_it_stands_in_the_thread_of_the_reply(self, office: PostOffice) -> None:
        message_id = office.reply("2 archive")
        await office.look_and_work()
        briefing, answer = office.letters
        assert answer["In-Reply-To"] == f"<{message_id}>"
        assert answer["References"].split() == [briefing["Message-ID"], f"<{message_id}>"]
        assert answer["Subject"] == f"Re: {briefing['Subject']}"

    async def test_briefing_replies_and_answers_are_one_exchange_to_two_threaders(self, office: PostOffice) -> None:
        office.reply("2 archive")
        await office.look_and_work()
        office.reply("1 flag")
        await office.look_and_work()
        found = await office.now()
        mails = [taken.raw for taken in office.desk.taken]
        async with office.recorder.open_post(ANNA, office.account) as post:
            mails += [await post.inbox.original(each.mail_id) for each in found.replies]
        ids = {*(each.message_id for each in found.letters), *(each.message_id for each in found.replies)}
        assert len(ids) == 5
        assert [each for each in jwz(mails) if each & ids] == [ids]
        assert [each for each in gmail(mails) if each & ids] == [ids]
        assert parent_by_jwz(mails, found.answers[1].message_id) == found.replies[1].message_id

    async def test_a_failed_one_leaves_the_replies_new_and_is_tried_again_with_all_that_was_done(self, office: PostOffice) -> None:
        office.reply("2 archive")
        office.desk.refuses["DATA"] = "554 no"
        await office.look_and_work()
        found = await office.now()
        assert [each.state for each in found.answers] == [LetterState.FAILED]
        assert len(found.new_replies) == 1
        assert office.is_in(2, ".Archive")
        del office.desk.refuses["DATA"]
        await office.look_and_work()
        assert "Archived." in office.texts[-1]
        assert (await office.now()).new_replies == ()

    async def test_a_reply_that_comes_while_it_could_not_leave_is_answered_with_it(self, office: PostOffice) -> None:
        office.reply("2 tell them no thanks")
        office.desk.refuses["DATA"] = "554 no"
        await office.look_and_work()
        office.reply("1 archive", to=office.letters[0])
        del office.desk.refuses["DATA"]
        await recorded(office)
        await office.work()
        assert [each.number for each in (await office.now()).answers if each.state is LetterState.SENT] == [2]
        assert "Shall I send it like this?" in office.texts[-1]
        office.reply("yes")
        await office.look_and_work()
        assert [taken.recipients for taken in office.desk.taken if OWN not in taken.recipients] == [("news@shop.example",)]

    async def test_without_a_briefing_that_has_left_nothing_is_answered(self, office: PostOffice) -> None:
        office.reply("2 archive")
        found = await recorded(office)
        async with office.database.session() as session:
            (await session.get_one(StoredLetter, (found.correspondence_id, BRIEFING))).state = LetterState.UNKNOWN.value
        await office.due.work(lane_of(found.correspondence_id))
        assert len(office.letters) == 1
        assert office.is_in(2)
        with pytest.raises(NoRecordError):
            record_of(await office.now())

    async def test_a_briefing_of_which_nobody_knew_whether_it_left_has_left_once_it_is_seen(self, office: PostOffice) -> None:
        found = await office.now()
        async with office.database.session() as session:
            briefing = await session.get_one(StoredLetter, (found.correspondence_id, BRIEFING))
            briefing.state, briefing.provider_id, briefing.sent_at = LetterState.UNKNOWN.value, None, None
        office.deliver()
        office.reply("2 archive")
        await office.look_and_work()
        assert office.is_in(2, ".Archive")
        assert (await office.now()).briefing is not None
        assert [each.state for each in (await office.now()).letters] == [LetterState.SENT] * 2

    async def test_thanks_get_a_short_answer(self, office: PostOffice) -> None:
        office.reply("Thanks!")
        await office.look_and_work()
        assert office.texts[1:] == ["You are welcome."]


async def test_thanks_get_none_where_that_is_set(migrated_url: str, tmp_path: Path) -> None:
    async with post_office(tmp_path, migrated_url) as office:
        await PreferenceStore(office.database).keep_mail_wishes(ANNA, MailWishes(acknowledges=False))
        await office.send()
        await office.work()
        office.reply("Thanks!")
        await office.look_and_work()
        assert len(office.letters) == 1
        assert (await office.now()).new_replies == ()
        assert await answering(office) == []
