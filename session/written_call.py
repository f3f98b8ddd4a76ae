"""A whole call in writing, without LiveKit: lines in, passages out. The rules answer, and a model, where there is one, the rest.

For the page, a terminal, a test, or any other way to talk to a call without a room. With a voice, `agent` carries the call instead; both
run the same behaviours (`session.behaviours`) and tools.
"""

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Protocol

from briefing.speech.sentences.about_failures import Trouble
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.understanding import Understanding
from briefing.understanding.utterance import Channel, Utterance
from inbox.listing.first_look import FirstLook
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_models import TypedModels
from session.behaviours import behave, end_for_a_newer_call, greet
from session.call import Call
from session.call_records import PanePress
from session.floor import ConversationEvent
from session.model_words.written_answer import WrittenAnswer
from session.outcome import SkillRefusedError, saying
from session.passages import Passage, PassageRole, as_reply
from session.skills.in_time import comes_by_itself
from session.skills.presses import PRESSED, note_press
from session.skills.writing.holding_at_once import hold_at_once
from session.skills.writing.pane_buttons import pressed_draft
from session.tools import use
from session.turn.kept_talk import begin_turn, end_turn, user_said, we_said
from session.turn.tool_of_command import Answer, Use, tool_for
from session.turn.which_talk import goes, is_routed
from session.turn.wish_by_wish import ToModel, first_answer, hear, next_answer


class WrittenOutput(Protocol):
    """Where the words go. No method may block: a slow output has to buffer."""

    def write(self, words: str) -> None:
        """A piece of a passage."""

    def end_passage(self) -> None:
        """What follows is another passage of the same turn."""

    def end_turn(self) -> None:
        """The turn is over, or was interrupted."""


