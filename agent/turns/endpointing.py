"""Endpointing: a command is judged by its words, free speech by its sound if an audio model is in use.

LiveKit waits `ENDPOINTING["min_delay"]` after the last word if the turn has probably ended, and `max_delay` if not. If the user goes on
meanwhile, it listens, and asks again with all the words of the turn. So a half command ("archive ... the second one") is not acted on
within that time, and a complete one is not delayed by the sound of its last word.

The detector works on text, although LiveKit has streaming ones: LiveKit skips their verdict whenever no prediction is in flight, and a
half command would then pass.
"""

import asyncio
import time
from contextlib import suppress

from livekit.agents import AgentSession, LanguageCode, UserStateChangedEvent, llm, stt
from livekit.agents.metrics import STTMetrics
from livekit.agents.types import NotGivenOr
from livekit.agents.utils import is_given
from livekit.agents.voice.agent_activity import ActivityClosedError
from livekit.agents.voice.turn import EndpointingOptions

from agent.turns.endpointing_audio import EndpointingAudio
from briefing.understanding.understanding import understand
from session.call import Call
from session.skills.writing.holding_at_once import hold_at_once

ENDED, GOES_ON = 1.0, 0.0
LIKELY = 0.5
TRANSCRIBED_WITHIN_S = 5.0
SOUND_ENDS_AFTER_S = 0.4
"""The silence after which a sound ends and is transcribed. The caller waits for it in every turn."""
SAME_SEGMENT_S = 0.35
"""How far apart two detectors may notice the end of the same sound; between the ends of two sounds lie at least 0.45 s."""

ENDPOINTING: EndpointingOptions = {"min_delay": 0.3, "max_delay": 2.5}
"""Seconds after the last sound. 2.5 leaves room to be heard beginning again after a pause of two."""
TURN_IS_OVER_AFTER_S = 4.0
"""Of silence: the longest wait for the rest of a command, plus a transcription."""
HANDED_ON_WITHIN_S = 0.05
"""From a transcript to the turn that it becomes, through several tasks of LiveKit."""


class Transcribing:
    """Whether everything that was spoken has been transcribed.

    A service that does not stream transcribes one sound after the other. Until it has answered for the last one, the words of the turn are
    incomplete, and "archive it" may still become "archive it, no wait".
    """

    def __init__(self) -> None:
        self._sound_ended_at = 0.0
        self._done = asyncio.Event()
        self._done.set()
        self._asked_at = 0.0
        self._answers_late = False

    def follow(self, session: AgentSession[None], transcriber: NotGivenOr[stt.STT[str]]) -> None:
        """Watch the speech in a session and the transcripts. A streaming transcriber gives no such events, so it counts as done."""
        session.on("user_state_changed", self._user_changed)
        if is_given(transcriber) and not transcriber.capabilities.streaming:
            self._answers_late = True
            transcriber.on("metrics_collected", self._transcribed)
            transcriber.on("error", self._failed)

    @property
    def ended_s_ago(self) -> float:
        """How long ago the last sound ended."""
        return time.time() - self._sound_ended_at

    async def wait(self, within_s: float) -> None:
        """Wait until nothing is being transcribed, or for `within_s` seconds, since a service that hangs must not block the call."""
        try:
            async with asyncio.timeout(within_s):
                await self._done.wait()
        except TimeoutError:
            self._done.set()

    def _user_changed(self, event: UserStateChangedEvent) -> None:
        if event.old_state == "speaking":
            self._sound_ended_at = event.created_at
            if self._answers_late and self._asked_at < self._sound_ended_at - SAME_SEGMENT_S:
                self._done.clear()

    def _transcribed(self, metrics: STTMetrics) -> None:
        self._asked_at = metrics.timestamp - metrics.duration
        if self._asked_at >= self._sound_ended_at - SAME_SEGMENT_S:
            self._done.set()

    def _failed(self, error: stt.STTError) -> None:
        if not error.recoverable:  # these words are lost
            self._done.set()


class Endpointing:
    """LiveKit's turn detector for one session. `sound` decides if the words do not tell; without it, the turn has ended then."""

    model = "words"
    provider = "aloud"

    def __init__(self, sound: EndpointingAudio | None = None) -> None:
        self._sound = sound
        self._transcribing = Transcribing()
        self._call: Call | None = None

    def follow(self, session: AgentSession[None], transcriber: NotGivenOr[stt.STT[str]]) -> None:
        """Watch a session that this detector belongs to. Call it before the session starts."""
        self._transcribing.follow(session, transcriber)
        if self._sound is not None:
            self._sound.follow(session)

    def overhear(self, session: AgentSession[None]) -> None:
        """Listen along. Call it when the session has started: only then has it a microphone."""
        if self._sound is not None:
            self._sound.overhear(session)

    def belongs_to(self, call: Call) -> None:
        """From now on a turn that takes back a mail which is about to leave keeps it here at once, and has ended, however it sounds."""
        self._call = call

    def hears(self, session: AgentSession[None]) -> bool:
        """Whether somebody speaks, or has spoken so shortly ago that it may still become a turn."""
        return session.user_state == "speaking" or self._transcribing.ended_s_ago < TURN_IS_OVER_AFTER_S

    async def spoken_out(self, session: AgentSession[None]) -> None:
        """Wait until what was spoken up to now is transcribed and answered, or `TURN_IS_OVER_AFTER_S` where somebody speaks on."""
        with suppress(TimeoutError, ActivityClosedError):
            async with asyncio.timeout(TURN_IS_OVER_AFTER_S):
                await session.wait_for_idle()
                await self._transcribing.wait(TURN_IS_OVER_AFTER_S)
                await asyncio.sleep(HANDED_ON_WITHIN_S)
                await session.wait_for_idle()

    async def aclose(self) -> None:
        if self._sound is not None:
            await self._sound.aclose()

    async def supports_language(self, language: LanguageCode | None) -> bool:
        """Always: anything but an English command is judged by its sound, or has ended."""
        return True

    async def unlikely_threshold(self, language: LanguageCode | None) -> float:
        return LIKELY

    async def predict_end_of_turn(self, chat_ctx: llm.ChatContext, *, timeout: float | None = None) -> float:  # noqa: ASYNC109 - LiveKit's signature
        """The probability that the turn, the last message, has ended. Waits while words of it are still being transcribed.

        When they come, LiveKit asks again and drops this answer.
        """
        await self._transcribing.wait(TRANSCRIBED_WITHIN_S if timeout is None else min(timeout, TRANSCRIBED_WITHIN_S))
        last = chat_ctx.items[-1] if chat_ctx.items else None
        words = last.text_content or "" if isinstance(last, llm.ChatMessage) and last.role == "user" else ""
        ended = await self._takes_back(words) or (self._call.dialogue.understandings.of if self._call else understand)(words).has_ended
        if ended is None:
            ended = self._sound is None or await self._sound.has_ended()
        return ENDED if ended else GOES_ON

    async def _takes_back(self, words: str) -> bool:
        return self._call is not None and await hold_at_once(self._call, words)
