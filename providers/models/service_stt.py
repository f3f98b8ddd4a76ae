"""Transcription by LiveKit's OpenAI plugin, with what it leaves out: how sure the service was, and what may be said now."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal

import openai as sdk
from livekit import rtc
from livekit.agents import APIConnectionError, APIError, APIStatusError, APITimeoutError, LanguageCode, stt
from livekit.agents.types import NOT_GIVEN, APIConnectOptions, NotGivenOr
from livekit.agents.utils import AudioBuffer
from livekit.plugins import openai
from openai import AsyncClient
from openai.types.audio import Transcription, TranscriptionVerbose

from providers.models.ear_doubt import HeardSigns, confidence
from providers.models.heard_again import as_prompt, may_have_been, settled

ENGLISH = "en"
WHOLE_S = 30.0
"""Of one request; `FallbackSTT` gives up earlier."""
TELL_LOGPROBS = ("gpt-4o-transcribe", "gpt-4o-mini-transcribe")
"""API reference, "Create transcription": `include=["logprobs"]` works with these, and with `json` only."""
TELL_SEGMENTS = ("whisper-1",)


def _nothing_special() -> str:
    return ""


def _nothing_plain(_: Sequence[str]) -> Sequence[str]:
    return ()


def _as_heard(words: str) -> str:
    return words


class ServiceSTT(openai.STT):
    """Transcribes each utterance in one request."""

    def __init__(self, client: AsyncClient, *, model: str) -> None:
        super().__init__(model=model, client=client, language=ENGLISH, use_realtime=False)
        self._service = client
        self._expected: Callable[[], str] = _nothing_special
        self._plain: Callable[[Sequence[str]], Sequence[str]] = _nothing_plain
        self._put_right: Callable[[str], str] = _as_heard

    def expect(self, words: Callable[[], str]) -> None:
        """Ask for the words that are likely before each utterance."""
        self._expected = words

    def hear_again(self, forms: Callable[[Sequence[str]], Sequence[str]]) -> None:
        """Ask for the plain forms that what was heard may have been, and where it is not plain, hear it again with the nearest of them.
        Only of a service that keeps what it heard, as ours does."""
        self._plain = forms

    def put_right(self, words: Callable[[str], str]) -> None:
        """Hand on what this makes of each transcript. Doubt is of what was heard."""
        self._put_right = words

    async def _recognize_impl(
        self, buffer: AudioBuffer, *, language: NotGivenOr[str | list[str]] = NOT_GIVEN, conn_options: APIConnectOptions
    ) -> stt.SpeechEvent:
        wav = rtc.combine_audio_frames(buffer).to_wav_bytes()
        signs = await self._heard(wav, self._expected())
        forms = self._plain((signs.text, signs.second or ""))
        if near := await asyncio.to_thread(may_have_been, signs, forms):
            with suppress(APIError):  # what was heard at first is there in any case
                signs = settled(signs, await self._heard(wav, as_prompt(near)), near, forms)
        heard = stt.SpeechData(language=LanguageCode(ENGLISH), text=self._put_right(signs.text), confidence=confidence(signs))
        return stt.SpeechEvent(type=stt.SpeechEventType.FINAL_TRANSCRIPT, alternatives=[heard])

    async def _heard(self, wav: bytes, prompt: str) -> HeardSigns:
        shape: Literal["json", "verbose_json"] = "verbose_json" if self.model in TELL_SEGMENTS else "json"
        try:
            answer = await self._service.audio.transcriptions.create(
                file=("speech.wav", wav, "audio/wav"),
                model=self.model,
                language=ENGLISH,
                prompt=prompt or sdk.omit,
                response_format=shape,
                include=["logprobs"] if self.model.startswith(TELL_LOGPROBS) else sdk.omit,
                timeout=WHOLE_S,
            )
        except sdk.APITimeoutError:
            raise APITimeoutError from None
        except sdk.APIStatusError as error:
            raise APIStatusError(error.message, status_code=error.status_code, request_id=error.request_id, body=error.body) from None
        except sdk.APIError as error:
            raise APIConnectionError from error
        return signs_in(answer)


def signs_in(answer: object) -> HeardSigns:
    """What an answer tells of itself. `second` is our speech server's addition. Where nothing was heard there is nothing to doubt."""
    if isinstance(answer, TranscriptionVerbose):
        parts = [part for part in answer.segments or [] if part.text.strip()]
        second = (answer.model_extra or {}).get("second")
        return HeardSigns(
            text=answer.text,
            second=second if isinstance(second, str) else None,
            logprob=min((part.avg_logprob for part in parts), default=None),
            no_speech=max((part.no_speech_prob for part in parts), default=None),
            compression=max((part.compression_ratio for part in parts), default=None),
        )
    if not isinstance(answer, Transcription):
        raise APIConnectionError("the answer is no transcript")
    told = [each.logprob for each in answer.logprobs or [] if each.logprob is not None]
    return HeardSigns(text=answer.text, logprob=sum(told) / len(told) if told else None)
