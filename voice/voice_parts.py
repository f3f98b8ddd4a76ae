"""What the server serves with: a listener, one or more voices, and what is known of them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

from voice.listener import Listener, Synthesizer
from voice.measured_speed import MeasuredSpeed, measure
from voice.unavailable import VoiceUnavailableError
from voice.weights.checked import Weights
from voice.weights.found import WeightPlaces
from voice.weights.known_models import PIPER_JOE, WHISPER_TINY_EN


@dataclass(frozen=True, slots=True)
class OfferedVoice:
    """One voice, under the name of its model."""

    weights: Weights
    synthesizer: Synthesizer


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceParts:
    """`voices` has at least one; the first speaks where no other is asked for."""

    listener: Listener
    voices: Sequence[OfferedVoice]
    hears_with: Weights
    speed: MeasuredSpeed

    def synthesizer(self, voice: str) -> Synthesizer:
        """That of this name, else the first: clients of other services ask for voices that are not here."""
        return next((each for each in self.voices if each.weights.name == voice), self.voices[0]).synthesizer


NEEDED = ("faster_whisper", "piper")
Load = Callable[[], VoiceParts]
"""Takes seconds, on a thread. Raises `VoiceUnavailableError`."""


def load(places: WeightPlaces, *, cores: int) -> VoiceParts:
    """All models, found, checked, loaded and measured. Raises `VoiceUnavailableError`."""
    if not all(map(find_spec, NEEDED)):
        raise VoiceUnavailableError("The local voice is not installed: install Aloud with its extra, `aloud[local-voice]`.")
    hears_with, speak_with = places.find(WHISPER_TINY_EN), places.find_all(PIPER_JOE)
    try:
        from voice.piper_synthesizer import PiperSynthesizer  # noqa: PLC0415 - both take a second, and are there only with the extra
        from voice.whisper_listener import WhisperListener  # noqa: PLC0415

        listener = WhisperListener(hears_with.folder, cores=cores)
        voices = [OfferedVoice(each, PiperSynthesizer(next(iter(sorted(each.folder.glob("*.onnx")))))) for each in speak_with]
        speed = measure(listener, voices[0].synthesizer)
    except Exception as error:  # two foreign libraries, which raise what they like for files that they cannot use
        raise VoiceUnavailableError(
            f"The models {' and '.join(each.name for each in (hears_with, *speak_with))} could not be loaded ({type(error).__name__}): put "
            "other files in their place, or install the extra local-voice again."
        ) from None
    return VoiceParts(listener=listener, voices=voices, hears_with=hears_with, speed=speed)
