"""What a language model is sent, and what is said when it fails.

A request is the instructions, the trimmed history and, last, one position in a system message. It is a copy; nothing of it is stored.
The user always hears something. If the model is slow, the agent says "One moment". If it does not begin at all, the agent says what the
tool of this turn had to say, or one sentence about the fault.

Time counts from the moment the caller stopped speaking or last heard something in this turn, over all its steps. Otherwise three steps of
three seconds would be nine seconds of silence.
"""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, AsyncIterable, Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise

from livekit.agents import FlushSentinel, ModelSettings, llm

from agent.model.answer_parts import Part, calls_tool, words_of
from agent.model.chat_history import Cut, after_cut, conversation, instructions, next_cut
from agent.model.other_talk import OtherTalk, items_of
from agent.model.own_doings import as_notes
from agent.model.pieces import EndOfAnswerError, in_pieces
from agent.tools.function_tools import described
from briefing.agenda import MailRef
from briefing.speech.sentences.about_failures import ONCE_MORE, ONE_MOMENT, Trouble
from briefing.understanding.understanding import Understanding
from providers.models.typed.history import HistoryLine
from session.call import Call
from session.metrics import METRICS, Service
from session.model_request.end_message import OPEN_MAIL, EndMessage, end_message
from session.model_request.mail_blocks import read_what_is_named
from session.passages import Passage, as_reply
from session.timeouts import LEAST_WAIT_S, NAMED_WITHIN_S, NEXT_WORDS_WITHIN_S, ONE_MOMENT_AFTER_S

logger = logging.getLogger(__name__)

SAID = "(I told the user this.)"

Ask = Callable[[llm.ChatContext, list[llm.Tool], ModelSettings], AsyncIterable[Part]]
OwnWords = Callable[[str], Iterable[Passage]]


@dataclass(slots=True, kw_only=True)
class _Wait:
    """The limits of one answer and its progress. `gap` is the space needed between its words and ours."""

    heard_at: float
    begins_within_s: float
    began_at: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    excused: bool = False
    words: bool = False
    called: bool = False
    gap: str = ""

    @property
    def begun(self) -> bool:
        return self.words or self.called

    def left(self) -> float:
        """Seconds until something has to be said, or given up."""
        if self.begun:
            return NEXT_WORDS_WITHIN_S
        give_up_at = self.began_at + self.begins_within_s
        excuse_at = give_up_at if self.excused else max(self.began_at + LEAST_WAIT_S, self.heard_at + ONE_MOMENT_AFTER_S)
        return min(give_up_at, excuse_at) - _now()

    def is_over(self) -> bool:
        """Whether the time to begin has passed, or that for the next words."""
        return self.begun or _now() >= self.began_at + self.begins_within_s


def _no_words(_: str) -> Iterable[Passage]:
    return ()


