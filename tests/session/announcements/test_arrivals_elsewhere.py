"""What is handled elsewhere during a call leaves without a word, and looks that fail lose nothing."""

from collections.abc import Sequence
from datetime import datetime

import pytest

from briefing.agenda import Agenda
from briefing.mail import Envelope, MailStatus, mail_id
from briefing.tracking.arrival_states import ArrivalState
from inbox.arrivals.incoming import LONGEST_PAUSE_S
from inbox.listing.pipeline import BriefingPipeline
from session.skills.moving import next_item
from tests.agent.arrived_mail import A_WHILE_S, state, status
from tests.agent.given_floor import conversation
from tests.inbox.memory_mailbox import new_mail, unavailable
from tests.inbox.virtual_clock import in_virtual_time


class OneMailThatCannotBeScored(BriefingPipeline):
    """A pipeline with a defect."""

    def agenda_of(self, envelopes: Sequence[Envelope], now: datetime) -> Agenda:
        assert not any(envelope.mail_id == mail_id("work", "broken") for envelope in envelopes)
        return super().agenda_of(envelopes, now)


class TestHandledElsewhere:
    @in_virtual_time
    async def test_it_leaves_the_agenda_without_a_word(self) -> None:
        async with conversation(["a", "b", "c"]) as call:
            call.mailbox.read_elsewhere(mail_id("work", "b"))
            await call.nothing_happens_for(A_WHILE_S)
            assert (status(call, "b"), call.call.tracker.progress().mails, call.floor.said) == (None, 2, [])
            await call.says(next_item)
            assert call.current == "c"

    @in_virtual_time
    async def test_the_mail_that_is_being_told_stays_until_the_user_moves_on(self) -> None:
        async with conversation(["a", "b"]) as call:
            call.mailbox.read_elsewhere(mail_id("work", "a"))
            await call.nothing_happens_for(A_WHILE_S)
            assert call.current == "a"
            await call.says(next_item)
            assert call.current == "b"

    @in_virtual_time
    async def test_a_mail_that_was_heard_stays_counted_as_heard(self) -> None:
        async with conversation(["a", "b"]) as call:
            await call.says(next_item)
            call.mailbox.read_elsewhere(mail_id("work", "a"))
            await call.nothing_happens_for(1)
            assert call.call.tracker.progress().briefed == 2

    @in_virtual_time
    async def test_mail_of_an_account_that_is_away_is_told_once_it_can_be_read(self) -> None:
        async with conversation(["a"]) as call:
            call.mailbox.fail("envelopes", unavailable)
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(A_WHILE_S)
            assert call.floor.said == []
            call.mailbox.mend()
            await call.nothing_happens_for(LONGEST_PAUSE_S)
            assert len(call.told) == 1

    @in_virtual_time
    async def test_one_mail_that_breaks_something_does_not_silence_the_others(self, caplog: pytest.LogCaptureFixture) -> None:
        async with conversation(["a"]) as call:
            whole = call.call.mail.pipeline
            call.call.mail.pipeline = OneMailThatCannotBeScored(
                inbox=call.call.mail.inbox, ledger=call.call.records.ledger, preferences=whole.preferences, user_id=call.call.user_id
            )
            call.mailbox.deliver(new_mail("broken"))
            call.mailbox.deliver(new_mail("x"))
            await call.nothing_happens_for(A_WHILE_S)
            call.mailbox.deliver(new_mail("y"))
            await call.nothing_happens_for(A_WHILE_S)
            assert [state(call, name) for name in ("broken", "x", "y")] == [None, ArrivalState.ANNOUNCED, ArrivalState.ANNOUNCED]
        assert [(record.message, record.error) for record in caplog.records] == [  # type: ignore[attr-defined]
            ("a change of the inbox was passed over", "AssertionError")
        ]

    @in_virtual_time
    async def test_mail_that_never_loads_is_asked_for_ever_more_seldom_and_counted_at_the_end(self) -> None:
        async with conversation(["a"]) as call:
            call.mailbox.withhold(mail_id("work", "new"))
            call.mailbox.deliver(new_mail("new"))
            asked = call.mailbox.asked["envelopes"]
            await call.nothing_happens_for(600)
            assert 10 <= call.mailbox.asked["envelopes"] - asked <= 13
            assert call.floor.said == []
            assert (await call.says(next_item)).endswith("One mail did not load; it is left for next time.")
            assert status(call, "new") is MailStatus.PENDING

    @in_virtual_time
    async def test_mail_that_loads_late_is_told_in_its_place(self) -> None:
        async with conversation(["a", "b"]) as call:
            call.mailbox.withhold(mail_id("work", "new"))
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(600)
            call.mailbox.mend()
            await call.nothing_happens_for(LONGEST_PAUSE_S)
            await call.says(next_item)
            assert "Matter new" in await call.says(next_item)
            assert call.current == "new"
            assert "did not load" not in await call.says(next_item)

    @in_virtual_time
    async def test_mail_that_does_not_load_and_leaves_is_spoken_of_no_more(self) -> None:
        async with conversation(["a"]) as call:
            call.mailbox.withhold(mail_id("work", "new"))
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(600)
            call.mailbox.read_elsewhere(mail_id("work", "new"))
            await call.nothing_happens_for(1)
            assert "did not load" not in await call.says(next_item)

    @in_virtual_time
    async def test_a_ledger_that_is_away_does_not_keep_mail_from_being_told(self) -> None:
        async with conversation(["a"]) as call:
            call.call.records.ledger.away = True  # type: ignore[attr-defined]
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(A_WHILE_S)
            assert len(call.told) == 1
