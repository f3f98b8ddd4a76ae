"""OpenAI's models, or those of whatever compatible server `OPENAI_BASE_URL` names."""

from urllib.parse import urlsplit

from livekit.plugins import openai
from openai import AsyncClient

from providers.models import Models
from providers.settings import Settings

MODEL_TIMEOUT_S = 20.0
SLOWEST, FASTEST = 0.25, 4.0  # API reference, "Create speech"


def openai_models(settings: Settings) -> Models:
    """Speech to text, language model and text to speech over one connection pool."""
    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else ""
    client = AsyncClient(api_key=key, base_url=settings.openai_base_url, max_retries=0, timeout=MODEL_TIMEOUT_S)
    voice = openai.TTS(model=settings.aloud_tts_model, voice=settings.aloud_tts_voice, client=client, response_format="pcm")
    return Models(
        llm=openai.LLM(model=settings.aloud_llm_model, client=client, parallel_tool_calls=False),
        asks_model=True,
        stt=openai.STT(model=settings.aloud_stt_model, client=client, language="en", use_realtime=False),
        tts=voice,
        change_pace=_Pace(voice).change,
        close=client.close,
        name=f"It runs on {settings.aloud_llm_model} at {urlsplit(settings.openai_base_url).hostname}.",
    )


class _Pace:
    """The speed of a voice."""

    def __init__(self, voice: openai.TTS) -> None:
        self._voice = voice
        self._speed = 1.0

    def change(self, factor: float) -> None:
        self._speed = min(FASTEST, max(SLOWEST, self._speed * factor))
        self._voice.update_options(speed=self._speed)
