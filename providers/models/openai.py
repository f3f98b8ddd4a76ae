"""OpenAI's models, or those of whatever compatible server `OPENAI_BASE_URL` names."""

from urllib.parse import urlsplit

from livekit.plugins import openai
from openai import AsyncClient

from providers.models.espeak import EspeakTTS, find_espeak
from providers.models.fallback_stt import FallbackSTT
from providers.models.fallback_tts import FallbackTTS
from providers.models.model_set import Models
from providers.settings import Settings

MODEL_TIMEOUT_S = 8.0
"""Of one request as a whole; whoever waits for it gives up earlier."""

SLOWEST, FASTEST = 0.25, 4.0  # API reference, "Create speech"


def openai_models(settings: Settings) -> Models:
    """Speech to text, language model and text to speech over one connection pool."""
    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else ""
    client = AsyncClient(api_key=key, base_url=settings.openai_base_url, max_retries=0, timeout=MODEL_TIMEOUT_S)
    usual = openai.TTS(model=settings.aloud_tts_model, voice=settings.aloud_tts_voice, client=client, response_format="pcm")
    program = find_espeak()
    other = EspeakTTS(program=program, words_per_minute=settings.aloud_words_per_minute) if program else None
    voice = FallbackTTS(usual, other)
    recogniser = FallbackSTT(openai.STT(model=settings.aloud_stt_model, client=client, language="en", use_realtime=False))

    async def close() -> None:
        await voice.aclose()
        await recogniser.aclose()
        await client.close()

    return Models(
        llm=openai.LLM(model=settings.aloud_llm_model, client=client, parallel_tool_calls=False),
        asks_model=True,
        stt=recogniser,
        tts=voice,
        pace=_Pace(usual, other),
        close=close,
        name=f"It runs on {settings.aloud_llm_model} at {urlsplit(settings.openai_base_url).hostname}.",
    )


class _Pace:
    """The speed of a voice, and of the one that stands in for it."""

    def __init__(self, usual: openai.TTS, other: EspeakTTS | None) -> None:
        self._usual = usual
        self._other = other
        self._speed = 1.0

    def change_pace(self, factor: float) -> None:
        self._speed = min(FASTEST, max(SLOWEST, self._speed * factor))
        self._usual.update_options(speed=self._speed)
        if self._other is not None:
            self._other.change_pace(factor)
