"""The words of a line of mail, folded so that "Échéance" and "echeance" are the same word.

Everything that looks for words (the user's keywords, questions, deadlines, similar subjects) folds and splits here, once per text:
looking words up in a set costs a few microseconds where a pattern of many alternatives costs a hundred.
"""

import re
from dataclasses import dataclass
from unicodedata import normalize

_WORD = re.compile(r"\w+")
_ASCII_GAPS = {code: " " for code in range(128) if not (chr(code).isalnum() or chr(code) == "_")}
_MARKS = re.compile(r"[\u0300-\u036f]+")
_WITHOUT_MARK = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "\u0131": "i", "æ": "ae", "œ": "oe"})


@dataclass(slots=True)  # not frozen: one is made per mail, and freezing would cost as much as splitting
class Words:
    """One text three ways: `folded` with its punctuation, `sequence` of its words, and the `vocabulary` to look words up in."""

    folded: str
    sequence: list[str]
    vocabulary: set[str]
    _joined: str = ""

    @property
    def joined(self) -> str:
        """The words with single spaces between them, for patterns that span several words."""
        self._joined = self._joined or " ".join(self.sequence)
        return self._joined


def fold(text: str) -> str:
    """Lower case, without diacritics and presentation forms: "Müller" and "MULLER" fold alike."""
    if text.isascii():
        return text.lower()
    return _MARKS.sub("", normalize("NFKD", text).casefold()).translate(_WITHOUT_MARK)


def words_of(text: str) -> Words:
    folded = fold(text)
    sequence = _split(folded)
    return Words(folded, sequence, set(sequence))


def split_words(text: str) -> list[str]:
    return _split(fold(text))


def _split(folded: str) -> list[str]:
    if folded.isascii():
        return folded.translate(_ASCII_GAPS).split()  # what the pattern finds, in half the time
    return _WORD.findall(folded)


def letters(text: str) -> str:
    """Its letters and digits alone, in lower case: "In-Voice 2" is "invoice2"."""
    return "".join(filter(str.isalnum, normalize("NFKC", text).lower()))
