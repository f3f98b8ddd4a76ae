"""Which speech and language models a call runs on.

With an OpenAI key: OpenAI, or whatever compatible server `OPENAI_BASE_URL` names. Without one: the embedded set, in which no model is
asked: rules answer, espeak-ng speaks where it is installed, and the user types (or, with the extra `offline-voice`, talks to a small
recogniser).
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Self

from livekit.agents import llm, stt, tts
from livekit.agents.types import DEFAULT_API_CONNECT_OPTIONS, NOT_GIVEN, APIConnectOptions, NotGivenOr
from livekit.agents.utils import is_given
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


async def _nothing_to_close() -> None:
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """The models of one call; an async context manager that closes their connections.

    `asks_model` is false where rules answer every turn; `change_pace` speeds the voice up by a factor, if it can; `name` is one
    sentence for people.
    """

    llm: llm.LLM[str]
    asks_model: bool
    stt: NotGivenOr[stt.STT[str]]
    tts: NotGivenOr[tts.TTS[str]]
    change_pace: Callable[[float], None] | None
    name: str

    close: Callable[[], Awaitable[None]] = _nothing_to_close

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def speaks(self) -> bool:
        """Whether there is a voice at all; without one, what is said is delivered as text."""
        return is_given(self.tts)


def choose_models(settings: Settings) -> Models:
    """The best set that these settings and this machine allow."""
    return _openai_models(settings) if settings.openai_api_key else _embedded_models(settings)


def _openai_models(settings: Settings) -> Models:
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
        name=f"It runs on {settings.aloud_llm_model} at {settings.openai_base_url}.",
    )


class _Pace:
    """The speed of an OpenAI voice, which takes 0.25 to 4 (API reference, "Create speech")."""

    def __init__(self, voice: openai.TTS) -> None:
        self._voice = voice
        self._speed = 1.0

    def change(self, factor: float) -> None:
        self._speed = min(4.0, max(0.25, self._speed * factor))
        self._voice.update_options(speed=self._speed)


def _embedded_models(settings: Settings) -> Models:
    program = find_espeak()
    voice = EspeakTTS(program=program, words_per_minute=settings.aloud_words_per_minute) if program else None
    spoken = "espeak-ng for speech" if voice else "no speech"
    return Models(
        llm=NoLLM(),
        asks_model=False,
        stt=NOT_GIVEN,
        tts=voice or NOT_GIVEN,
        change_pace=voice.change_pace if voice else None,
        name=f"It runs on the embedded set: rules instead of a language model, {spoken}.",
    )
