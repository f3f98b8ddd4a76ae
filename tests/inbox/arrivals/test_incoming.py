"""What came in and does not load: asked for ever more seldom, handed over by its id alone, and not forgotten."""

from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager

from briefing.mail import MailId, mail_id
from inbox.arrivals.incoming import MOST_TRIES, Happening, Incoming
from inbox.unified import UnifiedInbox
from tests.inbox.memory_mailbox import MemoryMailbox, new_mail, unavailable
from tests.inbox.virtual_clock import in_virtual_time

LATE = mail_id("work", "late")


class Given:
    """A mailbox that was listed and has since been delivered a mail that does not load."""

    def __init__(self, mailbox: MemoryMailbox, inbox: UnifiedInbox) -> None:
        self.mailbox = mailbox
        self.inbox = inbox
        self.incoming = Incoming()
        self.heard: list[MailId] = []

    async def read(self, times: int = 1) -> None:
        for _ in range(times):
            await self.inbox.look()
            await self.incoming.read(self.inbox, self._known)

    async def _known(self, _: Sequence[MailId]) -> Collection[MailId]:
        return self.heard


@asynccontextmanager
async def given() -> AsyncIterator[Given]:
    mailbox = MemoryMailbox("work")
    inbox = UnifiedInbox([mailbox])
    assert [page async for page in inbox.unread()] == [()]
    mailbox.deliver(new_mail("late"))
    mailbox.withhold(LATE)
    yield Given(mailbox, inbox)
    await inbox.aclose()


@in_virtual_time
async def test_each_pause_is_twice_as_long_up_to_a_minute() -> None:
    async with given() as it:
        pauses = []
        for _ in range(5):
            await it.read()
            pauses.append(it.incoming.read_again_after_s)
        assert pauses == [10, 20, 40, 60, 60]


@in_virtual_time
async def test_what_else_comes_in_is_not_made_to_wait_for_it() -> None:
    async with given() as it:
        await it.read(5)
        it.mailbox.deliver(new_mail("other"))
        await it.read()
        assert it.incoming.take() == (Happening(mail_id=mail_id("work", "other"), envelope=new_mail("other")),)
        assert it.incoming.read_again_after_s == 10


@in_virtual_time
async def test_nothing_is_read_again_once_all_was_read() -> None:
    async with given() as it:
        await it.read()
        it.mailbox.mend()
        await it.read()
        assert it.incoming.read_again_after_s is None


@in_virtual_time
async def test_after_so_many_tries_its_id_is_handed_over_once_and_its_envelope_when_it_has_loaded() -> None:
    async with given() as it:
        await it.read(MOST_TRIES - 1)
        assert it.incoming.take_not_loaded() == ()
        await it.read()
        assert it.incoming.take_not_loaded() == (Happening(mail_id=LATE),)
        await it.read(10)
        assert it.incoming.take_not_loaded() == ()
        it.mailbox.mend()
        await it.read()
        assert it.incoming.take_not_loaded() == (Happening(mail_id=LATE, envelope=new_mail("late")),)
        assert it.incoming.take() == ()
        assert it.incoming.read_again_after_s is None


@in_virtual_time
async def test_mail_of_an_account_that_is_away_is_not_given_up() -> None:
    async with given() as it:
        it.mailbox.fail("envelopes", unavailable)
        await it.read(3 * MOST_TRIES)
        assert it.incoming.take_not_loaded() == ()
        it.mailbox.mend()
        await it.read()
        assert it.incoming.take() == (Happening(mail_id=LATE, envelope=new_mail("late")),)


@in_virtual_time
async def test_what_loads_before_its_id_was_taken_came_in_like_any_other() -> None:
    async with given() as it:
        await it.read(MOST_TRIES)
        it.mailbox.mend()
        await it.read()
        assert it.incoming.take_not_loaded() == ()
        assert it.incoming.take() == (Happening(mail_id=LATE, envelope=new_mail("late")),)


@in_virtual_time
async def test_what_leaves_before_its_id_was_taken_never_was() -> None:
    async with given() as it:
        await it.read(MOST_TRIES)
        it.mailbox.read_elsewhere(LATE)
        await it.read()
        assert (it.incoming.take(), it.incoming.take_not_loaded()) == ((), ())
        assert it.incoming.read_again_after_s is None


@in_virtual_time
async def test_what_leaves_after_its_id_was_taken_is_told_to_have_left_whether_it_loaded_or_not() -> None:
    for loads in (False, True):
        async with given() as it:
            await it.read(MOST_TRIES)
            assert it.incoming.take_not_loaded()
            if loads:
                it.mailbox.mend()
                await it.read()
            it.mailbox.read_elsewhere(LATE)
            await it.read()
            assert (it.incoming.take(), it.incoming.take_not_loaded()) == ((Happening(mail_id=LATE),), ())


@in_virtual_time
async def test_what_the_user_has_heard_by_then_is_not_told_again() -> None:
    async with given() as it:
        await it.read(MOST_TRIES)
        assert it.incoming.take_not_loaded()
        it.heard.append(LATE)
        it.mailbox.mend()
        await it.read()
        assert (it.incoming.take(), it.incoming.take_not_loaded(), it.incoming.read_again_after_s) == ((), (), None)
