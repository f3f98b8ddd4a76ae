"""The history of a conversation that the call went on with, in LiveKit's form, in place of what was said before in the call.

LiveKit's own context is left as it is: a turn may turn out never to have been committed, and then nothing has changed.
"""

import json
from collections.abc import Iterable, Iterator, Sequence

from livekit.agents import llm

from providers.models.typed.history import AssistantLine, HistoryLine, SystemLine, ToolLine, UserLine


class OtherTalk:
    """Begins with the turn whose message has the id `first`; `items` were said before it."""

    def __init__(self, first: str, items: Sequence[llm.ChatItem]) -> None:
        self._first = first
        self._items = items
        self._is_committed = False

    def with_its_turns(self, items: Sequence[llm.ChatItem]) -> list[llm.ChatItem]:
        """Its history, and of the call's items those that belong to it."""
        at = next((index for index, item in enumerate(items) if item.id == self._first), None)
        if at is None:  # forgotten since, with all before it; or never committed
            return [*self._items, *items] if self._is_committed else [*items]
        self._is_committed = self._is_committed or at < len(items) - 1
        return [*self._items, *items[at:]]


def items_of(lines: Iterable[HistoryLine]) -> Iterator[llm.ChatItem]:
    for line in lines:
        match line:
            case UserLine():
                yield llm.ChatMessage(role="user", content=[line.words])
            case AssistantLine():
                if line.words:
                    yield llm.ChatMessage(role="assistant", content=[line.words])
                for call in line.calls:
                    yield llm.FunctionCall(call_id=call.call_id or "", name=call.tool, arguments=json.dumps(dict(call.arguments)))
            case ToolLine():
                yield llm.FunctionCallOutput(call_id=line.call_id, name=line.tool, output=line.words, is_error=False)
            case SystemLine():
                pass
