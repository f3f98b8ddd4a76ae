"""What the requests of a run cost in tokens: as the server says, and estimated where it says nothing, so that no run is free.

A server tells the cost last, and to nobody who breaks off.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from openai.types import CompletionUsage

from providers.models.typed.chat_messages import ModelAnswer, as_json
from providers.models.typed.history import AssistantLine, HistoryLine, ToolDescription

CHARACTERS_OF_A_TOKEN = 4


@dataclass(slots=True)
class RunCost:
    """The tokens of one run. What is sent counts from then on, until the server has said what it was, or refused it."""

    sent: int = 0
    received: int = 0

    @property
    def tokens(self) -> int:
        return self.sent + self.received

    def settle(self, estimated: int, usage: CompletionUsage | None, answer: ModelAnswer) -> None:
        """The answer is over, or broken off; `estimated` is what its request counts for until now."""
        if usage is not None and usage.prompt_tokens:
            self.sent += usage.prompt_tokens - estimated
            self.received += usage.completion_tokens
        else:
            self.received += (len(answer.written) + sum(len(each.arguments) for each in answer.calls.values())) // CHARACTERS_OF_A_TOKEN


def tokens_sent(lines: Iterable[HistoryLine], tools: Iterable[ToolDescription]) -> int:
    """Estimated. A picture is left out; it stands in requests of few words that are ended by their time."""
    described = sum(len(f"{tool.name}{tool.description}{as_json(tool.parameters)}") for tool in tools)
    return (described + sum(map(_characters, lines))) // CHARACTERS_OF_A_TOKEN


def _characters(line: HistoryLine) -> int:
    called = sum(len(as_json(each.arguments)) for each in line.calls) if isinstance(line, AssistantLine) else 0
    return len(line.words) + called
