"""Whisper through faster-whisper, with the settings that heard commands best.

Measured: beam search is no better than the likeliest token; text of before makes it repeat itself; a little silence on both sides keeps
short commands whole; sampling again at a higher temperature, which is the library's default, takes seconds and makes things up, so what
is improbable is doubtful instead. A window of ten seconds instead of the thirty that Whisper was trained with is three times quicker, but
hears 33 of 44 clean commands where the whole one hears 43; five seconds hear 22.

The encoder, which takes most of the time, runs once: what may be a command is decoded a second time without the prompt, so that nothing
is heard only because it was expected. That takes a tenth of the time. The last sounds are kept as the encoder made them: whoever asks for
the same sound with another prompt, told of fewer things that it may be, is answered in that tenth.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from threading import Lock

import numpy as np
from ctranslate2 import StorageView
from faster_whisper import WhisperModel
from faster_whisper.audio import pad_or_trim
from faster_whisper.tokenizer import Tokenizer
from faster_whisper.transcribe import TranscriptionOptions, get_suppressed_tokens

from voice.listener import LISTENS_AT_HZ, HeardPart, Samples, Transcript

BEFORE = np.zeros(int(0.2 * LISTENS_AT_HZ), np.float32)
AFTER = np.zeros(int(0.3 * LISTENS_AT_HZ), np.float32)
A_FEW_WORDS = 12
"""Commands have no more; a dictation is read out before anything is done with it."""
MOST_TOKENS_A_SECOND = 8
"""Quick speech has about five; a model that repeats itself has no end."""
KEPT = 4
"""Sounds, of 3.3 MB each: those of one call or two that are asked about again at once."""


@dataclass(slots=True)
class _KeptSound:
    """`second` is what is heard without a prompt, once that was asked for."""

    features: Samples
    encoded: StorageView
    second: str | None = None


class WhisperListener:
    """Thread-safe: as many as `cores` calls compute at once, each on one core."""

    def __init__(self, folder: Path, *, cores: int) -> None:
        self._kept, self._keeping = OrderedDict[bytes, _KeptSound](), Lock()
        self._model = WhisperModel(str(folder), device="cpu", compute_type="int8", cpu_threads=1, num_workers=cores, local_files_only=True)

    @property
    def languages(self) -> Sequence[str]:
        known: Sequence[str] = self._model.supported_languages
        return known

    def transcribe(self, samples: Samples, *, language: str, prompt: str) -> Transcript:
        """See `Listener`."""
        sound = self._sound(samples)
        tokenizer = Tokenizer(self._model.hf_tokenizer, self._model.model.is_multilingual, task="transcribe", language=language)
        options = _options(tokenizer, prompt, seconds=len(samples) / LISTENS_AT_HZ)
        parts = self._parts(sound, tokenizer, options)
        if not prompt or not 0 < len(" ".join(part.text for part in parts).split()) <= A_FEW_WORDS:
            return Transcript(parts=parts)
        if sound.second is None:
            unprompted = self._parts(sound, tokenizer, replace(options, initial_prompt=None))
            sound.second = " ".join(part.text for part in unprompted if part.text)
        return Transcript(parts=parts, second=sound.second)

    def _sound(self, samples: Samples) -> _KeptSound:
        key = sha256(samples.tobytes()).digest()
        with self._keeping:
            kept = self._kept.pop(key, None)
        if kept is None:
            features = self._model.feature_extractor(np.concatenate([BEFORE, samples, AFTER]))
            kept = _KeptSound(features, self._model.encode(pad_or_trim(features)))
        with self._keeping:
            self._kept[key] = kept
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return kept

    def _parts(self, sound: _KeptSound, tokenizer: Tokenizer, options: TranscriptionOptions) -> Sequence[HeardPart]:
        return [
            HeardPart(
                start=max(0.0, round(segment.start - 0.2, 3)),
                end=max(0.0, round(segment.end - 0.5, 3)),
                text=segment.text.strip(),
                avg_logprob=segment.avg_logprob,
                no_speech_prob=segment.no_speech_prob,
                compression_ratio=segment.compression_ratio,
            )
            for segment in self._model.generate_segments(sound.features, tokenizer, options, False, sound.encoded)
        ]


def _options(tokenizer: Tokenizer, prompt: str, *, seconds: float) -> TranscriptionOptions:
    return TranscriptionOptions(
        beam_size=1,
        best_of=1,
        patience=1,
        length_penalty=1,
        repetition_penalty=1,
        no_repeat_ngram_size=0,
        log_prob_threshold=-1.0,
        no_speech_threshold=0.6,
        compression_ratio_threshold=None,
        condition_on_previous_text=False,
        prompt_reset_on_temperature=0.5,
        temperatures=[0.0],
        initial_prompt=prompt or None,
        prefix=None,
        suppress_blank=True,
        suppress_tokens=get_suppressed_tokens(tokenizer, [-1]),
        without_timestamps=True,
        max_initial_timestamp=1.0,
        word_timestamps=False,
        prepend_punctuations="",
        append_punctuations="",
        multilingual=False,
        max_new_tokens=min(200, 16 + int(min(seconds, 30) * MOST_TOKENS_A_SECOND)),
        clip_timestamps="0",
        hallucination_silence_threshold=None,
        hotwords=None,
    )
