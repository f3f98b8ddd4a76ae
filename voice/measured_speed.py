"""How fast this machine is: one sentence is spoken and heard at the start, which also warms the models up.

A real-time factor is the time it takes to compute a second of sound: below 1 it keeps up with speech.
"""

import time
from dataclasses import dataclass

import numpy as np

from voice.listener import LISTENS_AT_HZ, Listener
from voice.sound import Resampled
from voice.synthesizer import Synthesizer

SENTENCE = "Archive it, and go on to the next one."


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredSpeed:
    """Real-time factors on one core."""

    listens: float
    speaks: float


def measure(listener: Listener, synthesizer: Synthesizer) -> MeasuredSpeed:
    """Takes about a second."""
    began = time.perf_counter()
    spoken = np.concatenate([synthesizer.speak(piece, speed=1.0) for piece in synthesizer.pieces_of(SENTENCE)])
    speaking_s = time.perf_counter() - began
    resampled = Resampled(synthesizer.rate_hz, LISTENS_AT_HZ)
    sound = np.concatenate([resampled.add(spoken), resampled.rest()])
    began = time.perf_counter()
    listener.transcribe(sound, language="en", prompt="")
    listening_s = time.perf_counter() - began
    seconds = len(spoken) / synthesizer.rate_hz
    return MeasuredSpeed(listens=round(listening_s / seconds, 3), speaks=round(speaking_s / seconds, 3))
