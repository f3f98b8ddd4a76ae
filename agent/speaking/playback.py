"""How much of a reply has reached the caller. This alone decides what counts as heard.

LiveKit plays a reply passage by passage and reports after each how much of it was played; without a voice, a passage has reached the caller
when its text was delivered. Only these reports make a mail presented (its passage has begun) and heard (the passage that ends it was
played to its end). The history is no measure: its words run ahead of the voice, and a generated reply may never be played.
"""

import asyncio
from collections.abc import AsyncIterable, AsyncIterator, Callable
from enum import StrEnum

from livekit.agents import AgentSession
from livekit.agents.voice.io import AudioOutput, PlaybackFinishedEvent, PlaybackStartedEvent

from briefing.mail import MailId
from session.call import Call
from session.passages import Passage, PassageRole
from session.turn.kept_talk import we_said


class Ended(StrEnum):
    PLAYED = "played"
    CUT = "cut"
    UNPLAYED = "unplayed"
    """Its text was delivered, but the voice that should have spoken it did not."""


class Segment:
    def __init__(self) -> None:
        self.passage: Passage | None = None
        self.words = ""
        self.share = 1.0
        self.begun = False
        self.begun_at = 0.0
        self.ended: Ended | None = None

    def add(self, words: str) -> None:
        """Add words to the passage. A model's words come in pieces; the first that tells of a mail makes the whole sentence tell of it."""
        piece = words if isinstance(words, Passage) else Passage(words)
        if self.passage is None or (self.passage.role is PassageRole.LEAD and piece.role is PassageRole.MAIL):
            self.passage, self.begun = piece, False
        self.words += words

    @property
    def characters(self) -> int:
        return len(self.words)

    @property
    def told(self) -> str:
        """The words that have reached the caller; after a cut, up to the last whole word."""
        return self.words if self.share >= 1 else self.words[: int(self.share * len(self.words))].rpartition(" ")[0]


class Playback:
    def __init__(self, call: Call) -> None:
        self._call = call
        self._audio: AudioOutput | None = None
        self._segment: Segment | None = None
        self._settled = asyncio.Event()
        self._stop_after_passage = False
        self.on_passage_played: list[Callable[[], None]] = []
        """Called whenever a passage was played to its end: a boundary at which something else may be said."""
        self.on_told: list[Callable[[str, float], None]] = []
        """Called when a passage has ended, with the words that were told and its start on the event loop's clock."""

    def follow(self, session: AgentSession[None], words: AsyncIterable[str]) -> AsyncIterator[str]:
        """The words of one passage, unchanged; called when they are about to be played."""
        self._attach(session.output.audio if session.output.audio_enabled else None)
        if self._segment is not None and self._segment.ended is None:
            self._end(self._segment, Ended.UNPLAYED)
        self._segment = Segment()
        self._stop_after_passage = False
        return self._words(self._segment, words)

    async def settled(self, passage: Passage) -> bool:
        """Wait until the passage has ended, in whatever way; returns whether another may follow it."""
        while not (self._segment and self._segment.passage is passage and self._segment.ended):
            self._settled.clear()
            await self._settled.wait()
        stop, self._stop_after_passage = self._stop_after_passage, False
        return not stop

    def tells_all(self, passage: Passage) -> None:
        """Note that this passage ended telling the mail, which is known only when the model's answer is complete."""
        passage.ends = True
        if passage.played:
            self._call.heard(passage)

    def share_played(self, mail: MailId) -> float:
        """The share of this mail's presentation that has been played, 0 to 1, if it is being played: an estimate for the board only."""
        segment = self._segment
        if segment is None or segment.passage is None or not segment.begun or segment.ended is not None:
            return 0.0
        if segment.passage.role is not PassageRole.MAIL or segment.passage.mail != mail:
            return 0.0
        return self._share(segment, asyncio.get_running_loop().time() - segment.begun_at)

    def stop_after_passage(self) -> None:
        """Stop a reading after the passage that is being played."""
        self._stop_after_passage = True

    async def _words(self, segment: Segment, words: AsyncIterable[str]) -> AsyncIterator[str]:
        async for piece in words:
            was_begun = segment.begun
            segment.add(piece)
            if self._audio is None or was_begun:
                self._begin(segment)
            yield piece
        if segment.words != segment.passage:  # a model's sentence came in pieces; whether it asks shows in all of it
            self._call.being_said(segment.passage.saying(segment.words) if segment.passage is not None else Passage(segment.words))
        if self._audio is None:
            self._call.line.time.written(segment.words)
            self._end(segment, Ended.PLAYED)

    def _attach(self, audio: AudioOutput | None) -> None:
        if audio is self._audio:
            return
        if self._audio is not None:
            self._audio.off("playback_started", self._voice_began)
            self._audio.off("playback_finished", self._voice_ended)
        self._audio = audio
        if audio is not None:
            audio.on("playback_started", self._voice_began)
            audio.on("playback_finished", self._voice_ended)

    def _voice_began(self, _: PlaybackStartedEvent) -> None:
        if self._segment is not None:
            self._begin(self._segment)

    def _voice_ended(self, event: PlaybackFinishedEvent) -> None:
        segment = self._segment
        if segment is None or segment.ended is not None:
            return
        if event.playback_position > 0:
            self._begin(segment)
        self._call.line.time.played(segment.characters, event.playback_position, whole=not event.interrupted)
        if event.interrupted:
            segment.share = self._share(segment, event.playback_position)
            self._note_share(segment, event.playback_position)
            self._end(segment, Ended.CUT)
        else:
            self._end(segment, Ended.PLAYED)

    def _begin(self, segment: Segment) -> None:
        passage = segment.passage
        if segment.begun or passage is None:
            return
        segment.begun, segment.begun_at = True, asyncio.get_running_loop().time()
        self._call.being_told(passage)

    def _note_share(self, segment: Segment, position_s: float) -> None:
        """Note how much was played, estimated from the voice's usual pace; never all of it."""
        passage = segment.passage
        if passage is not None and passage.role is PassageRole.MAIL and passage.mail is not None:
            self._call.tracker.note_heard(passage.mail, self._share(segment, position_s))

    def _share(self, segment: Segment, position_s: float) -> float:
        return min(0.99, position_s * self._call.line.time.characters_per_s / max(1, segment.characters))

    def _end(self, segment: Segment, how: Ended) -> None:
        segment.ended = how
        for teller in self.on_told:
            teller(segment.told, segment.begun_at or asyncio.get_running_loop().time())
        passage = segment.passage
        heard = how is Ended.PLAYED and self._call.line.caller_is_there
        if passage is not None:
            reached = segment.told if how is not Ended.UNPLAYED and self._call.line.caller_is_there else ""
            we_said(self._call, passage.saying(segment.words), heard=len(reached))
        if passage is not None and passage.by_model and segment.begun:
            self._call.model_said(passage.saying(segment.words.strip()), heard=heard)
        if heard and passage is not None:
            self._call.was_told(passage)
            for listener in self.on_passage_played:
                listener()
        self._settled.set()
