"""What became of one mail: a state machine of four states.

    PENDING --hear--> BRIEFED --skip--> SKIPPED
    PENDING --skip--> SKIPPED --hear--> BRIEFED
    PENDING, BRIEFED, SKIPPED --take_out--> ACTIONED --take_out--> ACTIONED (another action)
    BRIEFED, SKIPPED, ACTIONED --restore--> PENDING

A mail that was taken out is neither heard nor skipped afterwards: nothing leads from ACTIONED to BRIEFED or SKIPPED, so a late "it was
played to its end" cannot bring it back. Only `restore` does. A flag stands beside the status and is no event of this machine.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from briefing.agenda import MailRef
from briefing.mail import MailId, MailStatus, Mark
from briefing.mail_action import ON_MAILS, MailAction
from briefing.tracking.snapshot import MailRecord


class MailEvent(StrEnum):
    HEAR = "hear"
    SKIP = "skip"
    TAKE_OUT = "take_out"
    RESTORE = "restore"


class IllegalMailEventError(Exception):
    """The event does not lead anywhere from the mail's status; nothing was changed."""


TRANSITIONS: dict[tuple[MailStatus, MailEvent], MailStatus] = {
    (MailStatus.PENDING, MailEvent.HEAR): MailStatus.BRIEFED,
    (MailStatus.PENDING, MailEvent.SKIP): MailStatus.SKIPPED,
    (MailStatus.PENDING, MailEvent.TAKE_OUT): MailStatus.ACTIONED,
    (MailStatus.BRIEFED, MailEvent.SKIP): MailStatus.SKIPPED,
    (MailStatus.BRIEFED, MailEvent.TAKE_OUT): MailStatus.ACTIONED,
    (MailStatus.BRIEFED, MailEvent.RESTORE): MailStatus.PENDING,
    (MailStatus.SKIPPED, MailEvent.HEAR): MailStatus.BRIEFED,
    (MailStatus.SKIPPED, MailEvent.TAKE_OUT): MailStatus.ACTIONED,
    (MailStatus.SKIPPED, MailEvent.RESTORE): MailStatus.PENDING,
    (MailStatus.ACTIONED, MailEvent.TAKE_OUT): MailStatus.ACTIONED,
    (MailStatus.ACTIONED, MailEvent.RESTORE): MailStatus.PENDING,
}


_SETS_FLAG = {MailAction.FLAG: True, MailAction.UNFLAG: False}
_TAKES_BACK = {action: its.inverse_of for action, its in ON_MAILS.items() if its.inverse_of}


@dataclass(frozen=True, slots=True, kw_only=True)
class MailState(MailRecord):
    """One mail of the briefing, and what became of it."""

    mail: MailRef

    @property
    def mail_id(self) -> MailId:
        return self.mail.mail_id

    @property
    def flag(self) -> MailAction | None:
        """What was done to it last that left it in the briefing: a flag, a label, unread again."""
        return self.kept[-1] if self.kept else None

    @property
    def active(self) -> bool:
        """On the agenda and not taken out: only such a mail may be under the cursor."""
        return not self.handled_elsewhere and self.status in {MailStatus.PENDING, MailStatus.BRIEFED}

    @property
    def pending(self) -> bool:
        """Still to be presented."""
        return self.active and self.status is MailStatus.PENDING

    @property
    def skipped(self) -> bool:
        """Skipped, and still there to be asked for."""
        return not self.handled_elsewhere and self.status is MailStatus.SKIPPED

    @property
    def untouched(self) -> bool:
        """Whether nothing has happened to it: there is nothing to remember about it."""
        return self.pending and not self.kept

    @property
    def settled_at(self) -> datetime | None:
        """When the newest thing happened to it; none while it is still to be told."""
        return max((at for at in (self.briefed_at, self.skipped_at, self.actioned_at) if at is not None), default=None)

    @property
    def actions(self) -> tuple[MailAction, ...]:
        """The record that closing counts are taken from: what took the mail out, and what else was done to it."""
        if self.handled_elsewhere:
            return ()
        return self.kept if self.action is None else (self.action, *self.kept)

    def allows(self, event: MailEvent) -> bool:
        """Whether `after` would accept the event."""
        return (self.status, event) in TRANSITIONS

    def after(self, event: MailEvent, *, at: datetime, action: MailAction | None = None) -> "MailState":
        """The state that follows; `action` goes with `TAKE_OUT`. Raises `IllegalMailEventError`."""
        if not self.allows(event):
            raise IllegalMailEventError(f"{self.status} has no {event}")
        status = TRANSITIONS[self.status, event]
        if event is MailEvent.RESTORE:
            return MailState(mail=self.mail, kept=self.kept)
        if event is MailEvent.HEAR:
            return replace(self, status=status, briefed_at=at)
        if event is MailEvent.SKIP:
            return replace(self, status=status, skipped_at=at)
        return replace(self, status=status, action=action, earlier=self._taken_out_but(action), actioned_at=at)

    def without_action(self, kind: MailAction) -> "MailState | None":
        """The state after that was undone; none if nothing else takes the mail out."""
        others = self._taken_out_but(kind)
        return replace(self, action=others[-1], earlier=others[:-1]) if others else None

    def _taken_out_but(self, kind: MailAction | None) -> tuple[MailAction, ...]:
        return tuple(each for each in (*self.earlier, self.action) if each not in {kind, None})

    def with_kept(self, kind: MailAction) -> "MailState":
        """The state after what leaves the mail in the briefing; `UNFLAGGED` takes back a `FLAGGED` of this briefing."""
        taken = _TAKES_BACK.get(kind)
        others = tuple(each for each in self.kept if each not in {kind, taken} and _TAKES_BACK.get(each) is not kind)
        taken_back = taken is not None and taken in self.kept
        return self._with(others if taken_back else (*others, kind), flagged=_SETS_FLAG.get(kind))

    def without_kept(self, kind: MailAction) -> "MailState":
        """The state after that was undone; undoing what took another one back brings that one back."""
        others = tuple(each for each in self.kept if each is not kind)
        if (taken := _TAKES_BACK.get(kind)) and kind not in self.kept:
            others = (*others, taken)
        sets = _SETS_FLAG.get(kind)
        return self._with(others, flagged=None if sets is None else not sets)

    def _with(self, kept: tuple[MailAction, ...], *, flagged: bool | None) -> "MailState":
        return replace(self, mail=self.mail if flagged is None else replace(self.mail, flagged=flagged), kept=kept)

    def mark(self, *, at: datetime) -> Mark:
        action = None if self.status is MailStatus.PENDING else self.action or self.flag
        return Mark(mail_id=self.mail_id, status=self.status, at=at, action=action)
