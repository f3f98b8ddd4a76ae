"""A model without a wire, for the rules of the model path: pieces at given times, or a failure."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field

from livekit.agents import FlushSentinel, ModelSettings, llm

from agent.model.path import ModelPath, OwnWords
from session.passages import Passage
from session.service_health import ServiceHealth
from tests.agent.memory_call import memory_call
from tests.inbox.memory_mailbox import MemoryMailbox, new_mails
from tests.inbox.virtual_clock import now

Part = llm.ChatChunk | str | FlushSentinel
Step = float | str | llm.ChatChunk | Exception


def calling(name: str) -> llm.ChatChunk:
    """The chunk with which a model calls a tool."""
    call = llm.FunctionToolCall(name=name, arguments="{}", call_id=f"call-{name}")
    return llm.ChatChunk(id=name, delta=llm.ChoiceDelta(role="assistant", tool_calls=[call]))


def saying(words: str) -> llm.ChatChunk:
    return llm.ChatChunk(id="words", delta=llm.ChoiceDelta(role="assistant", content=words))


@dataclass
class ScriptedModel:
    """Each request takes the next script: seconds to wait, words or chunks to give, an error to raise; `ended` counts those that ended."""

    scripts: list[Sequence[Step]] = field(default_factory=list)
    requests: list[llm.ChatContext] = field(default_factory=list)
    ended: int = 0

    async def ask(self, context: llm.ChatContext, tools: list[llm.Tool], settings: ModelSettings) -> AsyncIterator[Part]:
        self.requests.append(context)
        try:
            for step in self.scripts.pop(0):
                if isinstance(step, Exception):
                    raise step
                if isinstance(step, float):
                    await asyncio.sleep(step)
                else:
                    yield saying(step) if isinstance(step, str) else step
        finally:
            self.ended += 1


@dataclass
class Turns:
    """Turns that go to the model; what was said, with the second at which it was."""

    model: ScriptedModel
    path: ModelPath
    faults: ServiceHealth
    context: llm.ChatContext = field(default_factory=llm.ChatContext.empty)
    heard: list[tuple[float, str]] = field(default_factory=list)

    async def turn(self, *script: Step, tool_choice: llm.ToolChoice | None = None, same_turn: bool = False) -> list[str]:
        """Ask once; the passages that were said."""
        if not same_turn:
            self.context.items.append(llm.ChatMessage(role="user", content=["and what about that"]))
        self.model.scripts.append(script)
        words = [""]
        settings = ModelSettings(tool_choice=tool_choice) if tool_choice else ModelSettings()
        async for part in self.path.answer(self.context, [], settings):
            if isinstance(part, FlushSentinel):
                words.append("")
            elif text := _text(part):
                words[-1] += text
                self.heard.append((now(), text))
        said = [passage for passage in words if passage]
        if said:
            self.context.items.append(llm.ChatMessage(role="assistant", content=[" ".join(said)]))
            self.faults.note_said(" ".join(said))
        return said


def _text(part: Part) -> str:
    if isinstance(part, llm.ChatChunk):
        return (part.delta.content or "") if part.delta else ""
    return part if isinstance(part, str) else ""


def no_own_words(_: str) -> tuple[Passage, ...]:
    return ()


async def turns(*, unread: int = 3, own_words: OwnWords = no_own_words) -> Turns:
    """A call over mail in memory whose model is scripted."""
    call = await memory_call(MemoryMailbox("work", new_mails(unread)))
    model, faults = ScriptedModel(), call.line.health
    return Turns(model, ModelPath(model.ask, call, own_words=own_words), faults)
