"""Everything that outlives a process: the clock, the disk, the stores on other machines, the mailboxes."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from briefing.mail import Envelope, MailId, MailStatus, Mark, Preferences, ThreadId, account_of
from inbox.ledger.backlog import Backlog
from inbox.ledger.briefed_emails import BriefedEmailStore, LedgerUnavailableError, Recall
from inbox.ledger.reliable_ledger import ReliableLedger
from inbox.ledger.sql_ledger import SqlLedger
from inbox.saved_call.sql_call_state import SqlCallState
from inbox.unified import UnifiedInbox
from knowledge.preferences import PreferenceStore
from providers.mailbox_writing import Change
from session.opening.opened_call import CallParts
from tests.agent.acting import acting
from tests.agent.fault_run.disk import Disk
from tests.agent.fault_run.doubles import FarCallState, FarLedger, FarMailbox, FarWriter
from tests.agent.fault_run.steps import MailEvent, MailHappens
from tests.agent.fault_run.weather import Service, Weather
from tests.inbox.memory_mailbox import NOON, OWN_ADDRESS, new_mail

USER = "robin"
ACCOUNTS = ("work", "home")
FRIEND = "anna@people.example"


class WatchedLedger:
    """The call's ledger as it is; `forgot` are the mails of which it could not say what earlier calls told."""

    def __init__(self, ledger: BriefedEmailStore) -> None:
        self._ledger = ledger
        self.forgot: set[MailId] = set()

    async def recall(self, user_id: str, candidates: Sequence[MailId], *, now: datetime) -> Recall:
        try:
            recall = await self._ledger.recall(user_id, candidates, now=now)
        except LedgerUnavailableError:
            self.forgot.update(candidates)
            raise
        if recall.partial:
            self.forgot.update(candidates)
        return recall

    async def mark(self, user_id: str, marks: Sequence[Mark]) -> None:
        await self._ledger.mark(user_id, marks)

    async def records(self, user_id: str, *, now: datetime) -> dict[MailId, Mark]:
        return await self._ledger.records(user_id, now=now)

    async def forget(self, user_id: str) -> int:
        return await self._ledger.forget(user_id)

    async def aclose(self) -> None:
        await self._ledger.aclose()


class World:
    """One user's, for one sequence. Belongs to one event loop."""

    def __init__(self, disk: Disk, path: Path, *, embedded: bool, mails: int) -> None:
        self.weather = Weather()
        disk.put_in(path, self.weather)
        self._disk = disk
        self._embedded = embedded
        self._began_at = asyncio.get_running_loop().time()
        self._far_ledger = FarLedger(self.weather)
        self._far_states = FarCallState(self.weather)
        self.mails = [_mail(number) for number in range(mails)]
        self.mailboxes = {
            slug: FarMailbox(slug, [mail for mail in self.mails if account_of(mail.mail_id) == slug], self.weather) for slug in ACCOUNTS
        }
        self.done: list[Change] = []
        self.confirmed: list[Change] = []
        self.writers = {
            slug: FarWriter(mailbox, self.weather, done=self.done, confirmed=self.confirmed) for slug, mailbox in self.mailboxes.items()
        }
        for mailbox in self.mailboxes.values():
            mailbox.sent_to = frozenset({FRIEND})

    def now(self) -> datetime:
        """The virtual time."""
        return NOON + timedelta(seconds=asyncio.get_running_loop().time() - self._began_at)

    @asynccontextmanager
    async def parts(self) -> AsyncIterator[tuple[CallParts, WatchedLedger]]:
        """What a process makes a call from, as `session.opening.assembly` puts it together."""
        inbox = UnifiedInbox(list(self.mailboxes.values()))
        own = Preferences(own_addresses=frozenset({OWN_ADDRESS}))
        preferences = PreferenceStore(self._disk)
        if self._embedded:
            ledger, states = WatchedLedger(SqlLedger(self._disk)), SqlCallState(self._disk)
            yield (
                CallParts(
                    inbox=inbox, acting=acting(self.writers, self._disk), ledger=ledger, states=states, preferences=preferences, heeded=own
                ),
                ledger,
            )
            return
        async with ReliableLedger(self._far_ledger, Backlog(self._disk), clock=self.now) as reliable:
            ledger = WatchedLedger(reliable)
            parts = CallParts(
                inbox=inbox,
                acting=acting(self.writers, self._disk),
                ledger=ledger,
                states=self._far_states,
                preferences=preferences,
                heeded=own,
            )
            yield parts, ledger

    def happen(self, step: MailHappens) -> MailId | None:
        """Without the user's words; the mail to which it happened."""
        if step.event is MailEvent.ARRIVES:
            mail = _mail(len(self.mails), arrived_at=self.now())
            self.mails.append(mail)
            self.mailboxes[account_of(mail.mail_id)].deliver(mail, _text(mail.mail_id))
            return mail.mail_id
        mail_id = self.mails[step.number % len(self.mails)].mail_id
        mailbox = self.mailboxes[account_of(mail_id)]
        if step.event is MailEvent.DELETED:
            mailbox.delete(mail_id)
        elif step.event is MailEvent.READ_ELSEWHERE:
            mailbox.read_elsewhere(mail_id)
        elif not mailbox.is_unread(mail_id):
            mailbox.mark_unread_elsewhere(mail_id)
        else:
            return None
        return mail_id

    @property
    def saved_calls_are_there(self) -> bool:
        """Whether nothing is wrong with the store of saved calls now."""
        return self.weather.is_well(Service.DISK if self._embedded else Service.STATES)

    def is_unread(self, mail: MailId) -> bool:
        """Whether a user who looked would find it in the inbox, unread."""
        return self.mailboxes[account_of(mail)].is_unread(mail)

    async def remembered(self) -> dict[MailId, MailStatus]:
        """What the ledger holds; that of the other machine as it is there."""
        ledger: BriefedEmailStore = SqlLedger(self._disk) if self._embedded else self._far_ledger
        return {mail: mark.status for mail, mark in (await ledger.records(USER, now=self.now())).items()}


def _mail(number: int, *, arrived_at: datetime | None = None) -> Envelope:
    """Some belong together, some are alone; each third one is from somebody to whom the user has written."""
    slug = ACCOUNTS[(number % 2 and number % 5 == 0) or number % 7 == 3]
    made = new_mail(str(number), slug=slug, hours_ago=number / 2, subject=f"Matter {number // 3}")
    mail = replace(made, thread_id=ThreadId(f"{slug}:{number // 3}"))
    if number % 3 == 1:
        mail = replace(mail, sender=replace(mail.sender, email=FRIEND), snippet="Can you sign today?")
    return replace(mail, received_at=arrived_at) if arrived_at else mail


def _text(mail: MailId) -> str:
    return f"The words of {mail}. They go on for a while. Then they end."
