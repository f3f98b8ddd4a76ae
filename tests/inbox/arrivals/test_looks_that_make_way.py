"""A look that somebody waits for does not wait for one that nobody does."""

import asyncio

from inbox.unified import CALL_TIMEOUT_S, LOOK_TIMEOUT_S, UnifiedInbox
from tests.inbox.memory_mailbox import MemoryMailbox, new_mail, new_mails
from tests.inbox.virtual_clock import in_virtual_time, now

LONG_S = 60.0


async def listed(mailbox: MemoryMailbox) -> UnifiedInbox:
    inbox = UnifiedInbox([mailbox])
    _ = [page async for page in inbox.unread()]
    return inbox


@in_virtual_time
async def test_the_user_who_asks_is_answered_at_once_during_a_long_look_behind_the_call() -> None:
    mailbox = MemoryMailbox("aa", new_mails(3, slug="aa"))
    inbox = await listed(mailbox)
    mailbox.delay("changes", LONG_S)
    behind = asyncio.create_task(inbox.look(ahead=True))
    await asyncio.sleep(1)
    mailbox.mend()
    came = new_mail("late", slug="aa", hours_ago=0)
    mailbox.deliver(came)
    asked_at = now()
    assert await inbox.look()
    assert now() == asked_at
    assert inbox.drain_changes().arrived == (came.mail_id,)
    assert await behind, "it looks again behind that one"
    assert inbox.drain_changes().arrived == ()
    assert inbox.away == {}


@in_virtual_time
async def test_a_look_behind_the_call_that_takes_too_long_ends_all_the_same() -> None:
    mailbox = MemoryMailbox("aa", new_mails(3, slug="aa"))
    inbox = await listed(mailbox)
    mailbox.delay("changes", 2 * LOOK_TIMEOUT_S)
    assert not await inbox.look(ahead=True)
    assert now() == LOOK_TIMEOUT_S
    assert not await inbox.look()
    assert now() == LOOK_TIMEOUT_S + CALL_TIMEOUT_S
