"""An inbox of two accounts, at work and at home, and what it lists."""

from briefing.mail import MailId, mail_id
from inbox.unified import UnifiedInbox
from tests.inbox.memory_mailbox import MemoryMailbox, new_mails


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
