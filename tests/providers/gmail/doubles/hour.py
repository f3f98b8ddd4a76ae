"""An hour of a call over the model of Gmail, on a virtual clock: what its looks cost, and how long each arrival was not noticed."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from inbox.arrivals.live import LiveInbox
from inbox.unified import UnifiedInbox
from providers.gmail.watching import BUSY_PAUSE_S
from providers.resilience.priority import Priority
from tests.inbox.virtual_clock import now
from tests.providers.gmail.doubles.arranged_model import ArrangedGmailModel

HOUR_S = 3_600.0
TAKES_S = 0.08


@dataclass(slots=True)
class Hour:
    """`spent` are units for looks, by minute; `waited_s` is the time from each arrival until it could be offered: noticed and read.

    `units_for_reading` are those for what was read to the user, arrivals included.
    """

    spent: list[int] = field(default_factory=list)
    waited_s: list[float] = field(default_factory=list)
    units_for_reading: int = 0

    @property
    def units(self) -> int:
        return self.spent[-1]

    def share_within(self, seconds: float) -> float:
        return sum(waited <= seconds for waited in self.waited_s) / len(self.waited_s)


async def hour(
    *,
    arrival_every_s: float | None = None,
    arrivals_at_s: Sequence[float] = (),
    leaving_every_s: float | None = None,
    read_every_s: float | None = None,
    unread: int = 20,
    lasts_s: float = HOUR_S,
) -> Hour:
    """A call in which mail arrives, leaves, and is read to the user, each so often or never."""
    gmail = ArrangedGmailModel(takes_s=TAKES_S, busy_pause_s=BUSY_PAUSE_S)
    for _ in range(unread):
        _deliver(gmail)
    inbox = UnifiedInbox([gmail.mailbox])
    _ = [page async for page in inbox.unread()]
    result, delivered_at = Hour(), dict[str, float]()

    async def tell() -> None:
        while True:
            await inbox.changed()
            read = await inbox.envelopes(inbox.drain_changes().arrived)
            result.waited_s += [now() - delivered_at[envelope.mail_id] for envelope in read.found]

    async def count() -> None:
        while True:
            await asyncio.sleep(60)
            result.spent.append(gmail.quota.spent_by[Priority.POLLING])

    async def read() -> None:
        await gmail.mailbox.text(gmail.id_of(gmail.model.mails[0]))

    def arrive() -> None:
        delivered_at[_deliver(gmail)] = now()

    def leave() -> None:
        if unread := gmail.model.unread:
            gmail.model.relabel(unread[-1], remove=["UNREAD"])

    async with asyncio.TaskGroup() as group, LiveInbox(inbox):
        tasks = [group.create_task(each) for each in (tell(), count())]
        tasks += [
            group.create_task(_repeat(every_s, do)) for every_s, do in ((arrival_every_s, arrive), (leaving_every_s, leave)) if every_s
        ]
        if read_every_s:
            tasks.append(group.create_task(_read_on(read_every_s, read)))
        for at_s in arrivals_at_s:
            asyncio.get_running_loop().call_at(at_s, arrive)
        await asyncio.sleep(lasts_s + 0.5)
        for task in tasks:
            task.cancel()
    result.units_for_reading = gmail.quota.spent_by[Priority.INTERACTIVE]
    return result


def _deliver(gmail: ArrangedGmailModel) -> str:
    return gmail.id_of(gmail.model.deliver(b"From: a@example.org\nSubject: x\n\nx\n"))


async def _repeat(every_s: float, do: Callable[[], None]) -> None:
    while True:
        await asyncio.sleep(every_s)
        do()


async def _read_on(every_s: float, read: Callable[[], object]) -> None:
    while True:
        await asyncio.sleep(every_s)
        await read()  # type: ignore[misc]
