"""WAV files for the server."""

import io
import wave

import numpy as np

from voice.listener import Samples


def wav_of(samples: Samples, *, rate_hz: int, channels: int = 1) -> bytes:
    """16 bit; the same in each channel."""
    file = io.BytesIO()
    with wave.open(file, "wb") as written:
        written.setparams((channels, 2, rate_hz, 0, "NONE", ""))
        written.writeframes(np.repeat((np.clip(samples, -1, 1) * 32_767).astype("<i2"), channels).tobytes())
    return file.getvalue()


def tone(seconds: float, *, rate_hz: int, pitch_hz: float = 440, loudness: float = 0.5) -> Samples:
    return (loudness * np.sin(2 * np.pi * pitch_hz * np.arange(int(seconds * rate_hz)) / rate_hz)).astype(np.float32)


def pitch_of(samples: Samples, *, rate_hz: int) -> float:
    """The strongest frequency in it."""
    return float(np.argmax(np.abs(np.fft.rfft(samples)))) * rate_hz / len(samples)
