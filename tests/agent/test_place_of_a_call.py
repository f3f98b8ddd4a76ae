"""In which conversation the agent of a call talks, as its job tells it."""

from agent.answering import place_of
from conversations.conversation_rows import TalkPlace
from providers.livekit.dispatch_metadata import DispatchMetadata


def test_a_call_goes_on_in_the_conversation_that_was_opened_and_its_next_agent_where_the_talk_was_by_then() -> None:
    told = DispatchMetadata(user_id="local", organisation_id="acme", conversation_id="c1")
    assert place_of(told) == TalkPlace(organisation_id="acme", conversation_id="c1")
    assert place_of(told.replacing("AJ_1")) == TalkPlace(organisation_id="acme")
