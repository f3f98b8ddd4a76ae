"""`POST /v1/audio/speech`: text becomes sound, sent piece by piece as it is made.

A client that hangs up ends the stream, and with it the computing, in the middle of a piece too.
"""

from collections.abc import AsyncIterator, Sequence
from functools import partial
from http import HTTPStatus
from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from voice.api_errors import RequestRefusedError, described
from voice.hanging_up import unless_it_hangs_up
from voice.listener import Piece, Samples, Stop, Synthesizer
from voice.serving_state import Serving, ServingState
from voice.sound import SPEAKS_AT_HZ, Resampled, pcm, wav_header

speech_routes = APIRouter(prefix="/v1/audio")

MOST_LETTERS = 4_000
TOO_MUCH = f"The text has more than {MOST_LETTERS:,} letters: send it in parts."
NOTHING = "There is nothing in the text that can be spoken: send words."


class SpeechWanted(BaseModel):
    input: str = Field(description=f"What to say: at most {MOST_LETTERS:,} letters.")
    model: str = Field("", description="Any: there is one.")
    voice: str = Field("", description="One of `/v1/audio/voices`; any other is the first of these.")
    speed: float = Field(1.0, ge=0.25, le=4.0, strict=True)
    response_format: Literal["pcm", "wav"] = Field("pcm", description="`pcm` is 16 bit little-endian, one channel, 24,000 a second.")


SOUND = {"schema": {"type": "string", "format": "binary"}}


@speech_routes.post(
    "/speech",
    response_class=StreamingResponse,
    responses={
        **described(HTTPStatus.BAD_REQUEST, HTTPStatus.SERVICE_UNAVAILABLE),
        200: {"content": {"audio/pcm": SOUND, "audio/wav": SOUND}, "description": "The sound, as it is made."},
    },
)
async def speak(request: Request, wanted: SpeechWanted, serving: Serving) -> StreamingResponse:
    """The sound of a text."""
    synthesizer = serving.ready_parts().synthesizer(wanted.voice)
    if len(wanted.input) > MOST_LETTERS:
        raise RequestRefusedError(HTTPStatus.BAD_REQUEST, "text_too_long", TOO_MUCH)
    stop = Stop()
    pieces, first = await unless_it_hangs_up(request, serving.queue.compute(partial(_begun, serving, synthesizer, wanted, stop), stop=stop))
    return StreamingResponse(_stream(serving, synthesizer, pieces, first, wanted, stop), media_type=f"audio/{wanted.response_format}")


class VoiceName(BaseModel):
    id: str
    name: str


class VoiceNames(BaseModel):
    """The voices that there are; the first speaks where no other is asked for."""

    voices: list[VoiceName]


@speech_routes.get("/voices", responses=described(HTTPStatus.SERVICE_UNAVAILABLE))
async def voices(serving: Serving) -> VoiceNames:
    """Which voices there are. OpenAI's API cannot be asked that; other servers of its shape answer here, too."""
    names = [each.weights.name for each in serving.ready_parts().voices]
    return VoiceNames(voices=[VoiceName(id=name, name=name) for name in names])


def _begun(serving: ServingState, synthesizer: Synthesizer, wanted: SpeechWanted, stop: Stop) -> tuple[Sequence[Piece], Samples]:
    """All pieces, and the sound of the first: what fails does so while the answer can still say it."""
    pieces = synthesizer.pieces_of(wanted.input)
    if not pieces:
        raise RequestRefusedError(HTTPStatus.BAD_REQUEST, "nothing_to_say", NOTHING)
    return pieces, _spoken(serving, synthesizer, pieces[0], wanted.speed, stop)


def _spoken(serving: ServingState, synthesizer: Synthesizer, piece: Piece, speed: float, stop: Stop) -> Samples:
    samples = synthesizer.speak(piece, speed=speed, stop=stop)
    serving.counts.pieces.inc()  # whether or not anybody hears it
    return samples


async def _stream(
    serving: ServingState, synthesizer: Synthesizer, pieces: Sequence[Piece], first: Samples, wanted: SpeechWanted, stop: Stop
) -> AsyncIterator[bytes]:
    resampled = Resampled(synthesizer.rate_hz, SPEAKS_AT_HZ)
    if wanted.response_format == "wav":
        yield wav_header()
    yield pcm(resampled.add(first))
    for piece in pieces[1:]:
        spoken = partial(_spoken, serving, synthesizer, piece, wanted.speed, stop)
        samples = await serving.queue.compute(spoken, has_begun=True, stop=stop)
        yield pcm(resampled.add(samples))
    yield pcm(resampled.rest())
