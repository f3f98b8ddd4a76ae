"""Piper: a natural voice that computes a second of speech in a tenth of one, on one core."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from piper import PiperVoice, SynthesisConfig
from piper.config import PiperConfig

from voice import cutting
from voice.listener import Piece, Samples, Stop


class _Stoppable:
    """The session, run so that it ends between two of its steps once it is told to; it fails then."""

    def __init__(self, session: onnxruntime.InferenceSession, stop: Stop) -> None:
        self._session, self._options = session, onnxruntime.RunOptions()
        stop.tells(self._end)

    def _end(self) -> None:
        self._options.terminate = True

    def run(self, outputs: Sequence[str] | None, given: Mapping[str, NDArray[np.generic]]) -> Sequence[NDArray[np.float32]]:
        made: Sequence[NDArray[np.float32]] = self._session.run(outputs, given, self._options)
        return made


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

    def speak(self, piece: Piece, *, speed: float, stop: Stop) -> Samples:
        """See `Synthesizer`. As loud as can be, as Piper itself makes each sentence."""
        config = SynthesisConfig(length_scale=self._voice.config.length_scale / speed)
        voice = replace(self._voice, session=cast("onnxruntime.InferenceSession", _Stoppable(self._voice.session, stop)))
        made = voice.phoneme_ids_to_audio(voice.phonemes_to_ids(list(piece)), config)
        samples = np.atleast_1d(np.asarray(made, np.float32))
        loudest = float(np.max(np.abs(samples), initial=0.0))
        return samples / loudest if loudest > 1e-8 else samples
