"""Mail that comes in or is handled elsewhere during a call: told once, at a boundary, and nothing is lost."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import pytest

from agent.call import Offer
from agent.outcome import RefusedError
from agent.skills.arrivals import put_arrivals_at_the_end
from agent.skills.lookup import read_in_full
from agent.skills.mailing import ask_back
from agent.skills.navigation import go_to, next_item, progress, skip_this_mail
from agent.skills.offers import accept_offer, check_for_new_mail, decline_offer
from agent.speaking.announcing import Boundary
from briefing.agenda import Agenda
from briefing.arrivals import ArrivalState
from briefing.mail import Address, Envelope, MailStatus, Mark, mail_id
from briefing.speech import sentences
from inbox.incoming import LONGEST_PAUSE_S
from inbox.pipeline import BriefingPipeline
from tests.agent.given_floor import SENTENCE_S, Conversation, conversation, from_friend
from tests.inbox.memory_mailbox import NOON, OWN_ADDRESS, new_mail, unavailable
from tests.inbox.virtual_clock import in_virtual_time

A_WHILE_S = 30.0


def state(call: Conversation, name: str) -> ArrivalState | None:
    return call.call.arrivals.state_of(mail_id("work", name))


def status(call: Conversation, name: str) -> MailStatus | None:
    found = call.call.tracker.state_of(mail_id("work", name))
    return found.status if found else None


async def _urgent_mail_is_accepted(call: Conversation) -> None:
    call.mailbox.deliver(from_friend("new"))
    await call.nothing_happens_for(1)
    call.falls_silent()
    await call.nothing_happens_for(2)
    assert "Anna Berg" in await call.says(accept_offer)


class OneMailThatCannotBeScored(BriefingPipeline):
    """A pipeline with a defect."""

    def agenda_of(self, envelopes: Sequence[Envelope], now: datetime) -> Agenda:
        assert not any(envelope.mail_id == mail_id("work", "broken") for envelope in envelopes)
        return super().agenda_of(envelopes, now)


class TestWhen:
    @in_virtual_time
    async def test_ordinary_mail_waits_for_the_end_of_the_topic_and_is_told_once(self) -> None:
        async with conversation(["a", "b"], ["c"]) as call:
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(A_WHILE_S)
            assert call.floor.said == []
            await call.says(next_item)
            await call.nothing_happens_for(A_WHILE_S)
            assert call.floor.said == ["A new mail came in, from Person new about Matter new.", "Shall I read it next?"]
            await call.says(progress)
            await call.nothing_happens_for(A_WHILE_S)
            assert len(call.told) == 1

    @in_virtual_time
    async def test_the_user_gets_time_for_the_last_mail_of_a_topic(self) -> None:
        async with conversation(["a"], ["b"]) as call:
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(3)
            assert call.floor.said == []
            call.floor.user_speaks()
            await call.nothing_happens_for(A_WHILE_S)
            assert call.floor.said == []

    @in_virtual_time
    async def test_urgent_mail_is_told_as_soon_as_the_agent_has_finished(self) -> None:
        async with conversation(["a", "b", "c"]) as call:
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(1)
            assert call.floor.said == [
                "An urgent mail from Anna Berg just came in, asking: \u201cCan you sign today?\u201d",
                "Shall I read it now?",
            ]

    @in_virtual_time
    async def test_urgent_mail_ends_a_reading_with_its_sentence(self) -> None:
        async with conversation(["a", "b"]) as call:
            call.floor.agent_answers()
            await call.call.perform(read_in_full)
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(A_WHILE_S)
            assert (call.floor.readings_ended, call.floor.said) == (0, [])
            call.announcer.note_boundary(Boundary.SENTENCE)
            assert call.floor.readings_ended == 1
            call.falls_silent()
            await call.nothing_happens_for(1)
            assert len(call.told) == 1

    @in_virtual_time
    async def test_a_sentence_beside_an_interrupted_reading_does_not_end_it_later(self) -> None:
        async with conversation(["a", "b"]) as call:
            call.floor.agent_answers()
            await call.call.perform(read_in_full)
            call.falls_silent()
            call.floor.agent_answers()
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(1)
            call.announcer.note_boundary(Boundary.SENTENCE)
            assert call.call.reading is not None
            assert call.floor.readings_ended == 0

    @in_virtual_time
    async def test_ordinary_mail_does_not_end_a_reading(self) -> None:
        async with conversation(["a"]) as call:
            call.floor.agent_answers()
            await call.call.perform(read_in_full)
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(A_WHILE_S)
            call.announcer.note_boundary(Boundary.SENTENCE)
            assert (call.floor.readings_ended, call.floor.said) == (0, [])

    @in_virtual_time
    async def test_nothing_is_told_in_the_users_turn_nor_before_its_answer(self) -> None:
        async with conversation(["a"]) as call:
            call.floor.user_speaks()
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(A_WHILE_S)
            call.floor.agent_answers()
            await call.nothing_happens_for(A_WHILE_S)
            assert call.floor.said == []
            call.falls_silent()
            await call.nothing_happens_for(1)
            assert len(call.told) == 1

    @in_virtual_time
    async def test_nothing_is_told_before_the_first_mail(self) -> None:
        async with conversation(["a"], begin=False) as call:
            call.mailbox.deliver(from_friend("new"))
            call.falls_silent()
            await call.nothing_happens_for(A_WHILE_S)
            assert call.floor.said == []

    @in_virtual_time
    async def test_where_nothing_was_new_mail_is_told_after_the_greeting(self) -> None:
        async with conversation(begin=False) as call:
            call.mailbox.deliver(new_mail("new"))
            call.falls_silent()
            await call.nothing_happens_for(1)
            assert call.floor.said == ["A new mail came in, from Person new about Matter new.", "Shall I read it now?"]

    @in_virtual_time
    async def test_nothing_is_told_while_a_question_about_a_mail_is_open(self) -> None:
        async with conversation(["a"]) as call:
            await call.says(ask_back, wish="archive")
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(A_WHILE_S)
            assert (call.floor.said, call.call.offer) == ([], Offer.ARCHIVE)
            await call.says(decline_offer)
            await call.nothing_happens_for(1)
            assert len(call.told) == 1

    @in_virtual_time
    async def test_nothing_is_told_to_a_caller_who_is_not_there(self) -> None:
        async with conversation(["a"]) as call:
            call.call.caller_is_there = False
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(A_WHILE_S)
            assert call.floor.said == []
            call.call.caller_is_there = True
            call.falls_silent()
            await call.nothing_happens_for(1)
            assert len(call.told) == 1

    @in_virtual_time
    async def test_news_that_was_cut_off_is_told_again_after_the_users_turn(self) -> None:
        async with conversation(["a", "b"]) as call:
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(SENTENCE_S / 2)
            assert len(call.told) == 1
            call.floor.user_speaks()
            await call.nothing_happens_for(A_WHILE_S)
            assert (len(call.told), call.call.offer, state(call, "new")) == (1, None, ArrivalState.WAITING)
            await call.says(progress)
            await call.nothing_happens_for(A_WHILE_S)
            assert (len(call.told), call.call.offer) == (2, Offer.HEAR_ARRIVALS)

    @in_virtual_time
    async def test_news_that_is_cut_off_again_and_again_is_left_for_the_end(self) -> None:
        async with conversation(["a", "b"]) as call:
            call.mailbox.deliver(from_friend("new"))
            for _ in range(5):
                await call.nothing_happens_for(SENTENCE_S / 2)
                call.floor.user_speaks()
                await call.nothing_happens_for(A_WHILE_S)
                call.floor.agent_answers()
                call.falls_silent()
            assert (len(call.told), call.call.offer) == (3, None)
            await call.says(next_item)
            await call.says(next_item)
            assert call.current == "new"

    @in_virtual_time
    async def test_when_the_user_speaks_into_the_offer_the_news_is_told_and_a_yes_counts(self) -> None:
        async with conversation(["a", "b"]) as call:
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(SENTENCE_S * 1.5)
            assert call.floor.said[-1] == "Shall I read it now?"
            assert "Anna Berg" in await call.says(accept_offer)

    @in_virtual_time
    async def test_several_are_told_together(self) -> None:
        async with conversation(["a"]) as call:
            call.floor.agent_answers()
            for name in ("x", "y", "z"):
                call.mailbox.deliver(new_mail(name))
            await call.nothing_happens_for(1)
            call.falls_silent()
            await call.nothing_happens_for(A_WHILE_S)
            assert len(call.told) == 1
            assert call.floor.said[0].startswith("Three new mails came in: one from Person")


class TestNotTold:
    @in_virtual_time
    async def test_what_was_read_elsewhere_before_it_was_told(self) -> None:
        async with conversation(["a"]) as call:
            call.floor.agent_answers()
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(1)
            call.mailbox.read_elsewhere(mail_id("work", "new"))
            await call.nothing_happens_for(1)
            call.falls_silent()
            await call.nothing_happens_for(A_WHILE_S)
            assert call.floor.said == []
            assert state(call, "new") is ArrivalState.GONE_UNTOLD

    @in_virtual_time
    async def test_what_the_user_wrote(self) -> None:
        async with conversation(["a"]) as call:
            call.mailbox.deliver(replace(new_mail("own"), sender=Address(email=OWN_ADDRESS)))
            await call.nothing_happens_for(A_WHILE_S)
            assert call.floor.said == []

    @in_virtual_time
    async def test_what_was_heard_in_an_earlier_call(self) -> None:
        async with conversation(["a"]) as call:
            await call.call.ledger.mark("robin", [Mark(mail_id=mail_id("work", "old"), status=MailStatus.BRIEFED, at=NOON)])
            call.mailbox.deliver(new_mail("old"))
            await call.nothing_happens_for(A_WHILE_S)
            assert call.floor.said == []

    @in_virtual_time
    async def test_what_the_user_asked_for_already(self) -> None:
        async with conversation(["a"]) as call:
            call.mailbox.deliver(new_mail("new"))
            assert "Person new" in await call.says(check_for_new_mail)
            await call.nothing_happens_for(A_WHILE_S)
            assert call.floor.said == []

    @in_virtual_time
    async def test_what_was_gone_for_a_moment_after_it_was_told(self) -> None:
        async with conversation(["a"]) as call:
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(1)
            call.mailbox.read_elsewhere(mail_id("work", "new"))
            await call.nothing_happens_for(1)
            call.mailbox.mark_unread_elsewhere(mail_id("work", "new"))
            await call.nothing_happens_for(A_WHILE_S)
            assert len(call.told) == 1
            assert state(call, "new") is ArrivalState.ANNOUNCED

    @in_virtual_time
    async def test_a_mail_of_the_agenda_that_is_marked_unread_again(self) -> None:
        async with conversation(["a", "b", "c"]) as call:
            call.mailbox.read_elsewhere(mail_id("work", "b"))
            await call.nothing_happens_for(1)
            assert status(call, "b") is None
            call.mailbox.mark_unread_elsewhere(mail_id("work", "b"))
            await call.nothing_happens_for(A_WHILE_S)
            assert call.floor.said == []
            await call.says(next_item)
            assert call.current == "b"


class TestAnswers:
    @in_virtual_time
    async def test_accepted_it_is_the_topic_behind_the_current_one(self) -> None:
        async with conversation(["a"], ["b"]) as call:
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(A_WHILE_S)
            assert "right after this topic" in await call.says(accept_offer)
            assert call.current == "a"
            presented = [call.current]
            while call.current:
                await call.says(next_item)
                presented.append(call.current)
            assert presented == ["a", "new", "b", ""]

    @in_virtual_time
    async def test_urgent_mail_is_read_at_once_and_then_the_open_mail_waits_for_its_wish_again(self) -> None:
        async with conversation(["a", "b", "c"]) as call:
            await call.says(next_item)
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(1)
            assert "Anna Berg" in await call.says(accept_offer)
            assert call.current == "new"
            assert (await call.says(next_item)).startswith("Back to the mail from Person b. ")
            assert (call.current, status(call, "b")) == ("b", MailStatus.BRIEFED)
            assert "Back to" not in await call.says(next_item)
            assert call.current == "c"

    @in_virtual_time
    async def test_a_reading_that_was_ended_for_urgent_mail_goes_on_behind_it(self) -> None:
        async with conversation(["a", "b"]) as call:
            call.floor.agent_answers()
            await call.call.perform(read_in_full)
            await _urgent_mail_is_accepted(call)
            rest = call.call.interrupted[mail_id("work", "a")]
            assert rest
            assert await call.says(next_item) == " ".join(
                ["Back to the mail from Person a.", *rest.pieces, sentences.ask(call.call.question)]
            )
            assert call.current == "a"
            await call.says(next_item)
            assert call.current == "b"

    @in_virtual_time
    async def test_whoever_goes_elsewhere_from_urgent_mail_leaves_the_interrupted_reading_for_good(self) -> None:
        async with conversation(["a", "b", "c"]) as call:
            call.floor.agent_answers()
            await call.call.perform(read_in_full)
            await _urgent_mail_is_accepted(call)
            await call.says(go_to, mail=mail_id("work", "c"))
            assert "Back to" not in await call.says(go_to, mail=mail_id("work", "a"))
            assert (call.current, call.call.reading) == ("a", None)

    @in_virtual_time
    async def test_a_mail_that_is_gone_when_its_turn_comes_again_is_not_named(self) -> None:
        async with conversation(["a", "b"]) as call:
            await _urgent_mail_is_accepted(call)
            call.call.tracker.remove_handled_elsewhere([mail_id("work", "a")])
            assert "Back to" not in await call.says(next_item)
            assert call.current == "b"

    @in_virtual_time
    async def test_ordinary_mail_does_not_come_between_urgent_mail_and_the_way_back(self) -> None:
        async with conversation(["a", "b"]) as call:
            await _urgent_mail_is_accepted(call)
            call.mailbox.deliver(new_mail("other"))
            await call.nothing_happens_for(1)
            assert (await call.says(next_item)).startswith("Back to the mail from Person a. ")
            assert "Topic 1" not in await call.says(next_item)
            assert call.current == "b"

    @in_virtual_time
    async def test_declined_it_is_pending_at_the_end(self) -> None:
        async with conversation(["a"], ["b"]) as call:
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(A_WHILE_S)
            assert await call.says(decline_offer) == "All right, it stays for later."
            presented = []
            while call.current:
                presented.append(call.current)
                await call.says(next_item)
            assert presented == ["a", "b", "new"]
            assert len(call.told) == 1

    @in_virtual_time
    async def test_next_ignores_the_offer_and_moves_on(self) -> None:
        async with conversation(["a"], ["b"]) as call:
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(A_WHILE_S)
            await call.says(next_item)
            assert (call.current, state(call, "new"), status(call, "new")) == ("b", ArrivalState.SET_ASIDE, MailStatus.PENDING)
            await call.says(next_item)
            assert call.current == "new"

    @in_virtual_time
    async def test_a_yes_when_all_has_been_dealt_with_meanwhile_says_so(self) -> None:
        async with conversation(["a"], ["b"]) as call:
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(A_WHILE_S)
            call.mailbox.read_elsewhere(mail_id("work", "new"))
            await call.nothing_happens_for(1)
            assert (await call.says(accept_offer)).startswith("That has been dealt with meanwhile.")
            assert call.current == "a"

    @in_virtual_time
    async def test_a_reading_that_was_interrupted_goes_on_when_the_offer_is_declined(self) -> None:
        async with conversation(["a", "b"]) as call:
            call.floor.agent_answers()
            whole = (await call.call.perform(read_in_full)).words
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(1)
            call.announcer.note_boundary(Boundary.SENTENCE)
            call.falls_silent()
            await call.nothing_happens_for(1)
            answer = await call.says(decline_offer)
            assert answer.startswith("All right, it stays for later.")
            assert whole[-40:] in answer

    @in_virtual_time
    async def test_at_the_end_of_the_agenda_a_no_closes_with_what_is_left(self) -> None:
        async with conversation(["a"]) as call:
            call.mailbox.deliver(new_mail("new"))
            answer = await call.says(next_item)
            assert answer == "A new mail came in, from Person new about Matter new. Shall I read it now?"
            answer = await call.says(decline_offer)
            assert answer.startswith("All right, it stays for later.")
            assert "1 is left for next time" in answer

    @in_virtual_time
    async def test_anything_new_lists_again_what_was_told_and_not_answered(self) -> None:
        async with conversation(["a"]) as call:
            call.mailbox.deliver(from_friend("x"))
            await call.nothing_happens_for(1)
            call.mailbox.deliver(new_mail("y"))
            answer = await call.says(check_for_new_mail)
            assert "Anna Berg" in answer
            assert "Person y" in answer
            await call.says(accept_offer)
            assert call.call.tracker.progress().mails == 3

    @in_virtual_time
    async def test_a_yes_without_an_offer_is_refused(self) -> None:
        async with conversation(["a"]) as call:
            with pytest.raises(RefusedError):
                await call.says(accept_offer)

    @in_virtual_time
    async def test_at_the_end_of_a_call_all_that_came_in_counts_as_left(self) -> None:
        async with conversation(["a", "b"]) as call:
            call.mailbox.deliver(new_mail("x"))
            await call.nothing_happens_for(1)
            put_arrivals_at_the_end(call.call, untold=True)
            assert status(call, "x") is MailStatus.PENDING


class TestBetweenTopics:
    @in_virtual_time
    async def test_whoever_moves_on_quickly_hears_of_it_before_the_next_topic(self) -> None:
        async with conversation(["a"], ["b"]) as call:
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(1)
            assert "Shall I read it now?" in await call.says(next_item)
            assert "Matter new" in await call.says(accept_offer)
            assert call.current == "new"
            await call.says(next_item)
            assert call.current == "b"
            assert call.floor.said == []

    @in_virtual_time
    async def test_a_no_goes_on_with_the_next_topic(self) -> None:
        async with conversation(["a"], ["b"]) as call:
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(1)
            assert "Shall I read it now?" in await call.says(skip_this_mail)
            assert "Matter b" in await call.says(decline_offer)
            await call.says(next_item)
            assert call.current == "new"

    @in_virtual_time
    async def test_in_the_middle_of_a_topic_nothing_comes_between(self) -> None:
        async with conversation(["a", "b"], ["c"]) as call:
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(1)
            assert "Matter b" in await call.says(next_item)


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
            whole = call.call.pipeline
            call.call.pipeline = OneMailThatCannotBeScored(
                inbox=call.call.inbox, ledger=call.call.ledger, preferences=whole.preferences, user_id=call.call.user_id
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
            call.call.ledger.away = True  # type: ignore[attr-defined]
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(A_WHILE_S)
            assert len(call.told) == 1
