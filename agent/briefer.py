"""The agent of a call: one turn path for spoken and typed turns.

A plain command becomes a tool call without asking a model, and the answer is the tool's own sentence. Everything else goes to the model,
with the position at the end of a copy of the context. Without a model, a sentence says which commands are understood.

Nothing here has an effect, because LiveKit runs this node more often than it commits turns. Effects are in tools, which run only for
committed turns.
"""

import asyncio
import json
from collections.abc import AsyncIterable, AsyncIterator
from functools import cached_property, partial

from livekit.agents import Agent, FlushSentinel, ModelSettings, StopResponse, llm
from livekit.agents.utils import shortuuid
from livekit.agents.voice import SpeechHandle

from agent.model.answer_parts import Part, calls_tool
from agent.model.chat_history import HIGH_ITEMS
from agent.model.path import ModelPath
from agent.model.routed_answer import routed_answer
from agent.model.sentence_stream import as_proved, in_sentences
from agent.speaking.livekit_conversation import LiveKitConversation
from agent.speaking.playback import Playback
from agent.tools.running import INSTANT, BriefingTools, known
from agent.turns.typed_lines import POINTS_AT, is_pressed
from briefing.understanding.commands import Command, CommandKind
from conversations.turn_routing import Elsewhere
from providers.models.ear_doubt import is_in_doubt
from session.model_request.instructions import instructions
from session.passages import Passage, PassageRole, as_reply
from session.plain_answers import SILENCE
from session.skills.presenting import unpresented
from session.skills.presses import PRESSED
from session.turn.tool_of_command import Use, tool_for
from session.turn.which_talk import goes, is_routed
from session.turn.wish_by_wish import ToModel, first_answer, is_model_next, next_answer


