"""Which speech and language models a call runs on.

A language model answers where there is an OpenAI key, else rules do. `ALOUD_VOICE` says who listens and speaks: OpenAI, the local speech
server (`aloud voice`), or nobody: then the user types, and espeak-ng speaks where it is installed. espeak-ng also stands in for a voice
that fails.
"""

from livekit.agents import llm
from livekit.agents.types import DEFAULT_API_CONNECT_OPTIONS, NOT_GIVEN, APIConnectOptions, NotGivenOr

from providers.models.espeak import EspeakTTS, find_espeak
from providers.models.fallback_tts import FallbackTTS
from providers.models.model_set import Models
from providers.settings import Settings

RULES = "rules answer instead of a language model"


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
    """The set that these settings and this machine allow."""
    espeak = _espeak(settings)
    if not settings.asks_services:
        return _embedded_models(espeak)
    from providers.models.services import service_models  # noqa: PLC0415 - takes 0.7 s to load, and not every call needs a service

    return service_models(settings, espeak, instead=NoLLM)


def _espeak(settings: Settings) -> EspeakTTS | None:
    program = find_espeak()
    return EspeakTTS(program=program, words_per_minute=settings.aloud_words_per_minute) if program else None


def _embedded_models(espeak: EspeakTTS | None) -> Models:
    spoken = "espeak-ng speaks" if espeak else "nothing speaks"
    return Models(
        llm=NoLLM(),
        asks_model=False,
        stt=NOT_GIVEN,
        tts=FallbackTTS(espeak) if espeak else NOT_GIVEN,
        voice=espeak,
        name=f"It runs on the embedded set: {RULES}, {spoken}, you type.",
    )
