"""What listens and what speaks: sound becomes a transcript that says how sure it is, and text becomes sound, piece by piece, so that the
first piece can be heard while the next is computed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]
"""One channel, between -1 and 1."""

LISTENS_AT_HZ = 16_000


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardPart:
    """A part of a transcript with what the model says of it; times in seconds from the beginning of the sound."""

    start: float
    end: float
    text: str
    avg_logprob: float
    no_speech_prob: float
    compression_ratio: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """What was heard. `second` is what is heard without the prompt, where that was asked for as well."""

    parts: Sequence[HeardPart]
    second: str | None = None

    @property
    def text(self) -> str:
        return " ".join(part.text for part in self.parts if part.text)


class Listener(Protocol):
    """One model that listens. Its methods compute; they are called on threads, at most one for each core at a time."""

    @property
    def languages(self) -> Sequence[str]:
        """The codes of the languages it knows."""

    def transcribe(self, samples: Samples, *, language: str, prompt: str) -> Transcript:
        """What is said in `samples` (at `LISTENS_AT_HZ`); `prompt` holds sentences and names that are likely."""


class Stop:
    """Nobody waits any more for what computes on another thread."""

    def __init__(self) -> None:
        self._is_asked, self._told = False, list[Callable[[], None]]()

    def ask(self) -> None:
        self._is_asked = True
        for tell in self._told:
            tell()

    def tells(self, tell: Callable[[], None]) -> None:
        """Call this, on any thread, once it is asked; at once if it was. It may be called twice."""
        self._told.append(tell)
        if self._is_asked:
            tell()


Piece = Sequence[str]
"""What is computed at once: the phonemes of a sentence, or of a part of a long one."""


class Synthesizer(Protocol):
    """One voice. Its methods compute; they are called on threads, at most one for each core at a time."""

    @property
    def rate_hz(self) -> int:
        """Of the samples that it makes."""

    def pieces_of(self, text: str) -> Sequence[Piece]:
        """`text`, cut into what is spoken at once. Takes milliseconds; empty where nothing can be pronounced."""

    def speak(self, piece: Piece, *, speed: float, stop: Stop) -> Samples:
        """The sound of one piece; `speed` 2 takes half as long to say. Computes for 0.3 seconds at most, and fails once it is to stop."""
