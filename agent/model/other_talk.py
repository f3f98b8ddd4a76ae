"""The history of a conversation that the call went on with, in LiveKit's form, in place of what was said before in the call.

LiveKit's own context is left as it is: a turn may turn out never to have been committed, and then nothing has changed.
"""

import json
from collections.abc import Iterable, Iterator, Sequence

from livekit.agents import llm

from providers.models.typed.history import AssistantLine, HistoryLine, SystemLine, ToolLine, UserLine


class OtherTalk:
    """Begins with the turn whose message has the id `first`; `items` were said before it. `before` is the one that the call was in."""

    def __init__(self, first: str, items: Sequence[llm.ChatItem], before: "OtherTalk | None") -> None:
        self._first = first
        self._items = items
        self._before = before
        self._is_committed = False

    def with_its_turns(self, items: Sequence[llm.ChatItem], earlier: Sequence[llm.ChatItem]) -> list[llm.ChatItem]:
        """Its history, and of the call's items those that belong to it; that of the one before while its first turn is not committed.
        `earlier` was said before the call."""
        at = next((index for index, item in enumerate(items) if item.id == self._first), None)
        if at is not None:
            if at < len(items) - 1:
                self._is_committed, self._before = True, None
            return [*self._items, *items[at:]]
        if self._is_committed:  # its first turn is out of the context since, with all before it
            return [*self._items, *items]
        return self._before.with_its_turns(items, earlier) if self._before is not None else [*earlier, *items]

    def forget(self) -> None:
        """What was said in it before is deleted."""
        self._items = ()
        if self._before is not None:
            self._before.forget()


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