class ModelPath:
    """Sends one call's turns through its language model.

    `ask` is LiveKit's own node. `own_words` returns what a tool would have said without a model, by the id of the tool call. `spoken_of` is
    the mail that was under the cursor when the turn began; the answer may speak of it although the cursor has moved on.
    """

    def __init__(self, ask: Ask, call: Call, *, own_words: OwnWords = _no_words) -> None:
        self._ask = ask
        self._call = call
        self._health = call.line.health
        self._own_words = own_words
        self._said_by_tools: set[str] = set()
        self._cut: Cut | None = None
        self._other: OtherTalk | None = None
        self._earlier: list[llm.ChatItem] = []
        self._talks_forgotten = 0
        self.spoken_of: MailRef | None = None
        self._turn = ""
        self._heard_at = 0.0
        self._excuses = 0

    def answer(self, chat_ctx: llm.ChatContext, tools: list[llm.Tool], model_settings: ModelSettings) -> AsyncGenerator[Part, None]:
        """The model's answer to the last step of a turn. A `Passage` in it is ours: an excuse before the model's words, or what replaces
        the answer after them."""
        self._begin(chat_ctx)
        return self._answer(chat_ctx, tools, model_settings)

    async def _answer(self, chat_ctx: llm.ChatContext, tools: list[llm.Tool], model_settings: ModelSettings) -> AsyncGenerator[Part, None]:
        wait = _Wait(heard_at=self._heard_at + self._health.slack_s, begins_within_s=self._health.model_begins_within_s())
        trouble: Trouble | None = None
        await read_what_is_named(self._call, self._uncommitted(chat_ctx), within_s=NAMED_WITHIN_S)
        try:
            async with in_pieces(self._ask(self.request(chat_ctx), described(tools), model_settings)) as next_piece:
                while True:
                    try:
                        piece = await next_piece(wait.left())
                    except TimeoutError:
                        if wait.is_over():
                            raise
                        wait.excused = True
                        yield self._excuse()
                        yield FlushSentinel()
                        continue
                    wait.called = wait.called or (calls_tool(piece) and model_settings.tool_choice != "none")
                    if words := words_of(piece):
                        wait.gap = "" if words[-1].isspace() else " "
                    if words.strip():
                        wait.words = True
                        self._heard_at = _now()
                    yield piece
        except EndOfAnswerError:
            trouble = None if wait.begun else Trouble.NO_WORDS
        except Exception as error:  # whatever a model or its client raises, the call goes on
            logger.warning("the model failed", extra={"error": type(error).__name__, "words": wait.words, "called": wait.called})
            if isinstance(error, TimeoutError):  # LiveKit reports every failure but this one, which is ours
                METRICS.count_fault(Service.LLM)
            trouble = Trouble.CUT_OFF if wait.words else Trouble.NO_ANSWER
        if trouble is None or wait.called:  # a called tool gets a step of its own, which tells its result
            self._health.worked(Service.LLM)
            return
        for part in self._instead(trouble, chat_ctx, wait.gap):
            yield part

    def request(self, chat_ctx: llm.ChatContext) -> llm.ChatContext:
        """What is sent for this context: a copy, with what is so now at its end."""
        sendable = self._sendable(chat_ctx)
        self._cut = next_cut(sendable, self._cut)
        told = end_message(self._call, self._uncommitted(chat_ctx))
        return llm.ChatContext([*instructions(chat_ctx.items), *conversation(after_cut(sendable, self._cut)), *_at_the_end(told)])

    def remembered(self, chat_ctx: llm.ChatContext) -> llm.ChatContext | None:
        """The stored context without the items that no request will contain again; None if nothing is to be dropped."""
        self._cut = next_cut(self._sendable(chat_ctx), self._cut)
        items = conversation(chat_ctx.items)
        if self._cut is None or not items or items[0].id == self._cut.first or all(item.id != self._cut.first for item in items):
            return None
        return llm.ChatContext([*instructions(chat_ctx.items), *after_cut(items, self._cut)])

    def go_on_with(self, history: Iterable[HistoryLine], said: llm.ChatMessage) -> None:
        """From these words of the user's on, the history is that of another conversation."""
        self._other = OtherTalk(said.id, tuple(items_of(history)), self._other)

    @property
    def silent_since(self) -> float:
        """When the user stopped speaking, or last heard something, on the event loop's clock."""
        return self._heard_at

    def told_by_tool(self, call_id: str) -> None:
        """The words of this tool are said verbatim, not by the model."""
        self._said_by_tools.add(call_id)

    def _sendable(self, chat_ctx: llm.ChatContext) -> list[llm.ChatItem]:
        items = conversation(as_notes(_without_excuses(without_spoken_mail(chat_ctx, self._said_by_tools).items)))
        earlier = self._said_before()
        return self._other.with_its_turns(items, earlier) if self._other is not None else [*earlier, *items]

    def _said_before(self) -> list[llm.ChatItem]:
        """In the conversation, before this call; made once, since a cut knows items by their ids. Nothing of what was forgotten since."""
        if self._talks_forgotten != (forgotten := self._call.records.talks_forgotten):
            self._talks_forgotten, self._earlier = forgotten, []
            if self._other is not None:
                self._other.forget()
        if not self._earlier:
            self._earlier = list(items_of(self._call.records.earlier_talk))
        return self._earlier

    def _uncommitted(self, chat_ctx: llm.ChatContext) -> Understanding | None:
        """The user's words, where this is the first answer to them: LiveKit asks for it before it commits their turn."""
        last = chat_ctx.items[-1] if chat_ctx.items else None
        if not isinstance(last, llm.ChatMessage) or last.role != "user":
            return None
        return self._call.dialogue.understandings.of(last.text_content or "")

    def _begin(self, chat_ctx: llm.ChatContext) -> None:
        said = next((item for item in reversed(chat_ctx.items) if isinstance(item, llm.ChatMessage) and item.role == "user"), None)
        turn = said.id if said else ""
        if turn != self._turn:
            self._turn, self._heard_at = turn, _now() - (_silent_for_s(said) if said else 0.0)
            self.spoken_of = self._call.tracker.current()

    def _excuse(self) -> Passage:
        self._heard_at = _now()
        self._excuses += 1
        return Passage(ONE_MOMENT[(self._excuses - 1) % len(ONE_MOMENT)])

    def _instead(self, trouble: Trouble, chat_ctx: llm.ChatContext, gap: str) -> list[Part]:
        """What is said for an answer that did not come, or broke off. What a tool has done is told; the tool is not called again."""
        last = chat_ctx.items[-1] if chat_ctx.items else None
        own: list[Passage] = []
        if isinstance(last, llm.FunctionCallOutput):
            own = as_reply(self._own_words(last.call_id))
            self._said_by_tools.add(last.call_id)
        if own:
            self._health.failed_unheard(trouble)
            again: list[Part] = [FlushSentinel(), Passage(f"{gap}{ONCE_MORE} "), FlushSentinel()] if trouble is Trouble.CUT_OFF else []
            return again + [part for passage in own for part in (passage, FlushSentinel())]
        return [FlushSentinel(), Passage(f"{gap}{self._health.failed(trouble)}")]


