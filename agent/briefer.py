"""The agent of a call: one turn path for speech and typing.

A plain command becomes a tool call without a model being asked, and its answer is the tool's own sentence. Everything else goes to the
model with the position at the tail of a copy of the context; where there is no model, a sentence says what would be understood.

Nothing here has an effect: LiveKit runs this node more often than turns are committed. Effects are in tools, which run only for a turn
that is.
"""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Iterable
from functools import partial

from livekit.agents import Agent, FlushSentinel, ModelSettings, StopResponse, llm
from livekit.agents.voice import SpeechHandle

from actions.consent.payloads import About, RecipientPayload, action_of
from agent.model.chat_history import HIGH_ITEMS
from agent.model.parts import Part
from agent.model.path import ModelPath
from agent.model.proved_claims import as_proved
from agent.model.sentence_stream import in_sentences
from agent.speaking.playback import Playback
from agent.tools.every_tool import BriefingTools
from agent.tools.tiers import with_tiers
from agent.turns.instant import LEFT_TO_THE_MODEL, dictated, held_back, tool_call, until, wants_silence
from briefing.speech.sentences import every_sentence as sentences
from briefing.speech.sentences.hints import TAKE_YOUR_TIME, hint
from briefing.speech.sentences.sending import NEEDS_A_MODEL
from briefing.understanding.awaited import Awaited, awaited, named_time
from briefing.understanding.commands import EXAMPLES, Command, CommandKind, recognise
from briefing.understanding.confirmation import Confirmation, confirmation
from prompts import render
from session.call import Offer
from session.passages import Passage, PassageRole, as_reply
from session.service_health import Faults
from session.skills.accounts import is_meant
from session.skills.presenting import unpresented
from session.skills.writing.drafting import is_told_of

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

SILENCE = ""


