"""A person in a LiveKit room: joins, listens, types, and speaks with a synthesised voice."""

import array
import asyncio
import contextlib
import itertools
import json
import re
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import numpy as np
from livekit import api, rtc
from livekit.rtc.data_stream import StreamError

from agent.board.board_messages import FINAL_TOPIC
from tests.servers.livekit import LiveKitServer

SAMPLE_RATE = 22050
FRAMES_A_SECOND = 20
"""Sent and received: each costs the same, however long it is."""
FRAME_SAMPLES = SAMPLE_RATE // FRAMES_A_SECOND
NOISE_FLOOR = 33  # -60 dBFS: recognisers and detectors treat digital silence as a fault
TIMEOUT_S = 60.0
"""On a machine that is busy with other tests too."""
HEARD_SAMPLE_RATE = 8000
FRAME_S = 0.01
"""In such pieces the sound that is received is measured."""
LOUD = 200


def token(server: LiveKitServer, *, room: str, identity: str, user_id: str = "local", bound: str = "") -> str:
    """A token that also asks for the agent, as a web server would issue it; `bound` names the participant that the agent is for."""
    metadata = {"user_id": user_id} | ({"identity": bound} if bound else {})
    dispatch = api.RoomAgentDispatch(agent_name="aloud", metadata=json.dumps(metadata))
    return (
        api.AccessToken(server.key, server.secret)
        .with_identity(identity)
        .with_grants(api.VideoGrants(room_join=True, room=room))
        .with_room_config(api.RoomConfiguration(agents=[dispatch]))
        .to_jwt()
    )


async def synthesise(text: str, *, words_per_minute: int = 150) -> bytes:
    """16 bit mono PCM at `SAMPLE_RATE`, with a little silence around it."""
    command = ("espeak-ng", "-s", str(words_per_minute), "--stdout", text)
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    wav, _ = await process.communicate()
    return wav[44:]


async def _part(part: str | float) -> bytes:
    """A piece of speech without the silence around it, or so many seconds of silence."""
    if isinstance(part, float):
        return bytes(2 * round(part * SAMPLE_RATE))
    samples = array.array("h", await synthesise(part))
    loud = [place for place, sample in enumerate(samples) if abs(sample) > 10 * NOISE_FLOOR]
    return samples[loud[0] : loud[-1] + 1].tobytes()


_NAMED_BEFOREHAND = re.compile(r"looks? important,[^.]*")


