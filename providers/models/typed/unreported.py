"""What requests cost of which the server has told nothing, estimated, so that no run is free.

A server tells the cost last, and to nobody who breaks off.
"""

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pydantic_ai import messages as parts
from pydantic_ai.models import ModelRequestParameters

CHARACTERS_OF_A_TOKEN = 4


@dataclass(slots=True)
class Unreported:
    """The tokens of one run. What is sent counts from then on, until the server has said what it was, or refused it. `begun`: its first
    request is made."""

    sent: int = 0
    received: int = 0
    begun: asyncio.Event = field(default_factory=asyncio.Event)

    def settle(self, sent: int, response: parts.ModelResponse) -> None:
        """The response is over, or broken off."""
        if response.usage.input_tokens:
            self.sent -= sent
        else:
            self.received += _tokens(response.parts)


def tokens_sent(messages: Sequence[parts.ModelMessage], with_it: ModelRequestParameters) -> int:
    tools = [*with_it.function_tools, *with_it.output_tools]
    described = sum(len(f"{tool.name}{tool.description}{json.dumps(tool.parameters_json_schema)}") for tool in tools)
    instructed = max((len(each.instructions or "") for each in messages if isinstance(each, parts.ModelRequest)), default=0)
    return (described + instructed) // CHARACTERS_OF_A_TOKEN + sum(_tokens(each.parts) for each in messages)


def _tokens(of: Iterable[parts.ModelRequestPart | parts.ModelResponsePart]) -> int:
    return sum(map(_characters, of)) // CHARACTERS_OF_A_TOKEN


def _characters(part: parts.ModelRequestPart | parts.ModelResponsePart) -> int:
    """A picture is left out; it stands in requests of few words that are ended by their time."""
    if isinstance(part, parts.ToolCallPart):
        return len(part.args_as_json_str())
    content = (
        part.content if isinstance(part, parts.TextPart | parts.UserPromptPart | parts.SystemPromptPart | parts.ToolReturnPart) else ""
    )
    texts = [content] if isinstance(content, str) else content if isinstance(content, Sequence) else []
    return sum(len(text) for text in texts if isinstance(text, str))
