"""Models behind OpenAI's HTTP API: OpenAI's own, those of a compatible server at `OPENAI_BASE_URL`, and the local speech server's.

The local server is reached like any other: nothing is loaded in a job, and a voice that hangs or is gone is a service that fails.
"""

from collections.abc import Callable
from urllib.parse import urlsplit

from livekit.agents import llm
from livekit.agents.types import NOT_GIVEN
from livekit.plugins import openai
from openai import AsyncClient

from providers.models.espeak import EspeakTTS
from providers.models.fallback_stt import FallbackSTT
from providers.models.fallback_tts import FallbackTTS
from providers.models.model_set import Ear, Models
from providers.models.service_stt import ServiceSTT
from providers.settings import Settings

MODEL_TIMEOUT_S = 8.0
"""Of one request as a whole; whoever waits for it gives up earlier."""

SLOWEST, FASTEST = 0.25, 4.0  # API reference, "Create speech"
USUAL_WORDS_PER_MINUTE = 170
"""What the local voice speaks at speed 1."""

LOCAL_KEY = "local"
"""The client does without no key; the local server asks for none."""
LOCAL_STT, LOCAL_TTS, LOCAL_VOICE = "whisper-1", "tts-1", "default"
"""Names that compatible servers know; the local one takes what it was started with."""


def service_models(settings: Settings, espeak: EspeakTTS | None, *, instead: Callable[[], llm.LLM[str]]) -> Models:
    """The models of these settings, `instead` of a language model where there is no key; one connection pool for each server."""
    cloud = _client(settings.openai_base_url, settings.openai_api_key.get_secret_value()) if settings.openai_api_key else None
    local = _client(settings.aloud_voice_url, LOCAL_KEY) if settings.voice == "local" else None
    recogniser: ServiceSTT | None = None
    voice: openai.TTS | None = None
    speed = 1.0
    if local is not None:
        speed = _kept(settings.aloud_words_per_minute / USUAL_WORDS_PER_MINUTE)
        recogniser = ServiceSTT(local, model=LOCAL_STT)
        voice = openai.TTS(model=LOCAL_TTS, voice=LOCAL_VOICE, client=local, response_format="pcm", speed=speed)
    elif cloud is not None and settings.voice == "openai":
        recogniser = ServiceSTT(cloud, model=settings.aloud_stt_model)
        voice = openai.TTS(model=settings.aloud_tts_model, voice=settings.aloud_tts_voice, client=cloud, response_format="pcm")
    listening = FallbackSTT(recogniser) if recogniser else None
    speaking = FallbackTTS(voice, espeak) if voice else FallbackTTS(espeak) if espeak else None

    async def close() -> None:
        for part in (speaking, listening):
            if part is not None:
                await part.aclose()
        for client in (cloud, local):
            if client is not None:
                await client.close()

    return Models(
        llm=openai.LLM(model=settings.aloud_llm_model, client=cloud, parallel_tool_calls=False) if cloud else instead(),
        asks_model=cloud is not None,
        stt=listening or NOT_GIVEN,
        ear=Ear(recogniser.expect, recogniser.put_right, is_local=local is not None) if recogniser else None,
        tts=speaking or NOT_GIVEN,
        pace=_Pace(voice, espeak, speed) if voice else espeak,
        close=close,
        name=_name(settings),
    )


def _client(base_url: str, key: str) -> AsyncClient:
    return AsyncClient(api_key=key, base_url=base_url, max_retries=0, timeout=MODEL_TIMEOUT_S)


def _name(settings: Settings) -> str:
    model = f"{settings.aloud_llm_model} at {urlsplit(settings.openai_base_url).hostname}" if settings.openai_api_key else "rules"
    match settings.voice:
        case "openai":
            return f"It runs on {model}."
        case "local":
            return f"It runs on {model}, and on the local voice at {urlsplit(settings.aloud_voice_url).netloc}."
        case _:
            return f"It runs on {model}; you type."


def _kept(speed: float) -> float:
    return min(FASTEST, max(SLOWEST, speed))


class _Pace:
    """The speed of a voice, and of the one that stands in for it."""

    def __init__(self, usual: openai.TTS, other: EspeakTTS | None, speed: float) -> None:
        self._usual = usual
        self._other = other
        self._speed = speed

    def change_pace(self, factor: float) -> None:
        self._speed = _kept(self._speed * factor)
        self._usual.update_options(speed=self._speed)
        if self._other is not None:
            self._other.change_pace(factor)
