"""A scripted server that speaks OpenAI's HTTP API: chat completions, transcription and speech.

It is a real server on a real port and not a patched client, since the OpenAI SDK sends through a library of its own that no interceptor
sees. It runs in the test's event loop, so a test scripts it and reads what was asked without locks. What the real service would refuse is
refused here as well, and fails the test at the end: a client that carries on after an error would otherwise hide it.
"""

import asyncio
import base64
import functools
import io
import json
import math
import sys
import wave
from array import array
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager

from aiohttp import web

from tests.servers.http_server import http_server
from tests.servers.openai.chat import SSE, CallTool, CallTools, ChatRequest, Reply, Say, Script
from tests.servers.openai.faults import Fault, abort

__all__ = ["CallTool", "CallTools", "ChatRequest", "OpenAIDouble", "Reply", "Say", "Script", "openai_server", "seconds_of_speech"]

SPEECH_RATE = 24_000  # Hz; 16 bit mono, as "Create speech" documents for `pcm`
SYLLABLE_S = 0.12
CHARACTERS_PER_SYLLABLE = 3
MOST_SYLLABLES = 20
CHUNK_BYTES = SPEECH_RATE * 2 // 10
QUIETEST_PEAK = 500  # of 32768; a noise floor at -60 dBFS peaks at 33
MOST_UPLOAD_BYTES = 25 * 1024 * 1024

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class OpenAIDouble:
    """What the server will answer, and what it was asked. `refused` says why requests were turned down.

    While `chat_fault`, `speech_fault` or `transcription_fault` is set, it happens to every request of that kind; scripted replies and
    utterances wait meanwhile. Every answer takes `transcribes_after_s`, `replies_after_s` or `speaks_after_s`. With `speech_cut_after`
    speech ends in the middle, after so many bytes, with the connection. It is `hurried` times as fast as the client asks for.
    """

    def __init__(self) -> None:
        self.url = ""
        self.chat_requests: list[ChatRequest] = []
        self.speech_requests: list[str] = []
        self.speech_speeds: list[float] = []
        self.speech_voices: list[str] = []
        self.voices: list[str] = []
        self.transcription_requests = 0
        self.transcription_forms: list[dict[str, str]] = []
        self.refused: list[str] = []
        self.chat_fault: Fault | None = None
        self.speech_fault: Fault | None = None
        self.transcription_fault: Fault | None = None
        self.transcribes_after_s = self.replies_after_s = self.speaks_after_s = 0.0
        self.speech_cut_after: int | None = None
        self.hurried = 1.0
        self._scripts: deque[Script] = deque()
        self._utterances: deque[str] = deque()
        self._always: Script = Say("I am the scripted model.")

    def always(self, script: Script) -> None:
        """Answer with this whatever no reply is scripted for."""
        self._always = script

    def replies(self, *scripts: Script) -> None:
        """Answer the next chat requests with these, in turn; a callable is given the request."""
        self._scripts.extend(scripts)

    def drop_replies(self) -> None:
        """Forget what was scripted and not asked for."""
        self._scripts.clear()

    def hear(self, text: str) -> None:
        """Transcribe the next utterance as `text`. Further requests get nothing: voice activity detection may cut a sentence in two.

        Nor does silence: on a busy machine frames come late, and voice activity detection takes the gap for a sound.
        """
        self._utterances.append(text)

    def drop_utterances(self) -> None:
        """Forget what was to be transcribed and was never said."""
        self._utterances.clear()

    def routes(self) -> list[web.RouteDef]:
        return [
            web.post("/v1/chat/completions", self._guarded(self._chat)),
            web.post("/v1/audio/transcriptions", self._guarded(self._transcribe)),
            web.post("/v1/audio/speech", self._guarded(self._speak)),
            web.get("/v1/audio/voices", self._guarded(self._tell_voices)),
        ]

    def _guarded(self, handler: Handler) -> Handler:
        async def guarded(http: web.Request) -> web.StreamResponse:
            try:
                if not http.headers.get("Authorization", "").startswith("Bearer "):
                    return self._refuse(401, "no key in the Authorization header")
                return await handler(http)
            except ConnectionError:
                raise  # the client hung up, as it may at any time
            except Exception as error:  # aiohttp would answer 500 and the test would never hear of it
                return self._refuse(400, f"{type(error).__name__}: {error}")

        return guarded

    def _refuse(self, status: int, reason: str) -> web.Response:
        self.refused.append(reason)
        error = {"message": reason, "type": "invalid_request_error", "param": None, "code": None}
        return web.json_response({"error": error}, status=status)

    async def _chat(self, http: web.Request) -> web.StreamResponse:
        body = await http.json()
        chat = ChatRequest.model_validate(body | {"raw": body})
        self.chat_requests.append(chat)
        broken = chat.broken_rule()
        if broken:
            raise AssertionError(broken)
        if self.chat_fault is not None:
            return await self.chat_fault.happen(http)
        await asyncio.sleep(self.replies_after_s)
        script = self._scripts.popleft() if self._scripts else self._always
        reply = script if isinstance(script, Reply) else script(chat)
        return await reply.respond(chat, http)

    async def _transcribe(self, http: web.Request) -> web.StreamResponse:
        form = await http.post()
        self.transcription_requests += 1
        self.transcription_forms.append({name: value for name, value in form.items() if isinstance(value, str)})
        upload = form["file"]
        assert isinstance(upload, web.FileField), "the file is not an upload"
        with upload.file as sound:
            seconds, peak = _length_and_peak(sound.read())
        if self.transcription_fault is not None:
            return await self.transcription_fault.happen(http)
        await asyncio.sleep(self.transcribes_after_s)
        text = self._utterances.popleft() if self._utterances and peak >= QUIETEST_PEAK else ""
        answer: dict[str, object] = {"text": text, "usage": {"type": "duration", "seconds": math.ceil(seconds)}}
        if form.get("response_format") == "verbose_json":
            answer |= {"task": "transcribe", "language": "english", "duration": seconds}
        return web.json_response(answer)

    async def _tell_voices(self, _: web.Request) -> web.StreamResponse:
        """As compatible servers do; OpenAI's own cannot be asked."""
        return web.json_response({"voices": self.voices}, status=200 if self.voices else 404)

    async def _speak(self, http: web.Request) -> web.StreamResponse:
        body = await http.json()
        assert body.get("response_format") == "pcm", "only pcm is spoken here"
        self.speech_requests.append(body["input"])
        self.speech_speeds.append(body.get("speed", 1.0))
        self.speech_voices.append(body["voice"])
        if self.speech_fault is not None:
            return await self.speech_fault.happen(http)
        await asyncio.sleep(self.speaks_after_s)
        as_events = body.get("stream_format") == "sse"
        response = web.StreamResponse(headers={"Content-Type": SSE if as_events else "audio/pcm"})
        await response.prepare(http)
        sent = 0
        for chunk in _speech(len(body["input"]), self.speech_speeds[-1] * self.hurried):
            if self.speech_cut_after is not None and sent >= self.speech_cut_after:
                abort(http)
                return response
            sent += len(chunk)
            await response.write(_event({"type": "speech.audio.delta", "audio": base64.b64encode(chunk).decode()}) if as_events else chunk)
        if as_events:
            tokens = {"input_tokens": len(body["input"]) // 4, "output_tokens": 1, "total_tokens": len(body["input"]) // 4 + 1}
            await response.write(_event({"type": "speech.audio.done", "usage": tokens}))
        return response


@asynccontextmanager
async def openai_server(*, port: int = 0) -> AsyncIterator[OpenAIDouble]:
    """A server on this loopback port, or a free one, until the block ends. Raises `AssertionError` there if any request was refused."""
    double = OpenAIDouble()
    application = web.Application(client_max_size=MOST_UPLOAD_BYTES)
    application.add_routes(double.routes())
    try:
        async with http_server(application, port=port) as address:
            double.url = f"{address}/v1"
            yield double
    finally:
        failure = sys.exception()
        if failure and double.refused:
            failure.add_note(f"the scripted model service refused: {double.refused}")
    assert not double.refused, f"the scripted model service refused: {double.refused}"


def _event(payload: dict[str, object]) -> bytes:
    return f"data: {json.dumps(payload)}\n\n".encode()


def _length_and_peak(upload: bytes) -> tuple[float, int]:
    """The length of a WAV file in seconds, and its loudest sample. Raises `AssertionError` if it is not one."""
    try:
        with wave.open(io.BytesIO(upload)) as sound:
            samples = array("h", sound.readframes(sound.getnframes()))
            seconds: float = sound.getnframes() / sound.getframerate()
            width = sound.getsampwidth()
    except (wave.Error, EOFError) as error:
        raise AssertionError(f"not a WAV file: {error}") from None
    assert width == 2, f"{width * 8} bit instead of 16"
    assert samples, "a WAV file of no length"
    return seconds, max(map(abs, samples))


@functools.cache
def _syllable() -> bytes:
    count = round(SPEECH_RATE * SYLLABLE_S)
    return array(
        "h", (round(9000 * math.sin(math.pi * n / count) * math.sin(2 * math.pi * 220 * n / SPEECH_RATE)) for n in range(count))
    ).tobytes()


def seconds_of_speech(characters: int, speed: float = 1.0) -> float:
    """How long so many characters sound."""
    return _syllables(characters, speed) * SYLLABLE_S


def _syllables(characters: int, speed: float) -> int:
    return max(1, round(min(MOST_SYLLABLES, math.ceil(characters / CHARACTERS_PER_SYLLABLE)) / speed))


def _speech(characters: int, speed: float) -> Iterator[bytes]:
    """A humming of some 40 ms a character at speed 1, at most 2.4 s of that."""
    sound = _syllable() * _syllables(characters, speed)
    for start in range(0, len(sound), CHUNK_BYTES):
        yield sound[start : start + CHUNK_BYTES]
