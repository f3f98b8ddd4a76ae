"""An STT, a TTS and a loudspeaker in this process that take no time, so that what is measured is the way between them."""

import asyncio
import time
from collections.abc import Callable

from livekit import rtc
from livekit.agents import LanguageCode, stt, tts
from livekit.agents.types import DEFAULT_API_CONNECT_OPTIONS, NOT_GIVEN, APIConnectOptions, NotGivenOr
from livekit.agents.utils import AudioBuffer, shortuuid
from livekit.agents.voice.io import AudioOutput, AudioOutputCapabilities

SAMPLE_RATE = 24_000
A_FIFTH_OF_A_SECOND = bytes(2 * SAMPLE_RATE // 5)


class Recogniser(stt.STT[str]):
    """Understands `words`, once, as soon as the user's turn is committed."""

    def __init__(self) -> None:
        super().__init__(
            capabilities=stt.STTCapabilities(streaming=True, interim_results=False, offline_recognize=False, manual_flush=True)
        )
        self.words = ""

    def stream(
        self, *, language: NotGivenOr[str] = NOT_GIVEN, conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS
    ) -> stt.RecognizeStream:
        """A stream that answers when it is flushed."""
        return _Understood(stt=self, conn_options=conn_options)

    async def _recognize_impl(
        self, buffer: AudioBuffer, *, language: NotGivenOr[str] = NOT_GIVEN, conn_options: APIConnectOptions
    ) -> stt.SpeechEvent:
        raise NotImplementedError("this recogniser only streams")


class _Understood(stt.RecognizeStream):
    _stt: Recogniser

    async def _run(self) -> None:
        async for heard in self._input_ch:
            if isinstance(heard, rtc.AudioFrame) or not self._stt.words:
                continue
            words = stt.SpeechData(language=LanguageCode("en"), text=self._stt.words, confidence=1.0)
            self._stt.words = ""
            self._event_ch.send_nowait(stt.SpeechEvent(type=stt.SpeechEventType.FINAL_TRANSCRIPT, alternatives=[words]))


class Voice(tts.TTS[str]):
    """Speaks every text at once, in a fifth of a second of silence."""

    def __init__(self) -> None:
        super().__init__(capabilities=tts.TTSCapabilities(streaming=False), sample_rate=SAMPLE_RATE, num_channels=1)

    def synthesize(self, text: str, *, conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS) -> tts.ChunkedStream:
        """The sound of it."""
        return _Spoken(tts=self, input_text=text, conn_options=conn_options)


class _Spoken(tts.ChunkedStream):
    async def _run(self, output_emitter: tts.AudioEmitter) -> None:
        output_emitter.initialize(request_id=shortuuid(), sample_rate=SAMPLE_RATE, num_channels=1, mime_type="audio/pcm")
        output_emitter.push(A_FIFTH_OF_A_SECOND)
        output_emitter.flush()


class Loudspeaker(AudioOutput):
    """Plays in no time; `began` is called with the first frame of everything that is played."""

    def __init__(self, began: Callable[[], None]) -> None:
        super().__init__(label="loudspeaker", capabilities=AudioOutputCapabilities(pause=False), sample_rate=SAMPLE_RATE)
        self._began = began
        self._played_s = 0.0
        self._report: asyncio.Handle | None = None

    async def capture_frame(self, frame: rtc.AudioFrame) -> None:
        """Play a frame."""
        await super().capture_frame(frame)
        if not self._played_s:
            self._began()
            self.on_playback_started(created_at=time.time())
        self._played_s += frame.duration

    def flush(self) -> None:
        """All of it was played."""
        super().flush()
        if self._played_s:
            played, self._played_s = self._played_s, 0.0
            asyncio.get_running_loop().call_soon(lambda: self.on_playback_finished(playback_position=played, interrupted=False))

    def clear_buffer(self) -> None:
        """Nothing waits to be played."""
