"""The user's words said back to them: "what they still owe us" is "what they still owe you"."""

import re
from collections.abc import Mapping

_PAIRS: Mapping[str, str] = {
    "i am": "you are", "i'm": "you're", "i was": "you were", "am i": "are you", "was i": "were you", "i've": "you've", "i'd": "you'd",
    "i'll": "you'll", "we're": "you're", "we've": "you've", "we'd": "you'd", "we'll": "you'll", "i": "you", "we": "you", "me": "you",
    "us": "you", "my": "your", "our": "your", "mine": "yours", "ours": "yours", "myself": "yourself", "ourselves": "yourselves",
    "you're": "I'm", "you've": "I've", "you'll": "I'll", "you are": "I am", "your": "my", "you": "I",
}  # fmt: skip
_SAID = re.compile(rf"\b(?:{'|'.join(re.escape(each) for each in sorted(_PAIRS, key=len, reverse=True))})\b", re.IGNORECASE)


def to_the_user(words: str) -> str:
    """The same from our side; names that look like such a word ("US") stay."""
    return _SAID.sub(_other_side, words.replace("\u2019", "'"))


def _other_side(found: re.Match[str]) -> str:
    said = found[0]
    return said if said.isupper() and len(said) > 1 else _PAIRS[said.lower()]
