"""When mail that comes in during a call is told: once, at a boundary; and what is never told."""

from dataclasses import replace

from briefing.mail import Address, MailStatus, Mark, mail_id
from briefing.mail_action import MailAction
from briefing.tracking.arrival_states import ArrivalState
from session.dialogue import Offer
from session.floor import ConversationEvent
from session.outgoing import OnItsWay, OutgoingEvent, OutgoingStage
from session.skills.changing.mailing import change_of
from session.skills.lookup import read_in_full
from session.skills.moving import next_item, progress
from session.skills.offers import accept_offer, check_for_new_mail, decline_offer
from tests.agent.arrived_mail import A_WHILE_S, state, status
from tests.agent.given_floor import SENTENCE_S, conversation, from_friend
from tests.inbox.memory_mailbox import NOON, OWN_ADDRESS, new_mail
from tests.inbox.virtual_clock import in_virtual_time


class TestWhen:
    @in_virtual_time
    async def test_ordinary_mail_waits_for_the_end_of_the_topic_and_is_told_once(self) -> None:
        async with conversation(["a", "b"], ["c"]) as call:
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(A_WHILE_S)
            assert call.floor.said == []
            await call.says(next_item)
            await call.nothing_happens_for(A_WHILE_S)
            assert call.floor.said == ["A new mail came in, from Person new about “Matter new.”", "Shall I read it next?"]
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
            call.floor.happens(ConversationEvent.PASSAGE_PLAYED)
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
            call.floor.happens(ConversationEvent.PASSAGE_PLAYED)
            assert call.call.dialogue.reading is not None
            assert call.floor.readings_ended == 0

    @in_virtual_time
    async def test_ordinary_mail_does_not_end_a_reading(self) -> None:
        async with conversation(["a"]) as call:
            call.floor.agent_answers()
            await call.call.perform(read_in_full)
            call.mailbox.deliver(new_mail("new"))
            await call.nothing_happens_for(A_WHILE_S)
            call.floor.happens(ConversationEvent.PASSAGE_PLAYED)
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
            assert call.floor.said == ["A new mail came in, from Person new about “Matter new.”", "Shall I read it now?"]

    @in_virtual_time
    async def test_nothing_is_told_while_a_question_about_a_mail_is_open(self) -> None:
        async with conversation(["a"]) as call:
            await call.says(change_of(MailAction.ARCHIVE), ask=True)
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(A_WHILE_S)
            assert (call.floor.said, call.call.dialogue.offer) == ([], Offer.AGREE)
            await call.says(decline_offer)
            await call.nothing_happens_for(1)
            assert len(call.told) == 1

    @in_virtual_time
    async def test_nothing_is_told_to_a_caller_who_is_not_there(self) -> None:
        async with conversation(["a"]) as call:
            call.call.line.caller_is_there = False
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(A_WHILE_S)
            assert call.floor.said == []
            call.call.line.caller_is_there = True
            call.falls_silent()
            await call.nothing_happens_for(1)
            assert len(call.told) == 1

    @in_virtual_time
    async def test_nothing_is_told_while_a_mail_can_be_held_back(self) -> None:
        async with conversation(["a"]) as call:
            outgoing, now = call.call.acting.outgoing, call.call.now()
            outgoing.put(OnItsWay(sending_id="sending", stage=OutgoingStage.HELD, by=now), now)
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(A_WHILE_S)
            assert (call.floor.said, call.call.dialogue.offer) == ([], None)
            outgoing.happened("sending", OutgoingEvent.LEAVES, now)
            await call.nothing_happens_for(A_WHILE_S)
            assert len(call.told) == 1

    @in_virtual_time
    async def test_ordinary_mail_that_came_with_an_urgent_one_is_told_at_the_end_of_the_topic(self) -> None:
        async with conversation(["a", "b"], ["c"]) as call:
            call.mailbox.deliver(from_friend("urgent"))
            call.mailbox.deliver(new_mail("ordinary"))
            await call.nothing_happens_for(A_WHILE_S)
            assert len(call.told) == 1
            await call.says(decline_offer)
            await call.says(next_item)
            await call.nothing_happens_for(A_WHILE_S)
            assert call.told[1:] == ["A new mail came in, from Person ordinary about “Matter ordinary.”"]

    @in_virtual_time
    async def test_news_that_was_cut_off_is_told_again_after_the_users_turn(self) -> None:
        async with conversation(["a", "b"]) as call:
            call.mailbox.deliver(from_friend("new"))
            await call.nothing_happens_for(SENTENCE_S / 2)
            assert len(call.told) == 1
            call.floor.user_speaks()
            await call.nothing_happens_for(A_WHILE_S)
            assert (len(call.told), call.call.dialogue.offer, state(call, "new")) == (1, None, ArrivalState.WAITING)
            await call.says(progress)
            await call.nothing_happens_for(A_WHILE_S)
            assert (len(call.told), call.call.dialogue.offer) == (2, Offer.HEAR_ARRIVALS)

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
            assert (len(call.told), call.call.dialogue.offer) == (3, None)
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
            await call.call.records.ledger.mark("robin", [Mark(mail_id=mail_id("work", "old"), status=MailStatus.BRIEFED, at=NOON)])
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
