"""Leave to do one thing once, and the register in which it is crossed off.

A grant says what may be done, to which mails, and on whose words; the register knows every grant that consent has entered, so one that was
made up elsewhere, or was used before, redeems nothing.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum

from briefing.mail import MailId
from briefing.mail_action import MOST_UNASKED, MailAction, Tier, tier_of


class Rule(StrEnum):
    """Which rule let an action pass, as the journal writes it."""

    ASKED_THIS_TURN = "asked this turn"
    ASKED_THE_TURN_BEFORE = "asked the turn before"
    YES_TO_QUESTION = "yes to the question"


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleUseGrant:
    """Leave for one action: on `mails` (none for a mail that is sent), with `label`, or for exactly the payload of `digest`.

    `words_hash` is the SHA-256, in hex, of the words that granted it; `number` counts the grants of one call from 1.
    """

    action: MailAction
    mails: frozenset[MailId]
    digest: str
    words_hash: str
    rule: Rule
    number: int
    label: str = field(default="", repr=False)

    def covers(self, action: MailAction, mails: Collection[MailId], *, label: str = "") -> bool:
        """Whether it lets just this happen; fewer mails than it names are covered too."""
        return action is self.action and label == self.label and bool(mails) and self.mails.issuperset(mails)


class GrantUsedError(Exception):
    """The grant has been redeemed before, or nobody ever granted it."""


class GrantRegister:
    """The grants of one call that were granted and not yet used."""

    def __init__(self) -> None:
        self._unused: dict[int, SingleUseGrant] = {}
        self._last = 0

    def next_number(self) -> int:
        """The number of the next grant."""
        self._last += 1
        return self._last

    def enter(self, grant: SingleUseGrant) -> SingleUseGrant:
        """Write down what was granted; only consent does."""
        self._unused[grant.number] = grant
        return grant

    def redeem(self, grant: SingleUseGrant) -> None:
        """Use it up. Raises `GrantUsedError` the second time, and for a grant that is not the very one that was entered."""
        if self._unused.get(grant.number) is not grant:
            raise GrantUsedError
        del self._unused[grant.number]


def is_lawful(action: str, rule: str, mails: int) -> bool:
    """Whether a rule may let an action pass on so many mails: what consent goes by, and what an audit goes by afterwards."""
    match tier_of(action):
        case Tier.READ:
            return True
        case Tier.REVERSIBLE if rule in {Rule.ASKED_THIS_TURN, Rule.ASKED_THE_TURN_BEFORE}:
            return mails <= MOST_UNASKED
        case _:
            return rule == Rule.YES_TO_QUESTION
