"""A soft tone for a caller who has spoken and hears nothing for too long, whichever services are slow, and however many at once.

Each link of an answer has its own limit (`session.timeouts`), and they add up. The tone counts from the caller's last sound to the agent's
first, at the two ends of the whole chain, and needs none of it: no recogniser, no model, no mailbox and no voice. It has a track of its
own, because the agent's may be waiting for words. It is no announcement: it says nothing, and harms nothing that is said beside it.
"""

import array
import asyncio
import math
from collections.abc import Callable, Coroutine
from contextlib import suppress

from livekit import rtc
from livekit.agents import AgentSession, AgentStateChangedEvent, UserInputTranscribedEvent, UserStateChangedEvent

from session.background_tasks import BackgroundTasks
from session.call import Call

SILENT_FOR_S = 5.0
"""Later than a "one moment" that nothing holds up; with what the line takes, well before eight seconds."""
SUBSCRIBED_WITHIN_S = 1.0
SAMPLE_RATE = 24_000
NOTES_HZ = (523.25, 392.0)
NOTE_S = 0.22
LOUDNESS = 3_000

Play = Callable[[], Coroutine[object, object, None]]


def sound_while_a_caller_waits(session: AgentSession[None], call: Call, room: rtc.Room) -> None:
    """Mind the caller of a session that has started, once the room is joined."""
    WaitingTone(session, ToneTrack(room).play, call.background, ignores=call.wants_silence)


class WaitingTone:
    """Listens to one session, and plays the tone through `play` again and again while an answer is due. `ignores`: words without answer."""

    def __init__(self, session: AgentSession[None], play: Play, background: BackgroundTasks, *, ignores: Callable[[str], bool]) -> None:
        self._session = session
        self._play = play
        self._background = background
        self._ignores = ignores
        self._clock: asyncio.TimerHandle | None = None
        self._unanswered = ""
        self._spoken = False
        self._user_speaks = self._agent_sounds = False
        session.on("user_state_changed", self._user_changed)
        session.on("user_input_transcribed", self._transcribed)
        session.on("agent_state_changed", self._agent_changed)
        session.on("close", lambda _: self._stop())
        if (audio := session.output.audio) is not None:
            audio.on("playback_started", lambda _: self._agent_began())
            audio.on("playback_finished", lambda _: self._agent_fell_silent())

    def _user_changed(self, event: UserStateChangedEvent) -> None:
        self._user_speaks = event.new_state == "speaking"
        if self._user_speaks:
            self._spoken = True
            self._stop()
        elif event.old_state == "speaking":
            self._wait()

    def _transcribed(self, event: UserInputTranscribedEvent) -> None:
        if event.is_final and event.transcript.strip():
            self._unanswered = event.transcript
            if self._clock is None:  # it came so late that the silence before it was taken for one in which nothing is due
                self._wait()

    def _agent_changed(self, event: AgentStateChangedEvent) -> None:
        if event.new_state == "listening":  # a reply is over, also one that no voice has spoken
            self._unanswered = ""

    def _agent_began(self) -> None:
        self._unanswered = ""
        self._agent_sounds = True
        self._stop()

    def _agent_fell_silent(self) -> None:
        self._agent_sounds = False
        self._wait()

    def _wait(self) -> None:
        """Nobody is heard from now on, unless the other one still is."""
        self._stop()
        if self._spoken and not self._user_speaks and not self._agent_sounds:  # who only types reads the answer
            self._clock = asyncio.get_running_loop().call_later(SILENT_FOR_S, self._lasted)

    def _stop(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _lasted(self) -> None:
        self._clock = None
        on_its_way = self._session.agent_state == "thinking" or self._session.current_speech is not None
        if on_its_way or (self._unanswered and not self._ignores(self._unanswered)):
            self._background.start("play the waiting tone", self._play())
            self._wait()


class ToneTrack:
    """A track of its own in the room, published when the tone is first needed: one that waits in silence costs a job a tenth of its CPU."""

    def __init__(self, room: rtc.Room) -> None:
        self._room = room
        self._source: rtc.AudioSource | None = None
        self._publishing = asyncio.Lock()

    async def play(self) -> None:
        """Let whoever hears the room hear the tone."""
        async with self._publishing:
            if self._source is None:
                self._source = await self._published()
        await self._source.capture_frame(rtc.AudioFrame(tone(), SAMPLE_RATE, 1, round(SAMPLE_RATE * NOTE_S) * len(NOTES_HZ)))

    async def _published(self) -> rtc.AudioSource:
        """As soon as somebody hears it, or at the latest a second later."""
        source = rtc.AudioSource(SAMPLE_RATE, 1)
        track = rtc.LocalAudioTrack.create_audio_track("waiting tone", source)
        publication = await self._room.local_participant.publish_track(track)
        with suppress(TimeoutError):
            async with asyncio.timeout(SUBSCRIBED_WITHIN_S):
                await publication.wait_for_subscription()
        return source


def tone() -> bytes:
    """Two notes that swell and fade."""
    samples = round(SAMPLE_RATE * NOTE_S)
    return array.array(
        "h",
        (
            round(LOUDNESS * math.sin(math.pi * place / samples) * math.sin(2 * math.pi * pitch * place / SAMPLE_RATE))
            for pitch in NOTES_HZ
            for place in range(samples)
        ),
    ).tobytes()
