"""Several processes that spend one Gmail user's minute, in virtual time: together they stay within it, and nobody waits for the ledger."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import Context
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TypeVarTuple

import pytest

from providers.connections.accounts import AccountStore, Provider
from providers.connections.credentials import Vault
from providers.connections.secret_key import GivenKeys
from providers.gmail.quota import LIMIT, SHARES, QuotaBudget
from providers.gmail.quota_lease import QuotaLease, QuotaLedgerStore, QuotaLedgerUnavailableError, SqlQuotaLedger
from providers.gmail.quota_ledger import FOR_THE_CALLER, HELD_FOR_S, LEASABLE, LEFT_FOR_OTHERS, UNLEASED, LedgerEntry, leased, read_ledger
from providers.resilience.priority import Priority
from storage.database import Database
from tests.inbox.virtual_clock import VirtualClockLoop, in_virtual_time, now
from tests.providers.connections.test_accounts import ANNA, KEY, NOW
from tests.providers.memory_quota_ledger import Line, MemoryQuotaLedger
from tests.randomness import chance as chance_of
from tests.randomness import times

pytestmark = pytest.mark.slow

pytest_plugins = ["tests.servers.both_databases"]

INTERACTIVE, PREFETCH, POLLING = Priority
MINUTE_S = 60.0
OPENING = 437
"""What the first mail and its text cost at most."""


@dataclass
class Google:
    """What reaches Google, and when."""

    spent: list[tuple[float, int]] = field(default_factory=list)

    async def spend(self, budget: QuotaBudget, units: int, priority: Priority) -> float:
        asked_at = now()
        await budget.spend(units, priority)
        self.spent.append((now(), units))
        return now() - asked_at

    @property
    def most_in_a_minute(self) -> int:
        windows = (sum(units for at, units in self.spent if begins <= at < begins + MINUTE_S) for begins, _ in self.spent)
        return max(windows, default=0)


Ts = TypeVarTuple("Ts")


class CountsTimers(VirtualClockLoop):
    timers = 0

    def call_at(self, when: float, callback: Callable[[*Ts], object], *args: *Ts, context: Context | None = None) -> asyncio.TimerHandle:
        self.timers += 1
        return super().call_at(when, callback, *args, context=context)


@asynccontextmanager
async def process(ledger: QuotaLedgerStore) -> AsyncIterator[QuotaBudget]:
    budget = QuotaBudget()
    async with QuotaLease(budget, ledger, clock=lambda: 1_700_000_000 + now()):
        yield budget


async def spend_for(seconds: float, google: Google, budget: QuotaBudget) -> None:
    """All that can be had."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while True:
                await google.spend(budget, 400, INTERACTIVE)


class TestOneProcess:
    @in_virtual_time
    async def test_the_first_mail_waits_for_nothing_but_the_first_lease(self) -> None:
        google, ledger = Google(), MemoryQuotaLedger()
        async with process(ledger) as budget:
            waited = await google.spend(budget, OPENING, INTERACTIVE)
            assert waited == pytest.approx(2 * ledger.takes_s)

    @in_virtual_time
    async def test_a_caller_never_waits_for_the_ledger_later_on(self) -> None:
        google, ledger = Google(), MemoryQuotaLedger(takes_s=0.3)
        async with process(ledger) as budget:
            await asyncio.sleep(1)
            for _ in range(100):
                assert await google.spend(budget, 20, INTERACTIVE) == 0
                await asyncio.sleep(0.5)

    @in_virtual_time
    async def test_alone_it_may_read_ahead_most_of_what_it_may_without_a_ledger(self) -> None:
        google = Google()
        async with process(MemoryQuotaLedger()) as budget:
            reading = [asyncio.create_task(google.spend(budget, 380, PREFETCH)) for _ in range(40)]
            await asyncio.sleep(MINUTE_S)
            assert sum(units for _, units in google.spent) >= 0.7 * SHARES[PREFETCH]
            for task in reading:
                task.cancel()
            await asyncio.gather(*reading, return_exceptions=True)

    @in_virtual_time
    async def test_reading_ahead_does_not_hold_up_the_look_for_new_mail(self) -> None:
        google = Google()
        async with process(MemoryQuotaLedger()) as budget:
            reading = [asyncio.create_task(google.spend(budget, 380, PREFETCH)) for _ in range(40)]
            for _ in range(20):
                await asyncio.sleep(5)
                assert await google.spend(budget, 2, POLLING) < 0.1
            for task in reading:
                task.cancel()
            await asyncio.gather(*reading, return_exceptions=True)

    @in_virtual_time
    async def test_the_ledger_is_written_once_a_second_at_most_and_seldom_while_nothing_is_spent(self) -> None:
        google, ledger = Google(), MemoryQuotaLedger()
        async with process(ledger) as budget:
            for _ in range(300):
                await google.spend(budget, 2, POLLING)
                await asyncio.sleep(0.1)
            assert ledger.changes <= now() + 2
            written_before = ledger.changes
            await asyncio.sleep(600)
            assert ledger.changes - written_before <= 32

    def test_while_nothing_is_spent_it_wakes_no_more_often_than_the_ledger_is_written(self) -> None:
        async def idle() -> tuple[int, int]:
            ledger, loop = MemoryQuotaLedger(), asyncio.get_running_loop()
            assert isinstance(loop, CountsTimers)
            async with process(ledger):
                await asyncio.sleep(600)
                return loop.timers, ledger.changes

        with asyncio.Runner(loop_factory=CountsTimers) as runner:
            timers, changes = runner.run(idle())
        assert changes <= 32
        assert timers <= 5 * changes

    @in_virtual_time
    async def test_who_leaves_gives_back_what_was_held(self) -> None:
        google, ledger = Google(), MemoryQuotaLedger()
        async with process(ledger) as budget:
            await google.spend(budget, 100, INTERACTIVE)
        (entry,) = read_ledger(ledger.text).values()
        assert (entry.held, sum(units for units in entry.spent.values())) == (0, 100)


