"""Start a server that says in its log when it is ready. Blocking, so that it can serve fixtures of any scope and benchmarks too."""

import os
import shutil
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

# Some servers refuse to run as root, who therefore lends them the account that owns nothing.
UNPRIVILEGED = "nobody" if os.geteuid() == 0 else None


def binary(name: str, package: str, *folders: Path) -> str:
    """The path of a program, looked for on the PATH and in `folders`; the test fails if it is missing."""
    found = shutil.which(name) or next((str(folder / name) for folder in folders if (folder / name).exists()), None)
    if found is None:
        pytest.fail(f"{name} was not found; `make test` installs it (Debian package {package})")
    return found


def start(command: Sequence[str], *, folder: Path, ready: str, within_s: float, user: str | None = None) -> subprocess.Popen[bytes]:
    """Run `command` in `folder` until its log has a new line with `ready` in it; the test fails if that does not happen."""
    log = folder / "log"
    before = log.stat().st_size if log.exists() else 0
    with log.open("ab") as sink:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=sink, stderr=sink, cwd=folder, user=user, extra_groups=[] if user else None
        )
    deadline = time.monotonic() + within_s
    while ready not in (said := log.read_bytes()[before:].decode(errors="replace")):
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            process.wait()
            pytest.fail(f"{command[0]} did not start; it said:\n{said[-4000:]}")
        time.sleep(0.01)
    return process
