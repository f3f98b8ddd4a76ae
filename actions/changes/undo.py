"""Taking changes back: the last, the last three, "what I archived this morning", at any time and from any call.

What is taken back is what the journal says was changed, and only that. Where the mailbox no longer shows it, somebody has changed the mail
since, and it stays as it is: to put it back would undo what they did. Anything else that happened to the mail meanwhile is left alone. The
same holds for what lies under a later change of ours that is not taken back as well.
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

AT_ONCE = 8
"""Mails that are put back beside each other; what happened to one mail is taken back in turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a user wants undone: the last `count` acts, or all of them since a moment; of one action only, if that is named.

    An act is all that one intent did: twelve newsletters that were archived at once come back at once. With `keys` it is exactly these
    entries, as a preview showed them, whatever was done since; the rest does not matter then.
    """

    count: int = 1
    since: datetime | None = None
    action: MailAction | None = None
    keys: tuple[str, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether only "the last" is meant, whatever that was."""
        return not self.keys and self.since is None and self.action is None

    def names(self, entry: Entry) -> bool:
        """Whether an entry is of those that are meant, if there are so many."""
        return (not self.keys or entry.key in self.keys) and self.action in {None, entry.action}

    def has_enough(self, acts: Collection[str], entry: Entry) -> bool:
        """Whether this older entry is beyond the number of acts that were asked for."""
        return not self.keys and self.since is None and entry.act not in acts and len(acts) >= self.count


class Undo:
    """Takes back one user's changes in one call."""

    def __init__(self, *, steps: JournaledSteps, register: GrantRegister, held: HeldSendings | None = None) -> None:
        """`steps` are those of the call's `Changer`. Without `held` a sending cannot be called back."""
        self._steps = steps
        self._register = register
        self._held = held

    async def preview(self, wanted: Wanted) -> tuple[Entry, ...]:
        """What would be taken back, newest first. Raises `JournalUnavailableError`."""
        return tuple((await self._find(wanted)).entries)

    async def undo(self, grant: SingleUseGrant, wanted: Wanted) -> Undone:
        """Take it back, the newest change of a mail first. The grant names the mails, by the ids that the preview gave.

        Raises `NotGrantedError`, `GrantUsedError` and `JournalUnavailableError`; what a mailbox does never raises.
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
        """In the order in which things were begun: the end of one that a crash left open may have been written much later."""
        if await self._steps.settle_interrupted():
            logger.info("some changes are still open, and cannot be undone yet")
        found, endings = ToUndo(), _Endings()
        acts: set[str] = set()
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
            if wanted.has_enough(acts, end):
                break
            if end.action in SENDINGS and await self._is_over(end, wanted, found):
                continue
            acts.add(end.act)
            found.add(end)
        for entry in found.has_left[: 0 if found.entries else 1]:
            found.add(entry)
        return found

    async def _is_over(self, entry: Entry, wanted: Wanted, found: ToUndo) -> bool:
        """Whether there is nothing left to take back of what was to be sent; what is sought by name is told of all the same."""
        state = await self._where(entry)
        if state is SendingState.HELD or (state is not SendingState.CANCELLED and not wanted.is_plain):
            return False
        if state is not SendingState.CANCELLED:
            found.has_left.append(entry)
        return True

    async def _where(self, entry: Entry) -> SendingState | None:
        """Where a mail is that was to be sent; none for what has left some other way."""
        if self._held is None:
            return None
        try:
            return await self._held.state(provider_id_of(entry.mail_id))
        except DatabaseUnavailableError:
            return SendingState.HELD  # it will be found out when it is called back


@dataclass(slots=True)
class _Endings:
    """How what was begun has ended, from the newest entry to the oldest; `taken_back` are the keys of what was undone."""

    ends: dict[str, Entry] = field(default_factory=dict)
    taken_back: set[str] = field(default_factory=set)

    def of(self, entry: Entry) -> Entry | None:
        """The end of something that was begun; none if the entry begins nothing, or came to nothing."""
        if entry.settles:
            if self.ends.setdefault(entry.settles, entry) is entry and entry.outcome is ChangeOutcome.UNDONE:
                self.taken_back.add(entry.undoes_key)
            return None
        if entry.outcome is ChangeOutcome.UNDONE:  # of something that no mailbox knows of
            self.taken_back.add(entry.undoes_key)
            return None
        end = self.ends.get(entry.key) if entry.outcome is ChangeOutcome.INTENDED else entry
        return None if end is None or end.outcome is ChangeOutcome.FAILED else end