def _at_the_end(told: EndMessage) -> list[llm.ChatItem]:
    """The open mail's text as a tool's result, since that speaks with nobody's authority; behind it the one message that is ours."""
    ours = llm.ChatMessage(role="system", content=[told.position])
    if not told.mail_text:
        return [ours]
    call = llm.FunctionCall(call_id=OPEN_MAIL, name=OPEN_MAIL, arguments="{}")
    return [call, llm.FunctionCallOutput(call_id=OPEN_MAIL, name=OPEN_MAIL, output=told.mail_text, is_error=False), ours]


def without_spoken_mail(chat_ctx: llm.ChatContext, said_by_tools: Iterable[str] = ()) -> llm.ChatContext:
    """A copy without the sentences that tools of a model's had us say: they quote mails, and as our own words they would carry authority.
    The tool result before them holds the same as data."""
    context = chat_ctx.copy()
    for index, (before, item) in enumerate(pairwise(context.items), start=1):
        if not isinstance(before, llm.FunctionCallOutput) or not isinstance(item, llm.ChatMessage) or item.role != "assistant":
            continue
        if before.call_id in said_by_tools:
            context.items[index] = item.model_copy(update={"content": [SAID]})
    return context


def _without_excuses(items: Iterable[llm.ChatItem]) -> list[llm.ChatItem]:
    """A model that reads its own "One moment." learns to say it."""
    return [_without_excuse(item) if isinstance(item, llm.ChatMessage) and item.role == "assistant" else item for item in items]


def _without_excuse(message: llm.ChatMessage) -> llm.ChatMessage:
    text = message.text_content or ""
    excuse = next((excuse for excuse in ONE_MOMENT if text.startswith(excuse)), "")
    return message.model_copy(update={"content": [text.removeprefix(excuse).lstrip()]}) if excuse else message


def _silent_for_s(said: llm.ChatMessage) -> float:
    """How long ago the user stopped speaking; a typed line was sent just now."""
    ended_at = said.metrics.get("stopped_speaking_at")
    return max(0.0, time.time() - ended_at) if ended_at is not None else 0.0


def _now() -> float:
    return asyncio.get_running_loop().time()
