"""What a client of OpenAI's transcription API gets."""

import asyncio
from http import HTTPStatus

import pytest
from openai.types.audio import TranscriptionVerbose

from providers.models.ear_doubt import confidence, is_in_doubt
from providers.models.service_stt import signs_in
from tests.voice.doubles import part, until, voice_server
from tests.voice.waves import tone, wav_of
from voice.listener import LISTENS_AT_HZ, HeardPart, Transcript

SECOND = wav_of(tone(1, rate_hz=24_000), rate_hz=24_000)


async def test_the_plain_answer_is_the_text() -> None:
    async with voice_server() as server:
        answer = await server.transcribe(SECOND)
        assert (answer.status_code, answer.json()) == (HTTPStatus.OK, {"text": "Archive it."})
        ((samples, language, prompt),) = server.listener.heard
        assert (language, prompt) == ("en", "")
        assert abs(samples - LISTENS_AT_HZ) <= 32


async def test_text_is_text() -> None:
    async with voice_server() as server:
        answer = await server.transcribe(SECOND, response_format="text")
        assert answer.text == "Archive it.\n"
        assert answer.headers["content-type"].startswith("text/plain")


async def test_the_verbose_answer_says_how_sure_the_model_is_and_what_it_hears_without_the_prompt() -> None:
    async with voice_server() as server:
        server.listener.transcript = Transcript(parts=[part("Archive it.", avg_logprob=-0.25)], second="Archive it.")
        answer = (await server.transcribe(SECOND, response_format="verbose_json", prompt="Next. Archive it.", language="en-US")).json()
        assert (answer["task"], answer["language"], answer["text"]) == ("transcribe", "en", "Archive it.")
        assert (answer["duration"], answer["second"]) == (pytest.approx(1, abs=0.01), "Archive it.")
        (segment,) = answer["segments"]
        assert (segment["id"], segment["avg_logprob"], segment["temperature"]) == (0, -0.25, 0)
        assert server.listener.heard[0][1:] == ("en", "Next. Archive it.")


async def test_without_a_second_hearing_the_answer_has_none() -> None:
    async with voice_server() as server:
        assert "second" not in (await server.transcribe(SECOND, response_format="verbose_json")).json()


@pytest.mark.parametrize(
    ("parts", "doubtful"),
    [
        ([], False),
        ([part("Yes.")], False),
        ([part("Yes.", avg_logprob=-1.5)], True),
        ([part("Yes.", no_speech_prob=0.9)], True),
        ([part("yes yes yes yes yes", compression_ratio=3.5)], True),
        ([part("Archive it."), part("No.", avg_logprob=-1.5)], True),
        ([part("", no_speech_prob=0.9)], False),
    ],
)
async def test_what_is_improbable_no_speech_or_repeats_itself_can_be_told_from_the_answer(parts: list[HeardPart], doubtful: bool) -> None:
    async with voice_server() as server:
        server.listener.transcript = Transcript(parts=parts)
        answer = await server.transcribe(SECOND, response_format="verbose_json")
    assert is_in_doubt(confidence(signs_in(TranscriptionVerbose.model_validate_json(answer.content)))) is doubtful


@pytest.mark.parametrize(
    ("sent", "fields", "code"),
    [
        (b"no sound", {}, "not_sound"),
        (wav_of(tone(61, rate_hz=8_000), rate_hz=8_000), {}, "sound_too_long"),
        (SECOND, {"language": "de"}, "language_unknown"),
        (SECOND, {"response_format": "srt"}, "request_wrong"),
    ],
)
async def test_what_cannot_be_heard_is_refused_with_what_to_do(sent: bytes, fields: dict[str, str], code: str) -> None:
    async with voice_server() as server:
        answer = await server.transcribe(sent, **fields)
        assert (answer.status_code, answer.json()["error"]["code"]) == (HTTPStatus.BAD_REQUEST, code)
        assert answer.json()["error"]["type"] == "invalid_request_error"
        assert server.listener.heard == []


async def test_a_full_queue_says_so_at_once_and_when_to_come_back() -> None:
    async with voice_server(cores=1, may_wait=1) as server:
        server.listener.held.open = False
        asked = [asyncio.create_task(server.transcribe(SECOND)) for _ in range(2)]
        await until(lambda: server.serving.queue.computing + server.serving.queue.waiting == 2)
        answer = await server.transcribe(SECOND)
        assert (answer.status_code, answer.json()["error"]["code"]) == (HTTPStatus.SERVICE_UNAVAILABLE, "queue_full")
        assert answer.headers["retry-after"] == "1"
        server.listener.held.let_all_through()
        assert [each.status_code for each in await asyncio.gather(*asked)] == [HTTPStatus.OK] * 2


async def test_what_fails_within_the_model_is_an_error_that_quotes_nothing() -> None:
    async with voice_server() as server:
        server.listener.transcript = None  # type: ignore[assignment]
        answer = await server.transcribe(SECOND)
        assert (answer.status_code, answer.json()["error"]["code"]) == (HTTPStatus.INTERNAL_SERVER_ERROR, "failed")
        server.listener.transcript = Transcript(parts=[part("Next.")])
        assert (await server.transcribe(SECOND)).json() == {"text": "Next."}
