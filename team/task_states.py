"""The life of a task.

    PENDING --begin--> RUNNING --finish--> DONE
       ^                  |
       +-----put back-----+-----fail-----> FAILED
    PENDING, RUNNING --stop--> STOPPED
    PENDING --fail--> FAILED     (its text does not open)

What has ended stays as it is: there is no edge out of it, so a run that does not know yet that its task was stopped cannot finish it.
"""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from team.records import TaskStatus, TeamError

ENDED = frozenset({TaskStatus.DONE, TaskStatus.FAILED, TaskStatus.STOPPED})


class TaskEvent(StrEnum):
    BEGIN = "begin"
    FINISH = "finish"
    PUT_BACK = "put_back"
    FAIL = "fail"
    STOP = "stop"


class IllegalTaskMoveError(TeamError):
    """The task is not in a state in which that can happen."""


_MOVES: Mapping[tuple[TaskStatus, TaskEvent], TaskStatus] = MappingProxyType(
    {
        (TaskStatus.PENDING, TaskEvent.BEGIN): TaskStatus.RUNNING,
        (TaskStatus.PENDING, TaskEvent.FAIL): TaskStatus.FAILED,
        (TaskStatus.PENDING, TaskEvent.STOP): TaskStatus.STOPPED,
        (TaskStatus.RUNNING, TaskEvent.FINISH): TaskStatus.DONE,
        (TaskStatus.RUNNING, TaskEvent.PUT_BACK): TaskStatus.PENDING,
        (TaskStatus.RUNNING, TaskEvent.FAIL): TaskStatus.FAILED,
        (TaskStatus.RUNNING, TaskEvent.STOP): TaskStatus.STOPPED,
    }
)


def advance_task(status: TaskStatus, event: TaskEvent) -> TaskStatus:
    """Raises `IllegalTaskMoveError`."""
    if (status, event) not in _MOVES:
        raise IllegalTaskMoveError(f"a task that is {status} cannot {event}")
    return _MOVES[status, event]
