"""Several mailboxes as one inbox: what is merged, what is routed, and what is not loaded."""

import pytest

from briefing.mail import mail_id
from briefing.mail_query import query_of
from inbox.listing.unread_ids import alternating
from inbox.unified import SearchResult, UnifiedInbox
from providers.mailbox import IdSet, MailboxUnavailableError, MailGoneError
from tests.inbox.memory_mailbox import MemoryMailbox, new_mail, new_mails, unavailable
from tests.inbox.two_mailboxes import arrived, ids, listed, two
from tests.inbox.virtual_clock import in_virtual_time, now


class TestMerging:
    @in_virtual_time
    async def test_unread_mail_of_all_accounts_comes_newest_first_in_turn(self) -> None:
        _, _, inbox = two(3, 1)
        assert await listed(inbox) == [*ids("work", 0), *ids("home", 0), *ids("work", 1, 2)]

    @pytest.mark.parametrize(("work", "home"), [(0, 0), (1, 0), (5, 12), (10, 10), (11, 30)])
    @in_virtual_time
    async def test_all_pages_of_all_accounts_are_listed_once(self, work: int, home: int) -> None:
        at_work, at_home, inbox = two(work, home, page_size=5)
        found = await listed(inbox)
        assert sorted(found) == sorted(at_work.unread_ids + at_home.unread_ids)
        assert at_work.asked["unread"] == max(1, -(-work // 5))

    @in_virtual_time
    async def test_the_first_item_says_whether_more_follows(self) -> None:
        _, _, inbox = two(5, 6, page_size=5)
        listing = inbox.unread()
        assert listing.more
        assert len(await anext(listing)) == 10
        assert listing.more
        assert await anext(listing) == tuple(ids("home", 5))
        assert not listing.more

    @in_virtual_time
    async def test_envelopes_come_in_the_order_asked_for_each_account_asked_once_for_its_own(self) -> None:
        at_work, at_home, inbox = two(2, 2)
        asked = [*ids("home", 1), *ids("work", 0), *ids("home", 0)]
        assert [envelope.mail_id for envelope in (await inbox.envelopes(asked)).found] == asked
        assert (at_work.asked_for, at_home.asked_for) == (ids("work", 0), ids("home", 1, 0))
        assert (at_work.asked["envelopes"], at_home.asked["envelopes"]) == (1, 1)

    @in_virtual_time
    async def test_gone_mail_and_mail_of_no_account_is_missing_among_the_envelopes(self) -> None:
        at_work, _, inbox = two(3, 0)
        at_work.lose(mail_id("work", "1"))
        asked = [*ids("work", 0, 1, 2), mail_id("elsewhere", "0")]
        assert [envelope.mail_id for envelope in (await inbox.envelopes(asked)).found] == ids("work", 0, 2)
        assert not inbox.away

    @in_virtual_time
    async def test_text_is_asked_of_the_account_that_has_the_mail(self) -> None:
        at_work, at_home, inbox = two(1, 1)
        at_home.say(mail_id("home", "0"), "Dinner at eight.")
        assert (await inbox.text(mail_id("home", "0"))).text == "Dinner at eight."
        assert (at_work.asked["text"], at_home.asked["text"]) == (0, 1)

    @in_virtual_time
    async def test_text_of_a_gone_mail_or_of_no_account_raises_and_nobody_is_away(self) -> None:
        at_work, _, inbox = two(1, 0)
        at_work.lose(mail_id("work", "0"))
        for mail in (mail_id("work", "0"), mail_id("elsewhere", "0")):
            with pytest.raises(MailGoneError):
                await inbox.text(mail)
        assert not inbox.away

    @in_virtual_time
    async def test_id_sets_are_those_of_all_accounts_and_people_those_of_one(self) -> None:
        at_work, at_home, inbox = two(2, 2)
        at_work.flag_elsewhere(mail_id("work", "1"))
        at_home.flag_elsewhere(mail_id("home", "0"))
        at_work.sent_to, at_home.sent_to = frozenset({"a@x.example"}), frozenset({"b@x.example"})
        assert await inbox.id_set(IdSet.FLAGGED, frozenset()) == {mail_id("work", "1"), mail_id("home", "0")}
        assert await inbox.id_set(IdSet.FROM_VIPS, frozenset({"1@people.example"})) == {mail_id("work", "1"), mail_id("home", "1")}
        assert await inbox.written_to("work") == frozenset({"a@x.example"})

    @in_virtual_time
    async def test_a_search_finds_the_newest_over_all_accounts(self) -> None:
        at_work = MemoryMailbox("work", [new_mail(f"w{hours}", hours_ago=hours, subject="The invoice") for hours in (1, 3, 5)])
        at_home = MemoryMailbox("home", [new_mail(f"h{hours}", slug="home", hours_ago=hours, subject="Invoice") for hours in (2, 4)])
        found = await UnifiedInbox([at_work, at_home]).search(query_of("invoice"), limit=3)
        assert [envelope.mail_id for envelope in found.newest] == [*ids("work", "w1"), *ids("home", "h2"), *ids("work", "w3")]

    def test_an_account_is_named_only_where_there_are_several(self) -> None:
        at_work, _, inbox = two()
        assert inbox.label_of(mail_id("work", "0")) == "work"
        assert UnifiedInbox([at_work]).label_of(mail_id("work", "0")) == ""
        assert inbox.label_of(mail_id("elsewhere", "0")) == ""

    def test_two_mailboxes_of_one_slug_are_refused(self) -> None:
        with pytest.raises(ValueError, match="same slug"):
            UnifiedInbox([MemoryMailbox("work"), MemoryMailbox("work")])

    @in_virtual_time
    async def test_without_any_account_every_answer_is_empty(self) -> None:
        inbox = UnifiedInbox([])
        assert await listed(inbox) == []
        assert await inbox.id_set(IdSet.TO_ME, frozenset()) == frozenset()
        assert (await inbox.envelopes([mail_id("work", "0")])).found == ()
        assert await inbox.search(query_of("x"), limit=3) == SearchResult()
        assert await arrived(inbox) == []
        assert (inbox.accounts, dict(inbox.away)) == ((), {})
        await inbox.aclose()

    def test_lists_alternate_and_the_longer_one_goes_on(self) -> None:
        first, second = ids("a", 0, 1, 2), ids("b", 0)
        assert alternating([first, second]) == (first[0], second[0], first[1], first[2])
        assert alternating([]) == ()


class TestNotLoaded:
    @in_virtual_time
    async def test_mail_that_cannot_be_read_now_is_named_and_nobody_is_away(self) -> None:
        at_work, _, inbox = two(3, 1)
        at_work.withhold(mail_id("work", "1"), times=1)
        asked = [*ids("work", 0, 1, 2), *ids("home", 0)]
        read = await inbox.envelopes(asked)
        assert [envelope.mail_id for envelope in read.found] == [asked[0], asked[2], asked[3]]
        assert (read.not_loaded, dict(inbox.away)) == ((asked[1],), {})
        assert len((await inbox.envelopes(asked)).found) == 4

    @in_virtual_time
    async def test_mail_of_an_account_that_is_away_was_not_loaded(self) -> None:
        at_work, _, inbox = two(1, 1)
        at_work.fail("envelopes", unavailable)
        read = await inbox.envelopes([*ids("work", 0), *ids("home", 0)])
        assert read.not_loaded == tuple(ids("work", 0))
        assert list(inbox.away) == ["work"]

    @in_virtual_time
    async def test_many_are_read_in_batches_until_the_time_is_up(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(50), reads_at_once=20)
        mailbox.delay("envelopes", 4)
        inbox = UnifiedInbox([mailbox], timeout_s=10)
        read = await inbox.envelopes(mailbox.unread_ids)
        assert (len(read.found), read.not_loaded, now()) == (40, tuple(mailbox.unread_ids[40:]), 10)
        assert not inbox.away

    @in_virtual_time
    async def test_a_mailbox_that_fails_midway_gives_what_it_has(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(50), reads_at_once=20)
        mailbox.fail("envelopes", unavailable, after=1)
        read = await UnifiedInbox([mailbox]).envelopes(mailbox.unread_ids)
        assert (len(read.found), len(read.not_loaded)) == (20, 30)

    @in_virtual_time
    async def test_whoever_takes_long_ahead_stays_what_it_was(self) -> None:
        at_work, _, inbox = two(1, 1)
        at_work.delay("envelopes", 3600)
        read = await inbox.envelopes(ids("work", 0), ahead=True)
        assert (read.not_loaded, dict(inbox.away), now()) == (tuple(ids("work", 0)), {}, 90)
        at_work.fail("text", unavailable)
        with pytest.raises(MailboxUnavailableError):
            await inbox.text(mail_id("work", "0"))
        await inbox.envelopes(ids("work", 0), ahead=True)
        assert list(inbox.away) == ["work"], "it has not answered since"


class TestDouble:
    """What the memory mailbox claims and no test above leans on."""

    @in_virtual_time
    async def test_the_double_tells_what_happened_elsewhere(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(2))
        token = (await mailbox.unread()).token
        mailbox.read_elsewhere(mail_id("work", "0"))
        mailbox.flag_elsewhere(mail_id("work", "1"))
        changes = await mailbox.changes(token)
        assert changes.gone == tuple(ids("work", 0))
        assert (await mailbox.unread()).ids == tuple(ids("work", 1))
        (read,) = (await mailbox.envelopes(ids("work", 0))).found
        assert [mail.mail_id for mail in await mailbox.thread(read.thread_id)] == ids("work", 0)

    @in_virtual_time
    async def test_the_doubles_watch_ends_when_it_is_closed(self) -> None:
        mailbox = MemoryMailbox("work")
        mailbox.deliver(new_mail("w"))
        seen = 0
        async for _ in mailbox.watch():
            seen += 1
            await mailbox.aclose()
        assert seen == 1
