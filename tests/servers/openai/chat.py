"""Chat completions as they cross the wire: what is asked, and the scripted replies that answer it.

Field names, the order of the chunks and the rules about tool messages are those of the OpenAI API reference ("Create chat completion",
"Streaming"). A `Reply` writes the whole HTTP response itself, so that a reply that breaks off or never comes is one more subclass.
"""

import asyncio
import json
import time
import uuid
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence

from aiohttp import web
from pydantic import BaseModel, ConfigDict, Field, field_validator

from tests.servers.openai.faults import Fault, abort

PIECE_CHARACTERS = 7
SSE = "text/event-stream"


class Function(BaseModel):
    """A function that is offered (`description`) or called (`arguments`, a JSON text)."""

    model_config = ConfigDict(frozen=True)
    name: str
    description: str = ""
    arguments: str = ""


class ToolCall(BaseModel):
    model_config = ConfigDict(frozen=True)
    id: str
    function: Function


class Tool(BaseModel):
    model_config = ConfigDict(frozen=True)
    function: Function


class Message(BaseModel):
    """One message; `content` is its text, whichever of the two forms it came in."""

    model_config = ConfigDict(frozen=True)
    role: str
    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None

    @field_validator("content", mode="before")
    @classmethod
    def _flatten(cls, value: object) -> object:
        if isinstance(value, list):
            return "".join(part.get("text", "") for part in value)
        return value or ""


class StreamOptions(BaseModel):
    model_config = ConfigDict(frozen=True)
    include_usage: bool = False


class ChatRequest(BaseModel):
    """The body of one request; `raw` is all of it, as it came."""

    model_config = ConfigDict(frozen=True)
    model: str
    messages: tuple[Message, ...] = Field(min_length=1)
    tools: tuple[Tool, ...] = ()
    stream: bool = False
    stream_options: StreamOptions = StreamOptions()
    raw: dict[str, object]

    @property
    def tool_names(self) -> tuple[str, ...]:
        return tuple(tool.function.name for tool in self.tools)

    @property
    def last_user_text(self) -> str:
        """What the user said last; empty if nothing."""
        return next((message.content for message in reversed(self.messages) if message.role == "user"), "")

    def broken_rule(self) -> str | None:
        """Why the real service would refuse this history: each call is answered right after it, and nothing else is."""
        waiting: set[str] = set()
        for message in self.messages:
            if message.role == "tool":
                if message.tool_call_id not in waiting:
                    return "messages with role 'tool' must be a response to a preceding message with 'tool_calls'"
                waiting.remove(message.tool_call_id)
            elif waiting:
                return "an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'"
            waiting |= {call.id for call in message.tool_calls}
        return "the last tool calls have no answer" if waiting else None


class Reply(ABC):
    """What the model answers to one request."""

    @abstractmethod
    async def respond(self, chat: ChatRequest, http: web.Request) -> web.StreamResponse:
        """Write the whole response to `http`."""


class _Completion(Reply):
    """A completion that arrives whole: deltas and a reason to stop, or one message."""

    finish_reason: str

    @abstractmethod
    def message(self) -> dict[str, object]:
        """The assistant's message, for who did not ask for a stream."""

    @abstractmethod
    def deltas(self) -> Iterator[dict[str, object]]:
        """The same message in pieces."""

    async def respond(self, chat: ChatRequest, http: web.Request) -> web.StreamResponse:
        usage = _usage(chat, len(json.dumps(self.message())) // 4)
        head: dict[str, object] = {"id": f"chatcmpl-{uuid.uuid4().hex}", "created": int(time.time()), "model": chat.model}
        if not chat.stream:
            choice = {"index": 0, "message": self.message(), "finish_reason": self.finish_reason, "logprobs": None}
            return web.json_response(head | {"object": "chat.completion", "choices": [choice], "usage": usage})
        response = web.StreamResponse(headers={"Content-Type": SSE})
        await response.prepare(http)
        for event in self._events(chat, usage):
            await response.write(f"data: {json.dumps(head | {'object': 'chat.completion.chunk'} | event)}\n\n".encode())
        await response.write(b"data: [DONE]\n\n")
        return response

    def _events(self, chat: ChatRequest, usage: dict[str, object]) -> Iterator[dict[str, object]]:
        last_pieces: list[dict[str, object]] = [{}]
        for delta in [*self.deltas(), *last_pieces]:
            reason = None if delta else self.finish_reason
            yield {"choices": [{"index": 0, "delta": delta, "finish_reason": reason, "logprobs": None}]}
        if chat.stream_options.include_usage:
            yield {"choices": [], "usage": usage}


class Say(_Completion):
    finish_reason = "stop"

    def __init__(self, text: str) -> None:
        self.text = text

    def message(self) -> dict[str, object]:
        return {"role": "assistant", "content": self.text, "refusal": None}

    def deltas(self) -> Iterator[dict[str, object]]:
        yield {"role": "assistant", "content": "", "refusal": None}
        for piece in _pieces(self.text):
            yield {"content": piece}


class CallTools(_Completion):
    """Several calls in one response. Tools that were not offered are refused: a script must not ask for what does not exist."""

    finish_reason = "tool_calls"

    def __init__(self, calls: Sequence["CallTool"]) -> None:
        self.calls = [ToolCall(id=f"call_{uuid.uuid4().hex[:24]}", function=call.function) for call in calls]

    def message(self) -> dict[str, object]:
        calls = [
            {"id": c.id, "type": "function", "function": {"name": c.function.name, "arguments": c.function.arguments}}
            for c in self.calls
        ]  # fmt: skip
        return {"role": "assistant", "content": None, "tool_calls": calls}

    def deltas(self) -> Iterator[dict[str, object]]:
        yield {"role": "assistant", "content": None}
        for index, call in enumerate(self.calls):
            opening = {"name": call.function.name, "arguments": ""}
            yield {"tool_calls": [{"index": index, "id": call.id, "type": "function", "function": opening}]}
            for piece in _pieces(call.function.arguments):
                yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}

    async def respond(self, chat: ChatRequest, http: web.Request) -> web.StreamResponse:
        unknown = {call.function.name for call in self.calls} - set(chat.tool_names)
        if unknown:
            raise AssertionError(f"the script calls {sorted(unknown)}, which the request does not offer: {chat.tool_names}")
        return await super().respond(chat, http)


