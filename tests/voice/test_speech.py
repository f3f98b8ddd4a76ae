"""What a client of OpenAI's speech API gets: the first piece at once, and nothing computed that nobody hears."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

import pytest
from fastapi import FastAPI
from starlette.types import Message

from tests.voice.doubles import VoiceServer, until, voice_server
from voice.sound import SPEAKS_AT_HZ, samples_of
from voice.speech_routes import MOST_LETTERS

TENTH = SPEAKS_AT_HZ // 10 * 2
"""Bytes of a tenth of a second."""


async def test_speech_is_24000_samples_a_second_of_16_bit() -> None:
    async with voice_server() as server:
        answer = await server.speak("one two three")
        assert (answer.status_code, answer.headers["content-type"]) == (HTTPStatus.OK, "audio/pcm")
        assert len(answer.content) == pytest.approx(3 * TENTH, abs=64)
        assert server.synthesizer.spoken == ["one", "two", "three"]


async def test_twice_the_speed_takes_half_the_time() -> None:
    async with voice_server() as server:
        assert len((await server.speak("one two", speed=2)).content) == pytest.approx(TENTH, abs=64)


async def test_each_answer_has_a_number_of_its_own() -> None:
    async with voice_server() as server:
        numbers = {(await server.speak(words)).headers["x-request-id"] for words in ("one", "one", " ")}
    assert len(numbers - {""}) == 3


async def test_a_wav_file_can_be_read() -> None:
    async with voice_server() as server:
        answer = await server.speak("one two", response_format="wav", voice="alloy", model="tts-1")
        assert answer.headers["content-type"] == "audio/wav"
        assert len(samples_of(answer.content)) == pytest.approx(16_000 / 5, abs=32)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"input": "x" * (MOST_LETTERS + 1)}, "text_too_long"),
        ({"input": " "}, "nothing_to_say"),
        ({"input": "one", "speed": 5}, "request_wrong"),
        ({"input": "one", "speed": True}, "request_wrong"),
        ({"input": "one", "speed": "1.5"}, "request_wrong"),
        ({"input": "one", "response_format": "mp3"}, "request_wrong"),
        ({}, "request_wrong"),
    ],
)
async def test_what_cannot_be_said_is_refused_with_what_to_do(body: dict[str, object], code: str) -> None:
    async with voice_server() as server:
        answer = await server.http.post("/v1/audio/speech", json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (HTTPStatus.BAD_REQUEST, code)
        assert server.synthesizer.spoken == []


class Listening:
    """A client that reads what comes, and may hang up."""

    def __init__(self) -> None:
        self.received: list[Message] = []
        self._hung_up = asyncio.Event()
        self._asked = False

    @property
    def sound(self) -> int:
        return sum(len(message.get("body", b"")) for message in self.received)

    def hang_up(self) -> None:
        self._hung_up.set()

    @asynccontextmanager
    async def hearing(self, application: FastAPI, text: str) -> AsyncIterator["asyncio.Task[None]"]:
        body = json.dumps({"input": text}).encode()

        async def receive() -> Message:
            if not self._asked:
                self._asked = True
                return {"type": "http.request", "body": body}
            await self._hung_up.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            self.received.append(message)

        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "POST", "scheme": "http",
            "path": "/v1/audio/speech", "raw_path": b"/v1/audio/speech", "query_string": b"", "root_path": "",
            "headers": [(b"content-type", b"application/json")], "client": ("127.0.0.1", 1), "server": ("voice", 80),
        }  # fmt: skip
        serving = asyncio.create_task(application(scope, receive, send))
        yield serving
        await serving


async def test_the_first_piece_is_sent_while_the_next_is_computed() -> None:
    async with voice_server() as server:
        server.synthesizer.held.open = False
        listening = Listening()
        async with listening.hearing(server.application, "one two three"):
            server.synthesizer.held.let_through()
            await until(lambda: listening.sound > TENTH - 100 and server.synthesizer.held.begun == 2)
            assert server.synthesizer.spoken == ["one"]
            server.synthesizer.held.let_all_through()
        assert listening.sound == pytest.approx(3 * TENTH, abs=64)


async def test_a_client_that_hangs_up_stops_the_computing_in_the_middle_of_a_piece() -> None:
    async with voice_server() as server:
        server.synthesizer.held.open = False
        listening = Listening()
        async with listening.hearing(server.application, " ".join("abcdefghij")) as serving:
            server.synthesizer.held.let_through(2)
            await until(lambda: server.synthesizer.held.begun == 3)
            listening.hang_up()
            await until(serving.done)
        await until(lambda: server.serving.queue.computing == 0)
        assert server.synthesizer.spoken == ["a", "b"]
        server.synthesizer.held.let_all_through()
        assert (await server.speak("again")).status_code == HTTPStatus.OK


async def test_a_client_that_hangs_up_while_it_waits_gives_up_its_place(held: VoiceServer) -> None:
    speaking = asyncio.create_task(held.speak("one"))
    await until(lambda: held.synthesizer.held.begun == 1)
    listening = Listening()
    async with listening.hearing(held.application, "two"):
        await until(lambda: held.serving.queue.waiting == 1)
        listening.hang_up()
    assert (held.serving.queue.waiting, held.serving.queue.computing) == (0, 1)
    after = asyncio.create_task(held.speak("three"))
    await until(lambda: held.serving.queue.waiting == 1)
    held.synthesizer.held.let_all_through()
    await asyncio.gather(speaking, after)
    assert held.synthesizer.spoken == ["one", "three"]


async def test_a_long_text_lets_others_in_between_its_pieces() -> None:
    async with voice_server(cores=1) as server:
        server.synthesizer.held.open = False
        long, short = asyncio.create_task(server.speak("one two three")), None
        await until(lambda: server.synthesizer.held.begun == 1)
        short = asyncio.create_task(server.speak("yes"))
        await until(lambda: server.serving.queue.waiting == 1)
        server.synthesizer.held.let_all_through()
        await asyncio.gather(long, short)
        assert server.synthesizer.spoken.index("yes") == 1


async def test_what_has_begun_is_finished_though_the_queue_is_full(held: VoiceServer) -> None:
    long = asyncio.create_task(held.speak("one two three"))
    await until(lambda: held.synthesizer.held.begun == 1)
    waiting = asyncio.create_task(held.speak("yes"))
    await until(lambda: held.serving.queue.waiting == 1)
    assert (await held.speak("no")).status_code == HTTPStatus.SERVICE_UNAVAILABLE
    held.synthesizer.held.let_all_through()
    assert [each.status_code for each in await asyncio.gather(long, waiting)] == [HTTPStatus.OK] * 2
    assert sorted(held.synthesizer.spoken) == sorted(["one", "two", "three", "yes"])


@pytest.fixture
async def held() -> AsyncIterator[VoiceServer]:
    async with voice_server(cores=1, may_wait=1) as server:
        server.synthesizer.held.open = False
        yield server
