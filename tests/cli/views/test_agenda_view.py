"""What `aloud brief` shows of an inbox that takes longer to read than a person waits."""

import pytest

from briefing.agenda import Agenda, Topic, TopicKind
from cli.views.agenda_view import READ_WITHIN_S, what_is_missing
from inbox.listing.known_in_time import Known, known_within
from providers.mailbox import SignInNeededError
from tests.agent.memory_call import call_and_look
from tests.inbox.memory_mailbox import MemoryMailbox, new_mails, unavailable
from tests.inbox.virtual_clock import in_virtual_time, now


def shown(known: Known) -> int:
    return sum(len(topic.mails) for topic in known.agenda.topics)


@in_virtual_time
async def test_an_inbox_that_is_read_in_time_is_shown_whole() -> None:
    call, look = await call_and_look(MemoryMailbox("aa", new_mails(1_200, slug="aa"), page_size=500))
    known = await known_within(call.mail.pipeline, look.agenda, call.now, seconds=READ_WITHIN_S)
    assert (shown(known), known.by_id_alone, known.all_listed) == (1_200, 0, True)
    assert what_is_missing(known) == ""


@in_virtual_time
async def test_a_slow_one_is_shown_as_far_as_it_is_known_and_the_rest_is_counted() -> None:
    mailbox = MemoryMailbox("aa", new_mails(5_000, slug="aa"), reads_at_once=20)
    call, look = await call_and_look(mailbox)
    mailbox.delay("envelopes", 6)
    began = now()
    known = await known_within(call.mail.pipeline, look.agenda, call.now, seconds=READ_WITHIN_S)
    assert now() - began <= READ_WITHIN_S
    assert (shown(known), known.by_id_alone, known.all_listed) == (80, 4_920, True)
    assert what_is_missing(known) == "5000 mails; of 4920 only the id is known so far."


@in_virtual_time
async def test_a_list_that_was_not_read_to_its_end_counts_as_at_least_what_it_gave() -> None:
    mailbox = MemoryMailbox("aa", new_mails(5_000, slug="aa"), reads_at_once=20, page_size=500)
    call, look = await call_and_look(mailbox)
    mailbox.delay("unread", 3)
    known = await known_within(call.mail.pipeline, look.agenda, call.now, seconds=READ_WITHIN_S)
    assert not known.all_listed
    assert what_is_missing(known) == "At least 3500 mails; of 3480 only the id is known so far."


@in_virtual_time
async def test_mail_of_an_account_that_does_not_answer_is_not_waited_for_longer() -> None:
    at_work, at_home = MemoryMailbox("aa", new_mails(100, slug="aa")), MemoryMailbox("bb", new_mails(2, slug="bb"))
    at_work.fail("envelopes", unavailable)
    call, look = await call_and_look(at_work, at_home)
    began = now()
    known = await known_within(call.mail.pipeline, look.agenda, call.now, seconds=READ_WITHIN_S)
    assert now() - began <= READ_WITHIN_S
    assert (shown(known), known.by_id_alone) == (2, 100)


@in_virtual_time
async def test_an_account_that_needs_a_new_sign_in_is_not_waited_for() -> None:
    closed, at_home = MemoryMailbox("aa", new_mails(100, slug="aa")), MemoryMailbox("bb", new_mails(300, slug="bb"))
    for request in ("unread", "id_set", "written_to", "envelopes"):
        closed.fail(request, SignInNeededError)
    for mailboxes, mails in (([closed], 0), ([closed, at_home], 300)):
        call, look = await call_and_look(*mailboxes)
        began = now()
        known = await known_within(call.mail.pipeline, look.agenda, call.now, seconds=READ_WITHIN_S)
        assert (now() - began, shown(known)) == (0, mails)


@pytest.mark.parametrize(
    ("by_id_alone", "all_listed", "said"),
    [
        (0, True, ""),
        (0, False, ""),
        (1, True, "One mail; of one only the id is known so far."),
        (1, False, "At least one mail; of one only the id is known so far."),
    ],
)
def test_what_is_missing_is_said_in_one_sentence(by_id_alone: int, all_listed: bool, said: str) -> None:
    nothing = Agenda(topics=(Topic(label="", kind=TopicKind.OTHER, mails=()),))
    assert what_is_missing(Known(agenda=nothing, by_id_alone=by_id_alone, all_listed=all_listed)) == said
