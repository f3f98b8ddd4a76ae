"""Which speech and language models a call runs on.

With an OpenAI key: OpenAI, or whatever compatible server `OPENAI_BASE_URL` names. Without one: the embedded set, in which no model is
asked: rules answer, espeak-ng speaks where it is installed, and the user types (or, with the extra `offline-voice`, talks to a small
recogniser).
"""

from livekit.agents import llm
from livekit.agents.types import DEFAULT_API_CONNECT_OPTIONS, NOT_GIVEN, APIConnectOptions, NotGivenOr

from providers.models.espeak import EspeakTTS, find_espeak
from providers.models.fallback_tts import FallbackTTS
from providers.models.model_set import Models
from providers.models.offline_stt import NEED_CONFIRMATION, OfflineSTT, offline_stt_available
from providers.settings import Settings


class NoLLM(llm.LLM[str]):
    """Stands where LiveKit requires a language model object although none is ever asked."""

    def chat(
        self,
        *,
        chat_ctx: llm.ChatContext,
        tools: list[llm.Tool] | None = None,
        conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS,
        parallel_tool_calls: NotGivenOr[bool] = NOT_GIVEN,
        tool_choice: NotGivenOr[llm.ToolChoice] = NOT_GIVEN,
        extra_kwargs: NotGivenOr[dict[str, object]] = NOT_GIVEN,
    ) -> llm.LLMStream:
        """Never called: without a model the rules answer every turn."""
        raise RuntimeError("there is no language model in this call")


def choose_models(settings: Settings) -> Models:
    """The best set that these settings and this machine allow."""
    if settings.openai_api_key:
        from providers.models.openai import openai_models  # noqa: PLC0415 - takes 0.7 s to load, and most first calls have no key

        return openai_models(settings)
    return _embedded_models(settings)


def _embedded_models(settings: Settings) -> Models:
    program = find_espeak()
    voice = EspeakTTS(program=program, words_per_minute=settings.aloud_words_per_minute) if program else None
    recogniser = OfflineSTT() if settings.aloud_offline_voice and offline_stt_available() else None
    spoken = "espeak-ng speaks" if voice else "nothing speaks"
    heard = "pocketsphinx listens for plain commands" if recogniser else "you type"
    return Models(
        llm=NoLLM(),
        asks_model=False,
        stt=recogniser or NOT_GIVEN,
        tts=FallbackTTS(voice) if voice else NOT_GIVEN,
        pace=voice,
        asked_back=NEED_CONFIRMATION if recogniser else frozenset(),
        name=f"It runs on the embedded set: rules answer instead of a language model, {spoken}, {heard}.",
    )
