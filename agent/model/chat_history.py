"""The part of a conversation that a model is sent: bounded, and with the same beginning from one request to the next.

A provider caches the common prefix of two requests. With a window that slides by one turn per request, only the instructions would be
common. So the history grows to a high mark, is cut down to a low one at the beginning of a turn, and the cut stays until the high mark is
reached again: between two cuts, every request begins with the one before it.

The functions are pure; `Cut` is the only state. Items stay in order and whole: a tool call goes with its result, and the only system
message is the instructions.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from livekit.agents import llm

from agent.tools.running import INSTANT
from conversations.repair import repaired
from providers.models.typed.history import Shape

HIGH_CHARACTERS = 8_000
LOW_CHARACTERS = 2_000
HIGH_ITEMS = 120
LOW_ITEMS = 40
"""About 2,300 and 600 tokens. In a long call the mean of both is sent, whatever was said before. What is still in use stands at the end of
each request, so nothing is lost by a cut."""

WHOLE_RESULTS = 2
"""How many of the last tool results keep their mails' text at a cut; of older ones only what was done is kept."""

LONGEST_OLD_LINE = 200
LEFT_OUT = "(Older text, left out here.)"
OVERHEAD_CHARACTERS = 30
"""Of one item besides its text: role, ids and punctuation."""

Items = Sequence[llm.ChatItem]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """The ids of the first item of the history, and of the first item whose tool results are whole."""

    first: str
    whole_from: str


def conversation(items: Iterable[llm.ChatItem]) -> list[llm.ChatItem]:
    """What was said and done, as a provider takes it."""
    return repaired((item for item in items if _is_said(item)), shape_of)


def shape_of(item: llm.ChatItem) -> Shape:
    match item:
        case llm.FunctionCall():
            return Shape(calls=(item.call_id or None,))
        case llm.FunctionCallOutput():
            return Shape(answers=item.call_id)
        case _:
            return Shape(is_system=isinstance(item, llm.ChatMessage) and item.role not in {"user", "assistant"})


def instructions(items: Items) -> list[llm.ChatItem]:
    """The one system message that stands first, if there is one."""
    return next(([item] for item in items if isinstance(item, llm.ChatMessage) and item.role == "system"), [])


def after_cut(items: Items, cut: Cut | None) -> list[llm.ChatItem]:
    """The items from the cut on, with older tool results shortened. All items if the cut is not among them, since they begin after it."""
    if cut is None:
        return list(items)
    first, whole_from = _index(items, cut.first), _index(items, cut.whole_from)
    return [in_short(item) if index < whole_from else item for index, item in enumerate(items) if index >= first]


def next_cut(items: Items, cut: Cut | None) -> Cut | None:
    """The cut for these items: the same as before, unless what is left after it has become too long."""
    left = after_cut(items, cut)
    if size(left) <= HIGH_CHARACTERS and len(left) <= HIGH_ITEMS:
        return cut
    turns = [index for index, item in enumerate(left) if isinstance(item, llm.ChatMessage) and item.role == "user"]
    if not turns:
        return cut
    shortest = Cut(first=left[turns[-1]].id, whole_from=left[_whole_from(left)].id)
    for index in turns:
        candidate = Cut(first=left[index].id, whole_from=shortest.whole_from)
        rest = after_cut(left, candidate)
        if size(rest) <= LOW_CHARACTERS and len(rest) <= LOW_ITEMS:
            return candidate
    return shortest


def size(items: Items) -> int:
    """Characters, as a measure of tokens: about four of them to one."""
    return sum(OVERHEAD_CHARACTERS + len(_text(item)) for item in items)


def in_short(item: llm.ChatItem) -> llm.ChatItem:
    """A tool result without its long lines. A mail is one line of data and goes or stays whole, so that no quotation loses its end.

    What a rule did is sent as a note, which is short already.
    """
    if not isinstance(item, llm.FunctionCallOutput) or item.call_id.startswith(INSTANT) or len(item.output) <= LONGEST_OLD_LINE:
        return item
    kept = [line if len(line) <= LONGEST_OLD_LINE else LEFT_OUT for line in item.output.splitlines()]
    return item.model_copy(update={"output": "\n".join(kept)})


def _whole_from(items: Items) -> int:
    """The index from which tool results stay whole: the first of the last results, or the last turn if that begins earlier."""
    results = [index for index, item in enumerate(items) if isinstance(item, llm.FunctionCallOutput)]
    turn = max((index for index, item in enumerate(items) if isinstance(item, llm.ChatMessage) and item.role == "user"), default=0)
    return min(turn, *results[-WHOLE_RESULTS:]) if results else turn


def _index(items: Items, item_id: str) -> int:
    return next((index for index, item in enumerate(items) if item.id == item_id), 0)


def _is_said(item: llm.ChatItem) -> bool:
    """Or done; LiveKit keeps other things in the history too."""
    return bool(item.text_content) if isinstance(item, llm.ChatMessage) else isinstance(item, llm.FunctionCall | llm.FunctionCallOutput)


def _text(item: llm.ChatItem) -> str:
    if isinstance(item, llm.FunctionCall):
        return f"{item.name}{item.arguments}"
    if isinstance(item, llm.FunctionCallOutput):
        return item.output
    return item.text_content or "" if isinstance(item, llm.ChatMessage) else ""
