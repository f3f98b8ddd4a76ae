"""The parts in which a model's answer comes, as LiveKit hands them on."""

from livekit.agents import FlushSentinel, llm

Part = llm.ChatChunk | str | FlushSentinel


def words_of(part: Part) -> str:
    """The words of a part that are spoken, with their spaces."""
    words = part.delta.content if isinstance(part, llm.ChatChunk) and part.delta else part
    return words if isinstance(words, str) else ""


def calls_tool(part: Part) -> bool:
    return isinstance(part, llm.ChatChunk) and bool(part.delta and part.delta.tool_calls)
