"""Each mail is read once; what cannot be had now is asked for again; only what is really gone counts as gone."""

import asyncio

import pytest

from briefing.agenda import MailRef
from briefing.mail import Envelope, MailId, ThreadId, mail_id
from inbox.unified import UnifiedInbox
from providers.mailbox import MailGoneError
from session.prefetch_cache import KEPT_TEXTS, PrefetchCache
from tests.inbox.memory_mailbox import MemoryMailbox, new_mails, unavailable
from tests.inbox.virtual_clock import in_virtual_time

MAIL = mail_id("work", "0")


def shelf_over(mailbox: MemoryMailbox) -> tuple[PrefetchCache, dict[MailId, Envelope]]:
    envelopes: dict[MailId, Envelope] = {}
    return PrefetchCache(UnifiedInbox([mailbox], timeout_s=10), envelopes), envelopes


def ref(mail: MailId) -> MailRef:
    return MailRef(mail_id=mail, thread_id=ThreadId(mail))


@in_virtual_time
async def test_a_mail_is_read_once_however_often_and_by_however_many_it_is_asked_for() -> None:
    mailbox = MemoryMailbox("work", new_mails(1))
    mailbox.delay("text", 1)
    prefetch, envelopes = shelf_over(mailbox)
    texts = await asyncio.gather(*(prefetch.text(MAIL) for _ in range(5)))
    assert {text.text if text else "" for text in texts} == {f"The words of {MAIL}."}
    await prefetch.envelope(MAIL)
    assert await prefetch.envelope(MAIL) == envelopes[MAIL]
    assert (mailbox.asked["text"], mailbox.asked["envelopes"]) == (1, 1)


@in_virtual_time
async def test_what_was_prepared_needs_no_request() -> None:
    mailbox = MemoryMailbox("work", new_mails(3))
    prefetch, _ = shelf_over(mailbox)
    await prefetch.prepare(*map(ref, mailbox.unread_ids))
    mailbox.fail("text", unavailable)
    mailbox.fail("envelopes", unavailable)
    for mail in mailbox.unread_ids:
        assert await prefetch.envelope(mail)
        assert await prefetch.text(mail)


@in_virtual_time
async def test_a_mail_that_has_another_id_by_now_is_read_by_that_and_kept_by_its_own() -> None:
    mailbox = MemoryMailbox("work", new_mails(1))
    mail, envelopes = mail_id("work", "its first id"), dict[MailId, Envelope]()
    prefetch = PrefetchCache(UnifiedInbox([mailbox], timeout_s=10), envelopes, id_now={mail: MAIL}.__getitem__)
    envelope, text = await prefetch.envelope(mail), await prefetch.text(mail)
    assert (envelope and envelope.mail_id, text and text.text) == (mail, f"The words of {MAIL}.")
    assert list(envelopes) == [mail]


@in_virtual_time
async def test_a_mail_that_cannot_be_prepared_does_not_keep_the_next_from_it() -> None:
    mailbox = MemoryMailbox("work", new_mails(3))
    mailbox.lose(MAIL)
    prefetch, envelopes = shelf_over(mailbox)
    await prefetch.prepare(*map(ref, mailbox.unread_ids))
    assert list(envelopes) == mailbox.unread_ids[1:]


@in_virtual_time
async def test_a_mailbox_that_is_away_gives_nothing_now_and_is_asked_again() -> None:
    mailbox = MemoryMailbox("work", new_mails(1))
    mailbox.fail("text", unavailable)
    mailbox.delay("envelopes", 3600)
    prefetch, _ = shelf_over(mailbox)
    assert await prefetch.envelope(MAIL) is None
    assert await prefetch.text(MAIL) is None
    mailbox.mend()
    assert await prefetch.envelope(MAIL)
    assert await prefetch.text(MAIL)


@in_virtual_time
async def test_a_mail_that_is_gone_is_said_to_be_gone() -> None:
    mailbox = MemoryMailbox("work", new_mails(1))
    mailbox.lose(MAIL)
    prefetch, _ = shelf_over(mailbox)
    with pytest.raises(MailGoneError):
        await prefetch.envelope(MAIL)
    with pytest.raises(MailGoneError):
        await prefetch.text(MAIL)


@in_virtual_time
async def test_a_mail_is_not_taken_for_gone_because_its_mailbox_answered_somebody_else_meanwhile() -> None:
    mailbox = MemoryMailbox("work", new_mails(2))
    prefetch, _ = shelf_over(mailbox)
    mailbox.delay("envelopes", 3600)
    waiting = asyncio.create_task(prefetch.envelope(MAIL))
    await asyncio.sleep(5)
    mailbox.mend()
    assert await prefetch.envelope(mailbox.unread_ids[1])
    assert await waiting is None


@in_virtual_time
async def test_only_so_many_texts_are_kept() -> None:
    mailbox = MemoryMailbox("work", new_mails(KEPT_TEXTS + 1))
    prefetch, _ = shelf_over(mailbox)
    for mail in mailbox.unread_ids:
        await prefetch.text(mail)
    await prefetch.text(mailbox.unread_ids[-1])
    assert mailbox.asked["text"] == KEPT_TEXTS + 1
    await prefetch.text(MAIL)
    assert mailbox.asked["text"] == KEPT_TEXTS + 2
