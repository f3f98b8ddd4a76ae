"""`POST /v1/audio/transcriptions`: a WAV file becomes a transcript, in OpenAI's shapes."""

from dataclasses import asdict
from functools import partial
from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, File, Form, Request, Response, UploadFile
from pydantic import BaseModel, Field

from voice.api_errors import RequestRefusedError, described
from voice.hanging_up import unless_it_hangs_up
from voice.listener import LISTENS_AT_HZ, Listener, Samples, Transcript
from voice.serving_state import Serving
from voice.sound import LONGEST_S, NotSoundError, SoundTooLongError, samples_of

transcription_routes = APIRouter(prefix="/v1/audio")

NOT_SOUND = "The file is no WAV file that can be read: send 16 bit PCM, at any sampling rate."
TOO_LONG = f"The file is longer than {LONGEST_S} seconds: send it in parts."


class PlainTranscript(BaseModel):
    text: str


class TranscriptPart(BaseModel):
    id: int
    start: float
    end: float
    text: str
    avg_logprob: float
    no_speech_prob: float
    compression_ratio: float
    temperature: float = 0.0
    seek: int = 0
    tokens: list[int] = Field(default=[], description="Always empty.")


class VerboseTranscript(BaseModel):
    """OpenAI's shape, and a field of ours. How sure the model is stands in the parts; what is made of that is for whoever asks."""

    task: Literal["transcribe"] = "transcribe"
    language: str
    duration: float
    text: str
    segments: list[TranscriptPart]
    second: str | None = Field(None, description="What is heard without the prompt; there only with a prompt and at most twelve words.")


@transcription_routes.post(
    "/transcriptions",
    response_model=PlainTranscript | VerboseTranscript,
    response_model_exclude_none=True,
    responses={
        **described(HTTPStatus.BAD_REQUEST, HTTPStatus.SERVICE_UNAVAILABLE),
        200: {"content": {"text/plain": {"schema": {"type": "string"}}}},
    },
)
async def transcribe(
    request: Request,
    serving: Serving,
    file: Annotated[UploadFile, File(description="A WAV file of at most a minute.")],
    model: Annotated[str, Form(description="Any: there is one.")] = "",
    language: Annotated[str, Form(description="A code like `en`; `en` if there is none.")] = "",
    prompt: Annotated[str, Form(description="Sentences and names that are likely.")] = "",
    response_format: Annotated[Literal["json", "verbose_json", "text"], Form()] = "json",
) -> Response | PlainTranscript | VerboseTranscript:
    """What is said in the file."""
    listener = serving.ready_parts().listener
    spoken = language.partition("-")[0].lower() or "en"
    if spoken not in listener.languages:
        message = f"The model that listens does not know this language; it knows {', '.join(listener.languages[:5])}."
        raise RequestRefusedError(HTTPStatus.BAD_REQUEST, "language_unknown", message)
    wav = await file.read()
    samples, transcript = await unless_it_hangs_up(request, serving.queue.compute(partial(_heard, listener, wav, spoken, prompt)))
    serving.counts.heard_s.inc(len(samples) / LISTENS_AT_HZ)
    if response_format == "text":
        return Response(transcript.text + "\n", media_type="text/plain")
    if response_format == "json":
        return PlainTranscript(text=transcript.text)
    return _verbose(transcript, spoken, len(samples) / LISTENS_AT_HZ)


def _heard(listener: Listener, wav: bytes, language: str, prompt: str) -> tuple[Samples, Transcript]:
    try:
        samples = samples_of(wav)
    except NotSoundError:
        raise RequestRefusedError(HTTPStatus.BAD_REQUEST, "not_sound", NOT_SOUND) from None
    except SoundTooLongError:
        raise RequestRefusedError(HTTPStatus.BAD_REQUEST, "sound_too_long", TOO_LONG) from None
    return samples, listener.transcribe(samples, language=language, prompt=prompt)


def _verbose(transcript: Transcript, language: str, duration_s: float) -> VerboseTranscript:
    return VerboseTranscript(
        language=language,
        duration=round(duration_s, 3),
        text=transcript.text,
        segments=[TranscriptPart(id=index, **asdict(part)) for index, part in enumerate(transcript.parts)],
        second=transcript.second,
    )
