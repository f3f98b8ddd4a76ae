"""The user's own copies of what was sent, in a Maildir's folder of sent mail, and mails read from it as they came.

As the format asks, a copy is written and synced under `tmp`, then renamed into place. So every copy found there is complete, and two
programs never take the same name.
"""

import asyncio
import os
import secrets
import socket
import time
from pathlib import Path

from briefing.mail import MailId
from providers.mailbox import Account, MailboxUnavailableError, MailGoneError
from providers.maildir.file_names import name_with, provider_id
from providers.maildir.folders import JUNK_NAMES, SENT_NAMES, TRASH_NAMES, MaildirFolder, folder_named, make_like, newest_first
from providers.maildir.reading import MaildirFiles
from providers.mime.headers import MAX_HEAD_BYTES, read_headers

LOOKED_THROUGH = 500
"""So many of the newest sent mails are searched: a copy that is looked for was written within the hour."""


def keep_copy(inbox: Path, raw: bytes) -> str:
    """Write a copy into the folder of sent mail, marked as read; its provider id. Raises `OSError`."""
    folder = MaildirFolder(folder_named(inbox, SENT_NAMES))
    folder.create(like=inbox)
    host = socket.gethostname().replace("/", "_").replace(":", "_")
    unique = f"{int(time.time())}.M{time.time_ns() // 1000 % 1_000_000}P{os.getpid()}R{secrets.token_hex(6)}.{host}"
    name = name_with(unique, frozenset("S"))
    written = folder.path / "tmp" / name
    with written.open("xb") as file:
        file.write(raw.replace(b"\r\n", b"\n"))
        file.flush()
        os.fsync(file.fileno())
    make_like(written, inbox.stat())
    written.rename(folder.path / "cur" / name)
    return provider_id(name)


def find_copy(inbox: Path, message_id: str) -> str | None:
    """The provider id of the sent mail with that Message-ID. Raises `OSError`."""
    files = MaildirFolder(folder_named(inbox, SENT_NAMES)).files()
    for key in newest_first(files)[:LOOKED_THROUGH]:
        try:
            with files[key].path.open("rb") as file:
                head = file.read(MAX_HEAD_BYTES)
        except FileNotFoundError:  # renamed since the listing, by another program
            continue
        if message_id.encode() in head and read_headers(head).message_id == message_id:
            return key
    return None


def read_whole(inbox: Path, key: str) -> bytes | None:
    """A mail as it came, also one that was thrown away; none when it is gone. Raises `OSError`."""
    thrown_away = (MaildirFolder(folder_named(inbox, names)).files().get(key) for names in (TRASH_NAMES, JUNK_NAMES))
    file = MaildirFiles(inbox).locate(key) or next(filter(None, thrown_away), None)
    try:
        return None if file is None else file.path.read_bytes()
    except FileNotFoundError:
        return None


class SentFolder:
    """The sent mails of the Maildir at `path`, by their ids: what every way of sending from a Maildir keeps and looks up."""

    def __init__(self, path: Path, *, account: Account) -> None:
        self._path = path.expanduser()
        self._account = account

    async def keep(self, raw: bytes) -> MailId:
        """Write the user's copy. Raises `OSError`."""
        return self._account.mail_id(await asyncio.to_thread(keep_copy, self._path, raw))

    async def find(self, message_id: str) -> MailId | None:
        """The copy with that Message-ID. Raises `MailboxUnavailableError`."""
        try:
            key = await asyncio.to_thread(find_copy, self._path, message_id)
        except OSError:
            raise MailboxUnavailableError("the folder of sent mail cannot be read") from None
        return None if key is None else self._account.mail_id(key)

    async def original(self, mail: MailId) -> bytes:
        """A mail of this Maildir as it came. Raises `MailboxUnavailableError` or `MailGoneError`."""
        try:
            raw = await asyncio.to_thread(read_whole, self._path, self._account.key_of(mail))
        except OSError:
            raise MailboxUnavailableError("the mail folder cannot be read") from None
        if raw is None:
            raise MailGoneError("the mail is in none of the folders")
        return raw
