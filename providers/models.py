"""Which speech and language models a call runs on.

With an OpenAI key: OpenAI, or whatever compatible server `OPENAI_BASE_URL` names. Without one: the embedded set, in which no model is
asked: rules answer, espeak-ng speaks where it is installed, and the user types (or, with the extra `offline-voice`, talks to a small
recogniser).
"""

from dataclasses import dataclass

from livekit.agents import llm, stt, tts
from livekit.agents.types import DEFAULT_API_CONNECT_OPTIONS, NOT_GIVEN, APIConnectOptions, NotGivenOr
from livekit.plugins import openai
from openai import AsyncClient

from providers.espeak import EspeakTTS, find_espeak
from providers.settings import Settings

MODEL_TIMEOUT_S = 20.0


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """The models of one call. `asks_model` is false where rules answer every turn; `name` is one sentence for people."""

    llm: llm.LLM[str]
    asks_model: bool
    stt: NotGivenOr[stt.STT[str]]
    tts: NotGivenOr[tts.TTS[str]]
    name: str


def choose_models(settings: Settings) -> Models:
    """The best set that these settings and this machine allow."""
    return _openai_models(settings) if settings.openai_api_key else _embedded_models()


def _openai_models(settings: Settings) -> Models:
    key = settings.openai_api_key.get_secret_value() if settings.openai_api_key else ""
    client = AsyncClient(api_key=key, base_url=settings.openai_base_url, max_retries=0, timeout=MODEL_TIMEOUT_S)
    return Models(
        llm=openai.LLM(model=settings.aloud_llm_model, client=client, parallel_tool_calls=False),
        asks_model=True,
        stt=openai.STT(model=settings.aloud_stt_model, client=client, language="en", use_realtime=False),
        tts=openai.TTS(model=settings.aloud_tts_model, voice=settings.aloud_tts_voice, client=client, response_format="pcm"),
        name=f"It runs on {settings.aloud_llm_model} at {settings.openai_base_url}.",
    )


def _embedded_models() -> Models:
    program = find_espeak()
    voice = "espeak-ng for speech" if program else "no speech"
    return Models(
        llm=NoLLM(),
        asks_model=False,
        stt=NOT_GIVEN,
        tts=EspeakTTS(program=program) if program else NOT_GIVEN,
        name=f"It runs on the embedded set: rules instead of a language model, {voice}.",
    )
