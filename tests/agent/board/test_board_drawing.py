"""The board in every state of a call: it shows what the agent goes by, and nothing of a mail can do more than be read."""

import asyncio
import unicodedata
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.board.board_messages import HEARD, MOST_ARRIVALS, MOST_DONE, MOST_NEXT, MOST_TOPICS, SKIPPED, Board, Phase, TopicState
from agent.board.drawing import LONGEST_LINE, draw, shown
from agent.board.showing import board_of
from briefing.agenda import Agenda, Topic, TopicKind
from briefing.mail import Address, MailId, MailStatus, mail_id
from briefing.mail_action import MailAction
from briefing.tracking.tracker import BriefingSessionTracker
from session.call import Call
from session.call_records import MOST_OFF_AGENDA
from session.dialogue import Offer
from session.skills.inbox_changes import announce, put_arrivals_at_the_end
from session.skills.lookup import read_found, read_in_full
from tests.agent.memory_call import memory_call
from tests.agent.typed_call import TypedCall, sample_settings, typed_call
from tests.agent.whole_calls.test_search import deliver_read_mail
from tests.briefing.hostile_texts import any_text
from tests.briefing.tracker_agendas import AT, agenda, m, ref
from tests.briefing.tracking.test_tracker_cost import steps
from tests.inbox.memory_mailbox import NOON, MemoryMailbox, new_mail, new_mails

pytestmark = pytest.mark.slow

HIDDEN = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}


def drawn(call: Call, *, speaks: bool = True, hears: bool = True) -> Board:
    return draw(call, speaks=speaks, hears=hears)


class Boards:
    """The board of a typed call."""

    def __init__(self, call: TypedCall) -> None:
        self.publisher = board_of(call.briefer, call.call, self.keep, speaks=False, hears=False)
        self.sent: list[str] = []

    async def keep(self, board: str) -> None:
        self.sent.append(board)

    @property
    def newest(self) -> Board:
        return self.publisher.newest()


async def test_before_the_first_word_everything_lies_ahead(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path, unread=20)) as call:
        board = Boards(call).newest
        assert (board.phase, board.counts.remaining, board.counts.total) == (Phase.BRIEFING, 20, 20)
        assert board.current
        assert (board.current.mail_id, board.current.heard, board.current.reading) == (call.current, 0.0, False)
        assert len(board.next) == MOST_NEXT
        assert (board.done, board.arrivals, board.offer, board.drafts) == ((), (), None, ())
        assert [topic.state for topic in board.topics] == [TopicState.CURRENT] + [TopicState.AHEAD] * (board.topics_total - 1)
        assert sum(topic.mails for topic in board.topics) == 20


