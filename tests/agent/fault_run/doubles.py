"""Everything outside a call, reached as the weather allows: the ledger and the saved calls on another machine, mailboxes, their writers."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from briefing.mail import Envelope, MailId, Mark
from inbox.ledger.briefed_emails import LedgerUnavailableError, Recall
from inbox.saved_call.call_state import CallStateUnavailableError, SavedCall
from providers.mailbox import MailGoneError
from providers.mailbox_writing import Change, Located, MailAttributes, Place, Receipt, aimed_at, wanted
from tests.agent.fault_run.weather import Service, Weather
from tests.inbox.memory_call_state import MemoryCallState
from tests.inbox.memory_ledger import MemoryLedger
from tests.inbox.memory_mailbox import MemoryMailbox, unavailable

LISTED_AT_ONCE = 3


def _ledger_away() -> LedgerUnavailableError:
    return LedgerUnavailableError("not now")


def _states_away() -> CallStateUnavailableError:
    return CallStateUnavailableError("not now")


class FarLedger(MemoryLedger):
    """A ledger on another machine."""

    def __init__(self, weather: Weather) -> None:
        super().__init__()
        self._weather = weather

    async def recall(self, user_id: str, candidates: Sequence[MailId], *, now: datetime) -> Recall:
        recall = super().recall
        return await self._weather.through(Service.LEDGER, lambda: recall(user_id, candidates, now=now), _ledger_away)

    async def mark(self, user_id: str, marks: Sequence[Mark]) -> None:
        mark = super().mark
        await self._weather.through(Service.LEDGER, lambda: mark(user_id, marks), _ledger_away)


class FarCallState(MemoryCallState):
    """Saved calls on another machine."""

    def __init__(self, weather: Weather) -> None:
        super().__init__()
        self._weather = weather

    async def take_over(self, user_id: str, call_id: str, *, now: datetime) -> SavedCall | None:
        take_over = super().take_over
        return await self._weather.through(Service.STATES, lambda: take_over(user_id, call_id, now=now), _states_away)

    async def save(self, user_id: str, call: SavedCall, *, number: int, began_at: datetime | None = None) -> bool:
        save = super().save
        return await self._weather.through(Service.STATES, lambda: save(user_id, call, number=number, began_at=began_at), _states_away)

    async def owner(self, user_id: str) -> str | None:
        owner = super().owner
        return await self._weather.through(Service.STATES, lambda: owner(user_id), _states_away)


class FarMailbox(MemoryMailbox):
    """A mailbox that outlives the calls that look into it."""

    def __init__(self, slug: str, mails: Iterable[Envelope], weather: Weather) -> None:
        super().__init__(slug, mails, page_size=LISTED_AT_ONCE)
        self._weather = weather
        self._bells: set[asyncio.Event] = set()
        self._places: dict[MailId, Place] = {}
        self._away_unread: set[MailId] = set()

    def is_unread(self, mail: MailId) -> bool:
        """Whether a user who looked would find it there, unread."""
        return self._has(mail) and mail not in self._read

    def delete(self, mail: MailId) -> None:
        """In another program."""
        self.lose(mail)
        self.read_elsewhere(mail)

    def state_of(self, mail: MailId) -> MailAttributes:
        """As a writer sees it. Raises `MailGoneError`."""
        if not self._has(mail):
            raise MailGoneError("the mail is not here")
        place = self._places.get(mail, Place.INBOX)
        read = mail in self._read and mail not in self._away_unread
        return MailAttributes(place=place, read=read, flagged=self._mails[mail].flagged)

    def change(self, change: Change) -> None:
        """What a writer does. Raises `MailGoneError`."""
        mail = change.mail_id
        before = self.state_of(mail)
        after = aimed_at(before, change) if change.to is not None else wanted(before, change)
        self._places[mail] = after.place
        self._away_unread.discard(mail)
        if not after.read and after.place is not Place.INBOX:
            self._away_unread.add(mail)
        if after.flagged != before.flagged:
            self._mails[mail] = replace(self._mails[mail], flagged=after.flagged)
            self._note("flags", mail)
        here, was_here = (not state.read and state.place is Place.INBOX for state in (after, before))
        if was_here and not here:
            self.read_elsewhere(mail)
        elif here and not was_here:
            self.mark_unread_elsewhere(mail)

    async def watch(self) -> AsyncGenerator[None]:
        bell = asyncio.Event()
        bell.set()
        self._bells.add(bell)
        try:
            while True:
                await bell.wait()
                bell.clear()
                await self._request("watch")
                yield None
        finally:
            self._bells.discard(bell)

    async def aclose(self) -> None:
        """Only the call lets go of it."""

    async def _request(self, method: str) -> None:
        self.asked[method] += 1

        async def nothing() -> None:
            pass

        await self._weather.through(Service.MAILBOX, nothing, unavailable)

    def _note(self, what: str, mail: MailId) -> None:
        super()._note(what, mail)
        for bell in self._bells:
            bell.set()


class FarWriter:
    """The writing half of a mailbox. What really changed goes into `done`, what it gave a receipt for into `confirmed` as well."""

    def __init__(self, mailbox: FarMailbox, weather: Weather, *, done: list[Change], confirmed: list[Change]) -> None:
        self._mailbox = mailbox
        self._weather = weather
        self._done = done
        self._confirmed = confirmed

    async def state(self, mail: MailId) -> MailAttributes:
        async def look() -> MailAttributes:
            return self._mailbox.state_of(mail)

        return await self._weather.through(Service.WRITER, look, unavailable)

    async def plan(self, change: Change) -> Change:
        before = await self.state(change.mail_id)
        return change if change.to is not None else replace(change, before=before, to=wanted(before, change))

    async def find(self, mail: MailId, *, before: MailAttributes) -> Located:
        del before
        return Located(mail_id=mail, state=await self.state(mail))

    async def apply(self, change: Change) -> Receipt:
        async def change_it() -> Receipt:
            before = self._mailbox.state_of(change.mail_id)
            self._mailbox.change(change)
            self._done.append(change)
            return Receipt(change=change, mail_id=change.mail_id, before=before, after=self._mailbox.state_of(change.mail_id))

        receipt = await self._weather.through(Service.WRITER, change_it, unavailable)
        self._confirmed.append(change)
        return receipt
