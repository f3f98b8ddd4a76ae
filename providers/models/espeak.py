"""Speech from the system's espeak-ng, as a LiveKit TTS.

espeak-ng is GPL, so it is asked as a separate program and never linked. It writes a WAV to its standard output as it speaks, so the
first audio is there after some 20 ms.
"""

import asyncio
import shutil
from collections.abc import Sequence

from livekit.agents import tts
from livekit.agents.types import DEFAULT_API_CONNECT_OPTIONS, APIConnectOptions
from livekit.agents.utils import shortuuid

SAMPLE_RATE = 22050
WAV_HEADER_BYTES = 44
CHUNK_BYTES = 4096
MIN_WORDS_PER_MINUTE = 80
MAX_WORDS_PER_MINUTE = 450


def find_espeak() -> str | None:
    return shutil.which("espeak-ng")


class EspeakTTS(tts.TTS[str]):
    """Speaks English through espeak-ng: mono, 22,050 Hz, 16 bit."""

    def __init__(self, *, program: str = "espeak-ng", words_per_minute: int = 170) -> None:
        super().__init__(capabilities=tts.TTSCapabilities(streaming=False), sample_rate=SAMPLE_RATE, num_channels=1)
        self.program = program
        self._usual = self.words_per_minute = words_per_minute
        self.speed = 1.0
        self.voices: Sequence[str] = ()

    @property
    def voice(self) -> str:
        return ""

    def set_voice(self, name: str) -> None:
        """It has one only."""

    def learned(self, voices: Sequence[str]) -> None:
        """It has one only."""

    def set_speed(self, speed: float) -> None:
        """So many times the usual one, within what stays intelligible."""
        self.speed = speed
        self.words_per_minute = min(MAX_WORDS_PER_MINUTE, max(MIN_WORDS_PER_MINUTE, round(self._usual * speed)))

    def synthesize(self, text: str, *, conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS) -> tts.ChunkedStream:
        return _EspeakStream(tts=self, input_text=text, conn_options=conn_options)


class _EspeakStream(tts.ChunkedStream):
    def __init__(self, *, tts: EspeakTTS, input_text: str, conn_options: APIConnectOptions) -> None:
        super().__init__(tts=tts, input_text=input_text, conn_options=conn_options)
        self._speaker = tts

    async def _run(self, output_emitter: tts.AudioEmitter) -> None:
        output_emitter.initialize(request_id=shortuuid(), sample_rate=SAMPLE_RATE, num_channels=1, mime_type="audio/pcm")
        process = await asyncio.create_subprocess_exec(
            self._speaker.program, "--stdin", "--stdout", "-v", "en", "-s", str(self._speaker.words_per_minute),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("asked for pipes and got none")
        try:
            process.stdin.write(self.input_text.encode())
            process.stdin.close()
            await process.stdout.readexactly(WAV_HEADER_BYTES)
            while chunk := await process.stdout.read(CHUNK_BYTES):
                output_emitter.push(chunk)
            output_emitter.flush()
        except asyncio.IncompleteReadError:
            output_emitter.flush()
        finally:
            if process.returncode is None:
                process.kill()
            await process.wait()
