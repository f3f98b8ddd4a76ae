"""Sound as it comes in and goes out: WAV files, 16 bit samples, and other sampling rates by FFmpeg's resampler."""

import io
import struct
from fractions import Fraction

import av
import numpy as np
from av.audio.frame import AudioFrame
from av.audio.resampler import AudioResampler

from voice.listener import LISTENS_AT_HZ, Samples

SPEAKS_AT_HZ = 24_000
"""What OpenAI's `pcm` means: 24,000 samples a second of 16 bits, one channel."""
LONGEST_S = 60


class NotSoundError(Exception):
    """It is no WAV file that can be read."""


class SoundTooLongError(Exception):
    """It is longer than `LONGEST_S`."""


class Resampled:
    """One stream of samples at another rate: without a seam where one block ends and the next begins."""

    def __init__(self, from_hz: int, to_hz: int) -> None:
        self._from_hz = from_hz
        self._resampler = AudioResampler(format="flt", layout="mono", rate=to_hz)

    def add(self, samples: Samples) -> Samples:
        if samples.size == 0:
            return samples
        frame = AudioFrame.from_ndarray(samples[np.newaxis, :], format="flt", layout="mono")
        frame.sample_rate = self._from_hz
        frame.time_base = Fraction(1, self._from_hz)
        return _joined(self._resampler.resample(frame))

    def rest(self) -> Samples:
        """What is still held back, once all has been added."""
        return _joined(self._resampler.resample(None))


def samples_of(wav: bytes) -> Samples:
    """The samples of a WAV file of any rate and number of channels, at `LISTENS_AT_HZ`.

    Raises `NotSoundError` and `SoundTooLongError`. No other format is tried: FFmpeg knows hundreds, which nobody sends.
    """
    resampler = AudioResampler(format="flt", rate=LISTENS_AT_HZ)
    blocks: list[Samples] = []
    length = 0
    try:
        with av.open(io.BytesIO(wav), format="wav", mode="r", metadata_errors="ignore") as container:
            for frame in container.decode(audio=0):
                frame.pts = None
                blocks.append(_joined(resampler.resample(frame)))
                length += blocks[-1].size
                if length > LONGEST_S * LISTENS_AT_HZ:
                    raise SoundTooLongError
        blocks.append(_joined(resampler.resample(None)))
    except (av.FFmpegError, ValueError, IndexError):
        raise NotSoundError from None
    samples = np.concatenate(blocks)
    if samples.size == 0 or not np.isfinite(samples).all():
        raise NotSoundError
    return np.clip(samples, -1, 1)


def pcm(samples: Samples) -> bytes:
    """As 16 bit little-endian."""
    return (np.clip(samples, -1, 1) * 32_767).astype("<i2").tobytes()


def wav_header() -> bytes:
    """Of a stream whose length is not known yet, as FFmpeg writes it: the longest there can be."""
    unknown = 0xFFFF_FFFF
    return struct.pack(
        "<4sI4s4sIHHIIHH4sI",
        b"RIFF", unknown, b"WAVE", b"fmt ", 16, 1, 1, SPEAKS_AT_HZ, SPEAKS_AT_HZ * 2, 2, 16, b"data", unknown,
    )  # fmt: skip


def _joined(frames: list[AudioFrame]) -> Samples:
    """One channel: the mean of all, where FFmpeg's own way would make those that agree louder."""
    blocks = [frame.to_ndarray().reshape(-1, frame.layout.nb_channels).mean(axis=1, dtype=np.float32) for frame in frames]
    return np.concatenate(blocks) if blocks else np.zeros(0, np.float32)