class TestTwoProcesses:
    @in_virtual_time
    async def test_a_new_call_gets_its_first_mail_at_once_beside_one_that_read_ahead_all_it_may(self) -> None:
        google, ledger = Google(), MemoryQuotaLedger()
        async with process(ledger) as older:
            reading = [asyncio.create_task(google.spend(older, 380, PREFETCH)) for _ in range(40)]
            await asyncio.sleep(30)
            for _ in range(2):  # it is called from elsewhere, and once again
                async with process(ledger) as newer:
                    assert await google.spend(newer, OPENING, INTERACTIVE) < 0.1
            for task in reading:
                task.cancel()
            await asyncio.gather(*reading, return_exceptions=True)
        assert google.most_in_a_minute <= LIMIT

    @in_virtual_time
    async def test_what_a_call_that_ended_has_spent_is_known_to_the_next(self) -> None:
        google, ledger = Google(), MemoryQuotaLedger()
        for _ in range(6):
            async with process(ledger) as budget:
                await spend_for(20, google, budget)
        assert LEASABLE - 400 <= google.most_in_a_minute <= LEASABLE

    @in_virtual_time
    async def test_what_a_killed_process_may_have_spent_counts_as_spent(self) -> None:
        google, ledger = Google(), MemoryQuotaLedger()
        line = Line(ledger)
        async with process(line) as killed:
            await asyncio.sleep(0.5)
            line.cut = True
            await google.spend(killed, FOR_THE_CALLER, INTERACTIVE)
        async with process(ledger) as next_one:
            await spend_for(MINUTE_S, google, next_one)
        assert google.most_in_a_minute <= LIMIT


class TestTheLedgerIsAway:
    @in_virtual_time
    async def test_the_call_goes_on_with_a_careful_share(self) -> None:
        google = Google()
        async with process(MemoryQuotaLedger(away=True)) as budget:
            assert await google.spend(budget, OPENING, INTERACTIVE) < 0.1
            reading = [asyncio.create_task(google.spend(budget, 200, PREFETCH)) for _ in range(20)]
            for _ in range(20):
                await asyncio.sleep(10)
                assert await google.spend(budget, 20, INTERACTIVE) == 0
            for task in reading:
                task.cancel()
            await asyncio.gather(*reading, return_exceptions=True)
        assert google.most_in_a_minute <= UNLEASED

    @in_virtual_time
    async def test_six_calls_stay_within_the_minute_without_any_ledger(self) -> None:
        google = Google()
        async with AsyncExitStack() as stack, asyncio.timeout(MINUTE_S):
            budgets = [await stack.enter_async_context(process(MemoryQuotaLedger(away=True))) for _ in range(6)]
            spending = [asyncio.create_task(google.spend(budget, 100, INTERACTIVE)) for budget in budgets for _ in range(30)]
            await asyncio.sleep(MINUTE_S / 2)
            for task in spending:
                task.cancel()
            await asyncio.gather(*spending, return_exceptions=True)
        assert google.most_in_a_minute == LIMIT

    @in_virtual_time
    async def test_once_it_answers_again_all_is_written_that_was_spent_meanwhile(self) -> None:
        google, ledger = Google(), MemoryQuotaLedger(away=True)
        async with process(ledger) as budget:
            for _ in range(10):
                await google.spend(budget, 100, INTERACTIVE)
            ledger.away = False
            await asyncio.sleep(2)
            (entry,) = read_ledger(ledger.text).values()
            assert sum(units for units in entry.spent.values()) == 1_000
            assert entry.held == FOR_THE_CALLER


