"""Keeps what Aloud stores from the other users of a machine: folders are 0700 and files 0600, whatever the umask, whoever made them first.

Only the rights of others are taken away; a file keeps what its owner may do with it. Links are left alone: what they lead to is not ours.
"""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_OTHERS = 0o077


@dataclass(frozen=True, slots=True, kw_only=True)
class Mended:
    """How many files others could read until now, and how many things cannot be closed to them because they belong to somebody else."""

    files: int = 0
    left: int = 0


def close_to_others(folder: Path) -> Mended:
    """Close the folder and everything in it; nothing happens if there is none.

    A folder that is meant for everybody (`/tmp`), a home folder and the root are not closed themselves; what is in them may be others'.
    """
    if not folder.is_dir():
        return Mended()
    if folder.stat().st_mode & stat.S_ISVTX or folder.resolve() in {Path.home().resolve(), Path(folder.anchor)}:
        return Mended(left=1)
    outcomes = [(path.is_file(), _close(path)) for path in _all(folder)]
    return Mended(files=sum(is_file and done is True for is_file, done in outcomes), left=sum(done is False for _, done in outcomes))


def own_file(path: Path, *beside: str) -> None:
    """Create the file for its owner alone, or close what is there; also the files whose names end in one of `beside`. Raises `OSError`."""
    try:
        made = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_NOFOLLOW, 0o600)
    except FileExistsError:
        for name in (path.name, *(path.name + ending for ending in beside)):
            _close(path.with_name(name))
    else:
        os.fchmod(made, 0o600)  # a umask may even take the owner's rights
        os.close(made)


def _all(folder: Path) -> Iterator[Path]:
    """The folder first, so that nobody else can change what is in it meanwhile."""
    yield folder
    for parent, folders, files in os.walk(folder):
        yield from (Path(parent, name) for name in (*folders, *files))


def _close(path: Path) -> bool | None:
    """Whether it could be closed; None if nothing was open, or nothing is there."""
    try:
        mode = path.lstat().st_mode
        if stat.S_ISLNK(mode) or not mode & _OTHERS:
            return None
        path.chmod(stat.S_IMODE(mode) & ~_OTHERS)
    except FileNotFoundError:
        return None
    except OSError:
        return False
    return True
