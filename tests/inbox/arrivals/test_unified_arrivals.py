"""Several mailboxes as one inbox: what came and went since they were listed."""

import asyncio

import pytest

from briefing.mail import mail_id
from inbox.arrivals.changes import InboxChanges
from inbox.unified import LOOK_TIMEOUT_S
from tests.inbox.memory_mailbox import new_mail, unavailable
from tests.inbox.two_mailboxes import arrived, ids, listed, two
from tests.inbox.virtual_clock import in_virtual_time, now


class TestArrivals:
    @in_virtual_time
    async def test_what_came_since_the_listing_is_told_once(self) -> None:
        at_work, at_home, inbox = two(1, 1)
        await listed(inbox)
        assert await arrived(inbox) == []
        at_work.deliver(new_mail("w"))
        at_home.deliver(new_mail("h", slug="home"))
        assert await arrived(inbox) == [*ids("work", "w"), *ids("home", "h")]
        assert await arrived(inbox) == []

    @in_virtual_time
    async def test_mail_that_comes_while_the_list_is_read_is_not_missed(self) -> None:
        at_work, _, inbox = two(10, 0, page_size=5)
        listing = inbox.unread()
        await anext(listing)
        at_work.deliver(new_mail("meanwhile"))
        _ = [page async for page in listing]
        assert await arrived(inbox) == ids("work", "meanwhile")

    @in_virtual_time
    async def test_mail_that_arrives_twice_is_told_once(self) -> None:
        at_work, _, inbox = two(0, 0)
        await listed(inbox)
        for _ in range(2):
            at_work.deliver(new_mail("again"))
        assert await arrived(inbox) == ids("work", "again")

    @in_virtual_time
    async def test_one_that_is_away_keeps_its_place_until_it_is_back(self) -> None:
        at_work, at_home, inbox = two(1, 1)
        await listed(inbox)
        at_work.deliver(new_mail("w"))
        at_home.deliver(new_mail("h", slug="home"))
        at_work.fail("changes", unavailable)
        assert await arrived(inbox) == ids("home", "h")
        assert list(inbox.away) == ["work"]
        at_work.mend()
        assert await arrived(inbox) == ids("work", "w")

    @pytest.mark.parametrize("arriving", [0, 1, 4, 5, 13])
    @in_virtual_time
    async def test_after_an_expired_token_only_what_was_never_listed_has_arrived(self, arriving: int) -> None:
        at_work, _, inbox = two(12, 0, page_size=5)
        await listed(inbox)
        for number in range(arriving):
            at_work.deliver(new_mail(f"new{number}"))
        at_work.forget_tokens()
        assert sorted(await arrived(inbox)) == sorted(ids("work", *(f"new{number}" for number in range(arriving))))
        at_work.deliver(new_mail("later"))
        assert await arrived(inbox) == ids("work", "later")

    @in_virtual_time
    async def test_after_an_expired_token_what_is_missing_from_the_list_is_gone(self) -> None:
        at_work, _, inbox = two(12, 0, page_size=5)
        await listed(inbox)
        at_work.read_elsewhere(mail_id("work", "0"))
        at_work.read_elsewhere(mail_id("work", "11"))
        at_work.deliver(new_mail("new"))
        at_work.forget_tokens()
        await inbox.look()
        assert inbox.drain_changes() == InboxChanges(arrived=tuple(ids("work", "new")), gone=tuple(ids("work", 0, 11)))

    @in_virtual_time
    async def test_after_an_expired_token_what_has_not_been_listed_yet_is_not_new(self) -> None:
        at_work, _, inbox = two(12, 0, page_size=5)
        listing = inbox.unread()
        await anext(listing)
        at_work.deliver(new_mail("new"))
        at_work.forget_tokens()
        assert await arrived(inbox) == ids("work", "new")
        _ = [page async for page in listing]
        assert await arrived(inbox) == []

    @in_virtual_time
    async def test_what_came_and_went_before_it_was_told_is_never_told(self) -> None:
        at_work, _, inbox = two(1, 0)
        await listed(inbox)
        at_work.deliver(new_mail("brief"))
        await inbox.look()
        at_work.read_elsewhere(mail_id("work", "brief"))
        await inbox.look()
        assert inbox.drain_changes() == InboxChanges()

    @in_virtual_time
    async def test_what_went_and_came_back_before_it_was_told_never_left(self) -> None:
        at_work, _, inbox = two(1, 0)
        await listed(inbox)
        at_work.read_elsewhere(mail_id("work", "0"))
        await inbox.look()
        at_work.mark_unread_elsewhere(mail_id("work", "0"))
        await inbox.look()
        assert inbox.drain_changes() == InboxChanges()

    @in_virtual_time
    async def test_what_comes_back_after_it_was_told_to_be_gone_has_arrived(self) -> None:
        at_work, _, inbox = two(1, 0)
        await listed(inbox)
        at_work.read_elsewhere(mail_id("work", "0"))
        await inbox.look()
        assert inbox.drain_changes().gone == tuple(ids("work", 0))
        at_work.mark_unread_elsewhere(mail_id("work", "0"))
        assert await arrived(inbox) == ids("work", 0)

    @in_virtual_time
    async def test_two_who_look_at_once_tell_of_a_mail_once(self) -> None:
        at_work, _, inbox = two(1, 1)
        await listed(inbox)
        at_work.delay("changes", 1)
        at_work.deliver(new_mail("w"))
        await asyncio.gather(inbox.look("work"), inbox.look())
        assert inbox.drain_changes().arrived == tuple(ids("work", "w"))
        assert inbox.drain_changes() == InboxChanges()

    @in_virtual_time
    async def test_a_look_says_whether_everybody_answered(self) -> None:
        at_work, _, inbox = two(1, 1)
        await listed(inbox)
        at_work.fail("changes", unavailable, times=1)
        assert not await inbox.look()
        assert await inbox.look()

    @in_virtual_time
    async def test_a_look_that_nobody_waits_for_may_take_long_and_says_nothing_about_the_account(self) -> None:
        at_work, _, inbox = two(1, 1)
        await listed(inbox)
        at_work.deliver(new_mail("w"))
        at_work.delay("changes", LOOK_TIMEOUT_S - 1)
        assert await inbox.look("work", ahead=True)
        assert inbox.drain_changes().arrived == tuple(ids("work", "w"))
        at_work.delay("changes", 3600)
        assert not await inbox.look("work", ahead=True)
        assert (dict(inbox.away), now()) == ({}, 2 * LOOK_TIMEOUT_S - 1)
        assert not await inbox.look()
        assert (list(inbox.away), now()) == (["work"], 2 * LOOK_TIMEOUT_S - 1 + 10)

    @in_virtual_time
    async def test_a_look_that_nobody_waits_for_notes_a_mailbox_that_says_it_is_away(self) -> None:
        at_work, _, inbox = two(1, 1)
        await listed(inbox)
        at_work.fail("changes", unavailable)
        assert not await inbox.look("work", ahead=True)
        assert list(inbox.away) == ["work"]

    @in_virtual_time
    async def test_looking_does_not_bring_back_an_account_that_was_never_listed(self) -> None:
        at_work, _, inbox = two(1, 1)
        at_work.fail("unread", unavailable)
        await listed(inbox)
        assert await inbox.look()
        assert list(inbox.away) == ["work"]
        assert at_work.asked["changes"] == 0

    @in_virtual_time
    async def test_before_any_listing_nothing_has_arrived(self) -> None:
        at_work, _, inbox = two(1, 1)
        at_work.deliver(new_mail("w"))
        assert await arrived(inbox) == []
