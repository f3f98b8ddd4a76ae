"""The inbox as it changes during a call: who is away is tried again, and then nothing is told twice and nothing is lost."""

import asyncio
from pathlib import Path

import pytest

from briefing.mail import MailId, mail_id
from inbox.arrivals.changes import InboxChanges
from inbox.arrivals.live import LiveInbox
from inbox.unified import UnifiedInbox
from providers.mailbox import SignInNeededError
from tests.inbox.memory_mailbox import MemoryMailbox, new_mail, new_mails, unavailable
from tests.inbox.virtual_clock import in_virtual_time, now
from tests.providers.arranged_maildir import ArrangedMaildir, make_maildir
from tests.providers.messages import message

SOON_S = 65.0
"""Longer than the longest pause of a watcher."""


async def listed(*mailboxes: MemoryMailbox) -> UnifiedInbox:
    inbox = UnifiedInbox(mailboxes)
    _ = [page async for page in inbox.unread()]
    return inbox


async def told(inbox: UnifiedInbox) -> InboxChanges:
    async with asyncio.timeout(SOON_S):
        await inbox.changed()
    return inbox.drain_changes()


def work(*names: str) -> tuple[MailId, ...]:
    return tuple(mail_id("work", name) for name in names)


class TestWatching:
    @in_virtual_time
    async def test_what_comes_and_goes_is_told_as_it_happens(self) -> None:
        at_work = MemoryMailbox("work", new_mails(2))
        inbox = await listed(at_work)
        async with LiveInbox(inbox):
            at_work.deliver(new_mail("new"))
            assert await told(inbox) == InboxChanges(arrived=work("new"))
            at_work.read_elsewhere(mail_id("work", "1"))
            assert await told(inbox) == InboxChanges(gone=work("1"))
        assert now() == 0

    @in_virtual_time
    async def test_what_came_between_the_listing_and_the_watch_is_told(self) -> None:
        at_work = MemoryMailbox("work", new_mails(2))
        inbox = await listed(at_work)
        at_work.deliver(new_mail("new"))
        async with LiveInbox(inbox):
            assert await told(inbox) == InboxChanges(arrived=work("new"))

    @pytest.mark.parametrize("method", ["watch", "watching", "changes"])
    @pytest.mark.parametrize("failure", [unavailable, SignInNeededError, RuntimeError])
    @in_virtual_time
    async def test_a_mailbox_that_was_away_is_compared_with_what_was_known_of_it(self, method: str, failure: type[Exception]) -> None:
        at_work, at_home = MemoryMailbox("work", new_mails(3)), MemoryMailbox("home", new_mails(1, slug="home"))
        inbox = await listed(at_work, at_home)
        at_work.fail(method, failure)
        async with LiveInbox(inbox, look_every_s=3600):
            at_work.deliver(new_mail("first"))
            at_home.deliver(new_mail("meanwhile", slug="home"))
            assert (await told(inbox)).arrived == (mail_id("home", "meanwhile"),)
            await asyncio.sleep(120)
            at_work.deliver(new_mail("second"))
            at_work.read_elsewhere(mail_id("work", "0"))
            assert [*inbox.away, *inbox.sign_in_needed] == ["work"]
            at_work.mend()
            assert await told(inbox) == InboxChanges(arrived=work("first", "second"), gone=work("0"))
            at_work.deliver(new_mail("third"))
            assert await told(inbox) == InboxChanges(arrived=work("third"))

    @in_virtual_time
    async def test_a_mailbox_that_is_away_is_asked_less_and_less_often(self) -> None:
        at_work = MemoryMailbox("work", new_mails(1))
        inbox = await listed(at_work)
        at_work.fail("watch", unavailable)
        async with LiveInbox(inbox, first_pause_s=1):
            await asyncio.sleep(600)
        assert 10 <= at_work.asked["watch"] <= 20

    @in_virtual_time
    async def test_a_mailbox_whose_watch_says_nothing_is_looked_at_now_and_then(self) -> None:
        at_work = MemoryMailbox("work", new_mails(1))
        at_work.delay("watch", 3600)
        inbox = await listed(at_work)
        async with LiveInbox(inbox):
            at_work.deliver(new_mail("new"))
            assert (await told(inbox)).arrived == work("new")

    @pytest.mark.parametrize("rings", [True, False])
    @in_virtual_time
    async def test_a_mailbox_that_takes_long_to_say_what_happened_is_never_away(self, rings: bool) -> None:
        at_work = MemoryMailbox("work", new_mails(1))
        at_work.delay("changes", 20)
        at_work.delay("watch", 0 if rings else 3600)
        inbox = await listed(at_work)
        async with LiveInbox(inbox, look_every_s=30):
            at_work.deliver(new_mail("new"))
            assert (await told(inbox)).arrived == work("new")
            at_work.delay("changes", 3600)
            await asyncio.sleep(300)
            assert not inbox.away

    @in_virtual_time
    async def test_an_account_that_is_listed_late_is_followed_from_then_on(self) -> None:
        at_work = MemoryMailbox("work", new_mails(2))
        at_work.fail("unread", unavailable, times=1)
        inbox = UnifiedInbox([at_work])
        async with LiveInbox(inbox):
            listing = inbox.unread()
            assert [page async for page in listing] == [()]
            listing.ask_again()
            assert [page async for page in listing] == [work("0", "1")]
            at_work.deliver(new_mail("new"))
            assert await told(inbox) == InboxChanges(arrived=work("new"))

    @in_virtual_time
    async def test_watching_ends_with_the_block_and_when_the_mailboxes_are_closed(self) -> None:
        at_work = MemoryMailbox("work", new_mails(1))
        inbox = await listed(at_work)
        async with LiveInbox(inbox):
            await inbox.aclose()