@dataclass
class Caller:
    room: rtc.Room
    identity: str
    agent_said: list[str] = field(default_factory=list)
    i_said: list[str] = field(default_factory=list)
    loud_frames: int = 0
    agent_state: str = ""
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _voice: rtc.AudioSource | None = None
    _speech: asyncio.Queue[bytes] = field(default_factory=asyncio.Queue)
    fell_silent_at: float = 0.0
    finals: list[Mapping[str, object]] = field(default_factory=list)

    def _listen_to_text(self, reader: rtc.TextStreamReader, who: str) -> None:
        self._own(self._read(reader, who))

    def _listen_to_finals(self, reader: rtc.TextStreamReader, _: str) -> None:
        self._own(self._read_final(reader))

    async def _read_final(self, reader: rtc.TextStreamReader) -> None:
        with contextlib.suppress(StreamError):  # as below
            final = json.loads(await reader.read_all())
            async with self._news:
                self.finals.append(final)
                self._news.notify_all()

    async def _read(self, reader: rtc.TextStreamReader, who: str) -> None:
        if who == self.identity:
            await self._read_my_words(reader)
            return
        place = len(self.agent_said)
        self.agent_said.append("")
        with contextlib.suppress(StreamError):  # cut off by hanging up
            async for chunk in reader:
                async with self._news:
                    self.agent_said[place] += chunk
                    self._news.notify_all()

    async def _read_my_words(self, reader: rtc.TextStreamReader) -> None:
        """What was recognised of my speech; interim guesses do not count."""
        text = await reader.read_all()
        if (reader.info.attributes or {}).get("lk.transcription_final") == "true":
            async with self._news:
                self.i_said.append(text)
                self._news.notify_all()

    def _listen_to_track(self, track: rtc.Track, *_: object) -> None:
        if track.kind == rtc.TrackKind.KIND_AUDIO:
            self._own(self._measure(track))

    async def _measure(self, track: rtc.Track) -> None:
        stream = rtc.AudioStream(track, sample_rate=HEARD_SAMPLE_RATE, num_channels=1, frame_size_ms=1000 // FRAMES_A_SECOND)
        try:
            async for event in stream:
                pieces = np.frombuffer(event.frame.data, np.int16).astype(np.float32).reshape(-1, round(HEARD_SAMPLE_RATE * FRAME_S))
                if loud := int(np.count_nonzero(np.mean(pieces * pieces, axis=1) > LOUD**2)):
                    self.loud_frames += loud
                    async with self._news:
                        self._news.notify_all()
        finally:
            await stream.aclose()

    def _note_state(self, changed: dict[str, str], *_: object) -> None:
        if "lk.agent.state" in changed:
            self.agent_state = changed["lk.agent.state"]
            self._own(self._tell())

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()

    def _own(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def wait_until(self, seen: Callable[[], bool], what: str) -> None:
        """Return once `seen()`; fails with the transcript so far."""
        try:
            async with asyncio.timeout(TIMEOUT_S), self._news:
                await self._news.wait_for(seen)
        except TimeoutError:
            heard = "\n  ".join(self.agent_said)
            raise AssertionError(f"waited in vain for {what}; the agent said:\n  {heard}\nrecognised of me: {self.i_said}") from None

    async def hear(self, *, after: int, containing: str = "") -> str:
        """What the agent has said since it had said `after` things, as soon as it contains the words; senders whom the greeting names
        before it tells of any mail do not count."""

        def heard() -> str:
            return " ".join(self.agent_said[after:])

        def complete() -> bool:
            return bool(heard().strip()) and containing.casefold() in _NAMED_BEFOREHAND.sub("", heard()).casefold()

        await self.wait_until(complete, containing or "anything")
        return heard()

    async def hear_for(self, seconds: float, *, after: int) -> None:
        """Return once so much sound came after the first `after` loud frames, or the agent has come to the end of what it says."""
        enough = after + seconds / FRAME_S
        await self.wait_until(lambda: self.loud_frames > after, "sound")
        await self.wait_until(lambda: self.loud_frames >= enough or self.agent_state == "listening", "more sound")

    async def send(self, text: str) -> None:
        """Type a line, expecting no answer."""
        await self.room.local_participant.send_text(text, topic="lk.chat")

    async def type(self, text: str, *, containing: str = "") -> str:
        """Type a line and return the answer."""
        before = len(self.agent_said)
        await self.send(text)
        return await self.hear(after=before, containing=containing)

    async def speak(self, text: str, *, words_per_minute: int = 150) -> None:
        """Say a line aloud, expecting no answer."""
        await self._speech.put(await synthesise(text, words_per_minute=words_per_minute))

    async def play(self, pcm: bytes) -> None:
        """Say what was spoken elsewhere, 16 bit mono PCM at `SAMPLE_RATE`, expecting no answer."""
        await self._speech.put(pcm)

    async def speak_with_pauses(self, *parts: str | float) -> None:
        """Say parts of a line with silence of so many seconds between them, in one breath, expecting no answer."""
        await self._speech.put(b"".join([await _part(part) for part in parts]))

    async def say(self, text: str, *, containing: str = "") -> str:
        """Say a line aloud and return the answer."""
        before = len(self.agent_said)
        await self.speak(text)
        return await self.hear(after=before, containing=containing)

    async def wait_until_gone(self) -> None:
        """Return once the room was closed on us."""
        async with asyncio.timeout(TIMEOUT_S):
            await self.gone.wait()

    async def open_microphone(self) -> None:
        """Publish a track that carries a faint noise, and whatever is said."""
        self._voice = rtc.AudioSource(SAMPLE_RATE, 1, queue_size_ms=100)
        track = rtc.LocalAudioTrack.create_audio_track("microphone", self._voice)
        await self.room.local_participant.publish_track(track, rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_MICROPHONE))
        self._own(self._talk(self._voice))

    async def _talk(self, voice: rtc.AudioSource) -> None:
        floor = itertools.cycle(
            np.random.default_rng(7).integers(-NOISE_FLOOR, NOISE_FLOOR + 1, (FRAMES_A_SECOND, FRAME_SAMPLES), dtype=np.int32)
        )
        pending = b""
        for noise in floor:
            if not pending and not self._speech.empty():
                pending = self._speech.get_nowait()
            samples = np.frombuffer(pending[: FRAME_SAMPLES * 2].ljust(FRAME_SAMPLES * 2, b"\0"), np.int16)
            if pending and len(pending) <= FRAME_SAMPLES * 2:
                self.fell_silent_at = asyncio.get_running_loop().time()
            pending = pending[FRAME_SAMPLES * 2 :]
            heard = np.clip(samples + noise, -32768, 32767).astype(np.int16)
            await voice.capture_frame(rtc.AudioFrame(heard.tobytes(), SAMPLE_RATE, 1, FRAME_SAMPLES))


@asynccontextmanager
async def caller_in(
    server: LiveKitServer, *, room: str, identity: str = "caller", user_id: str = "local", bound: str = "", given: str = ""
) -> AsyncIterator[Caller]:
    """A caller in the room until the block ends, who then hangs up. `given` is a token to join with instead of one of the test's own."""
    caller = Caller(rtc.Room(), identity)
    caller.room.register_text_stream_handler("lk.transcription", caller._listen_to_text)
    caller.room.register_text_stream_handler(FINAL_TOPIC, caller._listen_to_finals)
    caller.room.on("track_subscribed", caller._listen_to_track)
    caller.room.on("participant_attributes_changed", caller._note_state)
    caller.room.on("disconnected", lambda *_: caller.gone.set())
    await caller.room.connect(server.url, given or token(server, room=room, identity=identity, user_id=user_id, bound=bound))
    try:
        yield caller
    finally:
        await caller.room.disconnect()
        for task in list(caller._tasks):
            task.cancel()
        await asyncio.gather(*caller._tasks, return_exceptions=True)
