"""Where the commands that own the terminal write their log: a file in the data folder, one per command, of its last run.

Of our own records the message and the values beside it are written, which hold no words of a mail. Libraries promise nothing of the
kind, so of theirs only the place in their source is written.
"""

import logging
from datetime import UTC, datetime
from pathlib import Path

from providers.settings import Settings

OWN = ("agent", "actions", "inbox", "knowledge", "providers", "storage", "cli")
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class DiscreetFormatter(logging.Formatter):
    """One line a record, in UTC."""

    def format(self, record: logging.LogRecord) -> str:
        """The line; of an exception, its type."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        error = record.exc_info[0] if record.exc_info else None
        what = _own_words(record) if _is_own(record) else f"in {record.funcName} of {record.filename}, line {record.lineno}"
        return " ".join([at, record.levelname, record.name, what, *([error.__name__] if error else [])])


def _own_words(record: logging.LogRecord) -> str:
    added = [f"{name}={value}" for name, value in vars(record).items() if name not in _STANDARD]
    return " ".join([str(record.msg), *added])


def _is_own(record: logging.LogRecord) -> bool:
    return record.name.partition(".")[0] in OWN


def log_file(settings: Settings, command: str) -> Path:
    """The log of `command`, empty, with its folder there. Raises `OSError`."""
    file = settings.aloud_data_dir / "logs" / f"{command}.log"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("")
    return file


def log_to_file(settings: Settings, command: str) -> None:
    """Send this process's log there instead of to the terminal: ours from the level that is set, libraries' warnings.

    Raises `OSError`; then the log goes nowhere.
    """
    root = logging.getLogger()
    root.handlers[:] = [logging.NullHandler()]
    handler = logging.FileHandler(log_file(settings, command), encoding="utf-8")
    handler.setFormatter(DiscreetFormatter())
    handler.addFilter(lambda record: record.levelno >= logging.WARNING or _is_own(record))
    root.handlers[:] = [handler]
    root.setLevel(settings.aloud_log_level)