async def test_the_card_tells_what_is_known_of_the_current_mail(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        assert call.current
        card, envelope = Boards(call).newest.current, call.call.mail.pipeline.envelopes[call.current]
        assert card
        assert (card.sender_name, card.sender_address) == (envelope.sender.name, envelope.sender.email)
        assert (card.subject, card.received_at) == (envelope.subject, envelope.received_at)
        assert card.reasons
        assert card.snippet
        assert card.account == ""


async def test_a_mail_is_heard_when_its_words_have_reached_the_caller(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        boards = Boards(call)
        await call.greet()
        board = boards.newest
        assert board.current
        assert (board.current.mail_id, board.current.heard) == (call.current, 1.0)
        assert board.counts.briefed == 1
        assert board.done == ()


async def test_what_was_done_is_shown_with_its_outcome_newest_first(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        boards, expected = Boards(call), list[tuple[MailId | None, str]]()
        await call.greet()
        for line, outcome in [
            ("next", HEARD),
            ("archive it", "Archived"),
            ("skip this one", SKIPPED),
            ("mark it as read", "Marked as read"),
        ]:
            expected.insert(0, (call.current, outcome))
            await call.type(line)
            board = boards.newest
            assert [(mail.mail_id, mail.outcome) for mail in board.done] == expected
            assert board.current
            assert board.current.mail_id == call.current
        expected.insert(0, (call.current, "Flagged"))
        await call.type("flag it")
        assert (card := boards.newest.current)
        assert card.flagged
        await call.type("next")
        assert [(mail.mail_id, mail.outcome) for mail in boards.newest.done] == expected


async def test_what_is_pending_again_is_not_done(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path)) as call:
        boards = Boards(call)
        await call.greet()
        await call.type("skip this topic")
        assert SKIPPED in {mail.outcome for mail in boards.newest.done}
        await call.type("go back")
        board = boards.newest
        assert SKIPPED not in {mail.outcome for mail in board.done}
        assert board.counts.skipped == 0


async def test_at_the_end_nothing_is_open_and_the_offer_shows(tmp_path: Path) -> None:
    async with typed_call(sample_settings(tmp_path, unread=3)) as call:
        boards = Boards(call)
        await call.greet()
        await call.type("skip this one")
        while call.current:
            await call.type("next")
        board = boards.newest
        assert (board.phase, board.current, board.next, board.offer) == (Phase.DONE, None, (), Offer.HEAR_SKIPPED)
        assert {topic.state for topic in board.topics} == {TopicState.PAST}
        assert all(topic.done == topic.mails for topic in board.topics)
        assert len(board.done) == board.counts.total == 3


async def test_a_call_that_goes_on_shows_what_was_done_before_it_broke_off(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    async with typed_call(settings) as call:
        await call.greet()
        archived = call.current
        await call.type("archive it")
        assert call.current
        heard = call.call.mail.pipeline.envelopes[call.current]
        await call.type("next")
    async with typed_call(settings) as call:
        boards = Boards(call)
        await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "read what is done"))
        board = boards.newest
        assert (archived, "Archived") in [(mail.mail_id, mail.outcome) for mail in board.done]
        assert (heard.mail_id, heard.sender.name, HEARD) in [(mail.mail_id, mail.sender_name, mail.outcome) for mail in board.done]
        assert board.counts.actioned == 1
        assert board.current
        assert board.current.sender_name


async def test_half_a_mail_was_heard_when_the_voice_was_cut_off() -> None:
    call = await memory_call(MemoryMailbox("work", new_mails(2)))
    (current, _) = call.tracker.pending_mails()
    call.tracker.note_heard(current.mail_id, 0.4567)
    card = drawn(call).current
    assert card
    assert card.heard == 0.46


async def test_a_reading_shows_until_it_is_over() -> None:
    call = await memory_call(MemoryMailbox("work", new_mails(2)))
    outcome = await read_in_full(call)
    card = drawn(call).current
    assert card
    assert card.reading
    for passage in outcome.spoken:
        call.heard(passage)
    card = drawn(call).current
    assert card
    assert (card.reading, card.heard) == (False, 1.0)


async def test_a_mail_that_was_found_and_opened_is_what_it_means() -> None:
    mailbox = MemoryMailbox("work", new_mails(2))
    call = await memory_call(mailbox)
    mailbox.deliver(found := new_mail("old", subject="Harbour fees"))
    await read_found(call, found.mail_id)
    board = drawn(call)
    assert board.current
    assert (board.current.mail_id, board.current.subject) == (found.mail_id, "Harbour fees")
    assert [topic.state for topic in board.topics].count(TopicState.CURRENT) == 1
    assert board.counts.total == 2


async def test_what_was_done_to_a_found_mail_stands_among_what_is_done_once_it_is_not_open_any_more(tmp_path: Path) -> None:
    settings = sample_settings(tmp_path)
    deliver_read_mail(tmp_path / "inbox")
    async with typed_call(settings) as call:
        boards = Boards(call)
        await call.greet()
        first = call.current
        for line in ("archive it", "find mails about the zebra crossing", "the first one", "flag it", "archive it"):
            await call.type(line)
        board = boards.newest
        assert board.current
        assert (board.current.subject, [mail.mail_id for mail in board.done]) == ("The zebra crossing", [first])
        second = call.current
        await call.type("where were we?")
        await call.type("mark it as read")
        done = {mail.mail_id: mail for mail in boards.newest.done}
        found = next(mail for mail in done.values() if mail.mail_id not in (first, second))
        assert (found.sender_name, found.subject, found.outcome) == (
            "Ursula Keller",
            "The zebra crossing",
            "Archived",
        )
        assert len(done) == 3


async def test_what_is_done_is_in_the_order_of_time_whether_or_not_it_is_on_the_agenda() -> None:
    call = await memory_call(MemoryMailbox("work", new_mails(3)))
    early, late, _ = (mail.mail_id for mail in call.tracker.pending_mails())
    call.tracker.skip_mail(at=NOON - timedelta(minutes=1))
    call.acting.off_agenda.note(MailId("work:beside"), MailAction.ARCHIVE, call.now())
    call.tracker.skip_mail(at=NOON + timedelta(minutes=1))
    done = drawn(call).done
    assert [(mail.mail_id, mail.outcome) for mail in done] == [
        (late, SKIPPED), ("work:beside", "Archived"), (early, SKIPPED),
    ]  # fmt: skip


async def test_of_what_was_done_beside_the_agenda_only_the_latest_is_kept() -> None:
    call = await memory_call(MemoryMailbox("work", new_mails(1)))
    for number in range(MOST_OFF_AGENDA + 5):
        call.acting.off_agenda.note(MailId(f"work:{number}"), MailAction.FLAG, call.now())
    call.acting.off_agenda.note(MailId("work:20"), MailAction.UNFLAG, call.now())
    assert len(call.acting.off_agenda.latest) == MOST_OFF_AGENDA
    assert next(iter(call.acting.off_agenda.latest)) == "work:5"
    assert call.acting.off_agenda.actions.total() == MOST_OFF_AGENDA + 6
    assert {mail.mail_id: mail.outcome for mail in drawn(call).done}["work:20"] == "Flag removed"


async def test_arrivals_are_shown_until_they_are_accepted_or_left_for_later() -> None:
    call = await memory_call(MemoryMailbox("work", new_mails(2)))
    for name, urgent in (("a", False), ("b", True)):
        ref = call.mail.pipeline.agenda_of([new_mail(name)], NOON).topics[0].mails[0]
        call.arrivals.come(ref, urgent=urgent)
    assert [(mail.mail_id, mail.urgent) for mail in drawn(call).arrivals] == [("work:a", False), ("work:b", True)]
    announce(call, call.arrivals.waiting[1:], offered=False)
    assert {mail.mail_id for mail in drawn(call).arrivals} == {"work:a", "work:b"}
    put_arrivals_at_the_end(call, untold=True)
    board = drawn(call)
    assert (board.arrivals, board.arrivals_total) == ((), 0)
    assert {"work:a", "work:b"} <= {mail.mail_id for mail in board.next}


async def test_the_account_shows_where_there_are_several() -> None:
    call = await memory_call(
        MemoryMailbox("a", new_mails(2, slug="a"), label="Work"), MemoryMailbox("b", new_mails(2, slug="b"), label="Home")
    )
    board = drawn(call)
    assert board.current
    assert {board.current.account, *(mail.account for mail in board.next)} == {"Work", "Home"}


async def test_a_mail_that_has_not_loaded_is_there_without_words() -> None:
    call = await memory_call(MemoryMailbox("work", new_mails(300)), everything=False)
    call.mail.loading = True
    mail = next(mail for mail in call.tracker.pending_mails() if not mail.loaded)
    call.tracker.jump_to(mail.mail_id, at=NOON)
    board = drawn(call)
    assert (board.phase, board.counts.total) == (Phase.LOADING, 300)
    assert board.current
    assert (board.current.mail_id, board.current.sender_name, board.current.subject, board.current.received_at) == (
        mail.mail_id,
        "",
        "",
        None,
    )


async def test_an_empty_inbox_is_done() -> None:
    board = drawn(await memory_call(MemoryMailbox("work")), speaks=False, hears=True)
    assert (board.phase, board.current, board.topics, board.counts.total) == (Phase.DONE, None, (), 0)
    assert (board.speaks, board.hears) == (False, True)


async def test_every_list_is_bounded_whatever_the_inbox_holds() -> None:
    call = await memory_call(MemoryMailbox("work"))
    wide = "\U0001f389" * 10_000
    mails = [replace(ref(number, subject=wide), sender=Address(name=wide, email=f"{wide}@example.org")) for number in range(300)]
    topics = [Topic(label=wide, kind=TopicKind.SIMILAR, mails=(mail,)) for mail in mails]
    call.tracker = BriefingSessionTracker(Agenda(topics=tuple(topics)))
    for _ in range(150):
        call.tracker.advance(at=AT)
    for mail in mails:
        call.arrivals.come(replace(mail, mail_id=mail_id("new", mail.mail_id)), urgent=False)
    board = drawn(call)
    assert (len(board.topics), len(board.next), len(board.done), len(board.arrivals)) == (MOST_TOPICS, MOST_NEXT, MOST_DONE, MOST_ARRIVALS)
    assert (board.topics_total, board.arrivals_total) == (300, 300)
    assert board.topics[0].number < 151 < board.topics[-1].number
    assert len(board.model_dump_json().encode()) < 150_000


async def test_drawing_costs_little_more_in_a_full_inbox() -> None:
    call, cost = await memory_call(MemoryMailbox("work")), dict[int, int]()
    for size in (1_000, 5_000):
        call.tracker = BriefingSessionTracker(agenda(*([number, number + 1] for number in range(0, size, 2))))
        for number in range(200):
            call.tracker.mark_actioned(m(number), MailAction.ARCHIVE, at=AT + timedelta(seconds=number))
        call.tracker.jump_to(m(size // 2), at=AT)
        cost[size] = steps(lambda: drawn(call))
    assert cost[5_000] < 1.5 * cost[1_000]


async def test_only_the_newest_of_a_long_record_are_kept_in_the_order_in_which_they_happened() -> None:
    call = await memory_call(MemoryMailbox("work"))
    call.tracker = BriefingSessionTracker(agenda(list(range(500))))
    for number in range(400):
        call.tracker.mark_briefed(m(number), at=AT + timedelta(seconds=number))
    assert [mail.mail_id for mail in drawn(call).done] == [m(399 - place) for place in range(MOST_DONE)]
    call.tracker.mark_actioned(m(7), MailAction.ARCHIVE, at=AT + timedelta(hours=1))
    done = drawn(call).done
    assert (done[0].mail_id, done[0].outcome, done[1].mail_id) == (m(7), "Archived", m(399))


async def test_a_mail_handled_elsewhere_leaves_without_a_word() -> None:
    call = await memory_call(MemoryMailbox("work"))
    call.tracker = BriefingSessionTracker(agenda([1, 2, 3]))
    call.tracker.mark_briefed(m(2), at=AT)
    call.tracker.remove_handled_elsewhere([m(2), m(3)])
    board = drawn(call)
    assert (board.done, board.counts.total) == ((), 1)
    state = call.tracker.state_of(m(1))
    assert state
    assert state.status is MailStatus.PENDING


@given(st.one_of(any_text, st.text(alphabet=st.characters(categories=["Cc", "Cf", "Zl", "Zp", "Co", "Ll"]))))
def test_text_of_a_mail_is_one_bounded_line_that_hides_nothing(text: str) -> None:
    for words in (shown(text), shown(text * 300)):
        assert not [character for character in words if unicodedata.category(character) in HIDDEN]
        assert len(words) <= LONGEST_LINE
        assert words.splitlines() in ([], [words])


def test_short_text_stays_as_it_is_and_long_text_says_that_it_is_cut() -> None:
    assert shown("<script>alert('x')</script> & “ok”") == "<script>alert('x')</script> & “ok”"
    assert shown("x" * LONGEST_LINE) == "x" * LONGEST_LINE
    assert shown("x" * (LONGEST_LINE + 1)) == "x" * (LONGEST_LINE - 1) + "…"