@pytest.mark.random
@pytest.mark.parametrize("run", range(times(2, in_proofs=100)))
def test_whatever_happens_to_whom_no_minute_holds_more_than_google_allows(run: int) -> None:
    """Processes that come, end and are killed, a ledger that is slow, and a process that cannot reach it, or does not hear that it did."""
    chance, google = chance_of("quota lease", run), Google()
    ledger = MemoryQuotaLedger(takes_s=chance.choice([0.001, 0.02, 0.3]))

    async def spend_on(budget: QuotaBudget) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(200):
                priority = chance.choice([INTERACTIVE, INTERACTIVE, PREFETCH, PREFETCH, POLLING])
                units = chance.choice({INTERACTIVE: [5, 20, 380], PREFETCH: [200, 380], POLLING: [2, 100]}[priority])
                group.create_task(google.spend(budget, units, priority))
                await asyncio.sleep(chance.choice([0, 0, 0.05, 0.5]))

    async def one(line: Line) -> None:
        async with process(line) as budget:
            try:
                async with asyncio.timeout(chance.uniform(1, 120)):
                    await spend_on(budget)
            except TimeoutError:
                line.cut = chance.random() < 0.4  # killed

    async def unlucky(line: Line) -> None:
        for _ in range(20):
            await asyncio.sleep(chance.uniform(0, 10))
            line.away, line.lost = chance.random() < 0.4, chance.random() < 0.4

    async def all_of_them() -> None:
        async with asyncio.TaskGroup() as group:
            lines = [Line(ledger) for _ in range(5)]
            group.create_task(unlucky(chance.choice(lines)))
            for line in lines:
                group.create_task(one(line))
                await asyncio.sleep(chance.uniform(0, 20))

    with asyncio.Runner(loop_factory=VirtualClockLoop) as runner:
        runner.run(all_of_them())
    assert LIMIT / 2 < google.most_in_a_minute <= LIMIT


class TestLedger:
    def test_what_nobody_can_read_any_more_is_an_empty_ledger(self) -> None:
        assert read_ledger("{}") == read_ledger("") == read_ledger("of another version") == {}

    def test_it_comes_back_as_it_was_written(self) -> None:
        text, held = leased("", "a", spent=[(0.5, 20), (3.0, 5)], wanted=500, now=1_000.0)
        assert read_ledger(text) == {"a": LedgerEntry(spent={1_000: 20, 997: 5}, held=held, until=1_000.0 + HELD_FOR_S)}

    def test_reading_ahead_leaves_room_for_others(self) -> None:
        spent = [(1.0, LEASABLE - LEFT_FOR_OTHERS - FOR_THE_CALLER)]
        text, held = leased("", "a", spent=spent, wanted=1_500, now=1_000.0)
        assert held == FOR_THE_CALLER
        _, held = leased(text, "b", wanted=1_500, now=1_000.0)
        assert held == FOR_THE_CALLER

    def test_what_is_held_still_stays_held_however_full_the_minute_is(self) -> None:
        text, _ = leased("", "a", spent=[(1.0, LEASABLE)], now=1_000.0)
        _, held = leased(text, "b", left=300, wanted=500, now=1_000.0)
        assert held == 300

    def test_entries_that_stand_in_nobodys_way_are_dropped(self) -> None:
        text, _ = leased("", "a", spent=[(0.0, 20)], wanted=500, now=1_000.0)
        later, _ = leased(text, "b", wanted=500, now=1_200.0)
        assert read_ledger(later).keys() == {"b"}


@pytest.fixture
async def ledger(database: Database) -> SqlQuotaLedger:
    account = await AccountStore(database, Vault(GivenKeys(KEY))).put("anna", Provider.GOOGLE, ANNA, label="home", now=NOW)
    return SqlQuotaLedger(database, "anna", account.slug)


def add(more: str, text: str) -> str:
    return text + more


class TestSqlLedger:
    async def test_changes_that_are_made_at_once_are_all_made(self, ledger: SqlQuotaLedger) -> None:
        await asyncio.gather(*(ledger.change(partial(add, each)) for each in "abcdef"))
        texts: list[str] = []

        def look(text: str) -> str:
            texts.append(text)
            return text

        await ledger.change(look)
        assert sorted(texts[0]) == [*"abcdef"]

    async def test_of_an_account_that_was_removed_there_is_none(self, ledger: SqlQuotaLedger, database: Database) -> None:
        await AccountStore(database, Vault(GivenKeys(KEY))).forget("anna")
        with pytest.raises(QuotaLedgerUnavailableError):
            await ledger.change(str.upper)

    async def test_a_database_that_is_away_takes_the_ledger_with_it(self, tmp_path: Path) -> None:
        async with Database(f"sqlite:///{tmp_path}/never-migrated.db") as database:
            with pytest.raises(QuotaLedgerUnavailableError):
                await SqlQuotaLedger(database, "anna", "gm00000000").change(str.upper)
