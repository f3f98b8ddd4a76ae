"""Taking changes back: the last, the last three, "what I archived this morning", at any time and from any call.

What is taken back is what the journal says was changed, and only that. Where the mailbox no longer shows it, somebody has changed the mail
since, and it stays as it is: to put it back would undo what they did. Anything else that happened to the mail meanwhile is left alone. The
same holds for what lies under a later change of ours that is not taken back as well.
"""

import asyncio
import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

from actions.changes.changer import NotGrantedError, RedeemsGrants
from actions.changes.entries import ChangeOutcome, Entry, new_key
from actions.changes.read_back import CHANGE_WITHIN_S, ChangeResult, within
from actions.changes.steps import JournaledSteps, Step
from actions.consent.grants import SingleUseGrant
from actions.sending.sending_states import SendingState
from briefing.mail import MailId, provider_id_of
from briefing.mail_action import MailAction
from providers.mailbox import MailboxError, MailGoneError
from providers.mailbox_writing import Change, ChangeKind, ChangeRefusedError, MailAttributes, aimed_at, shows
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

AT_ONCE = 8
"""Mails that are put back beside each other; what happened to one mail is taken back in turn."""

SENDINGS = frozenset({MailAction.SEND, MailAction.SEND_LATER, MailAction.UNSUBSCRIBE})
"""What leaves, or may: a list is left by a mail, or at once."""


class Why(StrEnum):
    """Why something was not taken back: fit for a sentence to the user."""

    CHANGED_SINCE = "changed since"  # the mail is no longer as we left it
    GONE = "gone"
    AWAY = "away"  # the mailbox does not answer
    NOT_ASKED = "not asked"  # the grant is not about this mail
    HAS_LEFT = "has left"  # a sent mail cannot be fetched back
    NOT_POSSIBLE = "not possible"  # an unsubscription, a folder that is no more
    NOT_CONFIRMED = "not confirmed"  # it did not go through


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """The entries that were taken back, and those that were not, each with the reason. `renamed` has mails with new ids, by their old."""

    undone: tuple[Entry, ...] = ()
    refused: tuple[tuple[Entry, Why], ...] = ()
    renamed: tuple[tuple[MailId, MailId], ...] = ()


class HeldSendings(Protocol):
    """Mails that have not left yet: the outbox."""

    async def cancel(self, sending_id: str) -> bool:
        """Whether it is certain that it will not leave."""

    async def state(self, sending_id: str) -> SendingState | None:
        """Where it is; none of what is not known there, or not any more."""


class Undo:
    """Takes back one user's changes in one call."""

    def __init__(self, *, steps: JournaledSteps, register: RedeemsGrants, held: HeldSendings | None = None) -> None:
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
        taking = _Taking(self._steps, self._held, grant=grant, found=found)
        taking.refused += [(entry, Why.NOT_ASKED) for entry in found.entries if entry not in asked]
        places = asyncio.Semaphore(AT_ONCE)

        async def of_one_mail(entries: Sequence[Entry]) -> None:
            async with places:
                for entry in entries:
                    await taking.take_back(entry)

        await asyncio.gather(*(of_one_mail(entries) for entries in found.by_mail(asked)))
        return taking.ended()

    async def _find(self, wanted: Wanted) -> "_ToUndo":
        """In the order in which things were begun: the end of one that a crash left open may have been written much later."""
        if await self._steps.settle_interrupted():
            logger.info("some changes are still open, and cannot be undone yet")
        found, endings = _ToUndo(), _Endings()
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

    async def _is_over(self, entry: Entry, wanted: Wanted, found: "_ToUndo") -> bool:
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


@dataclass(slots=True)
class _ToUndo:
    """What is to be taken back, newest first. `ids` has what mails are called now that have had other ids since.

    `stays` are later changes that are not taken back; `under` are the keys of those entries that lie under one of these. `has_left` is what
    was stepped over because nothing can fetch it back.
    """

    entries: list[Entry] = field(default_factory=list)
    ids: dict[MailId, MailId] = field(default_factory=dict)
    stays: list[Entry] = field(default_factory=list)
    under: set[str] = field(default_factory=set)
    has_left: list[Entry] = field(default_factory=list)

    def id_now(self, entry: Entry) -> MailId:
        """What the mail of an entry is called now."""
        return self.ids.get(entry.mail_after, entry.mail_after)

    def note_id(self, entry: Entry) -> None:
        """Take note of an older change of an id."""
        if entry.mail_after != entry.mail_id:
            self.ids[entry.mail_id] = self.id_now(entry)

    def rename(self, mail: MailId, new: MailId) -> None:
        """A mail has another id now."""
        self.ids.update({old: new for old, known in self.ids.items() if known == mail})
        self.ids[mail] = new

    def add(self, entry: Entry) -> None:
        """An older entry that is to be taken back."""
        self.entries.append(entry)
        if self.lies_under(entry, self.stays):
            self.under.add(entry.key)

    def lies_under(self, entry: Entry, later: Sequence[Entry]) -> bool:
        """Whether one of these has changed the same thing of the same mail."""
        return any(self.id_now(entry) == self.id_now(each) and _aspects(entry) & _aspects(each) for each in later)

    def by_mail(self, entries: Sequence[Entry]) -> list[list[Entry]]:
        """What happened to each mail, under whatever ids, newest first."""
        groups: dict[MailId, list[Entry]] = {}
        for entry in entries:
            groups.setdefault(self.id_now(entry), []).append(entry)
        return list(groups.values())


