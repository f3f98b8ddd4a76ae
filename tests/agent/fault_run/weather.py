"""What goes wrong outside a process, when and for how long; every failure that somebody met with is counted."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import TypeVar

from tests.agent.fault_run.process import reach

T = TypeVar("T")

HANGS_FOR_S = 60.0
SLOW_S = 2.0


class Service(StrEnum):
    """What a call needs and may not have."""

    LEDGER = "ledger"
    STATES = "states"
    DISK = "disk"
    MAILBOX = "mailbox"
    WRITER = "writer"


class Sky(StrEnum):
    """How a service is."""

    WELL = "well"
    AWAY = "away"
    """Says at once that it failed; nothing has happened."""
    HANGS = "hangs"
    """Does not answer; nothing has happened."""
    SLOW = "slow"
    """Does it after a while, if it is still wanted."""
    LATE = "late"
    """Does it at once, and says so after a while."""
    LOSES_ANSWERS = "loses answers"
    """Does it, and says that it failed."""


class Weather:
    """The sky over each service."""

    def __init__(self) -> None:
        self._skies: defaultdict[Service, Sky] = defaultdict(lambda: Sky.WELL)
        self._until: dict[Service, asyncio.TimerHandle] = {}
        self.met: Counter[tuple[Service, Sky]] = Counter()

    def turn(self, service: Service, sky: Sky, seconds: float) -> None:
        """So it is from now on, for so long."""
        self.mend(service)
        self._skies[service] = sky
        self._until[service] = asyncio.get_running_loop().call_later(seconds, self.mend, service)

    def mend(self, service: Service) -> None:
        """It is well again."""
        self._skies[service] = Sky.WELL
        if timer := self._until.pop(service, None):
            timer.cancel()

    def clear(self) -> None:
        """Everything is well again."""
        for service in Service:
            self.mend(service)

    def is_well(self, *services: Service) -> bool:
        """Whether nothing is wrong with any of these now."""
        return all(self._skies[service] is Sky.WELL for service in services)

    def has_met(self, service: Service) -> bool:
        """Whether anybody has met with a failure of it so far."""
        return any(failing is service for failing, _ in self.met)

    async def through(self, service: Service, work: Callable[[], Awaitable[T]], failure: Callable[[], Exception]) -> T:
        """Do the work as the sky allows."""
        await reach()
        sky = self._skies[service]
        if sky is not Sky.WELL:
            self.met[service, sky] += 1
        if sky is Sky.HANGS:
            await asyncio.sleep(HANGS_FOR_S)
        if sky in {Sky.AWAY, Sky.HANGS}:
            raise failure()
        if sky is Sky.SLOW:
            await asyncio.sleep(SLOW_S)
        answer = await work()
        if sky is Sky.LATE:
            await asyncio.sleep(SLOW_S)
        if sky is Sky.LOSES_ANSWERS:
            raise failure()
        return answer