class WrittenCall:
    """Implements `Conversation`, so that the call can also speak unasked. A passage counts as heard once it was written to a user who is
    there."""

    def __init__(self, call: Call, page: WrittenOutput, *, models: TypedModels | None = None) -> None:
        call.line.has_model = models is not None and models.has_model_for(Purpose.ANSWER)
        self._models = models
        self._cut = asyncio.Event()
        self._waiting = 0
        self._call = call
        self._page = page
        self._speaking = asyncio.Lock()
        self._listeners: defaultdict[ConversationEvent, list[Callable[[], None]]] = defaultdict(list)

    async def start(self, look: FirstLook, *, greets: bool = True) -> None:
        """Begin all that a call does, but for the greeting; it ends with the call's background tasks."""
        behave(self._call, self, look, greets=greets)
        end_for_a_newer_call(self._call)

    async def greet(self, look: FirstLook) -> None:
        await greet(self._call, look)

    async def take(self, line: str, *, begins: Callable[[], None] = lambda: None, moves: Callable[[str], None] = lambda _: None) -> None:
        """Answer one line; returns when the answer was written. Lines are answered one after the other; one ends a model's words.

        `begins` is called when its turn has begun, and `moves` with the conversation that it belongs to, if that is another one.
        """
        await hold_at_once(self._call, line)
        async with self._turn():
            begins()
            if self._call.wants_silence(line):
                return
            said = self._call.dialogue.understandings.of(line)
            answer = first_answer(self._call, said) or ToModel.ASK
            if answer is ToModel.ASK:
                await self._find_its_place(said, moves)
            self._hear(said)
            await self._answer_all(answer, line)
            await self._go_on_in_time()

    async def press(self, line: str, press: PanePress, *, begins: Callable[[], None]) -> None:
        """As `take`, for a button in the pane of a draft, which the line stands for. Where the draft is not there any more as it was
        shown, that is said, and what was open stays open."""
        async with self._turn():
            begins()
            said = self._call.dialogue.understandings.of(line)
            try:
                await pressed_draft(self._call, line, press)
            except SkillRefusedError as refusal:
                user_said(self._call, said)
                self._write(saying(str(refusal)).spoken)
                return
            self._hear(said, press)
            await self._answer(PRESSED)

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        self._waiting += 1
        self._cut.set()
        async with self._speaking:
            self._waiting -= 1
            if not self._waiting:
                self._cut.clear()
            turn = begin_turn(self._call)
            try:
                yield
            finally:
                end_turn(self._call, turn)

    def _hear(self, said: Understanding, press: PanePress | None = None) -> None:
        utterance = Utterance(said=said, channel=Channel.TYPED, by=self._call.user_id, at=time.monotonic(), overlapped=False)
        note_press(self._call, press)
        hear(self._call, utterance)

    async def _find_its_place(self, said: Understanding, moves: Callable[[str], None]) -> None:
        """Before the words are heard: by then they would be the newest of the conversation that is open."""
        routing = self._call.records.routing
        if routing is None or not is_routed(self._call, said) or (elsewhere := await routing.typed(said.words)) is None:
            return
        goes(self._call, said, elsewhere, turns_before=self._call.dialogue.turn)
        moves(elsewhere.conversation_id)

    async def _answer_all(self, answer: Answer | ToModel | None, words: str) -> None:
        while answer is not None:
            if not isinstance(answer, ToModel):
                await self._answer(answer)
            elif self._models is None or not await self._answer_by(self._models, words):
                return
            answer = next_answer(self._call)
            wishes = self._call.dialogue.wishes
            words = wishes[0].said.words if wishes else words

    async def _go_on_in_time(self) -> None:
        """What is told in the time that the user has given, at once: nobody waits for one who reads. A newer line ends it."""
        time, told_s = self._call.line.time, -1.0
        while time.runs and time.played_s > told_s and not self._waiting and self._call.line.caller_is_there:
            if (kind := comes_by_itself(self._call)) is None:
                return
            told_s = time.played_s
            await self._answer(tool_for(Command(kind=kind)))

    @property
    def users_turn(self) -> bool:
        """Never: a line comes whole, and is answered at once."""
        return False

    @property
    def free(self) -> bool:
        return not self._speaking.locked()

    @property
    def quiet(self) -> bool:
        """Always: what is written is written at once."""
        return True

    @property
    def voice_trouble(self) -> Trouble | None:
        return None

    def on(self, moment: ConversationEvent, listener: Callable[[], None]) -> None:
        self._listeners[moment].append(listener)

    def end_reading(self) -> None:
        """Nothing to end: a reading is written at once."""

    async def wait_until_free(self) -> None:
        async with self._speaking:
            pass

    async def everything_said(self) -> None:
        """Wait until nothing is being answered."""
        await self.wait_until_free()

    async def say(self, words: str) -> bool:
        return await self.tell(words)

    async def tell(self, words: str) -> bool:
        return self._write([Passage(words)])

    async def cut_in(self, words: str) -> bool:
        return await self.tell(words)

    async def act(self, kind: CommandKind) -> None:
        async with self._speaking:
            await self._answer(tool_for(Command(kind=kind)))

    async def _answer(self, answer: Answer) -> None:
        if not isinstance(answer, Use):
            self._write([Passage(answer)])
            return
        try:
            outcome = await use(self._call, answer.tool, answer.arguments)
        except SkillRefusedError as refusal:
            outcome = saying(str(refusal))
        self._write(outcome.spoken)

    async def _answer_by(self, models: TypedModels, words: str) -> bool:
        """Whether another wish of the line may follow. A line that comes meanwhile ends the words, and no change that has begun."""
        answer = WrittenAnswer(self._call, models)
        writing = asyncio.create_task(self._write_all(answer.passages(words)), name="a model's answer")
        cut = asyncio.create_task(self._cut.wait(), name="a newer line")
        try:
            await asyncio.wait([writing, cut], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (writing, cut):
                task.cancel()
            await asyncio.gather(writing, cut, return_exceptions=True)
        if writing.cancelled():
            self._write(await answer.untold())
            return False
        spoken = writing.result()
        if answer.told is not None and self._call.line.caller_is_there:
            self._call.heard(Passage(answer.told, role=PassageRole.MAIL, mail=answer.told.mail, ends=True))
        self._call.line.health.note_said(spoken)
        self._end_turn()
        return answer.goes_on

    async def _write_all(self, passages: AsyncIterator[Passage]) -> str:
        spoken = ""
        async for passage in passages:
            self._write_one(passage)
            spoken += passage
        return spoken

    def _write(self, passages: Iterable[Passage]) -> bool:
        """Whether somebody reads it."""
        spoken, is_read = as_reply(passages), self._call.line.caller_is_there
        for passage in spoken:
            self._write_one(passage)
        self._call.line.health.note_said("".join(spoken))
        self._end_turn()
        return is_read

    def _write_one(self, passage: Passage) -> None:
        is_read = self._call.line.caller_is_there
        self._call.being_told(passage)
        self._page.write(passage)
        self._page.end_passage()
        we_said(self._call, passage, heard=len(passage) if is_read else 0)
        if passage.by_model:
            self._call.model_said(passage.saying(passage.strip()), heard=is_read)
        if is_read:
            self._call.line.time.written(passage)
            self._call.was_told(passage)
        self._happens(ConversationEvent.PASSAGE_PLAYED)

    def _end_turn(self) -> None:
        self._page.end_turn()
        if self._call.line.finished:
            self._call.events.ended.set()
        self._happens(ConversationEvent.QUIET)

    def _happens(self, moment: ConversationEvent) -> None:
        for listener in self._listeners[moment]:
            listener()
