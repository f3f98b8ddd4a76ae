"""Sixty turns with a scripted model, as a caller might speak them, and what the model was sent meanwhile."""

from itertools import cycle
from pathlib import Path

from pydantic import SecretStr

from session.model_request.end_message import OPEN_MAIL
from tests.agent.typed_call import TypedCall, sample_settings, typed_call
from tests.servers.openai.chat import Message
from tests.servers.openai.double import CallTool, ChatRequest, OpenAIDouble, Say, Script

POSITION = "POSITION (replaces earlier ones)"
TURNS = 60

Turn = tuple[str, tuple[Script, ...]]

SUMMARY = Say("Somebody writes about the plan for next week and would like to know what you think of it. Shall I archive it?")

CYCLE: tuple[Turn, ...] = (
    ("I have heard enough of that one I think", (CallTool("go", to="next"), SUMMARY)),
    ("what do they actually want from me", (Say("They would like an answer by Friday, and a short call before that."),)),
    ("please get that archived, there is nothing more in it for me", (CallTool("change_mail", action="archive"), SUMMARY)),
    ("next", ()),
    ("let me have every word of that", (CallTool("read_in_full"), Say("It says what I told you, and names a place to meet."))),
    ("so who else is involved in this", (Say("Two colleagues are in copy, and nobody else."),)),
    ("flag that one please, it had better not get lost", (CallTool("change_mail", action="flag"), Say("Flagged. Shall we go on?"))),
    ("flag it", ()),
    (
        "the museum must have sent me something by now",
        (CallTool("search_mail", query="museum"), Say("I found some; which one shall I read?")),
    ),
    ("next", ()),
)
"""Seven of ten turns go to the model, four of them by way of a tool."""


async def long_call(folder: Path, openai: OpenAIDouble, *, unread: int = 50, turns: int = TURNS) -> TypedCall:
    """The call, at its end. What was sent stands in `openai.chat_requests`."""
    settings = sample_settings(folder, unread=unread, openai_api_key=SecretStr("sk-test"), openai_base_url=openai.url)
    async with typed_call(settings) as call:
        await call.greet()
        for _, (line, scripts) in zip(range(turns), cycle(CYCLE), strict=False):
            openai.replies(*scripts)
            await call.type(line)
    return call


def conversation_of(request: ChatRequest) -> tuple[Message, ...]:
    """What stands before the message at the end, and before the open mail's text that goes with it."""
    with_text = any(call.id == OPEN_MAIL for message in request.messages[-3:-2] for call in message.tool_calls)
    return request.messages[: -3 if with_text else -1]


def history_of(request: ChatRequest) -> list[str]:
    """The same, byte for byte as it was sent."""
    return [message.model_dump_json() for message in conversation_of(request)]


def characters_of(request: ChatRequest) -> int:
    return sum(len(message.model_dump_json()) for message in request.messages)


def is_continued(earlier: ChatRequest, later: ChatRequest) -> bool:
    """Whether the later request begins with all that stood before the earlier one's position."""
    before = history_of(earlier)
    return history_of(later)[: len(before)] == before
