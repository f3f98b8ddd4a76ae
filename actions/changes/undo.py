"""Taking changes back: the last, the last three, "what I archived this morning", at any time and from any call.

Undo takes back exactly what the journal says was changed. If the mailbox no longer shows that change, somebody changed the mail since, and
it stays as it is: putting it back would undo their change. Other later changes of the mail are kept. A change also stays if a later change
of ours lies on top of it and is not taken back too.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from actions.changes.changer import NotGrantedError
from actions.changes.entries import ChangeOutcome, Entry
from actions.changes.steps import JournaledSteps
from actions.changes.taking_back import SENDINGS, HeldSendings, TakingBack, ToUndo, Undone, Why
from actions.consent.grants import GrantRegister, SingleUseGrant
from actions.sending_states import SendingState
from briefing.mail import provider_id_of
from briefing.mail_action import MailAction
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

_STAYED_HERE = frozenset({SendingState.CANCELLED, SendingState.NOT_SENT})
"""Nobody got such a mail, so nothing of it is to be taken back."""

AT_ONCE = 8
"""Mails that are put back concurrently; the changes of one mail are taken back one after the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What to undo: the last `count` acts, or all acts since a moment; with `action`, only acts of that kind.

    An act is everything that one intent did: twelve newsletters that were archived together come back together. With `turns`, so does all
    that one turn of the user's did: "archive it and flag it". `keys` names exactly the entries of a preview, whatever was done since; the
    other fields do not matter then.
    """

    count: int = 1
    since: datetime | None = None
    action: MailAction | None = None
    turns: bool = False
    keys: tuple[str, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether only "the last" is meant, of any kind."""
        return not self.keys and self.since is None and self.action is None

    def names(self, entry: Entry) -> bool:
        """Whether an entry is of the wanted kind, whatever their number."""
        return (not self.keys or entry.key in self.keys) and self.action in {None, entry.action}

    def one_of(self, entry: Entry) -> str:
        """What is counted: the act that it is a part of, or the turn."""
        return entry.turn if self.turns else entry.act

    def has_enough(self, counted: Collection[str], entry: Entry) -> bool:
        """Whether the wanted number is complete before this older entry."""
        return not self.keys and self.since is None and self.one_of(entry) not in counted and len(counted) >= self.count


class Undo:
    """Takes back one user's changes in one call."""

    def __init__(self, *, steps: JournaledSteps, register: GrantRegister, held: HeldSendings | None = None) -> None:
        """`steps` are those of the call's `Changer`. Without `held`, no mail can be called back."""
        self._steps = steps
        self._register = register
        self._held = held

    async def preview(self, wanted: Wanted) -> tuple[Entry, ...]:
        """What would be taken back, newest first. Raises `JournalUnavailableError`."""
        return tuple((await self._find(wanted)).entries)

    async def undo(self, grant: SingleUseGrant, wanted: Wanted) -> Undone:
        """Take it back, the newest change of a mail first. The grant names mails by their ids in the preview.

        Raises `NotGrantedError`, `GrantUsedError` and `JournalUnavailableError`, but no error of a mailbox.
        """
        if grant.action is not MailAction.UNDO:
            raise NotGrantedError("the grant is for something else")
        found = await self._find(wanted)
        self._register.redeem(grant)
        asked = [entry for entry in found.entries if entry.mail_after in grant.mails or entry.mail_id in grant.mails]
        taking = TakingBack(self._steps, self._held, grant=grant, found=found)
        taking.refused += [(entry, Why.NOT_ASKED) for entry in found.entries if entry not in asked]
        places = asyncio.Semaphore(AT_ONCE)

        async def of_one_mail(entries: Sequence[Entry]) -> None:
            async with places:
                for entry in entries:
                    await taking.take_back(entry)

        await asyncio.gather(*(of_one_mail(entries) for entries in found.by_mail(asked)))
        return taking.ended()

    async def _find(self, wanted: Wanted) -> ToUndo:
        """In the order of intentions, because the end of a change that a crash left open may be recorded much later."""
        if await self._steps.settle_interrupted():
            logger.info("some changes are still open, and cannot be undone yet")
        found, endings = ToUndo(), _Endings()
        counted: set[str] = set()
        missing = set(wanted.keys)
        async for entry in self._steps.journal.everything(self._steps.user_id):
            end = endings.of(entry)
            if end is None:
                continue
            if (wanted.since is not None and entry.at < wanted.since) or (wanted.keys and not missing):
                break
            missing.discard(end.key)
            found.note_id(end)
            if end.outcome is ChangeOutcome.UNDONE or end.key in endings.taken_back:
                continue
            if not wanted.names(end):
                found.stays.append(end)
                continue
            if wanted.has_enough(counted, end):
                break
            if end.action in SENDINGS and await self._is_over(end, wanted, found):
                continue
            counted.add(wanted.one_of(end))
            found.add(end)
        beside = [entry for entry in found.has_left if wanted.one_of(entry) in counted]
        for entry in beside if found.entries else found.has_left[:1]:
            found.add(entry)
        return found

    async def _is_over(self, entry: Entry, wanted: Wanted, found: ToUndo) -> bool:
        """Whether nothing can be taken back of this sending. One that the user asked for by kind or time is reported all the same."""
        state = await self._where(entry)
        if state in _STAYED_HERE:
            return True
        if state is SendingState.HELD or not wanted.is_plain:
            return False
        found.has_left.append(entry)
        return True

    async def _where(self, entry: Entry) -> SendingState | None:
        """The state of a sending; none for one that did not go through the outbox."""
        if self._held is None:
            return None
        try:
            return await self._held.state(provider_id_of(entry.mail_id))
        except DatabaseUnavailableError:
            return SendingState.HELD  # calling it back will show


@dataclass(slots=True)
class _Endings:
    """The ends of intentions, read from the newest entry to the oldest; `taken_back` has the keys of undone entries."""

    ends: dict[str, Entry] = field(default_factory=dict)
    taken_back: set[str] = field(default_factory=set)

    def of(self, entry: Entry) -> Entry | None:
        """The end of this intention; none if the entry is no intention, or failed."""
        if entry.settles:
            if self.ends.setdefault(entry.settles, entry) is entry and entry.outcome is ChangeOutcome.UNDONE:
                self.taken_back.add(entry.undoes_key)
            return None
        if entry.outcome is ChangeOutcome.UNDONE:  # a mail that was called back from the outbox
            self.taken_back.add(entry.undoes_key)
            return None
        end = self.ends.get(entry.key) if entry.outcome is ChangeOutcome.INTENDED else entry
        return None if end is None or end.outcome is ChangeOutcome.FAILED else end
