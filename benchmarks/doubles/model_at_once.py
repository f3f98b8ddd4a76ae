"""A language model in this process that answers at once, so that what is measured is the way to it and back.

Before it answers it does what LiveKit's OpenAI plugin does before anything goes out: messages and tools into the provider's form, and the
whole request into one JSON text. That work is part of a turn and grows with what is sent. The plugin's client then copies the request once
more, which is left out here.
"""

import json
from collections.abc import Callable

from livekit.agents import llm
from livekit.agents.types import DEFAULT_API_CONNECT_OPTIONS, NOT_GIVEN, APIConnectOptions, NotGivenOr

from session.turn.tool_of_command import Use

ANSWER = "They would like an answer by Friday, and a short call before that. Nothing else is urgent in it. Shall we go on?"

Noted = Callable[[], None]


class ModelAtOnce(llm.LLM[str]):
    """Calls the tool `calls[words]` where the user's words are listed there, and otherwise says `ANSWER` word by word.

    `asked` is called whenever a request is complete. Without `writes`, the request is not written out.
    """

    def __init__(self, *, calls: dict[str, Use], asked: Noted, writes: bool = True) -> None:
        super().__init__()
        self.calls = calls
        self.asked = asked
        self.writes = writes

    def chat(
        self,
        *,
        chat_ctx: llm.ChatContext,
        tools: list[llm.Tool] | None = None,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
        parallel_tool_calls: NotGivenOr[bool] = NOT_GIVEN,
        tool_choice: NotGivenOr[llm.ToolChoice] = NOT_GIVEN,
        extra_kwargs: NotGivenOr[dict[str, object]] = NOT_GIVEN,
    ) -> llm.LLMStream:
        """The answer to this request."""
        return _Answer(self, chat_ctx=chat_ctx, tools=tools or [], conn_options=conn_options)

    def request(self, chat_ctx: llm.ChatContext, tools: list[llm.Tool]) -> str:
        """What would go out."""
        messages, _ = chat_ctx.to_provider_format("openai")
        return json.dumps({"messages": messages, "tools": llm.ToolContext(tools).parse_function_tools("openai", strict=True)})


class _Answer(llm.LLMStream):
    _llm: ModelAtOnce

    async def _run(self) -> None:
        if self._llm.writes:
            self._llm.request(self._chat_ctx, self._tools)
        self._llm.asked()
        said = [item for item in self._chat_ctx.items if not (isinstance(item, llm.ChatMessage) and item.role == "system")]
        last = said[-1]
        words = last.text_content or "" if isinstance(last, llm.ChatMessage) and last.role == "user" else ""
        if tool := self._llm.calls.get(words):
            call = llm.FunctionToolCall(name=tool.tool, arguments=json.dumps(dict(tool.arguments)), call_id=f"call_{last.id}")
            self._event_ch.send_nowait(llm.ChatChunk(id="call", delta=llm.ChoiceDelta(role="assistant", tool_calls=[call])))
            return
        for word in ANSWER.split():
            self._event_ch.send_nowait(llm.ChatChunk(id="words", delta=llm.ChoiceDelta(role="assistant", content=f"{word} ")))
