"""A TTS with a fallback: when the usual voice fails, the other one speaks; without another one the text is still delivered.

LiveKit drops the rest of a reply, its text included, when a TTS fails. So nothing here fails. A sentence that the usual voice does not
begin in time, or breaks off, is spoken by the other voice from its beginning; without another voice it becomes a short silence, and the
transcript goes out as usual. A usual voice that failed is probed in the background with one word, some seconds later, when there is
something to say.

LiveKit's own `tts.FallbackAdapter` does not fit: it waits half a minute for a service that hangs, drops the rest of a sentence that
breaks off, and raises when all fail.
"""

import asyncio
import time
from enum import StrEnum

from livekit import rtc
from livekit.agents import APIError, tts
from livekit.agents.types import DEFAULT_API_CONNECT_OPTIONS, APIConnectOptions
from livekit.agents.utils import shortuuid

BEGINS_WITHIN_S = 2.5
GOES_ON_WITHIN_S = 3.0
ASKED_AGAIN_AFTER_S = 5.0
PROBE = "Yes."
BREATH_S = 0.1
ONCE = APIConnectOptions(max_retry=0, timeout=BEGINS_WITHIN_S)


class ActiveTTS(StrEnum):
    USUAL = "usual"
    OTHER = "other"
    NOBODY = "nobody"


class FallbackTTS(tts.TTS[str]):
    """Speaks with `usual`, or with `other` while that is away; owns and closes both. Mono.

    An `error` event tells of each failure; one that is not `recoverable` says that a sentence was not spoken at all.
    """

    def __init__(self, usual: tts.TTS[str], other: tts.TTS[str] | None = None) -> None:
        super().__init__(
            capabilities=tts.TTSCapabilities(streaming=False), sample_rate=usual.sample_rate, num_channels=1
        )  # fmt: skip
        self._usual = usual
        self._other = other
        self._failed_at: float | None = None
        self._probe: asyncio.Task[None] | None = None
        self.speaking = ActiveTTS.USUAL

    @property
    def model(self) -> str:
        return self._usual.model

    @property
    def provider(self) -> str:
        return self._usual.provider

    def synthesize(self, text: str, *, conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS) -> tts.ChunkedStream:
        return _FallbackStream(tts=self, input_text=text, conn_options=conn_options)

    def prewarm(self) -> None:
        self._usual.prewarm()

    async def aclose(self) -> None:
        if self._probe is not None:
            self._probe.cancel()
            await asyncio.wait([self._probe])
        await self._usual.aclose()
        if self._other is not None:
            await self._other.aclose()

    def voices(self) -> list[tuple[ActiveTTS, tts.TTS[str]]]:
        """Who may say the next sentence, in turn."""
        self._ask_again()
        usual = [(ActiveTTS.USUAL, self._usual)] if self._failed_at is None else []
        return [*usual, *([(ActiveTTS.OTHER, self._other)] if self._other is not None else [])]

    def note_failure(self, who: ActiveTTS, error: Exception) -> None:
        if who is ActiveTTS.USUAL:
            self._failed_at = _now()
        self._tell(error, lost=False)

    def note_silence(self, error: Exception) -> None:
        self.speaking = ActiveTTS.NOBODY
        self._tell(error, lost=True)

    def _tell(self, error: Exception, *, lost: bool) -> None:
        self.emit("error", tts.TTSError(timestamp=time.time(), label=self.label, error=error, recoverable=not lost))

    def _ask_again(self) -> None:
        idle = self._probe is None or self._probe.done()
        if self._failed_at is not None and idle and _now() - self._failed_at >= ASKED_AGAIN_AFTER_S:
            self._probe = asyncio.create_task(self._try_usual(), name="probe of a voice")

    async def _try_usual(self) -> None:
        try:
            async with asyncio.timeout(BEGINS_WITHIN_S), self._usual.synthesize(PROBE, conn_options=ONCE) as stream:
                await anext(stream)
        except (APIError, TimeoutError, OSError, StopAsyncIteration):
            self._failed_at = _now()
        else:
            self._failed_at, self.speaking = None, ActiveTTS.USUAL


class _FallbackStream(tts.ChunkedStream):
    def __init__(self, *, tts: FallbackTTS, input_text: str, conn_options: APIConnectOptions) -> None:
        super().__init__(tts=tts, input_text=input_text, conn_options=conn_options)
        self._voice = tts

    async def _run(self, output_emitter: tts.AudioEmitter) -> None:
        rate = self._voice.sample_rate
        output_emitter.initialize(request_id=shortuuid(), sample_rate=rate, num_channels=1, mime_type="audio/pcm")
        failure: Exception = RuntimeError("there is no other voice")
        for who, voice in self._voice.voices():
            try:
                await self._speak(voice, output_emitter)
            except (APIError, TimeoutError, OSError) as error:
                failure = error
                self._voice.note_failure(who, error)
            else:
                self._voice.speaking = who
                output_emitter.flush()
                return
        self._voice.note_silence(failure)
        output_emitter.push(bytes(2 * round(rate * BREATH_S)))
        output_emitter.flush()

    async def _speak(self, voice: tts.TTS[str], output_emitter: tts.AudioEmitter) -> None:
        rate = self._voice.sample_rate
        resampler = rtc.AudioResampler(voice.sample_rate, rate) if voice.sample_rate != rate else None
        within_s = BEGINS_WITHIN_S
        async with voice.synthesize(self.input_text, conn_options=ONCE) as stream:
            while True:
                try:
                    async with asyncio.timeout(within_s):
                        frame = (await anext(stream)).frame
                except StopAsyncIteration:
                    break
                within_s = GOES_ON_WITHIN_S
                for resampled in resampler.push(frame) if resampler else [frame]:
                    output_emitter.push(resampled.data.tobytes())
        for rest in resampler.flush() if resampler else []:
            output_emitter.push(rest.data.tobytes())


def _now() -> float:
    return asyncio.get_running_loop().time()
