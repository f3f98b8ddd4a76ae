"""One step: one change of one mail, recorded before it is made, made, read back, and recorded again.

A process may die at each of these boundaries:

    intention written | change made | read back | end written
          open intention: the mailbox is asked, and the result is written        settled

A step that was not read back is never `DONE`, whatever the mailbox answered. A step with an unknown result stays an open intention.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from actions.changes.entries import ChangeOutcome, Entry, new_key
from actions.changes.journal import Journal, JournalUnavailableError
from actions.changes.read_back import CHANGE_WITHIN_S, ChangeResult, in_time, proved_change, within
from actions.changes.snoozes import SnoozeStore
from actions.consent.grants import SingleUseGrant
from briefing.mail import MailId, account_of
from briefing.mail_action import MailAction
from providers.mailbox import MailboxError, MailboxUnavailableError, MailGoneError
from providers.mailbox_writing import Change, ChangeKind, MailAttributes, MailboxWriter, shows
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

Writers = Mapping[str, MailboxWriter]
"""The `MailboxWriter` of each account, by slug."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A planned change of one mail, or of when it wakes. `undoes` is the entry that this takes back."""

    plan: Change
    before: MailAttributes
    after: MailAttributes
    until_before: datetime | None = None
    until: datetime | None = None
    label: str = field(default="", repr=False)
    undoes: Entry | None = None

    @property
    def mail(self) -> MailId:
        return self.plan.mail_id

    @property
    def is_about_sleep(self) -> bool:
        """Whether only our own table of snoozes changes."""
        return self.until != self.until_before

    @property
    def changes_something(self) -> bool:
        return self.before != self.after or self.is_about_sleep


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """The result of a step, and the mail's id afterwards. `end` is its journal entry, if there is one."""

    mail: MailId
    verdict: ChangeResult
    mail_after: MailId
    end: Entry | None = None


