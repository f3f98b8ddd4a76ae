"""The folders of a Maildir on disk, and which files are in them.

Maildir++ keeps folders as dot-directories inside the inbox (`.Archive`); mbsync's default keeps them as neighbours of a folder named
`INBOX`. Both are found; a missing one is made in the style that is there.

While another program renames a file, reading its directory can miss both the old name and the new one. So a directory that changes while it
is read is read again, and a mail that any reading saw counts as there: flagging a mail must not make it look gone. (A mail that really
left in between is found missing when it is opened.)
"""

import errno
import os
import time
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR
from string import ascii_lowercase

from providers.maildir.file_names import MailFile, name_time, provider_id

ARCHIVE_NAMES = ("Archive", "Archives", "Archiv")
SENT_NAMES = ("Sent", "Sent Items", "Sent Messages", "Sent Mail", "Gesendet")
TRASH_NAMES = ("Trash", "Deleted Items", "Deleted Messages", "Deleted", "Papierkorb")
JUNK_NAMES = ("Junk", "Spam", "Junk E-mail", "Junk Email", "Bulk Mail")
ENOUGH_READINGS = 2
MAX_READINGS = 12
SETTLED_AFTER_S = 2.5
"""A directory's time stamp has to be this old before it can vouch for a listing: some file systems count in steps of two seconds."""

_SUBFOLDERS = ("tmp", "new", "cur")


@dataclass(frozen=True, slots=True)
class _FolderListing:
    stamps: tuple[int, ...]
    settled: bool
    files: Mapping[str, MailFile]


class MaildirFolder:
    """One folder: `new`, `cur` and `tmp` below `path`. Safe in threads."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._last = _FolderListing((), False, {})

    def files(self, *, expected: Set[str] = frozenset()) -> Mapping[str, MailFile]:
        """The mails in it by provider id, deleted ones left out. Empty for a folder that does not exist; raises `OSError` else.

        Mails that were there the last time, and those `expected` now, count as gone only after several readings.
        """
        before, began = self._stamps(), time.time()
        if self._last.settled and self._last.stamps == before:
            return self._last.files
        awaited = self._last.files.keys() | expected
        files = self._read()
        settled = _is_settled(before, began) and self._stamps() == before
        for reading in range(2, MAX_READINGS + 1):
            if settled or (reading > ENOUGH_READINGS and files.keys() >= awaited):
                break
            before, began = self._stamps(), time.time()
            files |= self._read()
            settled = _is_settled(before, began) and self._stamps() == before
        present = {key: file for key, file in files.items() if not file.trashed}
        self._last = _FolderListing(before, settled, present)
        return present

    def create(self, *, like: Path | None = None) -> None:
        """Create what is missing of it, with the marker of a Maildir++ folder if it is one.

        It takes its permissions from `like`, the inbox, so that a mail server under another account can use it too.
        """
        model = like.stat() if like is not None else None
        for folder in (self.path, *(self.path / name for name in _SUBFOLDERS)):
            if not folder.is_dir():
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                make_like(folder, model)
        marker = self.path / "maildirfolder"
        if self.path.name.startswith(".") and not marker.exists():
            marker.touch()
            make_like(marker, model)

    def keywords(self) -> Mapping[str, str]:
        """Dovecot's names (lower case) for the lower case flag letters, from its `dovecot-keywords` file."""
        try:
            lines = (self.path / "dovecot-keywords").read_text("utf-8", "replace").splitlines()
        except OSError:
            return {}
        pairs = (line.split(maxsplit=1) for line in lines)
        return {
            chr(ord("a") + int(pair[0])): pair[1].lower() for pair in pairs if len(pair) == 2 and pair[0].isdecimal() and int(pair[0]) < 26
        }

    def letter_of(self, keyword: str) -> str:
        """The flag letter for a keyword; one that has none yet gets the first that is free, as Dovecot would do it.

        Dovecot holds the same lock while it changes the list. Raises `OSError`, also while somebody else holds the lock.
        """
        if letter := self._letters().get(keyword.lower()):
            return letter
        lock, listed = self.path / "dovecot-uidlist.lock", self.path / "dovecot-keywords"
        lock.touch(exist_ok=False)
        try:
            letters = self._letters()
            if letter := letters.get(keyword.lower()):
                return letter
            letter = next((each for each in ascii_lowercase if each not in letters.values()), "")
            if not letter:
                raise OSError(errno.ENOSPC, "all letters are given to other keywords")
            former = listed.read_bytes() if listed.exists() else b""
            written = listed.with_name("dovecot-keywords.lock")
            written.write_bytes(former + f"{ascii_lowercase.index(letter)} {keyword}\n".encode())
            make_like(written, (self.path / "cur").stat())
            written.replace(listed)
            return letter
        finally:
            lock.unlink(missing_ok=True)

    def _letters(self) -> dict[str, str]:
        return {word: letter for letter, word in self.keywords().items()}

    def _stamps(self) -> tuple[int, ...]:
        """When names in it last changed; reading a mail does not change these."""
        found = []
        for name in ("new", "cur"):
            try:
                found.append((self.path / name).stat().st_mtime_ns)
            except (FileNotFoundError, NotADirectoryError):
                found.append(0)
        return tuple(found)

    def _read(self) -> dict[str, MailFile]:
        known = self._last.files
        files: dict[str, MailFile] = {}
        for name in ("new", "cur"):  # in this order: a mail that is picked up in between is then seen twice rather than never
            directory = self.path / name
            for entry in _entries(directory):
                key = provider_id(entry.name)
                earlier = known.get(key)
                files[key] = MailFile(directory, entry.name, earlier.arrived if earlier else _arrived(entry))
        return files