class CallTool(Reply):
    """One call, as in `CallTool("change_mail", action="archive")`."""

    def __init__(self, name: str, /, **arguments: object) -> None:
        self.function = Function(name=name, arguments=json.dumps(arguments))

    async def respond(self, chat: ChatRequest, http: web.Request) -> web.StreamResponse:
        return await CallTools([self]).respond(chat, http)


class CallToolGarbled(CallTool):
    """A call whose arguments are this text instead of JSON, as small models send them."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(name)
        self.function = Function(name=name, arguments=text)


class FailQuoting(Reply):
    """An error whose body quotes `text`, as gateways quote the request they choked on. Clients try again after 500, not after 400."""

    def __init__(self, text: str, *, status: int = 500) -> None:
        self.text = text
        self.status = status

    async def respond(self, chat: ChatRequest, http: web.Request) -> web.StreamResponse:
        error = {"message": f"could not process: {self.text}", "type": "server_error", "param": None, "code": None}
        return web.json_response({"error": error}, status=self.status)


class CallUnknownTool(CallTools):
    """A call of a tool that was not offered, as models invent them."""

    def __init__(self, name: str) -> None:
        super().__init__([CallTool(name)])

    async def respond(self, chat: ChatRequest, http: web.Request) -> web.StreamResponse:
        return await _Completion.respond(self, chat, http)


class Late(Reply):
    """Another reply after a while."""

    def __init__(self, reply: Reply, *, after_s: float) -> None:
        self.reply = reply
        self.after_s = after_s

    async def respond(self, chat: ChatRequest, http: web.Request) -> web.StreamResponse:
        await asyncio.sleep(self.after_s)
        return await self.reply.respond(chat, http)


class BreakOff(Reply):
    """The first half of a text, a piece each `pause_s`; then the connection is cut or, with `hangs`, nothing more comes."""

    def __init__(self, text: str, *, hangs: bool = False, pause_s: float = 0.0) -> None:
        self.text = text
        self.hangs = hangs
        self.pause_s = pause_s

    async def respond(self, chat: ChatRequest, http: web.Request) -> web.StreamResponse:
        response = web.StreamResponse(headers={"Content-Type": SSE})
        await response.prepare(http)
        head: dict[str, object] = {"id": f"chatcmpl-{uuid.uuid4().hex}", "created": int(time.time()), "model": chat.model}
        pieces = _pieces(self.text)
        for piece in pieces[: (len(pieces) + 1) // 2]:
            choice = {"index": 0, "delta": {"content": piece}, "finish_reason": None, "logprobs": None}
            event = head | {"object": "chat.completion.chunk", "choices": [choice]}
            await response.write(f"data: {json.dumps(event)}\n\n".encode())
            await asyncio.sleep(self.pause_s)
        if self.hangs:
            await asyncio.Event().wait()
        abort(http)
        return response


class Fails(Reply):
    """A fault instead of an answer."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault

    async def respond(self, chat: ChatRequest, http: web.Request) -> web.StreamResponse:
        return await self.fault.happen(http)


Script = Reply | Callable[[ChatRequest], Reply]


def _pieces(text: str) -> list[str]:
    return [text[start : start + PIECE_CHARACTERS] for start in range(0, len(text), PIECE_CHARACTERS)]


def _usage(chat: ChatRequest, completion_tokens: int) -> dict[str, object]:
    prompt_tokens = sum(len(message.content) for message in chat.messages) // 4
    return {
        "prompt_tokens": prompt_tokens,
        "completion_tokens": completion_tokens,
        "total_tokens": prompt_tokens + completion_tokens,
        "prompt_tokens_details": {"cached_tokens": 0},
    }