class Briefer(Agent):
    """Answers every turn of one call. `answering` is set whenever the answer to a turn begins."""

    def __init__(self, tools: BriefingTools, *, asks_model: bool, asked_back: frozenset[CommandKind] = frozenset()) -> None:
        super().__init__(instructions=render("briefing"), tools=list(with_tiers(llm.find_function_tools(tools))))
        self._briefing = tools
        self._asks_model = asks_model
        self._asked_back = asked_back
        self._acts: dict[str, llm.ChatChunk] = {}
        self.faults = Faults()
        self.model = ModelPath(
            partial(Agent.default.llm_node, self), tools.call, self.faults, own_words=lambda call_id: tools.spoken.get(call_id, ())
        )
        self.playback = Playback(tools.call)
        self.answering = asyncio.Event()

    def act(self, kind: CommandKind) -> SpeechHandle:
        """Do of ourselves what a plain command would do, and say what it says: a tool's answer, like any other."""
        occasion = llm.ChatMessage(role="system", content=[kind.value])
        self._acts[occasion.id] = tool_call(Command(kind=kind))
        context = self.chat_ctx.copy()
        context.items.append(occasion)
        return self.session.generate_reply(chat_ctx=context)

    async def forget_old_turns(self) -> None:
        """Drop from the stored history what is never sent again."""
        if (kept := self.model.remembered(self.chat_ctx)) is not None:
            await self.update_chat_ctx(kept, exclude_invalid_function_calls=False)
        self.session.history.truncate(max_items=HIGH_ITEMS)

    async def on_user_turn_completed(self, turn_ctx: llm.ChatContext, new_message: llm.ChatMessage) -> None:
        """A turn that wants no answer gets none: an empty reply would leave the session thinking for good."""
        if wants_silence(new_message.text_content or "") and not self._briefing.call.heeds_stop():
            raise StopResponse

    def transcription_node(self, text: AsyncIterable[str], model_settings: ModelSettings) -> AsyncIterator[str]:
        """The words of a passage as it is played."""
        return self.playback.follow(self.session, text)

    async def llm_node(self, chat_ctx: llm.ChatContext, tools: list[llm.Tool], model_settings: ModelSettings) -> AsyncIterator[Part]:
        """What is said or done in this step of a turn."""
        async for part in self._parts(chat_ctx, tools, model_settings):
            if not _is_tool_call(part):
                self.answering.set()
            yield part

    async def _parts(self, chat_ctx: llm.ChatContext, tools: list[llm.Tool], model_settings: ModelSettings) -> AsyncIterator[Part]:
        last = chat_ctx.items[-1] if chat_ctx.items else None
        answered = _answered_last(chat_ctx)
        if any(self._briefing.is_verbatim(call_id) for call_id in answered):
            for call_id in answered:
                self.model.told_by_tool(call_id)
            words = [passage for call_id in answered for passage in self._briefing.spoken.get(call_id, ())]
            async for passage in self._spoken(words):
                yield passage
            return
        if last is not None and (act := self._acts.pop(last.id, None)):
            yield act
            return
        utterance = last.text_content or "" if isinstance(last, llm.ChatMessage) and last.role == "user" else ""
        own = self._own_answer(utterance, spoken=_was_spoken(last))
        if own is not None:
            if own != SILENCE:
                yield own
        elif self._asks_model:
            answer = as_proved(self.model.answer(chat_ctx, tools, model_settings), self._briefing.call.hands)
            mail = self._briefing.call.tracker.current() if unpresented(self._briefing.call) else None
            async for part in in_sentences(answer, mail=mail, left=self.model.spoken_of, told=self.playback.tells_all):
                yield part
        else:
            yield self._without_model(utterance)

    def _own_answer(self, utterance: str, *, spoken: bool) -> Part | None:
        """What is plainly said is answered without a model; None for anything else."""
        call = self._briefing.call
        if wants_silence(utterance) and call.heeds_stop():  # before anything else that it could answer
            return held_back()
        if (answer := self._agreement(utterance)) is not None:
            return tool_call(Command(kind=answer))
        command = recognise(utterance, offer_open=call.offer not in {None, Offer.AGREE})
        if command is None and call.hands.awaits_time and (when := named_time(utterance)):
            return until(when)
        if command is None or command.kind in LEFT_TO_THE_MODEL or not is_meant(call, command):
            return None
        return self._at_once(command, spoken=spoken)

    def _at_once(self, command: Command, *, spoken: bool) -> Part:
        """What a plain command becomes."""
        call = self._briefing.call
        match command.kind:
            case CommandKind.HELP:
                return sentences.help_sentence([EXAMPLES[kind] for kind in IN_HELP])
            case CommandKind.STOP:  # it has already ended the sentence, by being said
                return SILENCE
            case CommandKind.READ_IN_FULL if is_told_of(call):
                return tool_call(Command(kind=CommandKind.READ_DRAFT))
            case _:
                return tool_call(command, ask_back=command.kind in self._asked_back and spoken)

    def _agreement(self, utterance: str) -> CommandKind | None:
        """A yes or a no to the open question. Whether it counts is judged once the turn is committed, by consent alone.

        So is a bare yes to one that something came in between, which has it asked again.
        """
        call = self._briefing.call
        if call.offer is None and (lapsed := call.hands.to_ask_again) is not None:
            return CommandKind.YES if _answer(utterance, lapsed) is Confirmation.YES and recognise(utterance) is None else None
        if call.offer is not Offer.AGREE or call.hands.asked is None:
            return None
        return {Confirmation.YES: CommandKind.YES, Confirmation.NO: CommandKind.NO}.get(_answer(utterance, call.hands.asked))

    def _without_model(self, utterance: str) -> Part:
        """What is not understood, where there is no model to ask; words that were asked for are taken as they are."""
        if utterance.strip() and self._briefing.call.hands.awaits_words:
            return _awaited(utterance)
        command = recognise(utterance)
        if command is not None and command.kind in LEFT_TO_THE_MODEL:
            return NEEDS_A_MODEL
        if hinted := hint(utterance):
            return hinted
        return f"{sentences.not_understood()} {sentences.help_sentence([EXAMPLES[kind] for kind in IN_SHORT])}"

    async def _spoken(self, passages: Iterable[Passage]) -> AsyncIterator[Part]:
        """One passage after the other; a reading waits for each piece, so that it can end between two."""
        for passage in as_reply(passages):
            yield passage
            yield FlushSentinel()
            if passage.role is PassageRole.READING and not await self.playback.settled(passage):
                return


def _answer(utterance: str, asked: About) -> Confirmation:
    return confirmation(utterance, action_of(asked), to_whom=isinstance(asked, RecipientPayload))


def _answered_last(chat_ctx: llm.ChatContext) -> list[str]:
    """The tool calls that were answered last, all of one step: what is to be said as it stands is said, whatever was called beside it."""
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


def _was_spoken(item: llm.ChatItem | None) -> bool:
    """Only what was transcribed has a confidence."""
    return isinstance(item, llm.ChatMessage) and item.transcript_confidence is not None


def _is_tool_call(part: Part) -> bool:
    return isinstance(part, llm.ChatChunk) and bool(part.delta and part.delta.tool_calls)


def _awaited(utterance: str) -> Part:
    """Words that were asked for are written down, and so is nothing that hesitates or takes itself back."""
    match awaited(utterance):
        case Awaited.WORDS:
            return dictated(utterance)
        case Awaited.NOTHING_YET:
            return TAKE_YOUR_TIME
        case Awaited.TAKEN_BACK:
            return held_back()
