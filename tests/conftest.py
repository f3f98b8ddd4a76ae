"""What every test is held to: no task, thread or process that it started outlives it."""

import asyncio
import gc
import inspect
import logging
import os
import threading
from collections.abc import AsyncIterator, Generator, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from math import ceil
from pathlib import Path

import psutil
import pytest
import pytest_asyncio
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from tests.randomness import SEED_VARIABLE, chance, seed
from tests.servers.process import SHARED

GRACE_S = 5.0
BEHIND_S = 5.0
"""For a task that ends by itself."""
LONG_AT_ONCE = 4
"""Of the tests that take longest, most of which are calls in real time: more at once, and two cores would no longer keep up with them."""
TOLD_BY_LINUX = Path(f"/proc/self/task/{os.getpid()}/children").exists()
COLLECTED_AFTER = (50_000, 20, 20)
"""New objects, and so many times that, for garbage to be looked for."""

# How long an example takes is a matter of what else the machine is doing.
settings.register_profile("aloud", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("aloud")
# Hypothesis also tries what is written in the modules that happen to be loaded. In the processes of xdist these are now some, now others,
# and a seed would repeat nothing.
providers._get_local_constants = lambda: providers._local_constants


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--parts", action="store_true", help="of a test marked `part`, run that part of its cases which the seed says")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """One seed for all that is random in a run; the processes of xdist inherit it."""
    config.option.hypothesis_seed = config.option.hypothesis_seed or seed()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        report.sections.append(("random runs", f"{SEED_VARIABLE}={seed()} repeats what was random in this run"))
    return report


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Import in peace: looking for garbage among what stays for good is 40 % of what collecting the tests costs.

    Nor does a test leave so much that it has to be looked for as often as in a process that lives for days: that is 5 % of a typed call.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(*COLLECTED_AFTER)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not in the part of its test that this run has; which that is, its seed says."""
    if not config.getoption("--parts"):
        return
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("part"):
            cases.setdefault(item.nodeid.partition("[")[0], []).append(item)
    left_out: set[pytest.Item] = set()
    for test, its in cases.items():
        marker = its[0].get_closest_marker("part")
        share = float(marker.args[0]) if marker else 1.0
        left_out.update(chance(test).sample(its, k=len(its) - ceil(len(its) * share)))
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


@pytest.hookimpl(trylast=True, specname="pytest_collection_modifyitems")
def pytest_collection_ordered(items: list[pytest.Item]) -> None:
    """Begin with the long ones in a few processes, while others do the rest: so no core idles while calls wait for speech.

    `--dist worksteal` gives each worker one of as many equal parts, and what others take from it later is from the end of its part: the
    long ones are the beginnings, and the rest stays together, as the servers that several tests of a module share want it.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0"))
    if not workers:
        return
    begun = _dealt_out([item for item in items if _takes_s(item)], among=min(workers, LONG_AT_ONCE))
    rest = iter([item for item in items if not _takes_s(item)])
    dealt: list[pytest.Item] = []
    for worker in range(workers):
        first = begun[worker] if worker < len(begun) else []
        size = (len(items) - len(dealt)) // (workers - worker)
        dealt += [*first, *islice(rest, max(0, size - len(first)))]
    items[:] = [*dealt, *rest]


def _dealt_out(long: list[pytest.Item], *, among: int) -> list[list[pytest.Item]]:
    """In parts that take about as long, longest first. Tests that share a worker of ours lie in few of them: each of these starts one."""
    parts: list[list[pytest.Item]] = [[] for _ in range(among)]
    shared = {item for item in long if "running_worker" in getattr(item, "fixturenames", ())}
    few = ceil(among * _all_take_s(shared) / _all_take_s(long)) if long else 0
    for item in sorted(long, key=lambda item: (item not in shared, -_takes_s(item))):
        min(parts[:few] if item in shared else parts, key=_all_take_s).append(item)
    return parts


def _all_take_s(items: Iterable[pytest.Item]) -> float:
    return sum(map(_takes_s, items))


def _takes_s(item: pytest.Item) -> float:
    marker = item.get_closest_marker("takes")
    return float(marker.args[0]) if marker else 0.0


def pytest_itemcollected(item: pytest.Item) -> None:
    """Watch the tasks of asynchronous tests; an event loop for each of the others would double the time they take.

    What runs on both databases is nearly always the same thing twice: one of them is the part of a run. What has an event loop and a folder
    is nearly always a whole call, and slow.
    """
    if "database_server" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.part(0.5))
    if isinstance(item, pytest.Function) and inspect.iscoroutinefunction(item.function):
        # Behind the servers that outlive a test by their scope, before everything that belongs to the test alone.
        item.fixturenames.insert(item.fixturenames.index("nothing_outlives_the_test") + 1, "no_task_outlives_the_test")
        if "tmp_path" in item.fixturenames:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def nothing_outlives_the_test() -> Iterator[None]:
    """Fail the test that leaves a thread or a child process behind."""
    threads_before, children_before = _threads(), _children()
    yield
    for thread in _threads() - threads_before:
        thread.join(GRACE_S)
    _, running = psutil.wait_procs(_processes(_children() - children_before), timeout=GRACE_S)
    assert not running, f"processes outlived their test: {[process.name() for process in running]}"
    left = {thread.name for thread in _threads() - threads_before}
    assert not left, f"threads outlived their test: {left}"


@pytest.fixture(autouse=True)
def logging_stays_as_it_was() -> Iterator[None]:
    """Fail the test after which this process goes on logging as one of our commands does."""
    call_handlers = logging.Logger.callHandlers
    yield
    changed = logging.Logger.callHandlers is not call_handlers
    logging.Logger.callHandlers = call_handlers  # type: ignore[method-assign]
    assert not changed, "the logs were left discreet"


@pytest_asyncio.fixture
async def no_task_outlives_the_test(nothing_outlives_the_test: None) -> AsyncIterator[None]:
    """Fail the test that leaves an asyncio task behind."""
    before = asyncio.all_tasks()
    yield
    left = {task for task in asyncio.all_tasks() - before - {asyncio.current_task()} if not task.done()}
    if left:  # a connection that was broken off is closed in a task of its own
        _, left = await asyncio.wait(left, timeout=BEHIND_S)
    for task in left:
        task.cancel()
    assert not left, f"tasks outlived their test: {left}"


def _threads() -> set[threading.Thread]:
    """Python's own threads. Native ones (LiveKit's) stay for the life of the process, and show as dummies once they called back."""
    return {thread for thread in threading.enumerate() if not isinstance(thread, threading._DummyThread)}


def _children() -> set[int]:
    """Ids of this process's children and of all that they started, but for those that serve many tests."""
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)  # looks without reaping: a hundred times cheaper than the list
    except ChildProcessError:
        return set()
    found, parents = set[int](), [os.getpid()]
    while parents:
        begun = _begun_by(parents.pop()) - SHARED - found
        found |= begun
        parents += begun
    return found


def _begun_by(parent: int) -> set[int]:
    """As Linux tells it. Psutil looks at every process of the machine for that: done for each test, a tenth of what all of them cost."""
    if not TOLD_BY_LINUX:
        with suppress(psutil.NoSuchProcess):
            return {child.pid for child in psutil.Process(parent).children()}
        return set()
    begun = set[int]()
    with suppress(FileNotFoundError, ProcessLookupError):
        for thread in os.listdir(f"/proc/{parent}/task"):  # noqa: PTH208 - twice as fast as a path for each
            with suppress(FileNotFoundError, ProcessLookupError), open(f"/proc/{parent}/task/{thread}/children") as children:  # noqa: PTH123
                begun.update(map(int, children.read().split()))
    return begun


def _processes(ids: Iterable[int]) -> list[psutil.Process]:
    found = list[psutil.Process]()
    for each in ids:
        with suppress(psutil.NoSuchProcess):
            found.append(psutil.Process(each))
    return found
