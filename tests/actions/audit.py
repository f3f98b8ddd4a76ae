"""An audit: the decisions behind journaled changes, made once more from what the journal keeps.

The journal has no words, only their hash, the rule that let an action pass and the digest of what was agreed to. From these alone it
follows whether the rule may let such an action pass at all; and whoever has the words of a call (the user themselves, a test) can have
every decision made anew from them, by the same functions that made it the first time.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby
from typing import Protocol

from actions.consent.grants import Rule, is_lawful
from briefing.mail import MailId
from briefing.mail_action import MailAction, Tier, tier_of
from briefing.understanding.change_intents import asks_for, mails_meant
from briefing.understanding.confirmation import Confirmation, confirmation


class Recorded(Protocol):
    """What an audit needs of an entry. Entries of one grant have the same `act`; `undoes` is set where a change was taken back."""

    @property
    def act(self) -> str:
        """What all entries of one grant share."""

    @property
    def call_id(self) -> str:
        """The call in which it happened."""

    @property
    def action(self) -> MailAction:
        """What was done."""

    @property
    def mail_id(self) -> MailId:
        """To which mail."""

    @property
    def words_hash(self) -> str:
        """Of the words that granted it."""

    @property
    def digest(self) -> str:
        """Of what was granted."""

    @property
    def rule(self) -> str:
        """Which rule let it pass."""

    @property
    def undoes(self) -> int | None:
        """The entry that was taken back by it."""


class Fault(StrEnum):
    """Why a journaled act would not be let pass."""

    MIXED = "entries of one act disagree on what let it pass"
    UNLAWFUL = "this rule lets no such action pass, or not for so many mails"
    REUSED = "one yes let pass two acts that cannot be taken back"
    WORDS_DIFFER = "the words do not ask for it, or are no yes to it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One act as the audit sees it; without a `fault` it would be let pass again."""

    act: str
    action: MailAction
    rule: str
    mails: int
    fault: Fault | None


def replay(entries: Iterable[Recorded], *, words: Mapping[str, str] | None = None) -> tuple[Decision, ...]:
    """Decide about every act again, in the order of the entries. `words` are those of the call by their hash, as far as they are known."""
    acts = [tuple(of_act) for _, of_act in groupby(sorted(entries, key=_act), key=_act)]
    used: set[tuple[str, str, str]] = set()
    return tuple(_decide(act, words or {}, used) for act in acts)


def _act(entry: Recorded) -> str:
    return entry.act


def _decide(entries: tuple[Recorded, ...], words: Mapping[str, str], used: set[tuple[str, str, str]]) -> Decision:
    first = entries[0]
    action = _action(first)
    mails = len({entry.mail_id for entry in entries})
    return Decision(act=first.act, action=action, rule=first.rule, mails=mails, fault=_fault(entries, action, mails, words, used))


def _action(entry: Recorded) -> MailAction:
    """What was asked for: taking back a change is an undo, whatever kind of change that takes."""
    return entry.action if entry.undoes is None else MailAction.UNDO


def _fault(
    entries: tuple[Recorded, ...], action: MailAction, mails: int, words: Mapping[str, str], used: set[tuple[str, str, str]]
) -> Fault | None:
    first = entries[0]
    if len({(entry.call_id, _action(entry), entry.words_hash, entry.digest, entry.rule) for entry in entries}) > 1:
        return Fault.MIXED
    if not is_lawful(action, first.rule, mails):
        return Fault.UNLAWFUL
    the_yes = (first.call_id, first.words_hash, first.digest)
    if tier_of(action) is not Tier.REVERSIBLE:
        if the_yes in used:
            return Fault.REUSED
        used.add(the_yes)
    said = words.get(first.words_hash)
    return Fault.WORDS_DIFFER if said is not None and not _grant(said, action, first.rule, mails) else None


def _grant(said: str, action: MailAction, rule: str, mails: int) -> bool:
    if rule == Rule.YES_TO_QUESTION:
        return confirmation(said, action, mails=mails) is Confirmation.YES
    return asks_for(said, action) and mails <= mails_meant(said, action)
