"""Changes of a mailbox on the user's word: a grant goes in, results that were read back come out.

Each action is one kind of change, and each mail is one step in the journal. Many mails are changed in parts: the user hears of the first
ones early, and a call that ends in between leaves no part half recorded.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from actions.changes.journal import Journal
from actions.changes.read_back import CHANGE_WITHIN_S, ChangeResult, within
from actions.changes.snoozes import SnoozeStore, wakes_at
from actions.changes.steps import JournaledSteps, Step, Taken, Writers
from actions.consent.grants import GrantRegister, SingleUseGrant
from briefing.mail import MailId
from briefing.mail_action import ON_MAILS, MailAction
from providers.mailbox import MailboxError, MailGoneError
from providers.mailbox_writing import Change, ChangeKind, ChangeRefusedError
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

AT_ONCE = 8
"""Mails changed concurrently: as many as a provider allows one user."""

PER_MAIL_S = 0.5
"""Time for each mail beyond the first."""

_KINDS = {kind.value: kind for kind in ChangeKind}
KIND_OF: Mapping[MailAction, ChangeKind] = MappingProxyType({action: _KINDS[action] for action in ON_MAILS if action in _KINDS})
"""All but a snooze, which changes nothing in a mailbox."""


class NotGrantedError(Exception):
    """The grant is for something else. Nothing was done, and the grant is still unused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Changed:
    """The result for each mail, under the id that was asked for. Only `done` may be claimed; `renamed` has the new ids.

    `unchanged` mails were in that state already. `refused` are those of `failed` that the mailbox cannot change so: it has no such label.
    """

    done: tuple[MailId, ...] = ()
    unchanged: tuple[MailId, ...] = ()
    gone: tuple[MailId, ...] = ()
    failed: tuple[MailId, ...] = ()
    refused: tuple[MailId, ...] = ()
    renamed: Mapping[MailId, MailId] = field(default_factory=dict)

    def __add__(self, other: "Changed") -> "Changed":
        return Changed(
            done=self.done + other.done,
            unchanged=self.unchanged + other.unchanged,
            gone=self.gone + other.gone,
            failed=self.failed + other.failed,
            refused=self.refused + other.refused,
            renamed={**self.renamed, **other.renamed},
        )


class Changer:
    """Changes one user's mail in one call. The call's `Undo` shares its `steps`."""

    def __init__(
        self,
        *,
        user_id: str,
        writers: Writers,
        journal: Journal,
        register: GrantRegister,
        now: Callable[[], datetime],
        call_id: str,
        snoozes: SnoozeStore | None = None,
    ) -> None:
        """`now` is timezone-aware. Without `snoozes` no mail can be snoozed."""
        self._register = register
        self.steps = JournaledSteps(user_id=user_id, call_id=call_id, writers=writers, journal=journal, snoozes=snoozes, now=now)

    async def in_parts(
        self, grant: SingleUseGrant, action: MailAction, mails: Sequence[MailId], *, label: str = "", until: datetime | None = None
    ) -> AsyncIterator[Changed]:
        """Do one action to these mails and yield the results in parts.

        `label` is the name of a label or folder as the user said it, `until` is when a snoozed mail wakes. The time limit is four seconds
        for one mail and half a second for each further one. Raises `NotGrantedError` and `GrantUsedError`, but no error of a mailbox.
        """
        asked = tuple(dict.fromkeys(mails))
        can_be_done = action in KIND_OF or (action is MailAction.SNOOZE and until is not None)
        if not (can_be_done and grant.covers(action, asked, label=label)):
            raise NotGrantedError("the grant is for something else")
        self._register.redeem(grant)
        act, end = self._register.new_act(), within(CHANGE_WITHIN_S + PER_MAIL_S * (len(asked) - 1))
        for start in range(0, len(asked), AT_ONCE):
            some = asked[start : start + AT_ONCE]
            by = min(end, within(CHANGE_WITHIN_S))
            asked_as = {self.steps.id_now(mail): mail for mail in some}
            planned = await asyncio.gather(*(self._planned(mail, action, label, until, by) for mail in asked_as))
            to_take = [step for step in planned if isinstance(step, Step)]
            taken = await self.steps.take(to_take, action=action, act=act, grant=grant, by=by)
            yield _changed([each for each in planned if isinstance(each, Taken)] + taken, asked_as)

    async def _planned(self, mail: MailId, action: MailAction, label: str, until: datetime | None, by: float) -> Step | Taken:
        """The step for a mail, or its result if there is nothing to do."""
        try:
            step = await self._step(mail, action, label, until, by)
        except MailGoneError:
            return _without_step(mail, ChangeResult.GONE)
        except ChangeRefusedError:
            return _without_step(mail, ChangeResult.REFUSED)
        except (MailboxError, DatabaseUnavailableError) as error:
            logger.info("a change could not be planned", extra={"action": action.value, "error": type(error).__name__})
            return _without_step(mail, ChangeResult.FAILED)
        return step if step.changes_something else _without_step(mail, ChangeResult.UNCHANGED)

    async def _step(self, mail: MailId, action: MailAction, label: str, until: datetime | None, by: float) -> Step:
        if until is None:
            return await self.steps.planned(mail, KIND_OF[action], label, by=by)
        state = await self.steps.state(mail, by=by)
        plan = Change(mail_id=mail, kind=ChangeKind.RESTORE, before=state, to=state)
        asleep = await self.steps.asleep_until(mail)
        return Step(plan=plan, before=state, after=state, until_before=asleep, until=wakes_at(until))


def _without_step(mail: MailId, verdict: ChangeResult) -> Taken:
    return Taken(mail=mail, verdict=verdict, mail_after=mail)


def _changed(taken: Sequence[Taken], asked_as: Mapping[MailId, MailId]) -> Changed:
    def those(*verdicts: ChangeResult) -> tuple[MailId, ...]:
        return tuple(asked_as[each.mail] for each in taken if each.verdict in verdicts)

    return Changed(
        done=those(ChangeResult.DONE),
        unchanged=those(ChangeResult.UNCHANGED),
        gone=those(ChangeResult.GONE),
        failed=those(ChangeResult.FAILED, ChangeResult.REFUSED, ChangeResult.UNKNOWN),
        refused=those(ChangeResult.REFUSED),
        renamed={
            asked_as[each.mail]: each.mail_after for each in taken if each.verdict is ChangeResult.DONE and each.mail_after != each.mail
        },
    )