def is_maildir(path: Path | str) -> bool:
    """Whether mail can lie here; programs that copy folders may leave out an empty `new`."""
    return _is_folder(f"{path}/cur") or _is_folder(f"{path}/new")


def _is_folder(path: str) -> bool:
    """Asked of some twenty names, several times for each change: to make a `Path` of one takes longer than the answer."""
    try:
        return S_ISDIR(os.stat(path).st_mode)  # noqa: PTH116
    except OSError as error:
        if error.errno in {errno.ENOENT, errno.ENOTDIR, errno.ELOOP}:
            return False
        raise


def newest_first(files: Mapping[str, MailFile]) -> list[str]:
    """Provider ids by arrival, newest first; a stable order, since neither part of the key ever changes."""
    return sorted(files, key=lambda key: (files[key].arrived, key), reverse=True)


def folder_named(inbox: Path, names: tuple[str, ...]) -> Path:
    """The account's folder of one of these names; where there is none, the one to make."""
    inside = [f"{inbox}/.{name}" for name in names]
    beside = [f"{inbox.parent}/{name}" for name in names] if inbox.name.lower() == "inbox" else []
    found = next((folder for folder in [*inside, *beside] if is_maildir(folder)), None)
    return Path(found or (beside[0] if beside and _has_neighbours(inbox) else inside[0]))


def _has_neighbours(inbox: Path) -> bool:
    """Whether other folders of the account lie beside the inbox."""
    try:
        return any(each != inbox and is_maildir(each) for each in inbox.parent.iterdir())
    except OSError:
        return False


def make_like(path: Path, model: os.stat_result | None) -> None:
    """Give it the model's permissions and, as root, its owner: a mail server under another account may have to use it."""
    if model is None:
        return
    path.chmod(model.st_mode & (0o777 if path.is_dir() else 0o666))
    if os.geteuid() == 0:
        os.chown(path, model.st_uid, model.st_gid)


def _entries(directory: Path) -> Iterator[os.DirEntry[str]]:
    try:
        with os.scandir(directory) as entries:
            for entry in entries:
                if not entry.name.startswith(".") and not entry.is_dir(follow_symlinks=False):
                    yield entry
    except (FileNotFoundError, NotADirectoryError):
        return


def _arrived(entry: os.DirEntry[str]) -> float:
    """The earlier of what the name and the file say: copying makes the one late, synchronising the other."""
    named = name_time(entry.name)
    try:
        changed = entry.stat().st_mtime
    except OSError:  # renamed since the directory was read: the name has to do
        return named or 0.0
    return changed if named is None else min(named, changed)


def _is_settled(stamps: tuple[int, ...], at: float) -> bool:
    return all(stamp / 1e9 < at - SETTLED_AFTER_S for stamp in stamps)
