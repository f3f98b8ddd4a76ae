"""What listens: sound becomes a transcript, and the transcript says how sure it is."""

from collections.abc import Sequence
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
