"""Whether a mail is the one that a picture shows: by its subject and its sender, whatever a program adds to them or cuts off.

And whether it could be taken for it, since who reads a picture sees shapes: a name in letters of another alphabet, or that is an address.
"""

import re

from briefing.look_alikes import skeleton
from briefing.mail import Address, Envelope
from briefing.mail_query import Forms, MailQuery
from briefing.triage.subjects import without_prefixes
from briefing.words import split_words
from glance.given_result import Candidate

_ADDRESS = re.compile(r"(?<![^\s<>,;()\[\]\"'])[^\s<>,;()\[\]\"']+@[^\s<>,;()\[\]\"']+")
_CUT = re.compile(r"(?:…|\.\.\.)[\s\"'“”„‘’«»)\]]*$")  # noqa: RUF001 - quotation marks around what is shown
REPLIES = frozenset({"re", "fwd", "fw", "aw", "wg"})
_WORD = re.compile(r"\w+")
_MOST_WORDS = 6
_SHORTEST_BEGINNING = 8
"""Characters of a subject that was cut off: fewer could begin anything."""
_SHORTEST_NAME = 3
"""The same for a sender of whom no word is whole."""


def is_named(candidate: Candidate) -> bool:
    """Whether both could be read."""
    return bool(_plain(candidate.subject or "")) and bool(split_words(candidate.sender or ""))


def are_the_same(one: Candidate, other: Candidate) -> bool:
    """Whether both name one mail, in whatever words it would be searched for."""
    return _named(one) == _named(other)


def _named(candidate: Candidate) -> tuple[str, frozenset[str]]:
    return _plain(candidate.subject or ""), frozenset(split_words(candidate.sender or ""))


def matches(candidate: Candidate, envelope: Envelope) -> bool:
    return is_about(candidate.subject or "", envelope.subject) and is_from(candidate.sender or "", envelope.sender)


def could_be(candidate: Candidate, envelope: Envelope) -> bool:
    """Whether it would look like it in a picture, whoever it is from."""
    sender, written = skeleton(candidate.sender or ""), envelope.sender
    alike = Address(name=skeleton(written.name), email=skeleton(written.email))
    bears_it = not _addresses(sender).isdisjoint(_addresses(alike.name))
    return is_about(skeleton(candidate.subject or ""), skeleton(envelope.subject)) and (bears_it or is_from(sender, alike))


def is_about(shown: str, subject: str) -> bool:
    """A subject that is shown cut off begins the real one; any other is the same, but for "Re:" and signs."""
    seen, real = _plain(_CUT.sub("", shown)), _plain(subject)
    if _CUT.search(shown.strip()) and len(seen) >= _SHORTEST_BEGINNING:
        return real.startswith(seen)
    return bool(seen) and seen == real


def is_from(shown: str, sender: Address) -> bool:
    """An address is the same; of a name every word is one of theirs, the last one perhaps cut off."""
    addresses = _addresses(shown)
    if addresses:
        return sender.email in addresses
    words, cut = split_words(_CUT.sub("", shown)), bool(_CUT.search(shown.strip()))
    names = split_words(sender.name) or split_words(sender.email)
    whole = words[:-1] if cut else words
    if not whole and len("".join(words)) < (_SHORTEST_NAME if cut else 1):
        return False
    return set(whole) <= set(names) and (not cut or any(name.startswith(words[-1]) for name in names))


def looked_for_by(candidate: Candidate) -> tuple[MailQuery, MailQuery]:
    """What finds the mails that could be it: those from there, and those about that, whoever they are from. What is cut off is left out."""
    about = _forms(without_prefixes(candidate.subject or ""))
    return MailQuery(words=about, sender=_forms(candidate.sender or "")), MailQuery(words=about)


def _addresses(shown: str) -> frozenset[str]:
    return frozenset(found[0].rstrip(".").lower() for found in _ADDRESS.finditer(shown))


def _forms(shown: str) -> tuple[Forms, ...]:
    words = _WORD.findall(_CUT.sub("", shown))
    return tuple((word,) for word in (words[:-1] if _CUT.search(shown.strip()) else words)[:_MOST_WORDS])


def _plain(subject: str) -> str:
    words = split_words(without_prefixes(subject))
    return "" if REPLIES.issuperset(words) else " ".join(words)
