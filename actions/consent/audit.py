"""An audit: the decisions behind journaled changes, made once more from what the journal keeps.

The journal has no words, only their hash, the rule that let an action pass and the digest of what was agreed to. From these alone it
follows whether the rule may let such an action pass at all; and whoever has the words of a call can have every decision made anew from
them, by the same functions that made it the first time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from actions.changes.entries import ChangeOutcome, Entry
from actions.consent.grants import Rule, is_lawful
from actions.consent.leave import agrees, asks
from briefing.mail_action import MailAction, Tier, tier_of
from briefing.understanding.understanding import Understanding, understand


class Fault(StrEnum):
    """Why a journaled act would not be let pass."""

    MIXED = "entries of one act disagree on what let it pass"
    UNLAWFUL = "this rule lets no such action pass, or not for so many mails"
    REUSED = "one yes let pass two acts that cannot be taken back"
    WORDS_DIFFER = "the words do not ask for it, or are no yes to it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """One act as the audit sees it, with the outcome of each of its mails; without a `fault` it would be let pass again."""

    at: datetime
    action: MailAction
    rule: str
    outcomes: tuple[ChangeOutcome, ...]
    fault: Fault | None

    @property
    def mails(self) -> int:
        return len(self.outcomes)


def replay(entries: Iterable[Entry], *, words: Mapping[str, str] | None = None) -> tuple[Decision, ...]:
    """Decide about every act again, in the order in which they were begun. `entries` come oldest first.

    `words` are those of the call by their hash, as far as they are known.
    """
    acts: dict[str, list[Entry]] = {}
    taken_back: set[str] = set()
    for entry in entries:
        acts.setdefault(entry.act, []).append(entry)
        taken_back.add(entry.undoes_key)
    used: set[tuple[str, str, str]] = set()
    return tuple(_decide(act, words or {}, used, taken_back) for act in acts.values())


def _decide(act: Sequence[Entry], words: Mapping[str, str], used: set[tuple[str, str, str]], taken_back: set[str]) -> Decision:
    first = act[0]
    ends = {entry.settles or entry.key: entry.outcome for entry in act}
    fault = _fault(act, words, used)
    if any(entry.outcome is ChangeOutcome.DONE and entry.key not in taken_back for entry in act):
        used.add(_the_yes(first))
    return Decision(at=first.at, action=first.action, rule=first.rule, outcomes=tuple(ends.values()), fault=fault)


def _the_yes(entry: Entry) -> tuple[str, str, str]:
    return entry.call_id, entry.words_hash, entry.digest


def _fault(act: Sequence[Entry], words: Mapping[str, str], used: set[tuple[str, str, str]]) -> Fault | None:
    first, action = act[0], act[0].action
    mails = len({entry.mail_id for entry in act} - {entry.mail_after for entry in act if entry.mail_after != entry.mail_id})
    if len({(_the_yes(entry), entry.action, entry.rule) for entry in act}) > 1:
        return Fault.MIXED
    if not is_lawful(action, first.rule, mails):
        return Fault.UNLAWFUL
    if tier_of(action) is not Tier.REVERSIBLE and _the_yes(first) in used:
        return Fault.REUSED
    said = words.get(first.words_hash)
    return Fault.WORDS_DIFFER if said is not None and not _grants(understand(said), action, first.rule, mails) else None


def _grants(said: Understanding, action: MailAction, rule: str, mails: int) -> bool:
    if rule == Rule.YES_TO_QUESTION:
        return agrees(said, action, mails=mails)
    return asks(said, action, mails=mails)
