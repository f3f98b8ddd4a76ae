"""An hour in which one user calls again and again, over the model of Gmail, on a virtual clock: what Google sees of it, and who waited.

Each call is a process of its own: the real pipeline, inbox, watcher and mailbox over a budget of its own, which knows of the others by the
ledger that they share. Calls follow each other, overlap for some seconds (the older one makes way), or are killed.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime

from briefing.mail import Preferences
from inbox.arrivals.live import LiveInbox
from inbox.listing.pipeline import BriefingPipeline
from inbox.unified import UnifiedInbox
from providers.gmail.mailbox import GmailMailbox
from providers.gmail.quota import QuotaBudget
from providers.gmail.quota_lease import QuotaLease
from providers.resilience.priority import Priority
from tests.inbox.memory_ledger import MemoryLedger
from tests.inbox.virtual_clock import now
from tests.providers.gmail.doubles.arranged_model import WORK
from tests.providers.gmail.doubles.model import GmailModel, ModelApi
from tests.providers.memory_quota_ledger import Line, MemoryQuotaLedger

TAKES_S = 0.08
WINDOW_S = 60.0
READ_EVERY_S = 8.0
MAKES_WAY_AFTER_S = 6.0
"""So long the older of two calls goes on beside the newer one."""
AT = datetime(2026, 3, 10, 9, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A call: when it begins, how long it lasts, how many unread mails there are by then, and whether it is killed."""

    at_s: float
    lasts_s: float
    unread: int
    killed: bool = False


@dataclass(slots=True)
class Seen:
    """What Google saw, and what callers waited: until the first mail was ready, and for the text of each mail that was read to them."""

    spent: list[tuple[float, int]] = field(default_factory=list)
    first_mail_s: list[float] = field(default_factory=list)
    text_s: list[float] = field(default_factory=list)
    leases: int = 0

    @property
    def units(self) -> int:
        return sum(units for _, units in self.spent)

    @property
    def most_in_a_minute(self) -> int:
        most = total = oldest = 0
        for at, units in self.spent:
            total += units
            while self.spent[oldest][0] + WINDOW_S <= at:
                total -= self.spent[oldest][1]
                oldest += 1
            most = max(most, total)
        return most

    def line(self) -> str:
        """For a terminal."""
        return (
            f"{len(self.first_mail_s)} calls: {self.units:,} units, at most {self.most_in_a_minute:,} in any minute; "
            f"first mail within {max(self.first_mail_s):.2f} s, each of {len(self.text_s)} texts within {max(self.text_s):.2f} s; "
            f"{self.leases:,} leases"
        )


class _Budget(QuotaBudget):
    """Notes what is spent for all to see."""

    def __init__(self, seen: Seen) -> None:
        super().__init__()
        self._seen = seen

    async def spend(self, units: int, priority: Priority) -> None:
        await super().spend(units, priority)
        self._seen.spent.append((now(), units))


async def hour_of_calls(plan: Sequence[Planned]) -> Seen:
    """All calls of a plan, in the order in which they begin."""
    model, ledger, seen = GmailModel(), MemoryQuotaLedger(), Seen()
    async with asyncio.TaskGroup() as group:
        for planned in plan:
            await asyncio.sleep(max(0.0, planned.at_s - now()))
            while len(model.unread) < planned.unread:
                for _ in range(planned.unread - len(model.unread)):
                    model.deliver(b"From: A <a@example.org>\nSubject: x\n\nx\n")
            group.create_task(_call(planned, model, ledger, seen))
    seen.leases = ledger.changes
    return seen


async def _call(planned: Planned, model: GmailModel, ledger: MemoryQuotaLedger, seen: Seen) -> None:
    line = Line(ledger)
    async with _opened(model, line, seen) as (inbox, pipeline):
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(planned.lasts_s), asyncio.TaskGroup() as group:
                began = now()
                look = await pipeline.first_look(AT)
                assert look.agenda.topics, "no mail was ready"
                seen.first_mail_s.append(now() - began)
                group.create_task(_watch(inbox))
                group.create_task(_refine(pipeline))
                group.create_task(_read_on(inbox, pipeline, seen))
        line.cut = planned.killed


@asynccontextmanager
async def _opened(model: GmailModel, line: Line, seen: Seen) -> AsyncIterator[tuple[UnifiedInbox, BriefingPipeline]]:
    async with AsyncExitStack() as stack:
        quota = _Budget(seen)
        await stack.enter_async_context(QuotaLease(quota, line, clock=lambda: 1_700_000_000 + now()))
        inbox = UnifiedInbox([GmailMailbox(ModelApi(model, quota, takes_s=TAKES_S), account=WORK, quota=quota)])
        stack.push_async_callback(inbox.aclose)
        preferences = Preferences(vips=frozenset({"vip@example.org"}))
        pipeline = BriefingPipeline(inbox=inbox, ledger=MemoryLedger(), preferences=preferences, user_id="anna")
        stack.push_async_callback(pipeline.aclose)
        yield inbox, pipeline


async def _watch(inbox: UnifiedInbox) -> None:
    async with LiveInbox(inbox):
        await asyncio.Event().wait()


async def _refine(pipeline: BriefingPipeline) -> None:
    async for _ in pipeline.refinements(AT):
        pass


async def _read_on(inbox: UnifiedInbox, pipeline: BriefingPipeline, seen: Seen) -> None:
    for mail in list(pipeline.listed):
        began = now()
        await inbox.text(mail)
        seen.text_s.append(now() - began)
        await asyncio.sleep(READ_EVERY_S)


def the_hour() -> list[Planned]:
    """At 50, 500 and 5,000 unread: a call of some minutes, redials in a row, one from elsewhere before it ended, and after each kill."""
    plan: list[Planned] = []
    for third, unread in enumerate((50, 500, 5_000)):
        begins = third * 1_200.0
        plan += [Planned(at_s=begins, lasts_s=300, unread=unread)]
        plan += [Planned(at_s=begins + 302 + 25 * number, lasts_s=23, unread=unread) for number in range(4)]
        plan += [Planned(at_s=begins + 420, lasts_s=150 + MAKES_WAY_AFTER_S, unread=unread)]
        plan += [Planned(at_s=begins + 570, lasts_s=30 + MAKES_WAY_AFTER_S, unread=unread)]
        plan += [Planned(at_s=begins + 600, lasts_s=100, unread=unread, killed=True)]
        plan += [Planned(at_s=begins + 701, lasts_s=40, unread=unread, killed=True)]
        plan += [Planned(at_s=begins + 742, lasts_s=440, unread=unread)]
    return plan
