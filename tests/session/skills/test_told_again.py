"""How a mail is told of which the user has heard already: whole where they ask for it, else in few words."""

import pytest

from briefing.mail import MailStatus, mail_id
from session.skills.etiquette import go_on
from session.skills.moving import go_back, jump_to_mail, jump_to_topic, next_item, where_were_we
from session.tools import Skill as Work
from tests.agent.given_floor import Conversation, conversation
from tests.inbox.virtual_clock import in_virtual_time

WORDS = "The boat leaves at eight from the northern pier."


def say_something_worth_hearing(call: Conversation, *names: str) -> None:
    for name in names:
        call.mailbox.say(mail_id("work", name), WORDS)


class TestAskedFor:
    @in_virtual_time
    async def test_whoever_goes_back_hears_the_mail_again(self) -> None:
        async with conversation(["a", "b"], begin=False) as call:
            say_something_worth_hearing(call, "a")
            first = await call.says(next_item)
            assert WORDS in first
            await call.says(next_item)
            again = await call.says(go_back)
            assert again.startswith("Back to the one before.")
            assert WORDS in again
            state = call.call.tracker.state_of(mail_id("work", "a"))
            assert state
            assert state.status is MailStatus.BRIEFED, "hearing it again changes nothing"

    @in_virtual_time
    async def test_a_mail_that_was_heard_is_told_whole_to_whoever_names_it(self) -> None:
        async with conversation(["a", "b"], begin=False) as call:
            say_something_worth_hearing(call, "a")
            await call.says(next_item)
            await call.says(next_item)
            assert WORDS in await call.says(jump_to_mail, number=1)

    @in_virtual_time
    async def test_so_is_a_topic_that_was_heard(self) -> None:
        async with conversation(["a"], ["b"], begin=False) as call:
            say_something_worth_hearing(call, "a")
            await call.says(next_item)
            await call.says(next_item)
            assert WORDS in await call.says(jump_to_topic, number=1)


class TestGoingOn:
    @pytest.mark.parametrize("intent", [go_on, where_were_we])
    @in_virtual_time
    async def test_a_mail_that_was_interrupted_is_taken_up_in_few_words(self, intent: Work) -> None:
        async with conversation(["a", "b"], begin=False) as call:
            say_something_worth_hearing(call, "a")
            call.call.tracker.note_presented(mail_id("work", "a"))
            said = await call.says(intent)
            assert WORDS not in said
            assert "Person a" in said

    @in_virtual_time
    async def test_a_mail_that_was_heard_is_told_in_few_words(self) -> None:
        async with conversation(["a", "b"], begin=False) as call:
            say_something_worth_hearing(call, "a")
            await call.says(next_item)
            said = await call.says(go_on)
            assert WORDS not in said
            assert "Person a" in said
