"""All tasks by name, from the modules of `shown` and of `kept`; each module has a tuple `TASKS`."""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tests.tasks.script import Task

FOLDERS = ("shown", "kept")


def tasks() -> dict[str, Task]:
    """Raises `AssertionError` where two have one name."""
    found = [*_found()]
    by_name = {task.name: task for task in found}
    assert len(by_name) == len(found), "two tasks have one name"
    return by_name


def _found() -> Iterator[Task]:
    for folder in FOLDERS:
        for path in sorted((Path(__file__).parent / folder).glob("[a-z]*.py")):
            yield from import_module(f"tests.tasks.{folder}.{path.stem}").TASKS
