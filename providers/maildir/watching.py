"""Waits for something to change in a Maildir, without asking the disk again and again."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable
from pathlib import Path

from watchfiles._rust_notify import RustNotify

DEBOUNCE_MS = 400
STEP_MS = 250
"""How often the thread wakes to see whether something happened or it should end; it does so for as long as a call lasts."""


async def folder_changes(inbox: Path, bell: asyncio.Event, closed: Callable[[], bool]) -> AsyncGenerator[None]:
    """Yields once as soon as it is watching, then after each change of `new` or `cur`, until closed, or rung when `closed()` is true.

    The first item closes the gap between a listing and the watch. `watchfiles.awatch` has no such item, so its Rust part is used directly.
    It runs on a thread of its own for the whole call: the threads of `asyncio.to_thread` are few, and a process waits for them when it
    ends.
    """
    folders = [str(inbox / name) for name in ("new", "cur") if (inbox / name).is_dir()]
    if not folders:
        raise FileNotFoundError
    notify = RustNotify(folders, debug=False, force_polling=False, poll_delay_ms=0, recursive=False, ignore_permission_denied=True)
    stop = threading.Event()
    watcher = threading.Thread(target=_watch, args=(notify, stop, asyncio.get_running_loop(), bell), name="maildir-watch", daemon=True)
    watcher.start()
    try:
        yield None
        while True:
            await bell.wait()
            bell.clear()
            if closed():
                return
            yield None
    finally:
        stop.set()
        await asyncio.to_thread(watcher.join)
        notify.close()


def _watch(notify: RustNotify, stop: threading.Event, loop: asyncio.AbstractEventLoop, bell: asyncio.Event) -> None:
    while isinstance(notify.watch(DEBOUNCE_MS, STEP_MS, 0, stop), set):
        try:
            loop.call_soon_threadsafe(bell.set)
        except RuntimeError:  # the event loop has ended without closing the watch
            return
