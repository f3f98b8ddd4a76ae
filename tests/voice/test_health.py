"""What the server says of itself, to whom it does not speak, and how it comes up."""

import socket
import threading
from http import HTTPStatus
from pathlib import Path

import pytest

from tests.voice.doubles import ScriptedListener, WordSynthesizer, parts_of, voice_server
from tests.voice.waves import tone, wav_of
from voice.main import serve
from voice.unavailable import VoiceUnavailableError
from voice.voice_parts import VoiceParts
from voice.weights.found import WeightPlaces


async def test_a_ready_server_names_its_models_and_how_fast_they_are_here() -> None:
    async with voice_server() as server:
        answer = await server.http.get("/health")
        assert (answer.status_code, answer.json()) == (
            HTTPStatus.OK,
            {
                "status": "ready",
                "listens": {"model": "ears", "licence": "MIT", "size_bytes": 10, "real_time_factor": 0.2},
                "speaks": {"model": "mouth", "licence": "CC0-1.0", "size_bytes": 20, "real_time_factor": 0.1},
            },
        )


async def test_while_the_models_load_everything_says_so() -> None:
    loaded = threading.Event()

    def load() -> VoiceParts:
        assert loaded.wait(20)
        return parts_of(ScriptedListener(), WordSynthesizer())

    async with voice_server(load=load) as server:
        health, speech = await server.http.get("/health"), await server.speak("one")
        assert (health.status_code, health.json()["status"]) == (HTTPStatus.SERVICE_UNAVAILABLE, "loading")
        assert (speech.status_code, speech.json()["error"]["code"]) == (HTTPStatus.SERVICE_UNAVAILABLE, "loading")
        assert speech.headers["retry-after"] == "1"
        loaded.set()
        await server.serving.settled.wait()
        assert (await server.http.get("/health")).status_code == HTTPStatus.OK


async def test_a_server_without_models_says_what_to_do() -> None:
    def load() -> VoiceParts:
        raise VoiceUnavailableError("Put the model in its place.")

    async with voice_server(load=load) as server:
        await server.serving.settled.wait()
        health, heard = await server.http.get("/health"), await server.transcribe(wav_of(tone(1, rate_hz=8_000), rate_hz=8_000))
        assert health.status_code == HTTPStatus.SERVICE_UNAVAILABLE
        assert health.json() == {"status": "unavailable", "message": "Put the model in its place."}
        assert heard.json()["error"] == {"message": "Put the model in its place.", "type": "server_error", "code": "unavailable"}


async def test_metrics_count_answers_and_show_the_queue() -> None:
    async with voice_server(cores=2) as server:
        await server.speak("one two")
        await server.http.get("/nowhere")
        shown = (await server.http.get("/metrics")).text
        for line in (
            'aloud_voice_requests_total{path="/v1/audio/speech",status="200"} 1.0',
            'aloud_voice_requests_total{path="other",status="404"} 1.0',
            'aloud_voice_real_time_factor{part="speaks"} 0.1',
            "aloud_voice_pieces_total 2.0",
            "aloud_voice_waiting 0.0",
            "aloud_voice_cores 2.0",
        ):
            assert line in shown.splitlines()


async def test_a_page_in_a_browser_may_not_use_it() -> None:
    async with voice_server() as server:
        answer = await server.http.post("/v1/audio/speech", json={"input": "one"}, headers={"Origin": "http://localhost:8000"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (HTTPStatus.FORBIDDEN, "no_pages")
        assert server.synthesizer.spoken == []


async def test_a_request_that_is_too_large_is_not_read() -> None:
    async with voice_server() as server:
        answer = await server.http.post("/v1/audio/speech", content=b"", headers={"Content-Length": "30000000"})
        assert (answer.status_code, answer.json()["error"]["code"]) == (HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large")


async def test_errors_of_the_framework_have_the_shape_too() -> None:
    async with voice_server() as server:
        for answer in (await server.http.get("/nowhere"), await server.http.get("/v1/audio/speech")):
            assert set(answer.json()["error"]) == {"message", "type", "code"}


def test_without_models_the_process_ends_with_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening, pytest.raises(VoiceUnavailableError, match="which is no folder"):
        serve(WeightPlaces(chosen=tmp_path / "nowhere", kept=tmp_path), listening, ready=lambda: pytest.fail("it is not"))
