"""What the user answers to mail that came in, and where it then goes."""

import pytest

from briefing.mail import MailStatus, mail_id
from briefing.speech.sentences import what_next
from briefing.tracking.arrival_states import ArrivalState
from session.floor import ConversationEvent
from session.outcome import SkillRefusedError
from session.skills.inbox_changes import put_arrivals_at_the_end
from session.skills.lookup import read_in_full
from session.skills.moving import go_to, next_item, skip_this_mail
from session.skills.offers import accept_offer, check_for_new_mail, decline_offer
from tests.agent.arrived_mail import A_WHILE_S, state, status
from tests.agent.given_floor import Conversation, conversation, from_friend
from tests.inbox.memory_mailbox import new_mail
from tests.inbox.virtual_clock import in_virtual_time


async def _urgent_mail_is_accepted(call: Conversation) -> None:
    call.mailbox.deliver(from_friend("new"))
    await call.nothing_happens_for(1)
    call.falls_silent()
    await call.nothing_happens_for(2)
    assert "Anna Berg" in await call.says(accept_offer)


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
    async def test_urgent_mail_is_read_at_once_and_then_the_open_mail_waits_for_its_intent_again(self) -> None:
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
            rest = call.call.dialogue.interrupted[mail_id("work", "a")]
            assert rest
            assert await call.says(next_item) == " ".join(
                ["Back to the mail from Person a.", *rest.pieces, what_next.ask(call.call.dialogue.questions)]
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
            assert (call.current, call.call.dialogue.reading) == ("a", None)

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
            call.floor.happens(ConversationEvent.PASSAGE_PLAYED)
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
            assert answer == "A new mail came in, from Person new about “Matter new.” Shall I read it now?"
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
            with pytest.raises(SkillRefusedError):
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
