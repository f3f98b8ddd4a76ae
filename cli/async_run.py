"""Runs the asynchronous part of a subcommand until it ends or a signal stops it, and closes it in order."""

import asyncio
import os
import signal
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager

import typer

from cli.logs import log_to_file
from cli.screen import fail, out, wrong
from providers.settings import Settings
from session.opening.assembly import prepare_storage
from storage.database import DatabaseUnavailableError
from storage.migrate import NewerSchemaError

STUCK_AFTER_S = 1.0

DATABASE_AWAY = "The database cannot be used: check DATABASE_URL, and that ALOUD_DATA_DIR is a folder that Aloud may write to."
DATABASE_NEWER = "The database was written by a newer Aloud than this one: update, or set another ALOUD_DATA_DIR."


def run(work: Coroutine[object, object, None]) -> None:
    """Run `work`. An unusable store becomes one error line; a signal gives exit code 128 plus its number."""
    stopped_by: list[signal.Signals] = []
    try:
        with database_in_reach():
            asyncio.run(_stoppable(work, stopped_by))
    except asyncio.CancelledError:
        if not stopped_by:
            raise
    if stopped_by:
        raise typer.Exit(_code(stopped_by[0]))


@contextmanager
def database_in_reach() -> Iterator[None]:
    """Exit with one error line if the database cannot be used."""
    try:
        yield
    except DatabaseUnavailableError:
        raise fail(DATABASE_AWAY, code=1) from None
    except NewerSchemaError:
        raise fail(DATABASE_NEWER, code=1) from None


async def prepare_folder(settings: Settings, command: str) -> None:
    """Prepare the log and the databases in the data folder. Exits with one error line if it cannot be written to."""
    try:
        log_to_file(settings, command)
        await prepare_storage(settings)
    except OSError:
        raise fail(wrong("ALOUD_DATA_DIR")) from None


async def _stoppable(work: Coroutine[object, object, None], stopped_by: list[signal.Signals]) -> None:
    """SIGTERM and SIGHUP end the work as Ctrl-C does: by cancelling it, so that terminals are restored and processes ended."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def stop(number: signal.Signals) -> None:
        stopped_by.append(number)
        if task:
            task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, stop, number)
    try:
        await work
    finally:
        if stopped_by:
            loop.call_later(STUCK_AFTER_S, _leave, _code(stopped_by[0]))
            if out.is_terminal:
                out.print()  # the terminal may have written ^C


def _leave(code: int) -> None:
    """Exit even if a thread hangs on a disk: Python would wait for the thread, and it cannot be stopped."""
    sys.stdout.flush()
    os._exit(code)


def _code(number: signal.Signals) -> int:
    return 128 + number
