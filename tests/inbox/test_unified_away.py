"""Several mailboxes as one inbox: what goes on when one of them does not."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest

from briefing.mail import account_of, mail_id
from briefing.mail_query import query_of
from inbox.unified import SearchResult, UnifiedInbox
from providers.mailbox import IdSet, MailboxUnavailableError, SignInNeededError
from tests.inbox.memory_mailbox import MemoryMailbox, new_mails, refused, unavailable
from tests.inbox.two_mailboxes import ids, listed, two
from tests.inbox.virtual_clock import in_virtual_time, now

Question = Callable[[UnifiedInbox], Awaitable[object]]


async def _search(inbox: UnifiedInbox) -> object:
    return [envelope.mail_id for envelope in (await inbox.search(query_of("matter"), limit=9)).newest]


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
        assert await inbox.search(query_of(" ?! "), limit=3) == SearchResult()
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
        (record,) = [record for record in caplog.records if record.name == "inbox.mailbox_questions"]
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
