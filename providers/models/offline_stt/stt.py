"""The offline microphone as LiveKit sees it: a speech to text model without streaming.

LiveKit puts such a model behind its voice activity detection by itself and hands it one utterance at a time (`Agent.default.stt_node`,
`stt.StreamAdapter`); an empty transcript is dropped there, and the caller's sound goes by without a turn.
"""

import asyncio
import threading
from importlib.util import find_spec
from typing import TYPE_CHECKING

from livekit import rtc
from livekit.agents import LanguageCode, stt
from livekit.agents.types import NOT_GIVEN, APIConnectOptions, NotGivenOr
from livekit.agents.utils import AudioBuffer

from providers.models.offline_stt.grammar import all_phrases
from providers.models.offline_stt.sound import speech_in

if TYPE_CHECKING:
    from providers.models.offline_stt.recogniser import PhraseRecogniser


def offline_stt_available() -> bool:
    return find_spec("pocketsphinx") is not None


class OfflineSTT(stt.STT[str]):
    """Transcribes an utterance as one of the phrases that it listens for (`phrases.all_phrases`), or as an empty text.

    The model is loaded with the first utterance, or by `prewarm()`, which blocks for some 0.3 s. Raises `ModuleNotFoundError` there if
    the extra is not installed.
    """

    def __init__(self) -> None:
        super().__init__(capabilities=stt.STTCapabilities(streaming=False, interim_results=False))
        self._recogniser: PhraseRecogniser | None = None
        self._loading = threading.Lock()

    @property
    def model(self) -> str:
        return "pocketsphinx"

    @property
    def provider(self) -> str:
        return "offline"

    def prewarm(self) -> None:
        self._loaded()

    async def _recognize_impl(
        self, buffer: AudioBuffer, *, language: NotGivenOr[str] = NOT_GIVEN, conn_options: APIConnectOptions
    ) -> stt.SpeechEvent:
        text = await asyncio.to_thread(self._transcribe, rtc.combine_audio_frames(buffer))
        heard = stt.SpeechData(language=LanguageCode("en"), text=text)
        return stt.SpeechEvent(type=stt.SpeechEventType.FINAL_TRANSCRIPT, alternatives=[heard])

    def _transcribe(self, frame: rtc.AudioFrame) -> str:
        speech = speech_in(frame)
        return self._loaded().recognise(speech) if speech else ""

    def _loaded(self) -> "PhraseRecogniser":
        with self._loading:
            if self._recogniser is None:
                from providers.models.offline_stt.recogniser import PhraseRecogniser  # noqa: PLC0415 - an extra that may be absent

                self._recogniser = PhraseRecogniser(all_phrases())
            return self._recogniser
