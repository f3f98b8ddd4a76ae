"""Several mailboxes as one inbox: what is merged, what is routed, and what goes on when one of them does not."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest

from briefing.mail import MailId, account_of, mail_id
from inbox.changes import InboxChanges
from inbox.listing import alternating
from inbox.unified import LOOK_TIMEOUT_S, UnifiedInbox
from providers.mailbox import IdSet, MailboxUnavailableError, MailGoneError, SignInNeededError
from tests.inbox.memory_mailbox import MemoryMailbox, new_mail, new_mails, refused, unavailable
from tests.inbox.virtual_clock import in_virtual_time, now

Question = Callable[[UnifiedInbox], Awaitable[object]]


def two(work: int = 2, home: int = 2, *, page_size: int = 500) -> tuple[MemoryMailbox, MemoryMailbox, UnifiedInbox]:
    at_work = MemoryMailbox("work", new_mails(work), label="work", page_size=page_size)
    at_home = MemoryMailbox("home", new_mails(home, slug="home"), label="home", page_size=page_size)
    return at_work, at_home, UnifiedInbox([at_work, at_home], timeout_s=10, greeting_timeout_s=4)


async def listed(inbox: UnifiedInbox) -> list[MailId]:
    return [mail for page in [page async for page in inbox.unread()] for mail in page]


async def arrived(inbox: UnifiedInbox) -> list[MailId]:
    await inbox.look()
    return list(inbox.drain_changes().arrived)


def ids(slug: str, *names: int | str) -> list[MailId]:
    return [mail_id(slug, str(name)) for name in names]


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
        found = await UnifiedInbox([at_work, at_home]).search("invoice", limit=3)
        assert [envelope.mail_id for envelope in found] == [*ids("work", "w1"), *ids("home", "h2"), *ids("work", "w3")]

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
        assert await inbox.search("x", limit=3) == []
        assert await arrived(inbox) == []
        assert (inbox.accounts, dict(inbox.away)) == ((), {})
        await inbox.aclose()

    def test_lists_alternate_and_the_longer_one_goes_on(self) -> None:
        first, second = ids("a", 0, 1, 2), ids("b", 0)
        assert alternating([first, second]) == (first[0], second[0], first[1], first[2])
        assert alternating([]) == ()


async def _search(inbox: UnifiedInbox) -> object:
    return [envelope.mail_id for envelope in await inbox.search("matter", limit=9)]


async def _envelopes(inbox: UnifiedInbox) -> object:
    return [envelope.mail_id for envelope in (await inbox.envelopes([*ids("work", 0), *ids("home", 0)])).found]


async def _sets(inbox: UnifiedInbox) -> object:
    return sorted(await inbox.id_set(IdSet.FLAGGED, frozenset()))


QUESTIONS: dict[str, tuple[Question, object]] = {
    "unread": (listed, ids("home", 0)),
    "id_set": (_sets, ids("home", 0)),
    "envelopes": (_envelopes, ids("home", 0)),
    "search": (_search, ids("home", 0)),
}


class TestAway:
    @pytest.mark.parametrize("hangs", [False, True], ids=["fails", "hangs"])
    @pytest.mark.parametrize("method", QUESTIONS)
    @in_virtual_time
    async def test_one_that_is_away_is_named_until_it_is_back_and_the_other_answers(self, method: str, hangs: bool) -> None:
        at_work, at_home, inbox = two(1, 1)
        at_work.flag_elsewhere(mail_id("work", "0"))
        at_home.flag_elsewhere(mail_id("home", "0"))
        if hangs:
            at_work.delay(method, 3600)
        else:
            at_work.fail(method, unavailable)
        ask, answer_of_home = QUESTIONS[method]
        assert await ask(inbox) == answer_of_home
        assert {slug: account.label for slug, account in inbox.away.items()} == {"work": "work"}
        assert now() <= 10
        at_work.mend()
        assert await ask(inbox) != answer_of_home
        assert not inbox.away

    @in_virtual_time
    async def test_text_of_a_mailbox_that_is_away_raises_and_names_it(self) -> None:
        at_work, _, inbox = two(1, 1)
        at_work.delay("text", 3600)
        with pytest.raises(MailboxUnavailableError):
            await inbox.text(mail_id("work", "0"))
        assert (list(inbox.away), now()) == (["work"], 10)
        assert inbox.is_away(mail_id("work", "7"))
        assert not inbox.is_away(mail_id("home", "0"))
        at_work.mend()
        await inbox.text(mail_id("work", "0"))
        assert not inbox.away

    @pytest.mark.parametrize("method", QUESTIONS)
    @in_virtual_time
    async def test_a_mailbox_that_wants_a_new_sign_in_is_named_as_that_and_not_as_away(self, method: str) -> None:
        at_work, at_home = MemoryMailbox("work", new_mails(1)), MemoryMailbox("home", new_mails(1, slug="home"))
        at_work.flag_elsewhere(mail_id("work", "0"))
        at_home.flag_elsewhere(mail_id("home", "0"))
        told: list[str] = []
        inbox = UnifiedInbox([at_work, at_home], on_sign_in_needed=told.append)
        at_work.fail(method, refused)
        ask, answer_of_home = QUESTIONS[method]
        for _ in range(2):
            assert await ask(inbox) == answer_of_home
        assert (dict(inbox.away), list(inbox.sign_in_needed), told) == ({}, ["work"], ["work"])
        at_work.mend()
        await ask(inbox)
        assert not inbox.sign_in_needed

    @in_virtual_time
    async def test_a_question_from_before_the_refusal_brings_no_account_back(self) -> None:
        told: list[str] = []
        at_work = MemoryMailbox("work", new_mails(1))
        inbox = UnifiedInbox([at_work], on_sign_in_needed=told.append)
        at_work.delay("unread", 1)
        at_work.fail("text", refused, times=2)
        earlier = asyncio.create_task(listed(inbox))
        await asyncio.sleep(0)
        for _ in range(2):
            with pytest.raises(SignInNeededError):
                await inbox.text(mail_id("work", "0"))
        assert await earlier == ids("work", 0)
        assert (list(inbox.sign_in_needed), told) == (["work"], ["work"])
        await inbox.text(mail_id("work", "0"))
        assert not inbox.sign_in_needed

    @in_virtual_time
    async def test_a_question_that_no_account_is_asked_brings_none_back(self) -> None:
        at_work = MemoryMailbox("work", new_mails(1))
        inbox = UnifiedInbox([at_work])
        at_work.fail("unread", refused, times=1)
        await listed(inbox)
        assert await inbox.id_set(IdSet.FROM_VIPS, frozenset()) == frozenset()
        assert await inbox.search(" ?! ", limit=3) == []
        assert (await inbox.envelopes([])).found == ()
        await inbox.aclose()
        assert list(inbox.sign_in_needed) == ["work"]

    @in_virtual_time
    async def test_one_that_does_not_say_whom_the_user_wrote_to_is_not_away(self) -> None:
        at_work, _, inbox = two(1, 1)
        at_work.fail("written_to", unavailable)
        assert await inbox.written_to("work") is None
        assert not inbox.away

    @pytest.mark.parametrize("method", ["text", "watch"])
    @in_virtual_time
    async def test_a_question_about_one_mail_and_a_watch_note_it_too(self, method: str) -> None:
        at_work, _, inbox = two(1, 1)
        at_work.fail(method, refused)
        with pytest.raises(SignInNeededError):
            await (inbox.text(mail_id("work", "0")) if method == "text" else anext(inbox.watch("work")))
        assert list(inbox.sign_in_needed) == ["work"]

    @in_virtual_time
    async def test_a_defect_in_one_provider_is_logged_by_its_type_and_the_others_go_on(self, caplog: pytest.LogCaptureFixture) -> None:
        at_work, _, inbox = two(1, 1)
        at_work.fail("unread", lambda: KeyError("secret subject"))
        with caplog.at_level(logging.DEBUG):
            assert await listed(inbox) == ids("home", 0)
        (record,) = [record for record in caplog.records if record.name == "inbox.unified"]
        assert (record.levelname, vars(record)["error"]) == ("ERROR", "KeyError")
        assert "secret" not in caplog.text
        assert list(inbox.away) == ["work"]

    @in_virtual_time
    async def test_a_greeting_waits_for_a_hanging_mailbox_no_longer_than_it_is_told(self) -> None:
        at_work, _, inbox = two(1, 1)
        for method in ("unread", "id_set"):
            at_work.delay(method, 3600)
        await anext(inbox.unread())
        assert now() == 4
        await inbox.id_set(IdSet.FLAGGED, frozenset())
        assert now() == 8

    @in_virtual_time
    async def test_a_listing_that_failed_stays_away_although_other_questions_are_answered(self) -> None:
        at_work, _, inbox = two(1, 1)
        at_work.fail("unread", unavailable, times=1)
        listing = inbox.unread()
        await anext(listing)
        await inbox.id_set(IdSet.FLAGGED, frozenset())
        assert list(inbox.away) == ["work"]
        assert not inbox.is_away(mail_id("work", "0"))
        listing.ask_again()
        assert await anext(listing) == tuple(ids("work", 0))
        assert not inbox.away

    @pytest.mark.parametrize("good_pages", range(4))
    @in_virtual_time
    async def test_a_listing_goes_on_where_it_failed_and_loses_no_page(self, good_pages: int) -> None:
        at_work, _, inbox = two(20, 7, page_size=5)
        at_work.fail("unread", unavailable, after=good_pages, times=1)
        listing = inbox.unread()
        first = [mail async for page in listing for mail in page]
        assert listing.behind == {"work"}
        assert [mail for mail in first if account_of(mail) == "home"] == ids("home", *range(7))
        assert len(first) == 7 + 5 * good_pages
        listing.ask_again()
        rest = [mail async for page in listing for mail in page]
        assert [mail for mail in first + rest if account_of(mail) == "work"] == ids("work", *range(20))
        assert at_work.asked["unread"] == 5

    @in_virtual_time
    async def test_a_slow_account_gets_more_time_when_it_is_asked_again(self) -> None:
        at_work, _, inbox = two(1, 1)
        at_work.delay("unread", 7)
        listing = inbox.unread()
        assert await anext(listing) == tuple(ids("home", 0))
        listing.ask_again()
        assert await anext(listing) == tuple(ids("work", 0))

    @in_virtual_time
    async def test_closing_closes_all_even_if_one_fails_or_hangs(self) -> None:
        mailboxes = [MemoryMailbox(slug) for slug in ("a", "b", "c")]
        mailboxes[0].fail("aclose", unavailable)
        mailboxes[1].delay("aclose", 3600)
        await UnifiedInbox(mailboxes, timeout_s=10).aclose()
        assert all(mailbox.closed for mailbox in mailboxes)
        assert now() == 10


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


class TestDouble:
    """What the memory mailbox claims and no test above leans on."""

    @in_virtual_time
    async def test_the_double_tells_what_happened_elsewhere(self) -> None:
        mailbox = MemoryMailbox("work", new_mails(2))
        token = (await mailbox.unread()).token
        mailbox.read_elsewhere(mail_id("work", "0"))
        mailbox.flag_elsewhere(mail_id("work", "1"))
        changes = await mailbox.changes(token)
        assert (changes.gone, changes.flags_changed) == (tuple(ids("work", 0)), tuple(ids("work", 1)))
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
