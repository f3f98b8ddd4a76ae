"""Carrying an action out: change the mailbox and read it back, write the journal, mark the ledger, and tell the watcher.

For everything that acts on the user's word, with or without a call. Consent is decided before: a grant goes in.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from actions.changes.changer import Changed, Changer
from actions.changes.taking_back import Undone
from actions.changes.undo import Undo, Wanted
from actions.consent.grants import SingleUseGrant
from briefing.mail import MailId, MailStatus, Mark
from briefing.mail_action import TAKES_OUT, MailAction
from inbox.ledger.marks import MarkWriter


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionDone:
    """The change was read back, or the mail was in that state already (`was_so`)."""

    mail: MailId
    kind: MailAction
    at: datetime
    was_so: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionTakenBack:
    """The mailbox is as it was before. `kind` is none if no mail was changed: a mail was called back from the outbox."""

    mail: MailId
    kind: MailAction | None
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class MailGone:
    """The mail is no longer in the mailbox; nothing was done to it."""

    mail: MailId


MailNews = ActionDone | ActionTakenBack | MailGone


class MailWatcher(Protocol):
    """Follows the user's mail: a call does, with its agenda."""

    def mail_changed(self, news: MailNews) -> None:
        """Called after the change, when the ledger was told. Mails have the ids under which they were listed."""


class MailActions:
    """Changes one user's mail, and takes changes back."""

    def __init__(
        self, *, changer: Changer, undo: Undo, marks: MarkWriter, now: Callable[[], datetime], watcher: MailWatcher | None = None
    ) -> None:
        """`now` is timezone-aware; `undo` shares the steps of `changer`."""
        self._changer = changer
        self._undo = undo
        self._marks = marks
        self._now = now
        self._watcher = watcher

    async def carry_out(
        self, grant: SingleUseGrant, action: MailAction, mails: Sequence[MailId], *, label: str = "", until: datetime | None = None
    ) -> AsyncIterator[Changed]:
        """As `Changer.in_parts`; the ledger and the watcher know of a part before it is yielded."""
        kind = action
        async for part in self._changer.in_parts(grant, action, mails, label=label, until=until):
            for mail in (*part.done, *part.unchanged):
                at = self._now()
                if kind in TAKES_OUT:
                    self._marks.put([Mark(mail_id=mail, status=MailStatus.ACTIONED, at=at, action=kind)])
                self._tell(ActionDone(mail=mail, kind=kind, at=at, was_so=mail in part.unchanged))
            for mail in part.gone:
                self._tell(MailGone(mail=mail))
            yield part

    async def settle_interrupted(self) -> None:
        """Have the journal say what became of changes that somebody began and did not end. What cannot be found out now stays open."""
        await self._changer.steps.settle_interrupted()

    async def take_back(self, grant: SingleUseGrant, wanted: Wanted) -> Undone:
        """As `Undo.undo`; the ledger forgets that these mails were dealt with."""
        taken = await self._undo.undo(grant, wanted)
        for entry in taken.undone:
            mail, kind, at = self._changer.steps.known_as(entry.mail_id), entry.action, self._now()
            if kind in TAKES_OUT:  # a flag that is taken back leaves the mail as heard as it was
                self._marks.put([Mark(mail_id=mail, status=MailStatus.PENDING, at=at)])
            self._tell(ActionTakenBack(mail=mail, kind=kind, at=at))
        return taken

    def _tell(self, news: MailNews) -> None:
        if self._watcher is not None:
            self._watcher.mail_changed(news)
