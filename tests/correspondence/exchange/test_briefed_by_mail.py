"""A morning by mail as the user has it: the briefing at their hour, what they answer, and what is new in the next call."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest

from correspondence.exchange import LetterState
from knowledge.mail_wishes import MailWishes
from knowledge.preferences import PreferenceStore
from session.opening.assembly import open_call
from session.written_call import WrittenCall
from tests.correspondence.exchange.post_office import ANNA, SENDERS, HandClock, PostOffice, arrives, post_office
from tests.session.test_written_call import Paper

pytest_plugins = ["tests.servers.both_databases"]

BEFORE_FIVE = datetime(2026, 3, 2, 4, 58, tzinfo=UTC)


@pytest.fixture
async def office(migrated_url: str, tmp_path: Path) -> AsyncIterator[PostOffice]:
    async with post_office(tmp_path, migrated_url, now=HandClock(BEFORE_FIVE)) as opened:
        await wishes(opened, MailWishes(on=True))
        yield opened


async def wishes(office: PostOffice, wanted: MailWishes) -> None:
    await PreferenceStore(office.database).keep_mail_wishes(ANNA, wanted)


async def minutes(office: PostOffice, count: int) -> None:
    for _ in range(count):
        office.clock.forward(minutes=1)
        await office.work()
        await office.work()


async def new_in_a_call(office: PostOffice) -> set[str]:
    """What a call that begins now would tell as unheard."""
    async with open_call(office.settings, ANNA, call_id=None, now=office.clock) as (call, look):
        agenda = look.agenda
        return {str(mail.mail_id) for topic in agenda.topics for mail in topic.mails} if call else set()


async def test_it_leaves_once_at_the_users_hour_with_all_that_is_unread(office: PostOffice) -> None:
    await office.work()
    assert office.letters == []
    await minutes(office, 5)
    assert len(office.letters) == 1
    assert all(sender.name in office.texts[0] for sender in SENDERS)
    found = await office.now()
    assert [mail.number for mail in found.mails] == [1, 2, 3]


async def test_it_comes_every_day_once_across_a_change_of_the_clock(office: PostOffice) -> None:
    preferences = PreferenceStore(office.database)
    await preferences.keep_likes(ANNA, replace(await preferences.likes(ANNA), zone="Europe/Berlin"))
    for hours in range(0, 72, 4):
        office.clock.at = datetime(2026, 3, 28, 3, 58, tzinfo=UTC) + timedelta(hours=hours)
        await office.work()
        await office.work()
    found = await office.parts.store.of_user(ANNA)
    assert sorted(each.day for each in found) == [date(2026, 3, day) for day in (28, 29, 30)]
    assert len(office.letters) == 3


async def test_the_briefing_itself_and_our_answers_are_no_mails_to_be_told(office: PostOffice) -> None:
    told = await new_in_a_call(office)
    await minutes(office, 3)
    office.deliver()
    await office.look_and_work()
    assert len(office.letters) == 1
    assert await new_in_a_call(office) == told
    office.reply("2 archive")
    await office.look_and_work()
    office.deliver()
    await office.look_and_work()
    assert len(office.letters) == 2
    assert not await new_in_a_call(office) - told


async def test_what_is_answered_by_mail_is_not_new_in_the_next_call(office: PostOffice) -> None:
    await minutes(office, 3)
    assert len(await new_in_a_call(office)) >= 3
    number = next(mail.number for mail in (await office.now()).mails if mail.sender.email == SENDERS[1].email)
    office.reply(f"{number} archive")
    await office.look_and_work()
    assert "Archived." in office.texts[-1]
    left = await new_in_a_call(office)
    assert not left & {office.mail(number) for number in (1, 2, 3)}


async def test_what_was_archived_by_mail_leaves_the_agenda_of_a_running_call(office: PostOffice) -> None:
    await minutes(office, 3)
    number = next(mail.number for mail in (await office.now()).mails if mail.sender.email == SENDERS[1].email)
    async with open_call(office.settings, ANNA, call_id="a-call", now=office.clock) as (call, look):
        written = WrittenCall(call, Paper())
        await written.start(look, greets=False)
        archived, others = office.mail(2), [office.mail(1), office.mail(3)]
        assert call.tracker.state_of(archived) is not None
        office.reply(f"{number} archive")
        await office.look_and_work()
        await written.take("anything new?")  # whoever asks is told what a look found that the call would take within seconds
        assert call.tracker.state_of(archived) is None
        assert all(call.tracker.state_of(mail) is not None for mail in others)


async def test_what_was_only_sent_is_still_new(office: PostOffice) -> None:
    await minutes(office, 3)
    assert {office.mail(number) for number in (1, 2, 3)} <= await new_in_a_call(office)


async def test_the_next_briefing_tells_only_what_came_since(office: PostOffice) -> None:
    await minutes(office, 3)
    office.reply("Thanks!")
    await office.look_and_work()
    arrives(office.folder, 7, SENDERS[0], "Dinner on Friday")
    office.clock.at = BEFORE_FIVE + timedelta(days=1)
    await minutes(office, 5)
    found = await office.now(date(2026, 3, 3))
    assert [mail.subject for mail in found.mails if mail.sender.email == SENDERS[0].email] == ["Dinner on Friday"]


async def test_who_wants_none_gets_none_and_who_asks_for_one_gets_it_now(office: PostOffice) -> None:
    await wishes(office, MailWishes(on=False))
    await minutes(office, 5)
    assert office.letters == []
    await wishes(office, MailWishes(on=False, asked_on=date(2026, 3, 2)))
    await minutes(office, 5)
    assert len(office.letters) == 1


async def test_where_nothing_matters_and_quiet_is_wanted_nothing_is_sent_that_day(office: PostOffice) -> None:
    for number in (1, 2, 3):
        (office.folder / "new" / f"{number}.host").unlink()
    await wishes(office, MailWishes(on=True, quiet=True))
    await minutes(office, 5)
    assert office.letters == []
    found = await office.now()
    assert found.briefing is not None
    assert found.briefing.state is LetterState.NONE


async def test_one_that_was_kept_back_is_sent_when_it_is_asked_for_that_day_and_once(office: PostOffice) -> None:
    for number in (1, 2, 3):
        (office.folder / "new" / f"{number}.host").unlink()
    await wishes(office, MailWishes(on=True, quiet=True))
    await minutes(office, 5)
    await wishes(office, MailWishes(on=True, quiet=True, asked_on=date(2026, 3, 1)))
    await minutes(office, 3)
    assert office.letters == []
    await wishes(office, MailWishes(on=True, quiet=True, asked_on=date(2026, 3, 2)))
    await minutes(office, 5)
    assert len(office.letters) == 1
    assert [each.day for each in await office.parts.store.of_user(ANNA)] == [date(2026, 3, 2)]


async def test_words_in_a_call_make_it_leave_now(office: PostOffice) -> None:
    await wishes(office, MailWishes(on=False))
    await minutes(office, 5)
    async with open_call(office.settings, ANNA, call_id="a-call", now=office.clock) as (call, look):
        written = WrittenCall(call, Paper())
        await written.start(look, greets=False)
        await written.take("send me today's briefing now")
    await minutes(office, 3)
    assert len(office.letters) == 1


async def test_what_was_archived_by_mail_is_undone_by_voice(office: PostOffice) -> None:
    await minutes(office, 3)
    number = next(mail.number for mail in (await office.now()).mails if mail.sender.email == SENDERS[1].email)
    office.reply(f"{number} archive")
    await office.look_and_work()
    assert office.is_in(2, ".Archive")
    async with open_call(office.settings, ANNA, call_id="a-call", now=office.clock) as (call, look):
        paper = Paper()
        written = WrittenCall(call, paper)
        await written.start(look, greets=False)
        await written.take("undo")
        assert "Undone" in paper.turns[-1]
    assert office.is_in(2)
    assert not office.is_in(2, ".Archive")


async def test_what_was_archived_by_mail_is_undone_by_the_next_mail(office: PostOffice) -> None:
    await minutes(office, 3)
    number = next(mail.number for mail in (await office.now()).mails if mail.sender.email == SENDERS[1].email)
    office.reply(f"{number} archive")
    await office.look_and_work()
    assert office.is_in(2, ".Archive")
    office.reply(f"undo {number}")
    await office.look_and_work()
    assert office.is_in(2)


async def test_a_mail_server_that_is_away_at_five_is_tried_again(office: PostOffice) -> None:
    office.desk.refuses["MAIL"] = "451 later"
    await minutes(office, 4)
    assert office.letters == []
    office.desk.refuses.clear()
    await minutes(office, 10)
    assert len(office.letters) == 1


async def test_its_hour_can_be_changed(office: PostOffice) -> None:
    await wishes(office, MailWishes(on=True, at=time(7, 30)))
    await minutes(office, 10)
    assert office.letters == []
    office.clock.at = datetime(2026, 3, 2, 7, 29, tzinfo=UTC)
    await minutes(office, 3)
    assert len(office.letters) == 1
