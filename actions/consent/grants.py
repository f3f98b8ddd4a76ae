"""The single-use grant, and the register that redeems it.

A grant says what may be done, to which mails, and on which words. The register holds every unused grant that consent entered, so a grant
that was made elsewhere or used before cannot be redeemed.
"""

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass, field
from enum import StrEnum

from briefing.mail import MailId
from briefing.mail_action import MOST_UNASKED, MailAction, Tier, tier_of


class Rule(StrEnum):
    """The rule that allowed an action, as the journal writes it."""

    ASKED_THIS_TURN = "asked this turn"
    ASKED_THE_TURN_BEFORE = "asked the turn before"
    YES_TO_QUESTION = "yes to the question"


def words_hash(words: str) -> str:
    """SHA-256 in hex; the journal keeps this instead of the words."""
    return hashlib.sha256(words.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True, kw_only=True)
class SingleUseGrant:
    """Permission for one action: on `mails` (none for a mail that is sent), with `label`, or for exactly the payload of `digest`.

    `words_hash` is the SHA-256, in hex, of the words that granted it; `number` counts the grants of one call from 1.
    """

    action: MailAction
    mails: frozenset[MailId]
    digest: str
    words_hash: str
    rule: Rule
    number: int
    label: str = field(repr=False)

    def covers(self, action: MailAction, mails: Collection[MailId], *, label: str = "") -> bool:
        """Whether it allows exactly this action and label, on some or all of its mails."""
        return action is self.action and label == self.label and bool(mails) and self.mails.issuperset(mails)


class GrantUsedError(Exception):
    """The grant was redeemed before, or consent never entered it."""


class GrantRegister:
    """The unused grants of one call, and the turn of the user's in which they are redeemed; empty where there are no turns."""

    def __init__(self) -> None:
        self._unused: dict[int, SingleUseGrant] = {}
        self._last = 0
        self.turn = ""

    def turn_begins(self) -> None:
        self.turn = secrets.token_hex(6)

    def new_act(self) -> str:
        """A unique key for what one grant does; those of one turn share what stands before the dot."""
        return f"{self.turn}.{secrets.token_hex(6)}" if self.turn else secrets.token_hex(12)

    def next_number(self) -> int:
        self._last += 1
        return self._last

    def enter(self, grant: SingleUseGrant) -> SingleUseGrant:
        """Only consent calls this."""
        self._unused[grant.number] = grant
        return grant

    def redeem(self, grant: SingleUseGrant) -> None:
        """Use it up. Raises `GrantUsedError` the second time, and for a grant that is not the very one that was entered."""
        if self._unused.get(grant.number) is not grant:
            raise GrantUsedError
        del self._unused[grant.number]


def is_lawful(action: str, rule: str, mails: int) -> bool:
    """Whether a rule may allow an action on that many mails; consent and the audit of the journal both use this."""
    match tier_of(action):
        case Tier.REVERSIBLE if rule in {Rule.ASKED_THIS_TURN, Rule.ASKED_THE_TURN_BEFORE}:
            return mails <= MOST_UNASKED
        case _:
            return rule == Rule.YES_TO_QUESTION
