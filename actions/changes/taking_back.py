"""Taking journal entries back one by one, each only if the mailbox still shows what the entry left behind."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Protocol

from actions.changes.entries import Entry, new_key
from actions.changes.read_back import CHANGE_WITHIN_S, ChangeResult, within
from actions.changes.steps import JournaledSteps, Step
from actions.consent.grants import SingleUseGrant
from actions.sending_states import SendingState
from briefing.mail import MailId, provider_id_of
from briefing.mail_action import MailAction
from providers.mailbox import MailboxError, MailGoneError
from providers.mailbox_writing import MARKS, Change, ChangeKind, ChangeRefusedError, MailAttributes, aimed_at, shows
from storage.database import DatabaseUnavailableError

SENDINGS = frozenset({MailAction.SEND, MailAction.SEND_LATER, MailAction.UNSUBSCRIBE})
"""Actions that may send a mail: a list is left by a mail, or by a request."""


class Why(StrEnum):
    """Why something was not taken back; the user is told."""

    CHANGED_SINCE = "changed since"  # the mail is no longer as our change left it
    GONE = "gone"
    AWAY = "away"  # the mailbox does not answer
    NOT_ASKED = "not asked"  # the grant is not about this mail
    HAS_LEFT = "has left"  # a sent mail cannot be fetched back
    NOT_POSSIBLE = "not possible"  # an unsubscription, a folder that is no more
    NOT_CONFIRMED = "not confirmed"  # it did not go through


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """Entries that were taken back, and those that were not with the reasons. `renamed` has pairs of old and new ids.

    `stays`: a later change of one of these mails was not to be taken back, so that mail is not as it was.
    """

    undone: tuple[Entry, ...] = ()
    refused: tuple[tuple[Entry, Why], ...] = ()
    renamed: tuple[tuple[MailId, MailId], ...] = ()
    stays: bool = False


class HeldSendings(Protocol):
    """The outbox, as undo needs it."""

    async def cancel(self, sending_id: str) -> bool:
        """True if it is certain that the mail will not leave."""

    async def state(self, sending_id: str) -> SendingState | None:
        """None for a mail that the outbox does not know, or no longer knows."""


@dataclass(slots=True)
class ToUndo:
    """Entries to take back, newest first. `ids` maps earlier ids of mails to their current ones.

    `stays` are later changes that are not taken back; `under` has the keys of entries whose aspect one of those changed again. `has_left`
    are mails that were sent and cannot be called back.
    """

    entries: list[Entry] = field(default_factory=list)
    ids: dict[MailId, MailId] = field(default_factory=dict)
    stays: list[Entry] = field(default_factory=list)
    under: set[str] = field(default_factory=set)
    has_left: list[Entry] = field(default_factory=list)

    def id_now(self, entry: Entry) -> MailId:
        return self.ids.get(entry.mail_after, entry.mail_after)

    def note_id(self, entry: Entry) -> None:
        if entry.mail_after != entry.mail_id:
            self.ids[entry.mail_id] = self.id_now(entry)

    def rename(self, mail: MailId, new: MailId) -> None:
        self.ids.update({old: new for old, known in self.ids.items() if known == mail})
        self.ids[mail] = new

    def add(self, entry: Entry) -> None:
        self.entries.append(entry)
        if self.lies_under(entry, self.stays):
            self.under.add(entry.key)

    def lies_under(self, entry: Entry, later: Sequence[Entry]) -> bool:
        """Whether one of these changed the same aspect of the same mail."""
        return any(self.id_now(entry) == self.id_now(each) and _aspects(entry) & _aspects(each) for each in later)

    def by_mail(self, entries: Sequence[Entry]) -> list[list[Entry]]:
        """The entries of each mail, whatever its ids, newest first."""
        groups: dict[MailId, list[Entry]] = {}
        for entry in entries:
            groups.setdefault(self.id_now(entry), []).append(entry)
        return list(groups.values())


class TakingBack:
    """Takes entries back one by one, and keeps the results."""

    def __init__(self, steps: JournaledSteps, held: HeldSendings | None, *, grant: SingleUseGrant, found: ToUndo) -> None:
        self._steps = steps
        self._held = held
        self._grant_of = grant
        self._found = found
        self._act = new_key()
        self.undone: list[Entry] = []
        self.refused: list[tuple[Entry, Why]] = []
        self.renamed: dict[MailId, MailId] = {}

    def ended(self) -> Undone:
        """The results, in the order of the preview and not in that of the mailboxes' answers."""
        place = {entry.key: number for number, entry in enumerate(self._found.entries)}
        undone = sorted(self.undone, key=lambda entry: place[entry.key])
        refused = sorted(self.refused, key=lambda each: place[each[0].key])
        left = {self._found.id_now(entry) for entry in self._found.stays}
        stays = any(self._found.id_now(entry) in left for entry in undone)
        return Undone(undone=tuple(undone), refused=tuple(refused), renamed=tuple(self.renamed.items()), stays=stays)

    async def take_back(self, entry: Entry) -> None:
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
    """What the entry changed of the mail: its place, a mark, or labels."""
    before, after = entry.before, entry.after
    differs = {
        "place": (before.place, before.folder) != (after.place, after.folder),
        **{mark: getattr(before, mark) != getattr(after, mark) for mark in MARKS},
        "sleep": entry.until != entry.until_before,
    }
    return {aspect for aspect, is_different in differs.items() if is_different} | {*(before.labels ^ after.labels)}


def _between(mail: MailId, before: MailAttributes, to: MailAttributes) -> Change:
    return Change(mail_id=mail, kind=ChangeKind.RESTORE, before=before, to=to)
