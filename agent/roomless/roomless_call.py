"""A call through LiveKit's session, but in no room: the same agent, tools and turn path; typed lines and perhaps a microphone in, text and
perhaps sound out."""

import contextlib
from collections.abc import Callable

from livekit.agents import AgentSession, AgentStateChangedEvent, CloseEvent, ErrorEvent, UserInputTranscribedEvent
from livekit.agents.voice.agent_activity import ActivityClosedError
from livekit.agents.voice.io import AudioInput, AudioOutput, TextOutput

from agent.answering import listen_for_what_may_be_said, new_endpointing, new_session, voice_detection
from agent.briefer import Briefer
from agent.carrying import carry
from agent.connect_options import CONNECT
from agent.tools.running import BriefingTools
from agent.turns.typed_lines import TypedLines
from inbox.listing.first_look import FirstLook
from providers.models.model_set import Models
from providers.settings import Settings
from session.behaviours import end_for_a_newer_call, greet
from session.call import Call
from session.timeouts import MAX_TOOL_STEPS
from session.written_call import WrittenOutput


class _PageOutput(TextOutput):
    def __init__(self, page: WrittenOutput) -> None:
        super().__init__(label="page", next_in_chain=None)
        self._page = page

    async def capture_text(self, text: str) -> None:
        self._page.write(text)

    def flush(self) -> None:
        self._page.end_passage()


def _typed_session(models: Models) -> AgentSession[None]:
    return AgentSession(
        llm=models.llm,
        tts=models.tts,
        vad=None,
        conn_options=CONNECT,
        max_tool_steps=MAX_TOOL_STEPS,
        turn_handling={"turn_detection": "manual", "interruption": {"resume_false_interruption": False}},
    )


class RoomlessCall:
    """One call. `failed`: it ended because the models do not answer. `aclose` it.

    `note_away` is called when a model did not answer, `think` with whether the call waits for one. With `settings`, it listens as a call in
    a room does; what it heard is written down by `heard`.
    """

    def __init__(
        self,
        call: Call,
        models: Models,
        page: WrittenOutput,
        *,
        think: Callable[[bool], None],
        note_away: Callable[[], None],
        settings: Settings | None = None,
        heard: Callable[[str], None] = lambda _: None,
    ) -> None:
        self.failed = False
        self._call = call
        self._page = page
        self._models = models
        self._endpointing = new_endpointing(models, settings) if settings is not None else None
        self._session: AgentSession[None] = (
            new_session(voice_detection(), models, self._endpointing) if self._endpointing is not None else _typed_session(models)
        )
        self._briefer = Briefer(BriefingTools(call), asks_model=models.asks_model)
        self._lines = TypedLines(self._briefer.answering, call, self._endpointing)
        self._watch(think, note_away, heard)

    async def start(self, look: FirstLook, loudspeaker: AudioOutput | None, microphone: AudioInput | None = None) -> None:
        """Start everything that a call does, except the greeting."""
        self._session.output.transcription = _PageOutput(self._page)
        self._session.output.audio = loudspeaker
        self._session.input.audio = microphone
        await carry(self._call, self._briefer, self._session, look)
        if self._endpointing is not None:
            self._endpointing.overhear(self._session)
            self._endpointing.belongs_to(self._call)
            listen_for_what_may_be_said(self._models, self._call)
        end_for_a_newer_call(self._call)

    async def greet(self, look: FirstLook) -> None:
        await greet(self._call, look)

    async def take(self, line: str) -> None:
        """Answer one line; it interrupts what is being said. Returns when its answer has begun."""
        await self._lines.take(self._session, line)

    async def everything_said(self) -> None:
        """Wait until nobody speaks and nothing is being answered."""
        with contextlib.suppress(ActivityClosedError):
            await self._session.wait_for_idle()

    async def aclose(self) -> None:
        await self._session.aclose()
        if self._endpointing is not None:
            await self._endpointing.aclose()

    def _watch(self, think: Callable[[bool], None], note_away: Callable[[], None], heard: Callable[[str], None]) -> None:
        @self._session.on("user_input_transcribed")
        def _(event: UserInputTranscribedEvent) -> None:
            if event.is_final and event.transcript.strip():
                heard(event.transcript)

        @self._session.on("agent_state_changed")
        def _(event: AgentStateChangedEvent) -> None:
            think(event.new_state == "thinking")
            if event.new_state == "listening":
                self._page.end_turn()

        @self._session.on("error")
        def _(event: ErrorEvent) -> None:
            if not event.error.recoverable:  # else it is tried again
                note_away()

        @self._session.on("close")
        def _(event: CloseEvent) -> None:
            self.failed = event.error is not None
            self._call.events.ended.set()
