"""Counts what agents do: runs, tasks by how they end, how long the queue is, and how soon work begins. No label tells of a user."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from providers.models.typed.typed_metrics import TYPED_METRICS
from team.task_states import TaskEvent

WAKE_UPS_S = (0.05, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 15.0, 60.0, 300.0)


class TeamMetrics:
    def __init__(self, registry: CollectorRegistry) -> None:
        self.registry = registry
        self._runs = Counter("aloud_team_runs", "Work sessions that agents began.", registry=registry)
        self._tasks = Counter("aloud_team_tasks", "Tasks that ended or were put back, by how.", ["event"], registry=registry)
        self._queued = Gauge("aloud_team_queued_tasks", "Tasks of all users that wait.", registry=registry)
        self._wake_up = Histogram(
            "aloud_team_wake_up_seconds", "From queued until begun, of tasks that began a session.", buckets=WAKE_UPS_S, registry=registry
        )

    def count_run(self) -> None:
        self._runs.inc()

    def count_task(self, event: TaskEvent) -> None:
        self._tasks.labels(event=event.value).inc()

    def note_queue(self, waiting: int) -> None:
        self._queued.set(waiting)

    def note_wake_up(self, seconds: float) -> None:
        self._wake_up.observe(max(0.0, seconds))


TEAM_METRICS = TeamMetrics(TYPED_METRICS.registry)
"""Those of this process, beside what its models were asked."""
