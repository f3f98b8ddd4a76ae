"""Endpointing by sound: LiveKit's small audio model, asked when the user falls silent.

It comes with LiveKit and runs in this process. It gets every frame of the microphone and keeps the last 1.2 s.
"""

import asyncio
from collections.abc import Awaitable
from typing import Protocol

from livekit import rtc
from livekit.agents import AgentSession, AgentStateChangedEvent, LanguageCode, UserStateChangedEvent, inference
from livekit.agents.voice.io import AudioInput
from livekit.agents.voice.turn import TurnDetectionEvent

ANSWERS_WITHIN_S = 0.5


class SoundModel(Protocol):
    """A stream of LiveKit's turn detectors."""

    def push_audio(self, frame: rtc.AudioFrame) -> None:
        """The next frame of the microphone."""

    def predict(self) -> asyncio.Future[TurnDetectionEvent]:
        """Judge what was heard last; a prediction that was not finished answers 0."""

    def flush(self, reason: str | None = None) -> None:
        """Forget what was heard."""

    async def unlikely_threshold(self, language: LanguageCode | None) -> float | None:
        """The probability from which a turn counts as ended."""

    async def aclose(self) -> None:
        """Stop."""


def bundled_model() -> SoundModel:
    """The model that comes with LiveKit. Its version is set explicitly: by default LiveKit would connect to a service of its own."""
    return inference.TurnDetector(version="v1-mini").stream()


class EndpointingAudio:
    """Judges the turns of one session by their sound. Needs a running event loop, and must be closed."""

    def __init__(self, model: SoundModel) -> None:
        self._model = model
        self._judgement: Awaitable[TurnDetectionEvent] | None = None

    def follow(self, session: AgentSession[None]) -> None:
        """Judge when the user falls silent; begin anew when the agent has taken its turn."""
        session.on("user_state_changed", self._user_changed)
        session.on("agent_state_changed", self._agent_changed)

    def overhear(self, session: AgentSession[None]) -> None:
        """Listen along at the session's microphone, if it has one."""
        if session.input.audio is not None:
            session.input.audio = _Overheard(session.input.audio, self._model)

    async def has_ended(self) -> bool:
        """Whether the turn sounds finished; a model that does not answer in time counts as "yes"."""
        if self._judgement is None:
            return True
        try:
            event = await asyncio.wait_for(asyncio.shield(self._judgement), ANSWERS_WITHIN_S)
        except TimeoutError:
            return True
        return event.end_of_turn_probability >= (await self._model.unlikely_threshold(None) or 0.0)

    async def aclose(self) -> None:
        await self._model.aclose()

    def _user_changed(self, event: UserStateChangedEvent) -> None:
        if event.new_state == "speaking":
            self._judgement = None
        elif event.old_state == "speaking":
            self._judgement = self._model.predict()

    def _agent_changed(self, event: AgentStateChangedEvent) -> None:
        if event.new_state == "speaking":
            self._judgement = None
            self._model.flush("the agent answers")


class _Overheard(AudioInput):
    def __init__(self, microphone: AudioInput, model: SoundModel) -> None:
        super().__init__(label="overheard", source=microphone)
        self._microphone = microphone
        self._model = model

    async def __anext__(self) -> rtc.AudioFrame:
        frame = await self._microphone.__anext__()
        self._model.push_audio(frame)
        return frame
