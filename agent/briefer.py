"""The agent of a call: one turn path for speech and typing.

A plain command becomes a tool call without a model being asked, and its answer is the tool's own sentence. Everything else goes to the
model with the position at the tail of a copy of the context; where there is no model, a sentence says what would be understood.

Nothing here has an effect: LiveKit runs this node more often than turns are committed. Effects are in tools, which run only for a turn
that is.
"""

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise

from livekit.agents import Agent, FlushSentinel, ModelSettings, llm

from agent.instant import tool_call
from agent.position import position
from agent.tools import INSTANT, BriefingTools
from briefing.commands import EXAMPLES, CommandKind, recognise
from briefing.speech import sentences
from prompts import render

SAID = "(I told the user this.)"
IN_SHORT = (CommandKind.NEXT, CommandKind.ARCHIVE, CommandKind.BACK, CommandKind.HELP)
IN_HELP = (
    CommandKind.NEXT,
    CommandKind.ARCHIVE,
    CommandKind.FLAG,
    CommandKind.MARK_READ,
    CommandKind.READ_IN_FULL,
    CommandKind.REPEAT,
    CommandKind.BACK,
    CommandKind.SKIP_MAIL,
    CommandKind.SKIP_TOPIC,
    CommandKind.JUMP_TO_MAIL,
    CommandKind.SEARCH,
    CommandKind.WHAT_DID_I_SKIP,
    CommandKind.PROGRESS,
    CommandKind.HOLD_ON,
    CommandKind.GOODBYE,
)

Part = llm.ChatChunk | str | FlushSentinel


class Briefer(Agent):
    """Answers every turn of one call. `answering` is set whenever the answer to a turn begins."""

    def __init__(self, tools: BriefingTools, *, asks_model: bool, asked_back: frozenset[CommandKind] = frozenset()) -> None:
        super().__init__(instructions=render("briefing"), tools=list(llm.find_function_tools(tools)))
        self._briefing = tools
        self._asks_model = asks_model
        self._asked_back = asked_back
        self.answering = asyncio.Event()

    async def llm_node(self, chat_ctx: llm.ChatContext, tools: list[llm.Tool], model_settings: ModelSettings) -> AsyncIterator[Part]:
        """What is said or done in this step of a turn."""
        async for part in self._parts(chat_ctx, tools, model_settings):
            if not _is_tool_call(part):
                self.answering.set()
            yield part

    async def _parts(self, chat_ctx: llm.ChatContext, tools: list[llm.Tool], model_settings: ModelSettings) -> AsyncIterator[Part]:
        last = chat_ctx.items[-1] if chat_ctx.items else None
        if isinstance(last, llm.FunctionCallOutput) and last.call_id in self._briefing.spoken:
            yield self._briefing.spoken[last.call_id]
            return
        utterance = last.text_content or "" if isinstance(last, llm.ChatMessage) and last.role == "user" else ""
        command = recognise(utterance, offer_open=self._briefing.call.offer is not None)
        if command is not None:
            if command.kind is CommandKind.HELP:
                yield sentences.help_sentence([EXAMPLES[kind] for kind in IN_HELP])
            elif command.kind is not CommandKind.STOP:  # "stop" has already ended the sentence, by being said
                yield tool_call(command, ask_back=command.kind in self._asked_back and _was_spoken(last))
        elif self._asks_model:
            context = without_spoken_mail(chat_ctx)
            context.items.append(llm.ChatMessage(role="system", content=[position(self._briefing.call)]))
            async for chunk in Agent.default.llm_node(self, context, tools, model_settings):
                yield chunk
        else:
            yield f"{sentences.not_understood()} {sentences.help_sentence([EXAMPLES[kind] for kind in IN_SHORT])}"


def _was_spoken(item: llm.ChatItem | None) -> bool:
    """Only what was transcribed has a confidence."""
    return isinstance(item, llm.ChatMessage) and item.transcript_confidence is not None


def without_spoken_mail(chat_ctx: llm.ChatContext) -> llm.ChatContext:
    """A copy in which the sentences that a tool had us say are left out: they quote mails, and quoted as our own words they would carry
    authority. What they say stands before them as data, in the tool's result."""
    context = chat_ctx.copy()
    for index, (before, item) in enumerate(pairwise(context.items), start=1):
        follows_tool = isinstance(before, llm.FunctionCallOutput) and before.call_id.startswith(INSTANT)
        if follows_tool and isinstance(item, llm.ChatMessage) and item.role == "assistant":
            context.items[index] = item.model_copy(update={"content": [SAID]})
    return context


def _is_tool_call(part: Part) -> bool:
    return isinstance(part, llm.ChatChunk) and bool(part.delta and part.delta.tool_calls)
