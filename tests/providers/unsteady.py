"""A TTS and an STT that do what a test tells them, on the test's clock."""

import asyncio
from collections.abc import Sequence

from livekit.agents import APIConnectionError, stt, tts
from livekit.agents.types import DEFAULT_API_CONNECT_OPTIONS, NOT_GIVEN, APIConnectOptions, NotGivenOr
from livekit.agents.utils import AudioBuffer

RATE = 24_000
Step = float | bytes | Exception


def tone(seconds: float, *, loudness: int, rate: int = RATE) -> bytes:
    """16 bit mono; a constant, so that it can be told whose it is."""
    return loudness.to_bytes(2, "little", signed=True) * round(rate * seconds)


class ScriptedVoice(tts.TTS[str]):
    """Says each sentence by the next script, or by `always`: seconds to wait, audio to give, an error to raise."""

    def __init__(self, *scripts: Sequence[Step], always: Sequence[Step] = (), rate: int = RATE) -> None:
        super().__init__(capabilities=tts.TTSCapabilities(streaming=False), sample_rate=rate, num_channels=1)
        self.scripts = list(scripts)
        self.always = always
        self.said: list[str] = []
        self.closed = False

    def synthesize(self, text: str, *, conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS) -> tts.ChunkedStream:
        self.said.append(text)
        return _Scripted(self, text, conn_options, self.scripts.pop(0) if self.scripts else self.always)

    async def aclose(self) -> None:
        self.closed = True


class _Scripted(tts.ChunkedStream):
    def __init__(self, voice: ScriptedVoice, text: str, conn_options: APIConnectOptions, script: Sequence[Step]) -> None:
        super().__init__(tts=voice, input_text=text, conn_options=conn_options)
        self._script = script

    async def _run(self, output_emitter: tts.AudioEmitter) -> None:
        output_emitter.initialize(request_id="scripted", sample_rate=self._tts.sample_rate, num_channels=1, mime_type="audio/pcm")
        for step in self._script:
            if isinstance(step, Exception):
                raise step
            if isinstance(step, float):
                output_emitter.flush()
                await asyncio.sleep(step)
            else:
                output_emitter.push(step)
        output_emitter.flush()


class ScriptedSTT(stt.STT[str]):
    """Hears each utterance by the next script: words after some seconds, or an error."""

    def __init__(self, *scripts: tuple[float, str | Exception]) -> None:
        super().__init__(capabilities=stt.STTCapabilities(streaming=False, interim_results=False))
        self.scripts = list(scripts)
        self.closed = False

    async def _recognize_impl(
        self, buffer: AudioBuffer, *, language: NotGivenOr[str] = NOT_GIVEN, conn_options: APIConnectOptions
    ) -> stt.SpeechEvent:
        wait, outcome = self.scripts.pop(0)
        await asyncio.sleep(wait)
        if isinstance(outcome, Exception):
            raise outcome
        heard = stt.SpeechData(language="en", text=outcome)  # type: ignore[arg-type]
        return stt.SpeechEvent(type=stt.SpeechEventType.FINAL_TRANSCRIPT, alternatives=[heard])

    async def aclose(self) -> None:
        self.closed = True


DOWN = APIConnectionError("down")
