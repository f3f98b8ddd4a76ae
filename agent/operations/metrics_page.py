"""The page that Prometheus reads, put together in the worker's main process from the files of its job processes.

Only our own metrics are on it: what a library counts, and with which labels, may change. A process that has ended leaves its files behind,
one set per call. They are added up into one file before each reading, so a worker that runs for weeks answers as quickly as a new one.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from providers.settings import Settings

PREFIX = "aloud_"
ADDED_UP = ("counter", "histogram")
OF_THE_DEAD = "ended"
"""Takes the place of the process id in the name of the file that holds the sums."""


class WorkerMetrics(Collector):
    """What only the main process knows. `running` returns how many calls it has now, `tasks` how many tasks its event loop holds."""

    def __init__(self) -> None:
        self.running: Callable[[], int] = lambda: 0
        self.tasks: Callable[[], int] = lambda: 0
        self._replaced = 0

    def count_replaced_agent(self) -> None:
        self._replaced += 1

    def collect(self) -> Iterable[Metric]:
        yield GaugeMetricFamily("aloud_calls_running", "Calls that this worker has now.", value=self.running())
        yield GaugeMetricFamily("aloud_worker_tasks", "Tasks of the main process; steady between calls.", value=self.tasks())
        yield CounterMetricFamily("aloud_agents_replaced", "Agents that died or hung, and were replaced.", value=self._replaced)


WORKER = WorkerMetrics()
"""Those of this worker; only its main process writes them."""


class _OurFiles(Collector):
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def collect(self) -> Iterable[Metric]:
        families: Iterable[Metric] = MultiProcessCollector(None, path=str(self._folder)).collect()
        return [family for family in families if family.name.startswith(PREFIX)]


def metrics_folder(settings: Settings) -> str | None:
    """Where the processes of a worker keep their counts; None if metrics are off. The name has the port, so two workers do not share it."""
    return str(settings.aloud_data_dir / f"metrics-{settings.aloud_metrics_port}") if settings.aloud_metrics_port else None


def metrics_page(folder: Path, worker: WorkerMetrics = WORKER) -> bytes:
    """What all processes have counted, in Prometheus' text format. Blocking; one reader at a time."""
    add_up_the_dead(folder)
    registry = CollectorRegistry()
    registry.register(worker)
    registry.register(_OurFiles(folder))
    return generate_latest(registry)


def add_up_the_dead(folder: Path) -> None:
    """Move the counts of processes that have ended into one file of each kind, and drop their gauges.

    Counts and buckets are sums, so adding them up here changes no number on the page. A crash in between counts some twice, until the
    worker starts again: LiveKit empties the folder then.
    """
    for file in sorted(folder.glob("*.db")):
        kind, _, process = file.stem.rpartition("_")
        if process == OF_THE_DEAD or not process.isdigit() or _runs(int(process)):
            continue
        if kind in ADDED_UP:
            _add(file, folder / f"{kind}_{OF_THE_DEAD}.db")
        file.unlink()


def _add(file: Path, total: Path) -> None:
    sums = MmapedDict(str(total))
    try:
        for key, value, _timestamp, _position in MmapedDict.read_all_values_from_file(str(file)):
            sums.write_value(key, sums.read_value(key)[0] + value, 0.0)
    finally:
        sums.close()


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # somebody else's process runs under this id
    return True
