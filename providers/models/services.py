"""Models behind OpenAI's HTTP API: OpenAI's own, those of a compatible server at `OPENAI_BASE_URL`, and the local speech server's.

The local server is reached like any other: nothing is loaded in a job, and a voice that hangs or is gone is a service that fails.
"""

from collections.abc import Callable
from functools import partial
from urllib.parse import urlsplit

from livekit.agents import llm
from livekit.agents.types import NOT_GIVEN
from livekit.plugins import openai

from providers.models.espeak import EspeakTTS
from providers.models.fallback_stt import FallbackSTT
from providers.models.fallback_tts import FallbackTTS
from providers.models.local_voice import LocalVoiceAwayError, local_voice, voices_at
from providers.models.model_set import AboutVoice, Ear, Models
from providers.models.openai_client import openai_client
from providers.models.service_stt import ServiceSTT
from providers.models.service_voice import VOICES_OF_OPENAI, ServiceVoice
from providers.settings import Settings

MODEL_TIMEOUT_S = 8.0
"""Of one request as a whole; whoever waits for it gives up earlier."""

ASKED_WITHIN_S = 3.0
USUAL_WORDS_PER_MINUTE = 170
"""What the local voice speaks at speed 1."""

LOCAL_KEY = "local"
"""The client does without no key; the local server asks for none."""
LOCAL_STT, LOCAL_TTS, LOCAL_VOICE = "whisper-1", "tts-1", "default"
"""Names that compatible servers know; the local one takes what it was started with."""


def service_models(settings: Settings, espeak: EspeakTTS | None, *, instead: Callable[[], llm.LLM[str]]) -> Models:
    """The models of these settings, `instead` of a language model where there is no key; one connection pool for each server."""
    cloud = (
        openai_client(settings.openai_base_url, settings.openai_api_key.get_secret_value(), timeout_s=MODEL_TIMEOUT_S)
        if settings.openai_api_key
        else None
    )
    local = openai_client(settings.aloud_voice_url, LOCAL_KEY, timeout_s=MODEL_TIMEOUT_S) if settings.voice == "local" else None
    recogniser: ServiceSTT | None = None
    voice: openai.TTS | None = None
    changeable: ServiceVoice | None = None
    if local is not None:
        speed = settings.aloud_words_per_minute / USUAL_WORDS_PER_MINUTE
        recogniser = ServiceSTT(local, model=LOCAL_STT)
        voice = openai.TTS(model=LOCAL_TTS, voice=LOCAL_VOICE, client=local, response_format="pcm")
        changeable = ServiceVoice(voice, espeak, voice=LOCAL_VOICE, base_speed=speed, takes_any=True)
        changeable.set_speed(1.0)
    elif cloud is not None and settings.voice == "openai":
        recogniser = ServiceSTT(cloud, model=settings.aloud_stt_model)
        voice = openai.TTS(model=settings.aloud_tts_model, voice=settings.aloud_tts_voice, client=cloud, response_format="pcm")
        own = VOICES_OF_OPENAI if _is_openai(settings) else ()
        changeable = ServiceVoice(voice, espeak, voice=settings.aloud_tts_voice, voices=own, base_speed=1.0, takes_any=False)
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
        ear=Ear(recogniser.expect, recogniser.put_right, recogniser.hear_again, is_local=local is not None) if recogniser else None,
        tts=speaking or NOT_GIVEN,
        voice=changeable or espeak,
        about_voice=partial(_about_voice, settings),
        close=close,
        name=_name(settings),
    )


async def _about_voice(settings: Settings) -> AboutVoice:
    """What the speech server of these settings says of itself; nothing where it does not answer, which its next sentence will show."""
    if settings.voice == "openai" and _is_openai(settings):
        return AboutVoice(VOICES_OF_OPENAI)
    if settings.voice == "openai":
        key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else ""
        return AboutVoice(await voices_at(settings.openai_base_url, within_s=ASKED_WITHIN_S, key=key))
    try:
        there = await local_voice(settings.aloud_voice_url, within_s=ASKED_WITHIN_S) if settings.voice == "local" else None
    except LocalVoiceAwayError:
        there = None
    if there is None:
        return AboutVoice()
    return AboutVoice(await voices_at(settings.aloud_voice_url, within_s=ASKED_WITHIN_S), too_slow=there.is_too_slow)


def _is_openai(settings: Settings) -> bool:
    return urlsplit(settings.openai_base_url).hostname == "api.openai.com"


def _name(settings: Settings) -> str:
    model = f"{settings.aloud_llm_model} at {urlsplit(settings.openai_base_url).hostname}" if settings.openai_api_key else "rules"
    match settings.voice:
        case "openai":
            return f"It runs on {model}."
        case "local":
            return f"It runs on {model}, and on the local voice at {urlsplit(settings.aloud_voice_url).netloc}."
        case _:
            return f"It runs on {model}; you type."