class JournaledSteps:
    """Takes steps in one user's mailboxes; each is in the journal before anything happens.

    A call has one instance for changes and undo, so that steps under way are not mistaken for interrupted ones.
    """

    def __init__(
        self,
        *,
        user_id: str,
        call_id: str,
        writers: Writers,
        journal: Journal,
        snoozes: SnoozeStore | None = None,
        now: Callable[[], datetime],
    ) -> None:
        self.user_id = user_id
        self.journal = journal
        self.call_id = call_id
        self._writers = writers
        self._snoozes = snoozes
        self._now = now
        self._under_way: set[str] = set()
        self._first: dict[MailId, MailId] = {}
        self._latest: dict[MailId, MailId] = {}

    def known_as(self, mail: MailId) -> MailId:
        """The id by which the call first knew a mail."""
        return self._first.get(mail, mail)

    def id_now(self, mail: MailId) -> MailId:
        """The mail's current id, by any id that it had in this call."""
        return self._latest.get(self.known_as(mail), mail)

    def writer_of(self, mail: MailId) -> MailboxWriter:
        """Raises `MailGoneError` if the mail's account is not ours."""
        writer = self._writers.get(account_of(mail))
        if writer is None:
            raise MailGoneError("no such account")
        return writer

    async def state(self, mail: MailId, *, by: float) -> MailAttributes:
        """The mail's state in the mailbox. `by` is a time of the event loop. Raises `MailboxError`."""
        async with in_time(by):
            return await self.writer_of(mail).state(mail)

    async def planned(self, mail: MailId, kind: ChangeKind, label: str, *, by: float) -> Step:
        """A change from the mail's current state. Raises `MailboxError`."""
        async with in_time(by):
            plan = await self.writer_of(mail).plan(Change(mail_id=mail, kind=kind, label=label))
        before = plan.before or plan.to
        after = plan.to or plan.before
        if before is None or after is None:
            raise MailboxUnavailableError("the mailbox did not say what the change would be")
        return Step(plan=plan, before=before, after=after, label=label)

    async def asleep_until(self, mail: MailId) -> datetime | None:
        """When the mail wakes. Raises `DatabaseUnavailableError`."""
        found = await self._snoozes.of(self.user_id, mail) if self._snoozes is not None else None
        return None if found is None else found.until

    async def take(self, steps: Sequence[Step], *, action: MailAction, act: str, grant: SingleUseGrant, by: float) -> list[Taken]:
        """Take steps concurrently; returns their results in the order given. If the journal cannot record them, none is taken."""
        intended = [self._intention(step, action, act, grant) for step in steps]
        self._under_way.update(entry.key for entry in intended)
        try:
            try:
                await self.journal.append(self.user_id, intended)
            except JournalUnavailableError:
                logger.warning("nothing was changed, because it could not be written down", extra={"mails": len(steps)})
                return [Taken(mail=step.mail, verdict=ChangeResult.FAILED, mail_after=step.mail) for step in steps]
            made = await asyncio.gather(*(self._make(step, by) for step in steps))
            for step, (_, mail_after) in zip(steps, made, strict=True):
                self._note_id(step.mail, mail_after)
            ends = [self._end(*each) for each in zip(intended, made, strict=True)]
            await self._write_ends([end for end in ends if end is not None])
            return [
                Taken(mail=step.mail, verdict=verdict, mail_after=mail_after, end=end)
                for step, (verdict, mail_after), end in zip(steps, made, ends, strict=True)
            ]
        finally:
            self._under_way.difference_update(entry.key for entry in intended)

    async def note_taken_back(self, entry: Entry, *, act: str, grant: SingleUseGrant) -> None:
        """Record that a mail was called back before it was sent; no mailbox was changed."""
        end = self._signed(
            replace(entry, at=self._now(), action=MailAction.UNDO, outcome=ChangeOutcome.UNDONE, undoes_key=entry.key), grant
        )
        await self._write_ends([replace(end, key=new_key(), act=act, settles="")])

    async def settle_interrupted(self) -> int:
        """Find out and record the results of changes that a crash or a missing answer left open; returns how many stay open.

        Called when a call begins, and before every undo. Does nothing while the journal is away.
        """
        try:
            intentions = await self.journal.open_intentions(self.user_id)
        except JournalUnavailableError:
            return 0
        mine = [entry for entry in intentions if entry.key not in self._under_way]
        found = await asyncio.gather(*(self._became_of(entry) for entry in mine))
        ends = [self._end(*each) for each in zip(mine, found, strict=True)]
        await self._write_ends([end for end in ends if end is not None])
        return sum(end is None for end in ends)

    async def _make(self, step: Step, by: float) -> tuple[ChangeResult, MailId]:
        if step.is_about_sleep:
            return await self._let_sleep(step), step.mail
        verdict, mail_after = await proved_change(self.writer_of(step.mail), step.plan, by=by)
        if verdict is ChangeResult.DONE and mail_after != step.mail and self._snoozes is not None:
            try:
                await self._snoozes.renamed(self.user_id, step.mail, mail_after)
            except DatabaseUnavailableError:
                logger.warning("a mail that sleeps has another id now, and that could not be stored")
        return verdict, mail_after

    async def _let_sleep(self, step: Step) -> ChangeResult:
        if self._snoozes is None:
            return ChangeResult.FAILED
        try:
            if step.until is None:
                await self._snoozes.wake(self.user_id, [step.mail])
            else:
                await self._snoozes.snooze(self.user_id, step.mail, step.until, was_read=step.before.read)
            return ChangeResult.DONE if await self.asleep_until(step.mail) == step.until else ChangeResult.FAILED
        except DatabaseUnavailableError:
            return ChangeResult.UNKNOWN

    async def _became_of(self, intention: Entry) -> tuple[ChangeResult, MailId]:
        mail = intention.mail_id
        try:
            if intention.until != intention.until_before:
                return (ChangeResult.DONE if await self.asleep_until(mail) == intention.until else ChangeResult.FAILED), mail
            async with in_time(within(CHANGE_WITHIN_S)):
                found = await self.writer_of(mail).find(mail, before=intention.before)
        except MailGoneError:
            return ChangeResult.GONE, mail
        except (MailboxError, DatabaseUnavailableError):
            return ChangeResult.UNKNOWN, mail
        plan = Change(mail_id=mail, kind=ChangeKind.RESTORE, before=intention.before, to=intention.after)
        return (ChangeResult.DONE, found.mail_id) if shows(found.state, plan) else (ChangeResult.FAILED, mail)

    def _note_id(self, mail: MailId, mail_after: MailId) -> None:
        if mail_after != mail:
            first = self.known_as(mail)
            self._first |= {mail: first, mail_after: first}
            self._latest[first] = mail_after

    def _intention(self, step: Step, action: MailAction, act: str, grant: SingleUseGrant) -> Entry:
        return Entry(
            key=new_key(),
            act=act,
            call_id=self.call_id,
            at=self._now(),
            action=action,
            mail_id=step.mail,
            mail_after=step.mail,
            before=step.before,
            after=step.after,
            label=step.label,
            until_before=step.until_before,
            until=step.until,
            words_hash=grant.words_hash,
            digest=grant.digest,
            rule=grant.rule,
            outcome=ChangeOutcome.INTENDED,
            undoes_key=step.undoes.key if step.undoes is not None else "",
        )

    def _end(self, intention: Entry, made: tuple[ChangeResult, MailId]) -> Entry | None:
        """The end of an intention; none while its result is unknown."""
        verdict, mail_after = made
        if verdict is ChangeResult.UNKNOWN:
            return None
        done = ChangeOutcome.UNDONE if intention.undoes_key else ChangeOutcome.DONE
        outcome = done if verdict is ChangeResult.DONE else ChangeOutcome.FAILED
        end = replace(intention, number=0, key=new_key(), at=self._now(), settles=intention.key, previous="", hash="")
        return replace(end, outcome=outcome, mail_after=mail_after)

    def _signed(self, entry: Entry, grant: SingleUseGrant) -> Entry:
        """The entry as a new one of this call, on the words of `grant`."""
        signed = replace(entry, words_hash=grant.words_hash, digest=grant.digest, rule=grant.rule)
        return replace(signed, call_id=self.call_id, number=0, previous="", hash="")

    async def _write_ends(self, ends: Sequence[Entry]) -> None:
        try:
            await self.journal.append(self.user_id, ends)
        except JournalUnavailableError:
            logger.warning("what became of changes could not be written down yet", extra={"mails": len(ends)})
