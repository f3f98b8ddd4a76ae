"""Letting the mail speak: quotation marks that a mail cannot close, and full stops that come out right."""

import re

from briefing.speech.wording.speakable import capped

_HEADERS = re.compile(r"(?:^|(?<=[.!?])|(?<=[.!?] ))(subject|from|to|cc|date|sent|betreff|von|an|objet)\s*:", re.IGNORECASE)


def quoted(words: str, limit: int = 200) -> str:
    """The words in double quotation marks of ours; the mail's own become single ones, so it cannot step out of its quotation."""
    words = without_headers(words).replace('"', "'").replace("\u201c", "'").replace("\u201d", "'")
    inner = capped(words, limit).strip()
    return f"\u201c{inner}\u201d"


def without_headers(text: str) -> str:
    """The text without the colons that would make it sound like a header read aloud."""
    return _HEADERS.sub(r"\1 ", text)


def said(words: str, limit: int = 300) -> str:
    """A quoted sentence with its end: `\u201cThe draft is ready.\u201d`."""
    inner = quoted(words, limit)[1:-1]
    return f"\u201c{inner if inner.rstrip(')').endswith(('.', '!', '?')) else f'{inner}.'}\u201d"


def titled(words: str, limit: int = 80) -> str:
    """A quoted title, without the full stop a sentence would have: `\u201cContract renewal\u201d`."""
    return f"\u201c{quoted(words, limit)[1:-1].rstrip('.,;:')}\u201d" if words else ""


def fitted(sentence: str, limit: int) -> str:
    """The sentence cut to `limit` characters; a quotation that the cut left open is closed."""
    if len(sentence) <= limit:
        return sentence
    cut = capped(sentence, limit - 1)
    return f"{cut}\u201d" if cut.count("\u201c") > cut.count("\u201d") else cut


def finished(sentence: str) -> str:
    """The sentence with exactly one end mark, inside a closing quotation mark if it ends with one."""
    sentence = sentence.rstrip(" ,;:")
    if sentence.rstrip(")\u201d").endswith((".", "!", "?")):
        return sentence
    return f"{sentence[:-1]}.\u201d" if sentence.endswith("\u201d") else f"{sentence}."
