"""What speaks: text becomes sound, piece by piece, so that the first can be heard while the next is computed."""

from collections.abc import Sequence
from typing import Protocol

from voice.listener import Samples

Piece = Sequence[str]
"""What is computed at once: the phonemes of a sentence, or of a part of a long one."""


class Synthesizer(Protocol):
    """One voice. Its methods compute; they are called on threads, at most one for each core at a time."""

    @property
    def rate_hz(self) -> int:
        """Of the samples that it makes."""

    def pieces_of(self, text: str) -> Sequence[Piece]:
        """`text`, cut into what is spoken at once. Takes milliseconds; empty where nothing can be pronounced."""

    def speak(self, piece: Piece, *, speed: float) -> Samples:
        """The sound of one piece; `speed` 2 takes half as long to say. Computes for some 0.3 seconds at most."""