class TestMaildir:
    """Real file events."""

    @pytest.mark.slow
    @pytest.mark.parametrize("rounds", [3])
    async def test_delivered_read_archived_and_deleted_mail_is_told_once_each(self, tmp_path: Path, rounds: int) -> None:
        folder = ArrangedMaildir(make_maildir(tmp_path / "inbox"))
        mails = [await folder.deliver(message(f"before{number}")) for number in range(3 * rounds)]
        inbox = UnifiedInbox([folder.mailbox])
        _ = [page async for page in inbox.unread()]
        async with LiveInbox(inbox):
            for _ in range(rounds):
                new = await folder.deliver(message("new"))
                assert await told(inbox) == InboxChanges(arrived=(new,))
                for change in (folder.read_elsewhere, folder.archive_elsewhere, folder.delete_elsewhere):
                    mail = mails.pop()
                    await change(mail)
                    assert await told(inbox) == InboxChanges(gone=(mail,))
        await inbox.aclose()

    async def test_flagging_elsewhere_is_no_coming_and_going(self, tmp_path: Path) -> None:
        folder = ArrangedMaildir(make_maildir(tmp_path / "inbox"))
        mails = [await folder.deliver(message(f"before{number}")) for number in range(20)]
        inbox = UnifiedInbox([folder.mailbox])
        _ = [page async for page in inbox.unread()]
        async with LiveInbox(inbox):
            for mail in mails:
                await folder.flag_elsewhere(mail)
            new = await folder.deliver(message("new"))
            assert await told(inbox) == InboxChanges(arrived=(new,))
        await inbox.aclose()

    async def test_a_folder_that_is_away_for_a_while_is_compared_when_it_is_back(self, tmp_path: Path) -> None:
        folder = ArrangedMaildir(make_maildir(tmp_path / "inbox"))
        known = await folder.deliver(message("known"))
        inbox = UnifiedInbox([folder.mailbox])
        _ = [page async for page in inbox.unread()]
        (tmp_path / "inbox").rename(tmp_path / "unplugged")
        async with LiveInbox(inbox, first_pause_s=0.05):
            assert not await inbox.look()
            (tmp_path / "unplugged").rename(tmp_path / "inbox")
            new = await folder.deliver(message("new"))
            await folder.read_elsewhere(known)
            seen = await told(inbox)
            if not (seen.arrived and seen.gone):  # a look may fall between the two changes
                rest = await told(inbox)
                seen = InboxChanges(arrived=seen.arrived + rest.arrived, gone=seen.gone + rest.gone)
            assert seen == InboxChanges(arrived=(new,), gone=(known,))
        await inbox.aclose()
