"""Implements `session.floor` for one LiveKit session: who has the floor, and how words get to the user.

LiveKit's `wait_for_idle` waits for speech, for endpointing and for replies (1.8.9). It does not cover the moment in between, when the user
has fallen silent and their speech is still being transcribed. So the floor stays with the user until a reply has begun or
`TURN_SETTLES_S` have passed.
"""

import asyncio
import contextlib
from collections.abc import Callable, Iterator

from livekit.agents import AgentSession, AgentStateChangedEvent, ConversationItemAddedEvent, ErrorEvent, UserStateChangedEvent, llm
from livekit.agents.voice import SpeechHandle
from livekit.agents.voice.agent_activity import ActivityClosedError

from agent.speaking.playback import Playback
from briefing.speech.sentences.about_failures import Trouble
from briefing.understanding.commands import CommandKind
from providers.models.fallback_tts import ActiveTTS, FallbackTTS
from session.floor import CallOverError, ConversationEvent
from session.passages import Passage
from session.service_health import ServiceHealth

TURN_SETTLES_S = 3.0
"""From the end of speech to the beginning of its answer: a transcription, and the longest wait for the rest of a command."""


QUIET = ("listening", "idle")


class LiveKitConversation:
    """Implements `Conversation`; the playback decides what was heard. `act` makes the agent run a plain command."""

    def __init__(
        self, session: AgentSession[None], playback: Playback, act: Callable[[CommandKind], SpeechHandle], health: ServiceHealth
    ) -> None:
        self._session = session
        self._playback = playback
        self._act = act
        self._health = health
        session.on("conversation_item_added", self._said)
        self._turn_until = 0.0
        self._changed = asyncio.Event()
        session.on("agent_state_changed", self._agent_changed)
        session.on("user_state_changed", self._user_changed)
        session.on("error", self._failed)

    @property
    def users_turn(self) -> bool:
        """Speaking, or not answered yet. After speech without an answer, the user keeps the floor for `TURN_SETTLES_S`."""
        return self._session.user_state == "speaking" or self._turn_left_s > 0

    @property
    def free(self) -> bool:
        return not self.users_turn and self._session.agent_state == "listening" and self._session.current_speech is None

    @property
    def quiet(self) -> bool:
        return self._session.user_state != "speaking" and self._session.current_speech is None

    async def wait_until_free(self) -> None:
        while True:
            self._changed.clear()
            with _until_the_call_is_over():
                await self._session.wait_for_idle()
            if self.free:
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._turn_left_s or None):
                    await self._changed.wait()

    def end_reading(self) -> None:
        self._playback.stop_after_passage()

    async def say(self, words: str) -> bool:
        """Not added to the model's history: the words quote mails, which a model may read only as data, never as our own words."""
        passage = (
            words.saying(words) if isinstance(words, Passage) else Passage(words)
        )  # the playback marks this very object as played; others may speak before it
        with _until_the_call_is_over():
            speech = self._session.say(passage, add_to_chat_ctx=False)
            await speech.wait_for_playout()
        return passage.played and not speech.interrupted

    @property
    def voice_trouble(self) -> Trouble | None:
        speaking = self._session.tts.speaking if isinstance(self._session.tts, FallbackTTS) else ActiveTTS.USUAL
        return {ActiveTTS.OTHER: Trouble.OTHER_VOICE, ActiveTTS.NOBODY: Trouble.NO_VOICE}.get(speaking)

    def on(self, moment: ConversationEvent, listener: Callable[[], None]) -> None:
        match moment:
            case ConversationEvent.PASSAGE_PLAYED:
                self._playback.on_passage_played.append(listener)
            case ConversationEvent.QUIET:
                self._session.on("agent_state_changed", lambda event: listener() if event.new_state in QUIET else None)
            case ConversationEvent.NOT_HEARD:
                self._session.on("error", lambda event: listener() if _not_heard(event) else None)
            case ConversationEvent.HEARD:
                self._session.on("user_input_transcribed", lambda event: listener() if event.is_final and event.transcript else None)

    async def tell(self, words: str) -> bool:
        """The words become part of the history that a model is sent."""
        with _until_the_call_is_over():
            speech = self._session.say(words)
            await speech.wait_for_playout()
        return not speech.interrupted

    async def cut_in(self, words: str) -> bool:
        with _until_the_call_is_over():
            await self._session.interrupt(force=True)
            speech = self._session.say(words, add_to_chat_ctx=False, allow_interruptions=False)
            await speech.wait_for_playout()
        return not speech.interrupted

    async def act(self, kind: CommandKind) -> None:
        """By the tool of the command, so that what a mail says reaches the history as a tool's result."""
        with _until_the_call_is_over():
            await self._act(kind).wait_for_playout()

    @property
    def _turn_left_s(self) -> float:
        return max(0.0, self._turn_until - asyncio.get_running_loop().time())

    def _said(self, event: ConversationItemAddedEvent) -> None:
        if isinstance(event.item, llm.ChatMessage) and event.item.role == "assistant":
            self._health.note_said(event.item.text_content or "")

    def _agent_changed(self, event: AgentStateChangedEvent) -> None:
        if event.new_state == "speaking":
            self._turn_until = 0.0
        self._changed.set()

    def _user_changed(self, event: UserStateChangedEvent) -> None:
        if event.old_state == "speaking":
            self._turn_until = asyncio.get_running_loop().time() + TURN_SETTLES_S
        self._changed.set()

    def _failed(self, event: ErrorEvent) -> None:
        if _not_heard(event):  # nobody will answer that turn
            self._turn_until = 0.0
            self._changed.set()


def _not_heard(event: ErrorEvent) -> bool:
    return event.error.type == "stt_error" and not event.error.recoverable


@contextlib.contextmanager
def _until_the_call_is_over() -> Iterator[None]:
    try:
        yield
    except (ActivityClosedError, RuntimeError):
        raise CallOverError from None
