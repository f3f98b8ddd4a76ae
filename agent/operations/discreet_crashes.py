"""Logs an uncaught error by its type and its place in the source only.

Python writes such an error to the standard error stream with its text and with lines of source, and the text of an error may quote a mail.
So the hooks for the main thread, for other threads and for errors in destructors are replaced. An error in a task or a callback of an event
loop already goes through the log of `asyncio`, and is cut there like any record that is not ours.
"""

import logging
import sys
import threading
import traceback
from types import TracebackType

logger = logging.getLogger(__name__)


def make_crashes_discreet() -> None:
    """From now on, an uncaught error in this process shows only its type and place. Call it after `make_logs_discreet`."""
    sys.excepthook = _in_the_main_thread
    threading.excepthook = _in_a_thread
    sys.unraisablehook = _in_a_destructor
    logging.raiseExceptions = False  # else a handler that fails writes the error, and what it was about to log, to the same stream


def _in_the_main_thread(kind: type[BaseException], _error: BaseException, trace: TracebackType | None) -> None:
    logger.critical("the process failed", extra=_told(kind, trace))


def _in_a_thread(failure: threading.ExceptHookArgs) -> None:
    if failure.exc_type is not SystemExit:
        logger.error("a thread failed", extra=_told(failure.exc_type, failure.exc_traceback))


def _in_a_destructor(failure: "sys.UnraisableHookArgs") -> None:
    logger.error("an error could not be raised", extra=_told(failure.exc_type, failure.exc_traceback))


def _told(kind: type[BaseException], trace: TracebackType | None) -> dict[str, str]:
    frames = traceback.extract_tb(trace, limit=-1)
    return {"error": kind.__name__, "place": f"{frames[0].name} in {frames[0].filename}, line {frames[0].lineno}" if frames else "unknown"}