class _Taking:
    """Takes entries back one by one, and keeps what became of them."""

    def __init__(self, steps: JournaledSteps, held: HeldSendings | None, *, grant: SingleUseGrant, found: _ToUndo) -> None:
        self._steps = steps
        self._held = held
        self._grant_of = grant
        self._found = found
        self._act = new_key()
        self.undone: list[Entry] = []
        self.refused: list[tuple[Entry, Why]] = []
        self.renamed: dict[MailId, MailId] = {}

    def ended(self) -> Undone:
        """What became of them, in the order of the preview and not in that in which the mailboxes answered."""
        place = {entry.key: number for number, entry in enumerate(self._found.entries)}
        undone = sorted(self.undone, key=lambda entry: place[entry.key])
        refused = sorted(self.refused, key=lambda each: place[each[0].key])
        return Undone(undone=tuple(undone), refused=tuple(refused), renamed=tuple(self.renamed.items()))

    async def take_back(self, entry: Entry) -> None:
        """Either it is undone, or there is a reason why not."""
        try:
            why = await (self._call_back(entry) if entry.action in SENDINGS else self._put_back(entry))
        except MailGoneError:
            why = Why.GONE
        except ChangeRefusedError:
            why = Why.NOT_POSSIBLE
        except (MailboxError, DatabaseUnavailableError):
            why = Why.AWAY
        if why is None:
            self.undone.append(entry)
        else:
            self.refused.append((entry, why))

    async def _put_back(self, entry: Entry) -> Why | None:
        mail, by = self._found.id_now(entry), within(CHANGE_WITHIN_S)
        now = await self._steps.state(mail, by=by)
        asleep = await self._steps.asleep_until(mail) if entry.action is MailAction.SNOOZE else None
        under = entry.key in self._found.under or self._found.lies_under(entry, [each for each, _ in self.refused])
        if under or asleep != entry.until or not shows(now, _between(mail, entry.before, entry.after)):
            return Why.CHANGED_SINCE
        to = aimed_at(now, _between(mail, entry.after, entry.before))
        plan = _between(mail, now, to)
        step = Step(plan=plan, before=now, after=to, until_before=entry.until, until=entry.until_before, undoes=entry)
        (taken,) = await self._steps.take([step], action=MailAction.UNDO, act=self._act, grant=self._grant_of, by=by)
        if taken.verdict is ChangeResult.DONE and taken.mail_after != mail:
            self.renamed[mail] = taken.mail_after
            self._found.rename(mail, taken.mail_after)
        return _WHY[taken.verdict]

    async def _call_back(self, entry: Entry) -> Why | None:
        if self._held is None or not await self._held.cancel(provider_id_of(entry.mail_id)):
            return Why.NOT_POSSIBLE if entry.action is MailAction.UNSUBSCRIBE else Why.HAS_LEFT
        await self._steps.note_taken_back(entry, act=self._act, grant=self._grant_of)
        return None


_WHY: Mapping[ChangeResult, Why | None] = MappingProxyType(
    {
        ChangeResult.DONE: None,
        ChangeResult.UNCHANGED: None,
        ChangeResult.GONE: Why.GONE,
        ChangeResult.REFUSED: Why.NOT_POSSIBLE,
        ChangeResult.FAILED: Why.NOT_CONFIRMED,
        ChangeResult.UNKNOWN: Why.AWAY,
    }
)


def _aspects(entry: Entry) -> set[str]:
    """What of a mail an entry is about."""
    before, after = entry.before, entry.after
    differs = {
        "place": (before.place, before.folder) != (after.place, after.folder),
        "read": before.read != after.read,
        "flagged": before.flagged != after.flagged,
        "sleep": entry.until != entry.until_before,
    }
    return {aspect for aspect, is_different in differs.items() if is_different} | {*(before.labels ^ after.labels)}


def _between(mail: MailId, before: MailAttributes, to: MailAttributes) -> Change:
    return Change(mail_id=mail, kind=ChangeKind.RESTORE, before=before, to=to)
