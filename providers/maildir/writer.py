"""Changing a Maildir: each change is one rename, proved by reading the folder again.

A rename is atomic, and it fails when another program has renamed the file first; then the mail is looked up again and the change is made
on what it is called now. So neither side ever undoes the other's flags, and no file is ever written over.
"""

import asyncio
import errno
import secrets
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from briefing.mail import MailId, account_of, mail_id, provider_id_of
from providers.mailbox import Account, MailboxUnavailableError, MailGoneError
from providers.mailbox_writing import EVERYWHERE, Change, ChangeKind, ChangeNotConfirmedError, ChangeRefusedError, Receipt
from providers.maildir.folders import MaildirFolder, archive_of, is_maildir, sent_of
from providers.maildir.names import MailFile, name_with, provider_id, without_uid

ATTEMPTS = 20

Flags = frozenset[str]

_FLAGS_AFTER: Mapping[ChangeKind, Callable[[Flags], Flags]] = {
    ChangeKind.FLAG: lambda flags: flags | {"F"},
    ChangeKind.UNFLAG: lambda flags: flags - {"F"},
    ChangeKind.MARK_READ: lambda flags: flags | {"S"},
    ChangeKind.MARK_UNREAD: lambda flags: flags - {"S"},
}
_SHOWS: Mapping[ChangeKind, Callable[[MailFile], bool]] = {
    ChangeKind.FLAG: lambda file: file.flagged,
    ChangeKind.UNFLAG: lambda file: not file.flagged,
    ChangeKind.MARK_READ: lambda file: not file.unread,
    ChangeKind.MARK_UNREAD: lambda file: file.unread,
}


class MaildirWriter:
    """Applies changes to the Maildir at `path`, one at a time. It keeps nothing: each change looks at the disk."""

    def __init__(self, path: Path, *, account: Account) -> None:
        self._path = path.expanduser()
        self._account = account
        self._turn = asyncio.Lock()

    async def apply(self, change: Change) -> Receipt:
        """Make the change and read it back. The id stays the same, unless the archive already holds another mail of that name."""
        if account_of(change.mail_id) != self._account.slug:
            raise MailGoneError("the mail is of another account")
        if change.kind not in EVERYWHERE:
            raise ChangeRefusedError("a mail folder has no trash and no labels that other programs would see")
        async with self._turn:
            try:
                return await asyncio.to_thread(self._apply, change)
            except OSError as error:
                code = errno.errorcode.get(error.errno or 0, "not a Maildir")
                raise MailboxUnavailableError(f"the mail folder is missing or cannot be changed ({code})") from None

    def _apply(self, change: Change) -> Receipt:
        if not is_maildir(self._path):
            raise FileNotFoundError
        key = provider_id_of(change.mail_id)
        after = self._archive(key) if change.kind is ChangeKind.ARCHIVE else self._set_flags(key, change.kind)
        return Receipt(change=change, mail_id=self._id(after))

    def _set_flags(self, key: str, kind: ChangeKind) -> str:
        shows = _SHOWS[kind]
        for _ in range(ATTEMPTS):
            file = self._find(key)
            if shows(file):
                return key
            target = file.directory.parent / "cur" / name_with(file.name, _FLAGS_AFTER[kind](file.flags))
            if _rename(file.path, target):
                break
        if not shows(self._find(key)):
            raise ChangeNotConfirmedError("the folder does not show the change")
        return key

    def _archive(self, key: str) -> str:
        archive = MaildirFolder(archive_of(self._path))
        for _ in range(ATTEMPTS):
            file = _look(self._path, key)
            if file is None:
                if _look(archive.path, key) is None:
                    raise MailGoneError("the mail is in neither inbox nor archive")
                return key
            archive.create(like=self._path)
            name = _name_in(archive, file)
            if _rename(file.path, archive.path / "cur" / name):
                key_after = provider_id(name)
                if _look(archive.path, key_after) is None or _look(self._path, key) is not None:
                    break
                return key_after
        raise ChangeNotConfirmedError("the archive does not show the mail")

    def _find(self, key: str) -> MailFile:
        for folder in (self._path, archive_of(self._path), sent_of(self._path)):
            if (file := _look(folder, key)) is not None:
                return file
        raise MailGoneError("the mail is in none of the folders")

    def _id(self, key: str) -> MailId:
        return mail_id(self._account.slug, key)


def _look(folder: Path, key: str) -> MailFile | None:
    """The mail as it stands on the disk now, with nothing remembered from before."""
    return MaildirFolder(folder).files(expected={key}).get(key)


def _name_in(archive: MaildirFolder, file: MailFile) -> str:
    """The file's name in the archive: unread stays unread, keywords keep their meaning, and a name that is taken gets a new one."""
    flags = file.flags - {"S"} if file.in_new else file.flags
    name = name_with(without_uid(file.name), _translated(flags, MaildirFolder(file.directory.parent).keywords(), archive.keywords()))
    if _look(archive.path, provider_id(name)) is None:
        return name
    fresh = f"{int(time.time())}.M{time.time_ns() // 1000 % 1_000_000}R{secrets.token_hex(6)}.aloud"
    return name_with(fresh, file.flags)


def _translated(flags: Flags, here: Mapping[str, str], there: Mapping[str, str]) -> Flags:
    """Each folder numbers Dovecot's keywords in its own way; one that the archive does not know is left behind."""
    if not here:
        return flags
    letters = {word: letter for letter, word in there.items()}
    moved = {letters[here[flag]] for flag in flags if flag in here and here[flag] in letters}
    return frozenset({flag for flag in flags if not flag.islower()} | moved)


def _rename(source: Path, target: Path) -> bool:
    """Rename unless the target is taken; false when the source has been renamed or the target taken meanwhile."""
    if source == target or target.exists():
        return False
    target.parent.mkdir(mode=0o700, exist_ok=True)
    try:
        source.rename(target)
    except FileNotFoundError:
        return False
    return True
