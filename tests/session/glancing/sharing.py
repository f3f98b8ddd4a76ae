"""A call in which a screen is shared, in virtual time, with scripted models."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime

from briefing.mail import MailId
from glance.glance import Glance, GlanceParts
from glance.unified_mail import MailOfUser
from session.glancing.glances import Glances
from session.glancing.nudged import NudgedMails
from session.glancing.shared_screen import ScreenEvent, SharedScreen
from storage.database import DatabaseUnavailableError
from tests.agent.given_floor import Conversation, conversation
from tests.glance.stage_set import (
    FRAME,
    LEASE,
    LEASE_TEXT,
    ROBIN,
    Answer,
    ScriptedModels,
    no_talks,
    reads,
    screened,
    searches,
    surfaces,
)
from tests.inbox.memory_mailbox import NOON, OWN_ADDRESS

OFFERS = (screened(), searches(), reads(), surfaces())
A_WHILE_S = 20.0


async def nothing() -> None:
    pass


class NudgesInMemory:
    """What outlives a call."""

    def __init__(self) -> None:
        self.kept: dict[tuple[str, MailId], datetime] = {}
        self.away = False

    async def since(self, user_id: str, mails: Sequence[MailId], at: datetime) -> frozenset[MailId]:
        if self.away:
            raise DatabaseUnavailableError
        return frozenset(mail for mail in mails if self.kept.get((user_id, mail), at) > at)

    async def add(self, user_id: str, mail: MailId, at: datetime) -> None:
        if self.away:
            raise DatabaseUnavailableError
        self.kept[user_id, mail] = at


@dataclass
class Shared:
    talk: Conversation
    models: ScriptedModels
    nudges: NudgesInMemory

    @property
    def screen(self) -> SharedScreen:
        return self.talk.call.line.screen

    async def begins_to_offer(self) -> None:
        """The picture stands still, and the nudge about it has begun."""
        assert self.screen.look(FRAME)
        async with asyncio.timeout(A_WHILE_S):
            while not self.talk.floor.said:  # noqa: ASYNC110 - what is said
                await asyncio.sleep(0.05)

    async def stands_still(self, seconds: float = A_WHILE_S) -> None:
        assert self.screen.look(FRAME)
        await asyncio.sleep(seconds)


@asynccontextmanager
async def sharing(
    *answers: Answer,
    models: ScriptedModels | None = None,
    nudges: NudgesInMemory | None = None,
    load: Callable[[], Awaitable[None]] = nothing,
) -> AsyncIterator[Shared]:
    """A call in which a screen is shared, on which Anna's mail about the lease is open, read already."""
    async with conversation(["a", "b"]) as talk:
        talk.mailbox.deliver(LEASE, LEASE_TEXT)
        talk.mailbox.read_elsewhere(LEASE.mail_id)

        async def knows(mails: Sequence[MailId]) -> bool:
            return await glances.knows(mails)

        async def alone() -> bool:
            return await call.line.screen.alone()

        call, shared = talk.call, Shared(talk, models or ScriptedModels(*answers), nudges or NudgesInMemory())
        parts = GlanceParts(
            models=shared.models,
            mail=MailOfUser(call.mail.inbox, ROBIN),
            digest=no_talks,
            now=lambda: NOON,
            own_addresses=frozenset({OWN_ADDRESS}),
            knows=knows,
            alone=alone,
        )
        glances = Glances(call, Glance(parts, ROBIN), NudgedMails(shared.nudges), load=load)
        call.line.screen.can_look = True
        call.background.start("glance at the screen", glances.follow())
        await asyncio.sleep(10)
        talk.floor.said.clear()
        shared.screen.happened(ScreenEvent.SHARED)
        yield shared
