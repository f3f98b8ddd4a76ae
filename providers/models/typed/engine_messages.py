"""Our lines of a talk as pydantic-ai's messages, and what of its messages and events we read."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pydantic_ai import BinaryContent
from pydantic_ai import messages as parts
from pydantic_ai.tools import ToolDefinition

from providers.models.typed.history import (
    AssistantLine,
    CalledTool,
    HistoryLine,
    Picture,
    Shape,
    StepAnswer,
    SystemLine,
    ToolDescription,
    ToolLine,
    UserLine,
)


def messages_of(lines: Iterable[HistoryLine]) -> list[parts.ModelMessage]:
    return [_message(each) for each in lines]


def _message(line: HistoryLine) -> parts.ModelMessage:
    match line:
        case SystemLine():
            return parts.ModelRequest(parts=[parts.SystemPromptPart(line.words)])
        case UserLine():
            return parts.ModelRequest(parts=[parts.UserPromptPart(prompt_of(line.words, line.picture))])
        case ToolLine():
            return parts.ModelRequest(parts=[parts.ToolReturnPart(line.tool, line.words, tool_call_id=line.call_id)])
        case AssistantLine():
            said = [parts.TextPart(line.words)] if line.words else []
            called = [parts.ToolCallPart(each.tool, dict(each.arguments), tool_call_id=each.call_id or "") for each in line.calls]
            return parts.ModelResponse(parts=[*said, *called])


def prompt_of(words: str, picture: Picture | None) -> str | list[str | BinaryContent]:
    return words if picture is None else [words, BinaryContent(picture.data, media_type=picture.media_type)]


def definition_of(tool: ToolDescription) -> ToolDefinition:
    return ToolDefinition(name=tool.name, parameters_json_schema=dict(tool.parameters), description=tool.description, strict=False)


def answer_of(response: parts.ModelResponse, tokens: int) -> StepAnswer:
    """What a model answered. Arguments that are no JSON object count as none, so whoever reads them finds what they need missing."""
    words = "".join(part.content for part in response.parts if isinstance(part, parts.TextPart))
    calls = [part for part in response.parts if isinstance(part, parts.ToolCallPart)]
    called = tuple(CalledTool(call_id=each.tool_call_id, tool=each.tool_name, arguments=_arguments(each)) for each in calls)
    return StepAnswer(words, called, tokens)


def _arguments(call: parts.ToolCallPart) -> Mapping[str, object]:
    try:
        return dict(call.args_as_dict(raise_if_invalid=True))
    except (ValueError, AssertionError):
        return {}


def one_by_one(messages: Iterable[parts.ModelMessage]) -> Iterator[parts.ModelMessage]:
    """Each part of what was sent as a message of its own, as it goes over the wire."""
    for message in messages:
        if isinstance(message, parts.ModelRequest) and len(message.parts) > 1:
            yield from (replace(message, parts=[part]) for part in message.parts)
        else:
            yield message


def shape_of(message: parts.ModelMessage) -> Shape:
    if isinstance(message, parts.ModelResponse):
        return Shape(calls=tuple(part.tool_call_id or None for part in message.parts if isinstance(part, parts.ToolCallPart)))
    match message.parts:
        case [parts.SystemPromptPart()]:
            return Shape(is_system=True)
        case [parts.ToolReturnPart(tool_call_id=answered)]:
            return Shape(answers=answered)
        case [parts.RetryPromptPart(tool_name=str(), tool_call_id=answered)]:
            return Shape(answers=answered)
        case _:
            return Shape()


def words_of(event: object) -> str:
    match event:
        case parts.PartStartEvent(part=parts.TextPart(content=words)):
            return words
        case parts.PartDeltaEvent(delta=parts.TextPartDelta(content_delta=words)):
            return words
        case _:
            return ""
