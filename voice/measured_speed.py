"""How fast this machine is: one sentence is spoken and heard at the start, which also warms the models up.

A real-time factor is the time it takes to compute a second of sound on one core: below 1 it keeps up with speech. It is counted in time of
the processor, and the best of a few tries counts, because what else runs at this moment says nothing of the machine. A container that may
use less than a core is slower by that.
"""

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from voice.listener import LISTENS_AT_HZ, Listener, Stop, Synthesizer
from voice.sound import Resampled

SENTENCE = "Archive it, and go on to the next one."
TRIES = 3
QUICK = 0.4
"""A factor that no further try is made below."""
CPU_MAX = Path("/sys/fs/cgroup/cpu.max")


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredSpeed:
    """Real-time factors on one core."""

    listens: float
    speaks: float


def measure(listener: Listener, synthesizer: Synthesizer) -> MeasuredSpeed:
    """Takes about a second on a quick machine, `TRIES` times as long as a sentence on a slow one."""
    best = _measured(listener, synthesizer)
    for _ in range(TRIES - 1):
        if max(best.listens, best.speaks) <= QUICK:
            break
        again = _measured(listener, synthesizer)
        best = MeasuredSpeed(listens=min(best.listens, again.listens), speaks=min(best.speaks, again.speaks))
    share = core_share(CPU_MAX)
    return MeasuredSpeed(listens=round(best.listens / share, 3), speaks=round(best.speaks / share, 3))


def _measured(listener: Listener, synthesizer: Synthesizer) -> MeasuredSpeed:
    began = time.process_time()
    spoken = np.concatenate([synthesizer.speak(piece, speed=1.0, stop=Stop()) for piece in synthesizer.pieces_of(SENTENCE)])
    speaking_s = time.process_time() - began
    resampled = Resampled(synthesizer.rate_hz, LISTENS_AT_HZ)
    sound = np.concatenate([resampled.add(spoken), resampled.rest()])
    began = time.process_time()
    listener.transcribe(sound, language="en", prompt="")
    listening_s = time.process_time() - began
    seconds = len(spoken) / synthesizer.rate_hz
    return MeasuredSpeed(listens=listening_s / seconds, speaks=speaking_s / seconds)


def core_share(limit: Path) -> float:
    """The part of one core that this control group may use: at most 1, and 1 where nothing limits it. cgroup v2, `cpu.max`."""
    try:
        quota, period = limit.read_text(encoding="ascii").split()
        return min(1.0, int(quota) / int(period))
    except (OSError, ValueError, ZeroDivisionError):  # `max` instead of a number, or no such file
        return 1.0
