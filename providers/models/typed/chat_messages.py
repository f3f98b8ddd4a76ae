"""Our lines of a talk as messages of OpenAI's chat API, and its answers as ours."""

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

from openai.types.chat import (
    ChatCompletionAssistantMessageParam,
    ChatCompletionContentPartParam,
    ChatCompletionFunctionToolParam,
    ChatCompletionMessage,
    ChatCompletionMessageParam,
)
from openai.types.chat.chat_completion_chunk import ChoiceDelta
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from providers.models.typed.history import (
    AssistantLine,
    CalledTool,
    HistoryLine,
    OutputTool,
    SystemLine,
    ToolDescription,
    ToolLine,
    UserLine,
)

THINKS, THOUGHT = "<think>", "</think>"
"""What models on servers other than OpenAI's write around what nobody should hear."""


def message_of(line: HistoryLine) -> ChatCompletionMessageParam:
    match line:
        case SystemLine():
            return {"role": "system", "content": line.words}
        case UserLine():
            return {"role": "user", "content": _content(line)}
        case ToolLine():
            return {"role": "tool", "tool_call_id": line.call_id, "content": line.words}
        case AssistantLine():
            said: ChatCompletionAssistantMessageParam = {"role": "assistant", "content": line.words or (None if line.calls else "")}
            if line.calls:
                said["tool_calls"] = [
                    {
                        "type": "function",
                        "id": each.call_id or "",
                        "function": {"name": each.tool, "arguments": as_json(each.arguments)},
                    }
                    for each in line.calls
                ]
            return said


def _content(line: UserLine) -> str | list[ChatCompletionContentPartParam]:
    if line.picture is None:
        return line.words
    picture = f"data:{line.picture.media_type};base64,{base64.b64encode(line.picture.data).decode()}"
    return [{"type": "text", "text": line.words}, {"type": "image_url", "image_url": {"url": picture}}]


def as_json(arguments: Mapping[str, object]) -> str:
    return json.dumps(dict(arguments), ensure_ascii=False, separators=(",", ":"))


def described(tool: ToolDescription) -> ChatCompletionFunctionToolParam:
    return {"type": "function", "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}}


class _Untitled(GenerateJsonSchema):
    """Without the names of fields in other letters, which cost tokens and tell a model nothing."""

    def field_title_should_be_set(self, _schema: object) -> bool:
        return False


@cache
def output_tool(answer: type[BaseModel], by: OutputTool) -> ToolDescription:
    """The tool whose arguments are the answer. The model reads the docstring of the answer, too. Made once: it reads the whole shape."""
    schema: JsonSchemaValue = answer.model_json_schema(schema_generator=_Untitled)
    for each in (schema, *schema.get("$defs", {}).values()):
        each.pop("title", None)
    description = " ".join(filter(None, (by.description, schema.pop("description", ""))))
    return ToolDescription(name=by.name, description=description, parameters=schema)


@dataclass(slots=True)
class ToolCall:
    """As the model wrote it; `arguments` should be a JSON object."""

    id: str = ""
    tool: str = ""
    arguments: str = field(default="", repr=False)

    def read(self) -> Mapping[str, object] | None:
        """None where they are none."""
        try:
            read = json.loads(self.arguments or "{}")
        except ValueError:
            return None
        return read if isinstance(read, dict) else None


@dataclass(slots=True)
class ModelAnswer:
    """What a model answered to one request, or has so far."""

    words: str = field(default="", repr=False)
    calls: dict[int, ToolCall] = field(default_factory=dict)
    """By their place in the answer, whose pieces come with it."""
    written: str = field(default="", repr=False)
    """The words, and what the model thought aloud before them."""

    def add(self, piece: ChoiceDelta) -> str:
        """The words in it. The first piece of a call has its id and name, and each some of its arguments."""
        for each in piece.tool_calls or ():
            call = self.calls.setdefault(each.index, ToolCall())
            call.id = call.id or each.id or f"call_{each.index}"
            if each.function is not None:
                call.tool = call.tool or each.function.name or ""
                call.arguments += each.function.arguments or ""
        return self.write(piece.content or "")

    def write(self, more: str) -> str:
        """What of it is said."""
        self.written += more
        said, so_far = self.written.lstrip(), len(self.words)
        if said.startswith(THINKS) or THINKS.startswith(said):
            said = said.partition(THOUGHT)[2].lstrip()
        self.words = said
        return said[so_far:]

    def line(self) -> AssistantLine:
        """Arguments that are no JSON object count as none, so whoever reads them finds what they need missing."""
        called = [CalledTool(call_id=each.id, tool=each.tool, arguments=each.read() or {}) for each in self.calls.values()]
        return AssistantLine(self.words, tuple(called))


def answer_of(message: ChatCompletionMessage) -> ModelAnswer:
    functions = [each for each in message.tool_calls or () if each.type == "function"]
    calls = [ToolCall(each.id, each.function.name, each.function.arguments) for each in functions]
    answer = ModelAnswer(calls=dict(enumerate(calls)))
    answer.write(message.content or "")
    return answer