class Briefer(Agent):
    """Answers every turn of one call. `answering` is set whenever the answer to a turn begins."""

    def __init__(self, tools: BriefingTools, *, asks_model: bool) -> None:
        super().__init__(instructions=instructions(), tools=known(llm.find_function_tools(tools)))
        self._briefing = tools
        tools.call.line.has_model = asks_model
        self._acts: dict[str, llm.ChatChunk] = {}
        self.model = ModelPath(partial(Agent.default.llm_node, self), tools.call, own_words=lambda call_id: tools.spoken.get(call_id, ()))
        self.playback = Playback(tools.call)
        self.answering = asyncio.Event()

    @cached_property
    def conversation(self) -> LiveKitConversation:
        """The session as the call sees it; available once the session has started."""
        return LiveKitConversation(self.session, self.playback, self.act, self._briefing.call.line.health)

    def act(self, kind: CommandKind) -> SpeechHandle:
        """Run a plain command that the user has not given. Its answer is said like that of any other tool."""
        occasion = llm.ChatMessage(role="system", content=[kind.value])
        self._acts[occasion.id] = tool_call(tool_for(Command(kind=kind)))
        context = self.chat_ctx.copy()
        context.items.append(occasion)
        return self.session.generate_reply(chat_ctx=context)

    async def forget_old_turns(self) -> None:
        """Drop from the stored history what no request will contain again."""
        if (kept := self.model.remembered(self.chat_ctx)) is not None:
            await self.update_chat_ctx(kept, exclude_invalid_function_calls=False)
        self.session.history.truncate(max_items=HIGH_ITEMS)

    async def on_user_turn_completed(self, turn_ctx: llm.ChatContext, new_message: llm.ChatMessage) -> None:
        """Give no answer to a turn that wants none: an empty reply would leave the session in its thinking state for good."""
        if self._briefing.call.wants_silence(new_message.text_content or ""):
            raise StopResponse

    def transcription_node(self, text: AsyncIterable[str], model_settings: ModelSettings) -> AsyncIterator[str]:
        """Follow the words of a passage while it is played."""
        return self.playback.follow(self.session, text)

    async def llm_node(self, chat_ctx: llm.ChatContext, tools: list[llm.Tool], model_settings: ModelSettings) -> AsyncIterator[Part]:
        """The answer to this step of a turn: words or tool calls."""
        async for part in self._parts(chat_ctx, tools, model_settings):
            if not calls_tool(part):
                self.answering.set()
            yield part

    async def _parts(self, chat_ctx: llm.ChatContext, tools: list[llm.Tool], model_settings: ModelSettings) -> AsyncIterator[Part]:
        last = chat_ctx.items[-1] if chat_ctx.items else None
        answered = _answered_last(chat_ctx)
        if any(self._briefing.is_verbatim(call_id) for call_id in answered):
            for call_id in answered:
                self.model.told_by_tool(call_id)
            words = [passage for call_id in answered for passage in self._briefing.spoken.get(call_id, ())]
            spoken = as_reply(words)
            if spoken and is_model_next(self._briefing.call):
                spoken[-1] = spoken[-1].spaced()
            for passage in spoken:
                yield passage
                yield FlushSentinel()
                if self._is_waited_for(passage) and not await self.playback.settled(passage):
                    return
            async for part in self._goes_on(chat_ctx, tools, model_settings):
                yield part
            return
        if last is not None and (act := self._acts.pop(last.id, None)):
            yield act
            return
        if isinstance(last, llm.ChatMessage) and POINTS_AT in last.extra:
            yield tool_call(PRESSED)
            return
        utterance = last.text_content or "" if isinstance(last, llm.ChatMessage) and last.role == "user" else ""
        said = self._briefing.call.dialogue.understandings.of(utterance)
        own = first_answer(self._briefing.call, said, doubtful=_in_doubt(last), pressed=is_pressed(last))
        if own is None:
            async for part in self._by_model(chat_ctx, tools, model_settings):
                yield part
        elif own != SILENCE:
            yield tool_call(own) if isinstance(own, Use) else own

    async def _by_model(self, chat_ctx: llm.ChatContext, tools: list[llm.Tool], model_settings: ModelSettings) -> AsyncIterator[Part]:
        answer = as_proved(self._answer(chat_ctx, tools, model_settings), self._briefing.call)
        mail = self._briefing.call.tracker.current() if unpresented(self._briefing.call) else None
        async for part in in_sentences(answer, mail=mail, left=self.model.spoken_of, told=self.playback.tells_all):
            yield part

    def _answer(self, chat_ctx: llm.ChatContext, tools: list[llm.Tool], model_settings: ModelSettings) -> AsyncIterable[Part]:
        """The model's parts, in the conversation that the turn belongs to."""
        begin, call = partial(self.model.answer, chat_ctx, tools, model_settings), self._briefing.call
        last, routing = chat_ctx.items[-1] if chat_ctx.items else None, call.records.routing
        if routing is None or not isinstance(last, llm.ChatMessage) or last.role != "user":
            return begin()
        said, turns_before = call.dialogue.understandings.of(last.text_content or ""), call.dialogue.turn
        if not is_routed(call, said):
            return begin()

        def go(elsewhere: Elsewhere) -> None:
            self.model.go_on_with(elsewhere.history, last)
            goes(call, said, elsewhere, turns_before=turns_before)

        return routed_answer(begin, routing.turn(said.words), go=go, silent_since=lambda: self.model.silent_since)

    async def _goes_on(self, chat_ctx: llm.ChatContext, tools: list[llm.Tool], model_settings: ModelSettings) -> AsyncIterator[Part]:
        """What follows the answer to a wish in the same turn: the next wish, or nothing. Only committed turns get here."""
        while (answer := next_answer(self._briefing.call)) is not None:
            if answer is ToModel.ASK:
                async for part in self._by_model(chat_ctx, tools, model_settings):
                    yield part
                return
            if isinstance(answer, Use):
                yield tool_call(answer)
                return
            yield Passage(f" {answer}")
            yield FlushSentinel()

    def _is_waited_for(self, passage: Passage) -> bool:
        """Whether nothing may be done before the passage was played: a piece of a reading, which can stop there, and a mail that the next
        wish may mean."""
        return passage.role is PassageRole.READING or (passage.role is PassageRole.MAIL and self._briefing.call.more_to_come)


def _answered_last(chat_ctx: llm.ChatContext) -> list[str]:
    """The ids of all tool calls of the last step. If one of them has verbatim words, the words of all of them are said."""
    answered: list[str] = []
    unmatched: set[str] = set()
    for item in reversed(chat_ctx.items):
        if isinstance(item, llm.FunctionCallOutput):
            answered.insert(0, item.call_id)
            unmatched.add(item.call_id)
        elif isinstance(item, llm.FunctionCall):
            unmatched.discard(item.call_id)
        if not unmatched:
            break
    return answered


def _in_doubt(item: llm.ChatItem | None) -> bool:
    return isinstance(item, llm.ChatMessage) and is_in_doubt(item.transcript_confidence)


HANDED_ON = "handed-on-"


def tool_call(use: Use) -> llm.ChatChunk:
    """The chunk that makes LiveKit run the tool once the turn is committed; where a model goes on, as a call of its own."""
    call_id = shortuuid(HANDED_ON if use.goes_on else INSTANT)
    call = llm.FunctionToolCall(name=use.tool, arguments=json.dumps(dict(use.arguments)), call_id=call_id)
    return llm.ChatChunk(id=call.call_id, delta=llm.ChoiceDelta(role="assistant", tool_calls=[call]))
