"""Where the commands that own the terminal write their log: a file in the data folder, one per command, of its last run."""

import logging
from datetime import UTC, datetime
from pathlib import Path

from agent.operations.discreet_logs import is_ours, make_logs_discreet, values_of
from providers.settings import Settings


class OneLineFormatter(logging.Formatter):
    """One line a record, in UTC: the message as it stands, and the values beside it."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        values = [f"{name}={value}" for name, value in values_of(record).items()]
        return " ".join([at, record.levelname, record.name, str(record.msg), *values])


def log_file(settings: Settings, command: str) -> Path:
    """The log of `command`, empty, with its folder there. Raises `OSError`."""
    file = settings.aloud_data_dir / "logs" / f"{command}.log"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("")
    return file


def log_to_file(settings: Settings, command: str) -> None:
    """Send this process's log there instead of to the terminal. Raises `OSError`; then the log goes nowhere."""
    log_to(logging.NullHandler(), settings)
    log_to(logging.FileHandler(log_file(settings, command), encoding="utf-8"), settings)


def log_to(handler: logging.Handler, settings: Settings) -> None:
    """Send this process's log there alone, made discreet: ours from the level that is set, libraries' warnings."""
    make_logs_discreet()
    handler.setFormatter(OneLineFormatter())
    handler.addFilter(lambda record: record.levelno >= logging.WARNING or is_ours(record))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(settings.aloud_log_level)
