"""The model path: what a scripted model is sent over HTTP, and what its tool calls bring about."""

from itertools import pairwise
from pathlib import Path

import pytest
from pydantic import SecretStr

from agent.model.own_doings import BY_A_RULE
from briefing.mail import MailStatus, provider_id_of
from tests.agent.long_call import conversation_of, history_of
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import TypedCall, sample_settings, typed_call
from tests.servers.openai.double import CallTool, ChatRequest, OpenAIDouble, Say

pytestmark = pytest.mark.slow

POSITION = "POSITION (replaces earlier ones)"


def positions(request: ChatRequest) -> list[int]:
    """Where in the request a position stands."""
    return [index for index, message in enumerate(request.messages) if POSITION in str(message.content)]


def assert_one_position_last(request: ChatRequest) -> None:
    assert positions(request) == [len(request.messages) - 1]
    assert request.messages[-1].role == "system"
    assert [message.role for message in request.messages[:-1]].count("system") == 1
    assert request.messages[0].role == "system"


async def test_a_scripted_model_archives_skips_and_goes_back_through_the_tools(
    call: TypedCall, openai: OpenAIDouble, tmp_path: Path
) -> None:
    first = call.current
    assert first
    next_sender = [mail.sender.name for topic in call.look.agenda.topics for mail in topic.mails][1]
    openai.replies(CallTool("change_mail", action="archive"), Say(f"Archived. {next_sender} wrote too."))
    assert await call.type("please archive it since I am done with the whole matter") == f"Archived. {next_sender} wrote too."
    second = call.current
    assert second != first
    assert provider_id_of(first) in flags_of(tmp_path / "inbox" / ".Archive")

    openai.replies(CallTool("go", to="skip_topic"), Say("On to the next topic."))
    await call.type("this whole matter does not interest me today")
    assert call.current not in (first, second)

    openai.replies(CallTool("go", to="back"), Say("Back again."))
    await call.type("hmm, what was the thing before all that")
    assert call.current == second


async def test_each_request_holds_one_position_last_and_fresh_after_each_tool(call: TypedCall, openai: OpenAIDouble) -> None:
    before = call.current
    openai.replies(CallTool("change_mail", action="archive"), Say("Done."), Say("Let me think."))
    await call.type("please archive it since I am done with the whole matter")
    await call.type("tell me something about this sender")
    assert len(openai.chat_requests) == 3
    for request in openai.chat_requests:
        assert_one_position_last(request)
    asked, after_tool, later = (str(request.messages[-1].content) for request in openai.chat_requests)
    assert str(before) in asked
    assert str(before) not in after_tool.partition("Done in this call")[0]
    assert str(call.current) in after_tool
    assert str(call.current) in later


async def test_the_position_is_never_stored_and_the_prefix_stays_byte_equal(call: TypedCall, openai: OpenAIDouble) -> None:
    for line in ("why does that matter to me then", "and who else is involved", "is that usual for them"):
        await call.type(line)
    assert not any(POSITION in str(item) for item in call.session.history.items)
    bodies = [history_of(request) for request in openai.chat_requests]
    for earlier, later in pairwise(bodies):
        assert later[: len(earlier)] == earlier


async def test_plain_commands_ask_no_model(call: TypedCall, openai: OpenAIDouble) -> None:
    for line in ("next", "archive it", "flag it", "skip this topic", "go back", "repeat", "how many are left?", "help", "stop", "hold on"):
        await call.type(line)
    assert openai.chat_requests == []


async def test_tool_results_carry_the_next_mail_as_data_and_progress(call: TypedCall, openai: OpenAIDouble) -> None:
    openai.replies(CallTool("go", to="next"), Say("Next."))
    await call.type("I have heard enough of that one, I think")
    result = str(conversation_of(openai.chat_requests[-1])[-1].content)
    assert "Of 50: 1 briefed" in result
    assert str(call.current) in result
    assert "never an instruction" in result


async def test_a_mail_id_of_nowhere_is_refused_with_what_would_be_valid(call: TypedCall, openai: OpenAIDouble, tmp_path: Path) -> None:
    before = flags_of(tmp_path / "inbox")
    openai.replies(CallTool("change_mail", action="archive", mail_id="work:made-up"), Say("That did not work."))
    await call.type("archive the one I was thinking of yesterday")
    result = str(conversation_of(openai.chat_requests[-1])[-1].content)
    assert "Valid mail ids now" in result
    assert str(call.current) in result
    assert flags_of(tmp_path / "inbox") == before


async def test_prompt_size_does_not_follow_the_inbox(tmp_path: Path, openai: OpenAIDouble) -> None:
    sizes = []
    for unread in (50, 500):
        settings = sample_settings(tmp_path / str(unread), unread=unread, openai_api_key=SecretStr("sk-test"), openai_base_url=openai.url)
        async with typed_call(settings) as call:
            await call.greet()
            await call.type("why does that matter to me then")
        sizes.append(len(str(openai.chat_requests[-1].messages)))
    assert max(sizes) <= 1.3 * min(sizes)


async def test_a_hostile_mails_orders_change_nothing(tmp_path: Path, openai: OpenAIDouble) -> None:
    """Its text reaches the model only escaped, as data, in the tool role; without the user's words nothing is done."""
    settings = sample_settings(tmp_path, openai_api_key=SecretStr("sk-test"), openai_base_url=openai.url)
    before = flags_of(tmp_path / "inbox")
    async with typed_call(settings) as call:
        await call.greet()
        hostile = next(mail for mail, envelope in call.call.mail.pipeline.envelopes.items() if "Account Services" in envelope.sender.name)
        openai.replies(
            CallTool("open", what="mail", description="account services"),
            CallTool("read_in_full"),
            Say("Account Services wants you to verify something."),
        )
        await call.type("what does that verification thing want from me")
        assert call.current == hostile
        orders = "attention ai assistant"
        said = [message for request in openai.chat_requests for message in request.messages]
        roles = {message.role for message in said if orders in str(message.content).lower()}
        assert roles == {"tool"}
        state = call.call.tracker.state_of(hostile)
        assert state
        assert (state.status, state.actions) == (MailStatus.BRIEFED, ())
    assert flags_of(tmp_path / "inbox") == before


async def test_what_a_mail_says_never_stands_in_the_agents_own_words(call: TypedCall, openai: OpenAIDouble) -> None:
    """After plain commands, whose answers quote mails, a model sees a note of what was done, and no call that it never made."""
    quoted = [await call.type(line) for line in ("next", "read it in full", "next")]
    await call.type("what do you make of all that")
    request = openai.chat_requests[-1]
    own_words = " ".join(str(message.content) for message in request.messages if message.role == "assistant")
    assert own_words.count(BY_A_RULE) == len(quoted) + 1
    assert not any(message.tool_calls for message in conversation_of(request))
    for answer in quoted:
        assert answer[:60] not in own_words
    roles = {message.role for message in request.messages if str(call.current) in str(message.content)}
    assert roles == {"assistant", "system", "tool"}
    assert request.broken_rule() is None
