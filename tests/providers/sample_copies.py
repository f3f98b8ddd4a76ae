"""The sample inbox again and again: a process writes each once and copies its files, which takes a tenth of the time."""

import os
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from providers.sample_inbox import write_sample_inbox


class _File(NamedTuple):
    name: Path
    content: bytes
    modified_ns: int


def copy_sample_inbox(path: Path, *, now: datetime, unread: int = 50) -> None:
    """What `write_sample_inbox` writes, byte for byte, at a path where nothing is yet."""
    folders, files = _written(now, unread)
    for folder in folders:
        (path / folder).mkdir(mode=0o700, parents=True)
    for file in files:
        copy = path / file.name
        copy.write_bytes(file.content)
        os.utime(copy, ns=(file.modified_ns, file.modified_ns))


def sample_mails(now: datetime) -> list[bytes]:
    """The messages of the sample inbox."""
    return [file.content for file in _written(now, 50)[1]]


@cache
def _written(now: datetime, unread: int) -> tuple[list[Path], list[_File]]:
    with TemporaryDirectory() as folder:
        written = Path(folder) / "inbox"
        write_sample_inbox(written, now=now, unread=unread)
        found = [written, *sorted(written.rglob("*"))]
        files = [_File(path.relative_to(written), path.read_bytes(), path.stat().st_mtime_ns) for path in found if path.is_file()]
        return [path.relative_to(written) for path in found if path.is_dir()], files
