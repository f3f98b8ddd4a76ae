"""Piper: a natural voice that computes a second of speech in a tenth of one, on one core."""

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnxruntime
from piper import PiperVoice, SynthesisConfig
from piper.config import PiperConfig

from voice import cutting
from voice.listener import Piece, Samples


class PiperSynthesizer:
    """Thread-safe: each call computes on the core of its thread."""

    def __init__(self, model: Path) -> None:
        """`model` is the .onnx file, with its .onnx.json beside it."""
        described = json.loads(model.with_name(f"{model.name}.json").read_text(encoding="utf-8"))
        one_core = onnxruntime.SessionOptions()
        one_core.intra_op_num_threads = one_core.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(str(model), sess_options=one_core, providers=["CPUExecutionProvider"])
        self._voice = PiperVoice(session=session, config=PiperConfig.from_dict(described))

    @property
    def rate_hz(self) -> int:
        return self._voice.config.sample_rate

    def pieces_of(self, text: str) -> Sequence[Piece]:
        """See `Synthesizer`. Brackets that would mean phonemes to Piper are read as what they enclose."""
        sentences = self._voice.phonemize(text.replace("[[", "[ [").replace("]]", "] ]"))
        return [piece for sentence in sentences for piece in cutting.pieces_of(sentence)]

    def speak(self, piece: Piece, *, speed: float) -> Samples:
        """See `Synthesizer`. As loud as can be, as Piper itself makes each sentence."""
        config = SynthesisConfig(length_scale=self._voice.config.length_scale / speed)
        made = self._voice.phoneme_ids_to_audio(self._voice.phonemes_to_ids(list(piece)), config)
        samples = np.atleast_1d(np.asarray(made, np.float32))
        loudest = float(np.max(np.abs(samples), initial=0.0))
        return samples / loudest if loudest > 1e-8 else samples
