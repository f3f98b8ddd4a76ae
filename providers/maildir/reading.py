"""Opens the mails of a Maildir and remembers what they say.

The text of a file never changes, only its name does. So what was read is cached by the mail's id, and flags are always taken from the
current name. A file that was renamed between listing and opening is looked up again.
"""

import threading
from collections.abc import Mapping, Set
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from providers.maildir.file_names import MailFile
from providers.maildir.folders import ARCHIVE_NAMES, SENT_NAMES, MaildirFolder, folder_named, is_maildir
from providers.mime.body import MailBody, read_body
from providers.mime.headers import MAX_HEAD_BYTES, MailHeaders, read_headers

HEAD_BYTES = 16_384
PREVIEW_BYTES = 98_304
WHOLE_BYTES = 12_000_000
"""Beyond this a mail holds attachments only."""
REMEMBERED = 20_000
ATTEMPTS = 20

Kept = TypeVar("Kept")


class MaildirFiles:
    """The three folders that count, and what is in their files. Safe in threads; raises `OSError` for a folder that cannot be read."""

    def __init__(self, path: Path) -> None:
        self.inbox = MaildirFolder(path)
        self._folders: dict[Path, MaildirFolder] = {}
        self._lock = threading.Lock()
        self._heads: dict[str, MailHeaders] = {}
        self._previews: dict[str, MailBody] = {}

    @property
    def archive(self) -> MaildirFolder:
        """Where archived mail goes; looked for each time, since another program may have created it meanwhile."""
        return self._folder(folder_named(self.inbox.path, ARCHIVE_NAMES))

    @property
    def sent(self) -> MaildirFolder:
        return self._folder(folder_named(self.inbox.path, SENT_NAMES))

    def listed(self, expected: Set[str] = frozenset()) -> Mapping[str, MailFile]:
        """The inbox; `expected` mails are looked for harder. Raises `FileNotFoundError` when it is no Maildir (any more)."""
        if not is_maildir(self.inbox.path):
            raise FileNotFoundError
        return self.inbox.files(expected=expected)

    def everywhere(self) -> dict[str, MailFile]:
        """Inbox, archive and sent mail; where a mail is in several, the inbox counts."""
        return {**self.sent.files(), **self.archive.files(), **self.listed()}

    def locate(self, key: str) -> MailFile | None:
        return self.listed({key}).get(key) or self.archive.files().get(key) or self.sent.files().get(key)

    def headers(self, key: str, file: MailFile) -> MailHeaders | None:
        if (known := self._heads.get(key)) is not None:
            return known
        raw = self._beginning(key, file, HEAD_BYTES)
        if raw is not None and len(raw) >= HEAD_BYTES and b"\n\n" not in raw and b"\r\n\r\n" not in raw:
            raw = self._beginning(key, file, MAX_HEAD_BYTES)
        return None if raw is None else self._remember(self._heads, key, read_headers(raw))

    def preview(self, key: str, file: MailFile) -> MailBody | None:
        """The beginning of a mail's body, its text cut to the snippet; none when the mail is gone."""
        if (known := self._previews.get(key)) is not None:
            return known
        raw = self._beginning(key, file, PREVIEW_BYTES)
        if raw is None:
            return None
        body = read_body(raw)
        return self._remember(self._previews, key, replace(body, text=body.snippet))

    def body(self, key: str, file: MailFile) -> MailBody | None:
        raw = self._beginning(key, file, WHOLE_BYTES)
        return None if raw is None else read_body(raw)

    def _beginning(self, key: str, file: MailFile | None, limit: int) -> bytes | None:
        """The first bytes of a mail. A file that cannot be read counts as empty, so that the mail is still presented."""
        for _ in range(ATTEMPTS):
            if file is None:
                return None
            try:
                with file.path.open("rb") as source:
                    return source.read(limit)
            except FileNotFoundError:
                file = self.locate(key)
            except OSError:
                return b""
        return None

    def _folder(self, path: Path) -> MaildirFolder:
        with self._lock:
            return self._folders.setdefault(path, MaildirFolder(path))

    def _remember(self, kept: dict[str, Kept], key: str, value: Kept) -> Kept:
        with self._lock:
            kept[key] = value
            while len(kept) > REMEMBERED:
                del kept[next(iter(kept))]
        return value


def arrived_at(file: MailFile) -> datetime:
    try:
        return datetime.fromtimestamp(file.arrived, UTC)
    except (OverflowError, OSError, ValueError):
        return datetime.fromtimestamp(0, UTC)
