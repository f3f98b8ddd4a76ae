"""Finding one of a list of phrases in a recording, or none, with pocketsphinx.

The grammar alone hears one of its phrases in almost anything, so two more decodes of the same recording must vouch for it: one with an
open vocabulary of English, one of bare sounds. A phrase counts only if

- its sounds are, on average of the two, half like what they heard (by sounds and not by letters, since the open decode writes
  "our target" for "archive it"), and
- it fits the recording no worse than the free words do.
"""

import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

from pocketsphinx import Config, Decoder, NGramModel, get_model_path

from providers.models.offline_stt.sounds_alike import likeness

AGREEMENT = 0.5
"""The least likeness. Measured on espeak-ng's US voice: 122 of 132 phrases right and none mistaken for another; of other talk, 0 of 40
long and 2 of 40 short sentences taken for a command. Half the letters in common with the open decode alone: 95 of 134, and 1 and 3. The
model is American: of a British voice it finds 96 of 132."""

GRAMMAR, OPEN, SOUNDS = "phrases", "open", "sounds"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decode:
    """What one search heard: the words, their sounds (ARPAbet), and how well they fit (a log likelihood, without the language model)."""

    text: str = field(repr=False)
    sounds: tuple[str, ...] = field(repr=False)
    fit: float


class PhraseRecogniser:
    """Recognises `phrases` in PCM (16 kHz, 16 bit, mono). Loading takes some 0.3 s and 100 MB; one recording is decoded at a time.

    The second passes are switched off: in the grammar search the best path search loses the end of phrases, and in the open search both
    keep Python's lock for a fifth of a second, in which the call would stand still.
    """

    def __init__(self, phrases: Sequence[str]) -> None:
        self._phrases = frozenset(phrases)
        self._decoder = Decoder(Config(lm=None, loglevel="FATAL", fwdflat=False, bestpath=False))
        self._decoder.add_jsgf_string(GRAMMAR, f"#JSGF V1.0; grammar commands; public <command> = {' | '.join(phrases)};")
        self._decoder.add_lm(OPEN, NGramModel(self._decoder.config, self._decoder.logmath, get_model_path("en-us/en-us.lm.bin")))
        self._decoder.add_allphone_file(SOUNDS, get_model_path("en-us/en-us-phone.lm.bin"))
        self._lock = threading.Lock()

    def recognise(self, pcm: bytes) -> str:
        """The phrase that was said, or an empty text. Blocks for about a quarter of the recording's length."""
        # A lock of threads, not of the event loop: a caller that is cancelled leaves its thread decoding.
        with self._lock:
            phrase = self._decode(GRAMMAR, pcm)
            return phrase.text if phrase.text in self._phrases and self._is_vouched_for(phrase, pcm) else ""

    def _is_vouched_for(self, phrase: Decode, pcm: bytes) -> bool:
        words = self._decode(OPEN, pcm)
        if phrase.fit < words.fit:
            return False
        return likeness(phrase.sounds, words.sounds) + likeness(phrase.sounds, self._decode(SOUNDS, pcm).sounds) >= 2 * AGREEMENT

    def _decode(self, search: str, pcm: bytes) -> Decode:
        self._decoder.activate_search(search)
        self._decoder.start_utt()
        self._decoder.process_raw(pcm, no_search=False, full_utt=True)
        self._decoder.end_utt()
        hypothesis = self._decoder.hyp()
        if hypothesis is None:
            return Decode(text="", sounds=(), fit=-math.inf)
        # Words come with the number of the pronunciation that fitted, "read(2)"; silence and noises are in brackets of several kinds.
        segments = [(segment.word, segment.ascore) for segment in self._decoder.seg()]
        spoken = [word for word, _ in segments if word[0].isalnum() and word != "SIL"]
        sounds = spoken if search == SOUNDS else [sound for word in spoken for sound in (self._decoder.lookup_word(word) or "").split()]
        return Decode(
            text=hypothesis.hypstr, sounds=tuple(sounds), fit=sum(math.log(score) if score > 0 else -math.inf for _, score in segments)
        )
