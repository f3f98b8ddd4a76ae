"""A provider that forgets its tokens: nothing is told twice, nothing is lost, and nobody lists for ever."""

import asyncio

import pytest

from briefing.mail import MailId, mail_id
from inbox.arrivals.changes import MOST_LOOKS_SPARED, InboxChanges
from inbox.unified import UnifiedInbox
from tests.inbox.memory_mailbox import MemoryMailbox, new_mail, new_mails, unavailable
from tests.inbox.virtual_clock import in_virtual_time


async def listed(mailbox: MemoryMailbox, *, timeout_s: float = 5) -> UnifiedInbox:
    inbox = UnifiedInbox([mailbox], timeout_s=timeout_s)
    _ = [page async for page in inbox.unread()]
    return inbox


def ids(*names: int | str) -> tuple[MailId, ...]:
    return tuple(mail_id("work", str(name)) for name in names)


async def looks_until_told(inbox: UnifiedInbox, *, most: int = 200) -> tuple[InboxChanges, int]:
    for number in range(1, most):
        await inbox.look()
        if (changes := inbox.drain_changes()) != InboxChanges():
            return changes, number
    raise AssertionError("nothing was ever told")


@in_virtual_time
async def test_a_list_too_long_for_one_look_is_gone_on_with_in_the_next() -> None:
    mailbox = MemoryMailbox("work", new_mails(100), page_size=5)
    inbox = await listed(mailbox)
    mailbox.deliver(new_mail("new"))
    mailbox.read_elsewhere(ids(50)[0])
    mailbox.forget_tokens()
    mailbox.delay("unread", 1)
    before = mailbox.asked["unread"]
    changes, looks = await looks_until_told(inbox)
    assert changes == InboxChanges(arrived=ids("new"), gone=ids(50))
    assert looks > 2
    assert mailbox.asked["unread"] - before <= 2 * 20 + looks, "each page twice, and what was broken off"
    assert not inbox.away


@in_virtual_time
async def test_a_page_that_fails_is_asked_for_again_and_after_some_times_the_list_is_begun_anew() -> None:
    mailbox = MemoryMailbox("work", new_mails(20), page_size=5)
    inbox = await listed(mailbox)
    mailbox.deliver(new_mail("new"))
    mailbox.forget_tokens()
    mailbox.fail("unread", unavailable, after=2, times=4)
    changes, _ = await looks_until_told(inbox)
    assert changes == InboxChanges(arrived=ids("new"))


@in_virtual_time
async def test_a_mail_that_a_shifting_list_leaves_out_is_not_called_gone() -> None:
    mailbox = MemoryMailbox("work", new_mails(12), page_size=5)
    inbox = await listed(mailbox, timeout_s=3.5)
    mailbox.forget_tokens()
    mailbox.delay("unread", 1)
    looking = asyncio.create_task(inbox.look())
    await asyncio.sleep(1.5)
    mailbox.read_elsewhere(ids(0)[0])  # the rest moves up: number 5 is on the first page now, which was read
    await looking
    changes, _ = await looks_until_told(inbox)
    assert changes == InboxChanges(gone=ids(0))


@pytest.mark.parametrize("looks", [10, 100, 300])
@in_virtual_time
async def test_a_provider_that_forgets_every_token_is_listed_ever_more_seldom(looks: int) -> None:
    mailbox = MemoryMailbox("work", new_mails(10))
    inbox = await listed(mailbox)
    before = mailbox.asked["unread"]
    for _ in range(looks):
        mailbox.forget_tokens()
        await inbox.look()
    assert mailbox.asked["unread"] - before <= looks.bit_length() + looks // MOST_LOOKS_SPARED
    mailbox.deliver(new_mail("new"))
    mailbox.forget_tokens()
    changes, needed = await looks_until_told(inbox)
    assert changes.arrived == ids("new")
    assert needed <= MOST_LOOKS_SPARED + 1


@in_virtual_time
async def test_a_token_that_worked_meanwhile_is_made_up_for_at_once() -> None:
    mailbox = MemoryMailbox("work", new_mails(3))
    inbox = await listed(mailbox)
    for name in ("first", "second", "third"):
        mailbox.deliver(new_mail(name))
        mailbox.forget_tokens()
        changes, looks = await looks_until_told(inbox)
        assert (changes.arrived, looks) == (ids(name), 1)
        await inbox.look()


@in_virtual_time
async def test_where_no_known_mail_is_left_of_half_a_list_nothing_is_guessed() -> None:
    mailbox = MemoryMailbox("work", new_mails(12), page_size=5)
    inbox = UnifiedInbox([mailbox])
    listing = inbox.unread()
    await anext(listing)
    for mail in ids(*range(5)):
        mailbox.read_elsewhere(mail)
    mailbox.deliver(new_mail("new"))
    mailbox.forget_tokens()
    await inbox.look()
    assert inbox.drain_changes() == InboxChanges()
    _ = [page async for page in listing]
    changes, _ = await looks_until_told(inbox)
    assert changes.arrived[0] == ids("new")[0]
    assert changes.gone == ids(*range(5))
