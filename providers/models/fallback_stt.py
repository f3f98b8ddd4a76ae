"""An STT whose failures never break the microphone's stream.

LiveKit ends the stream of an STT that fails and opens another one after a pause, so that speech in between is lost as well. Its timeouts
are for connections: a service that hangs keeps a caller waiting for half a minute. Here each utterance has one timeout, a quick failure is
retried once within it, and an utterance that cannot be transcribed becomes an empty text and an error event.

LiveKit's own `stt.FallbackAdapter` does not fit: with one recogniser there is nothing to fall back to, and it raises when all fail.
"""

import asyncio
import time

from livekit.agents import APIError, stt
from livekit.agents.types import NOT_GIVEN, APIConnectOptions, NotGivenOr
from livekit.agents.utils import AudioBuffer

TRANSCRIBED_WITHIN_S = 4.0
TRY_AGAIN_WITHIN_S = 1.5
"""A failure that took longer would leave too little time for another try."""

ONCE = APIConnectOptions(max_retry=0, timeout=TRANSCRIBED_WITHIN_S)


class FallbackSTT(stt.STT[str]):
    """Transcribes through `usual`, utterance by utterance; owns and closes it.

    An `error` event tells of each failed attempt; one that is not `recoverable` says that an utterance was lost.
    """

    def __init__(self, usual: stt.STT[str], *, within_s: float = TRANSCRIBED_WITHIN_S) -> None:
        super().__init__(capabilities=usual.capabilities)
        self._usual = usual
        self._within_s = within_s

    @property
    def model(self) -> str:
        return self._usual.model

    @property
    def provider(self) -> str:
        return self._usual.provider

    def prewarm(self) -> None:
        self._usual.prewarm()

    async def aclose(self) -> None:
        await self._usual.aclose()

    async def _recognize_impl(
        self, buffer: AudioBuffer, *, language: NotGivenOr[str] = NOT_GIVEN, conn_options: APIConnectOptions
    ) -> stt.SpeechEvent:
        try:
            async with asyncio.timeout(self._within_s):
                return await self._transcribe(buffer, language)
        except (APIError, TimeoutError) as error:
            self._tell(error, lost=True)
        return stt.SpeechEvent(type=stt.SpeechEventType.FINAL_TRANSCRIPT)

    async def _transcribe(self, buffer: AudioBuffer, language: NotGivenOr[str]) -> stt.SpeechEvent:
        began = asyncio.get_running_loop().time()
        try:
            return await self._usual.recognize(buffer, language=language, conn_options=ONCE)
        except APIError as error:
            if asyncio.get_running_loop().time() - began > TRY_AGAIN_WITHIN_S:
                raise
            self._tell(error, lost=False)
        return await self._usual.recognize(buffer, language=language, conn_options=ONCE)

    def _tell(self, error: Exception, *, lost: bool) -> None:
        self.emit("error", stt.STTError(timestamp=time.time(), label=self.label, error=error, recoverable=not lost))
