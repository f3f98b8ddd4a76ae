"""Leave to do one thing once, and the book in which it is crossed off.

A warrant says what may be done, to which mails, and on whose words; the book knows every warrant that consent has entered, so one that was
made up elsewhere, or was used before, redeems nothing.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum

from actions.deeds import MOST_UNASKED, Deed, Tier, tier_of
from briefing.mail import MailId


class Rule(StrEnum):
    """Which rule let a deed pass, as the journal writes it."""

    ASKED_THIS_TURN = "asked this turn"
    ASKED_THE_TURN_BEFORE = "asked the turn before"
    YES_TO_QUESTION = "yes to the question"


@dataclass(frozen=True, slots=True, kw_only=True)
class Warrant:
    """Leave for one deed: on `mails` (none for a mail that is sent), with `label`, or for exactly the payload of `digest`.

    `words_hash` is the SHA-256, in hex, of the words that granted it; `number` counts the warrants of one call from 1.
    """

    deed: Deed
    mails: frozenset[MailId]
    digest: str
    words_hash: str
    rule: Rule
    number: int
    label: str = field(default="", repr=False)

    def covers(self, deed: Deed, mails: Collection[MailId], *, label: str = "") -> bool:
        """Whether it lets just this happen; fewer mails than it names are covered too."""
        return deed is self.deed and label == self.label and bool(mails) and self.mails.issuperset(mails)


class WarrantUsedError(Exception):
    """The warrant has been redeemed before, or nobody ever granted it."""


class WarrantBook:
    """The warrants of one call that were granted and not yet used."""

    def __init__(self) -> None:
        self._unused: dict[int, Warrant] = {}
        self._last = 0

    def next_number(self) -> int:
        """The number of the next warrant."""
        self._last += 1
        return self._last

    def enter(self, warrant: Warrant) -> Warrant:
        """Write down what was granted; only consent does."""
        self._unused[warrant.number] = warrant
        return warrant

    def redeem(self, warrant: Warrant) -> None:
        """Use it up. Raises `WarrantUsedError` the second time, and for a warrant that is not the very one that was entered."""
        if self._unused.get(warrant.number) is not warrant:
            raise WarrantUsedError
        del self._unused[warrant.number]


def is_lawful(deed: str, rule: str, mails: int) -> bool:
    """Whether a rule may let a deed pass on so many mails: what consent goes by, and what an audit goes by afterwards."""
    match tier_of(deed):
        case Tier.READ:
            return True
        case Tier.REVERSIBLE if rule in {Rule.ASKED_THIS_TURN, Rule.ASKED_THE_TURN_BEFORE}:
            return mails <= MOST_UNASKED
        case _:
            return rule == Rule.YES_TO_QUESTION
