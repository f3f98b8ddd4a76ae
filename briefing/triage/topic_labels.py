"""What a topic is called, in words that can be read aloud.

A label comes from strangers' mail: it is made of letters, figures and plain punctuation, on one line, short, without anything that would
reorder, hide or spell out. A label holds no count: topics shrink and grow while
they are presented, and counts come from the tracker alone.
"""

import re
from collections.abc import Sequence
from unicodedata import category, normalize

from briefing.triage.subjects import is_filler, telling_words, without_prefixes
from briefing.words import fold, split_words

LONGEST_LABEL = 60
"""Characters; a longer subject ends at a word before that."""

_READ = 300
_SUBJECTS_READ = 20

_LINK = re.compile(r"\b(?:https?://|www\.)\S+", re.IGNORECASE)
_BRACKETS = re.compile(r"\[[^\[\]]*\]|\((?=[^\d()]{0,300}\d)[#\s\w-]*\)|\{[^{}]*\}|<[^<>]*>")
_CODE = re.compile(
    r"#\s*[\w-]+|(?<![\w-])-*+(?=[\w-]{0,300}\d)(?=[\w-]{0,300}[^\W\d_])[\w-]{7,}\b|\b\d[\d-]{4,300}\d\b|\b[A-Z][A-Z0-9]++-\d++\b"
)
_MARKUP = re.compile(r"[<>{}\[\]|`*_~^\\=#]+")
_LONE_MARKS = re.compile(r"[\u0300-\u036f\ufe00-\ufe0f\u20d0-\u20ff]+")
_REPEATED = re.compile(r"([^\w\s])(?:\s*\1)+")
_HANGING = re.compile(r"\s{1,300}([,.;:!?])|\(\s*\)")
_EDGES = " \t-\u2013\u2014:;,./&+·•|\"'“”„«»"

_UNSPEAKABLE = frozenset({"Cc", "Cs", "Co", "Cn", "So", "Sk", "Zl", "Zp"})


def label_words(text: str) -> str:
    """The text on one line without what cannot be spoken: emoji, ids, links, control and invisible characters. May be empty."""
    text = normalize("NFKC", text[:_READ])[:_READ]  # one sign can become eighteen
    if not (text.isascii() and text.isprintable()):
        text = _LONE_MARKS.sub("", "".join(_spoken_sign(sign) for sign in text))
    for pattern in (_LINK, _BRACKETS, _CODE, _MARKUP):
        text = pattern.sub(" ", text)
    text = _HANGING.sub(r"\1", _REPEATED.sub(r"\1", text))
    return " ".join(text.split()).strip(_EDGES)


def subject_label(subject: str) -> str:
    """A subject as a label; empty when it says nothing ("hi", "(no subject)", "12.3.")."""
    label = _shortened(label_words(without_prefixes(subject)))
    return label if telling_words(label) else ""


def shared_label(subjects: Sequence[str]) -> str:
    """What several subjects have in common, in the words of the first; its own label, and that there is more, when that is nothing."""
    first, *others = subjects[:_SUBJECTS_READ]
    label = subject_label(first)
    common = telling_words(first).intersection(*(telling_words(subject) for subject in others))
    if len(set(subjects)) == 1:
        return label
    if not common:
        return f"{label} and more" if label and len(label) + len(" and more") <= LONGEST_LABEL else label
    kept = [word for word in label.split() if _joins(word, common)]
    while kept and is_filler(fold(kept[-1].strip(_EDGES))):
        kept.pop()
    while kept and is_filler(fold(kept[0].strip(_EDGES))):
        kept.pop(0)
    return " ".join(kept).strip(_EDGES) or label


def list_name(list_id: str) -> str:
    """A mailing list's name out of its List-Id ("Python dev <python-dev.python.org>"); empty when it is only a code."""
    described, _, identifier = list_id.rpartition("<")
    name = label_words(described) or label_words(re.sub(r"[_-]+", " ", identifier.rstrip(">").partition(".")[0]))
    letters = sum(sign.isalpha() for sign in name)
    return _shortened(name) if letters >= 2 and letters > sum(sign.isdigit() for sign in name) * 3 else ""


def _spoken_sign(sign: str) -> str:
    kind = category(sign)
    if kind == "Cf":
        return ""  # has no width: what it stands in stays one word
    return " " if kind in _UNSPEAKABLE else sign


def _joins(word: str, common: frozenset[str]) -> bool:
    parts = split_words(word)
    return bool(parts) and all(part in common or is_filler(part) for part in parts)


def _shortened(text: str) -> str:
    if len(text) <= LONGEST_LABEL:
        return text
    cut = text[: LONGEST_LABEL + 1]
    return (cut.rpartition(" ")[0] or cut[:LONGEST_LABEL]).rstrip(_EDGES)
