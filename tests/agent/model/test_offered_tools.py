"""What a model is offered: few tools in few words, each of them reached over the wire, with values that are a closed list."""

from pathlib import Path
from typing import Any

import pytest
from livekit.agents import llm

from benchmarks.tokenizer import tokenized
from benchmarks.tokens import texts_of
from briefing.mail_action import ON_MAILS, MailAction
from briefing.speech.sentences.after_a_change import NOTHING_TO_UNDO
from briefing.speech.sentences.replies import DID_NOT_WORK, WHICH_FOLDER, WHICH_LABEL
from session.tools import NAMELESS, TOOLS, Choice, Tool
from tests.agent.maildir_state import flags_of
from tests.agent.typed_call import TypedCall
from tests.servers.openai.double import CallTool, OpenAIDouble, Say

pytestmark = pytest.mark.slow

MOST_TOKENS = 2_000
MOST_TOOLS = 16
NEEDED: dict[str, dict[str, object]] = {"search_mail": {"query": "museum"}, "change_several": {"description": "all newsletters"}}
CHATTER = "what does the plumber want to have for that"
CHOICES = {name: tool for name, tool in TOOLS.items() if isinstance(tool, Choice)}
BY_NAME = [
    (action, asks) for action, asks in ((MailAction.LABEL, WHICH_LABEL), (MailAction.UNLABEL, WHICH_LABEL), (MailAction.MOVE, WHICH_FOLDER))
]


def offered(openai: OpenAIDouble) -> dict[str, Any]:
    """The arguments of each tool, as they were sent."""
    tools = openai.chat_requests[-1].raw["tools"]
    assert isinstance(tools, list)
    return {tool["function"]["name"]: tool["function"]["parameters"]["properties"] for tool in tools}


def calls_of(name: str) -> list[CallTool]:
    """One call of this tool with each of its values that are offered."""
    tool, needed = TOOLS[name], NEEDED.get(name, {})
    if isinstance(tool, Tool):
        return [CallTool(name, **needed)]
    return [CallTool(name, **{tool.by: value}, **needed) for value, way in tool.ways().items() if way.offered]


def last_result(call: TypedCall) -> llm.FunctionCallOutput:
    return [item for item in call.briefer.chat_ctx.items if isinstance(item, llm.FunctionCallOutput)][-1]


async def test_all_tools_are_described_in_few_words(call: TypedCall, openai: OpenAIDouble) -> None:
    await call.type(CHATTER)
    tools = texts_of(openai.chat_requests[-1])[0]
    assert len(tokenized([tools], installs=False).tokens[tools]) <= MOST_TOKENS
    assert set(offered(openai)) == TOOLS.keys()
    assert len(TOOLS) <= MOST_TOOLS


async def test_the_values_that_are_offered_are_those_of_the_tables(call: TypedCall, openai: OpenAIDouble) -> None:
    await call.type(CHATTER)
    sent = {name: offered(openai)[name][tool.by]["enum"] for name, tool in CHOICES.items()}
    assert sent == {name: [value for value, way in tool.ways().items() if way.offered] for name, tool in CHOICES.items()}
    assert set(sent["change_mail"]) == {*ON_MAILS, MailAction.UNSUBSCRIBE}
    assert set(sent["change_several"]) == set(NAMELESS)


@pytest.mark.parametrize("name", TOOLS)
async def test_every_tool_is_reached_over_the_wire_with_each_of_its_values(call: TypedCall, openai: OpenAIDouble, name: str) -> None:
    for tool_call in calls_of(name):
        openai.drop_replies()
        openai.replies(tool_call, Say("That is that."))
        await call.type(CHATTER)
        result = last_result(call)
        assert (result.name, [each for each in ("Error parsing", DID_NOT_WORK) if each in result.output]) == (name, [])


@pytest.mark.parametrize("name", CHOICES)
async def test_a_value_that_is_not_listed_is_answered_with_those_that_are(
    call: TypedCall, openai: OpenAIDouble, name: str, tmp_path: Path
) -> None:
    before, current = flags_of(tmp_path / "inbox"), call.current
    tool = CHOICES[name]
    openai.replies(CallTool(name, **{tool.by: "made up"}, **NEEDED.get(name, {})), Say("I cannot do that."))
    assert await call.type(CHATTER) == "I cannot do that."
    assert last_result(call).is_error
    assert [value for value, each in tool.ways().items() if each.offered and repr(value) not in last_result(call).output] == []
    assert (flags_of(tmp_path / "inbox"), call.current) == (before, current)


async def test_a_kind_of_change_that_a_model_made_up_undoes_nothing_else(call: TypedCall, openai: OpenAIDouble, tmp_path: Path) -> None:
    await call.type("archive it")
    before = flags_of(tmp_path / "inbox")
    openai.replies(CallTool("undo", what="made up"), Say("There is nothing of that kind."))
    assert await call.type("please undo that thing you did to it") == "There is nothing of that kind."
    assert NOTHING_TO_UNDO in last_result(call).output
    assert flags_of(tmp_path / "inbox") == before


@pytest.mark.parametrize(("action", "asks"), BY_NAME)
async def test_a_label_or_folder_that_nobody_named_is_asked_for(
    call: TypedCall, openai: OpenAIDouble, action: MailAction, asks: str
) -> None:
    openai.replies(CallTool("change_mail", action=action), Say("I cannot do that."))
    await call.type(CHATTER)
    assert asks in last_result(call).output
