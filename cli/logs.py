"""Logs of the commands that use the terminal: one file per command in the data folder, with its last run."""

import logging
from datetime import UTC, datetime
from pathlib import Path

from agent.operations.discreet_logs import is_ours, make_logs_discreet, values_of
from providers.settings import Settings


class OneLineFormatter(logging.Formatter):
    """One line per record, in UTC: the constant message, and its values."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        values = [f"{name}={value}" for name, value in values_of(record).items()]
        return " ".join([at, record.levelname, record.name, str(record.msg), *values])


def log_file(settings: Settings, command: str) -> Path:
    """The emptied log file of `command`; its folder is created. Raises `OSError`."""
    file = settings.aloud_data_dir / "logs" / f"{command}.log"
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    file.write_text("")
    return file


def log_to_file(settings: Settings, command: str) -> None:
    """Send this process's log to that file instead of the terminal. Raises `OSError`; then nothing is logged."""
    log_to(logging.NullHandler(), settings)
    log_to(logging.FileHandler(log_file(settings, command), encoding="utf-8"), settings)


def log_to(handler: logging.Handler, settings: Settings) -> None:
    """Send this process's log to `handler` alone, without private data: ours from the configured level, libraries' from warnings."""
    make_logs_discreet()
    handler.setFormatter(OneLineFormatter())
    handler.addFilter(lambda record: record.levelno >= logging.WARNING or is_ours(record))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.aloud_log_level)
