"""The voice of a speech service as something that can be changed: which of its voices, and how fast."""

from collections.abc import Sequence
from typing import get_args

from livekit.plugins import openai
from livekit.plugins.openai.models import TTSVoices

from providers.models.espeak import EspeakTTS

SLOWEST, FASTEST = 0.25, 4.0  # API reference, "Create speech"
VOICES_OF_OPENAI: tuple[str, ...] = get_args(TTSVoices)
"""OpenAI's API cannot be asked for them."""


class ServiceVoice:
    """`other` stands in for `usual` and speaks as fast. `voices` are known from the beginning, or told by `learned`.

    `takes_any`: the service speaks with a voice of its own where it has not the one that it is asked for. Any other would refuse each
    sentence.
    """

    def __init__(
        self, usual: openai.TTS, other: EspeakTTS | None, *, voice: str, voices: Sequence[str] = (), base_speed: float, takes_any: bool
    ) -> None:
        self._usual = usual
        self._other = other
        self._base = base_speed
        self._takes_any = takes_any
        self._wanted = ""
        self.voice = voice
        self.voices = voices
        self.speed = 1.0

    def set_voice(self, name: str) -> None:
        self._wanted = name
        if name and (name in self.voices or (self._takes_any and not self.voices)):
            self.voice = name
            self._usual.update_options(voice=name)

    def learned(self, voices: Sequence[str]) -> None:
        """These are the voices that there are: now the one that was asked for before can be taken."""
        self.voices = voices
        self.set_voice(self._wanted)
        if voices and self.voice not in voices and self._takes_any:
            self.voice = voices[0]

    def set_speed(self, speed: float) -> None:
        self.speed = speed
        self._usual.update_options(speed=min(FASTEST, max(SLOWEST, self._base * speed)))
        if self._other is not None:
            self._other.set_speed(speed)
