"""Finds the user's keywords as whole words in a subject or a snippet.

A keyword may be several words ("project phoenix") or hold signs ("C++"). Its first word is looked up in the mail's vocabulary, and only
then is the keyword searched for, so the cost per mail hardly depends on how many keywords there are.
"""

import re
from collections.abc import Iterable

from briefing.words import Words, fold, split_words

_WITHOUT_SPACES = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Thai, Lao, Burmese, Khmer, Japanese and Chinese write no spaces: there a keyword is found inside a run of letters."""


class Keywords:
    """The user's keywords, ready to be looked for in many mails."""

    def __init__(self, keywords: Iterable[str]) -> None:
        self._by_first_word: dict[str, list[tuple[int, str, re.Pattern[str]]]] = {}
        self._anywhere: list[tuple[int, str, re.Pattern[str]]] = []
        for place, keyword in enumerate(keywords):
            if keyword.strip():
                self._add(place, keyword.strip())

    def first_in(self, words: Words) -> str | None:
        """The first of the user's keywords, in the user's order and spelling, that the text holds as whole words."""
        found = self._by_first_word.keys() & words.vocabulary
        if not found and not self._anywhere:
            return None
        candidates = list(self._anywhere)
        for word in found:
            candidates += self._by_first_word[word]
        return min(((place, keyword) for place, keyword, pattern in candidates if pattern.search(words.folded)), default=(0, None))[1]

    def _add(self, place: int, keyword: str) -> None:
        folded = fold(keyword)
        spaced = r"\s+".join(re.escape(part) for part in folded.split())
        words = split_words(keyword)
        if not words or _WITHOUT_SPACES.search(folded):
            self._anywhere.append((place, keyword, re.compile(spaced)))
        else:
            self._by_first_word.setdefault(words[0], []).append((place, keyword, re.compile(rf"(?<!\w){spaced}(?!\w)")))
