"""Splits the words of a reply by the numbers of the mails they are about: "2 archive; 3 yes; who is Priya?".

It only splits. What a wish means is for `briefing.understanding`, which is asked here where a number may begin a new wish or be a part of
the one before. What may be a time, an amount or a date is no number of a mail, and nothing is guessed: what can be read in two ways is
unclear and is asked about.
"""

from collections.abc import Collection
from dataclasses import dataclass, field

from correspondence.replies import NewWords


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberedWish:
    """What is wanted of the mails with these numbers, in words that speak of one mail as "it"."""

    numbers: tuple[int, ...]
    words: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """`rest` are the words without a number, as they stand there, in order; `unclear` what has a number and cannot be split for certain."""

    wishes: tuple[NumberedWish, ...] = ()
    rest: tuple[str, ...] = field(default=(), repr=False)
    unclear: tuple[str, ...] = field(default=(), repr=False)


def numbered_wishes(words: NewWords, numbers: Collection[int]) -> Wishes:
    """What a reply wants of the numbered mails; `numbers` are those of the briefing it belongs to. Never raises."""
    raise NotImplementedError
