"""Writes the sample inbox: a Maildir with fifty lifelike unread mails, a little history, and dates that count from today."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from providers.maildir.folders import MaildirFolder, is_maildir
from providers.sample_inbox.letter import Letter, letters
from providers.sample_inbox.post import message_of, sent_at
from providers.sample_inbox.variations import variations

UNREAD = 50
WRITTEN_BY_HAND = ("work", "home", "abroad", "papers", "machines", "oddities")


class SampleInboxError(Exception):
    """The sample inbox cannot be written there; `str()` says why and what to do."""


def write_sample_inbox(path: Path, *, now: datetime, seed: int = 1, unread: int = UNREAD) -> int:
    """Make a fresh Maildir at `path` and fill it; returns the number of unread mails.

    The first fifty are written by hand, further ones are drawn with `seed`. Raises `SampleInboxError` for a folder that holds anything,
    a Maildir included: nobody's mail is ever mixed with samples.
    """
    if unread < 1:
        raise SampleInboxError("A sample inbox needs at least one mail.")
    now = now if now.tzinfo else now.replace(tzinfo=UTC)
    try:
        _refuse_used(path)
        by_hand = letters(*WRITTEN_BY_HAND)
        written = [*by_hand[:unread], *variations(max(0, unread - len(by_hand)), seed), *letters("history")]
        by_key = {letter.key: letter for letter in [*by_hand, *written]}
        folders = {folder: MaildirFolder(path / name) for folder, name in _FOLDERS.items()}
        for folder in folders.values():
            folder.create()
        for number, letter in enumerate(written):
            _post(folders[letter.folder].path, letter, number, message_of(letter, by_key, now), now)
    except OSError as error:
        raise SampleInboxError(f"{path} cannot be written: {error.strerror or error}.") from error
    return unread


_FOLDERS = {"unread": "", "read": "", "archive": ".Archive", "sent": ".Sent"}


def _refuse_used(path: Path) -> None:
    if path.exists() and not path.is_dir():
        raise SampleInboxError(f"{path} is a file. Name a folder that does not exist yet.")
    if is_maildir(path) and any(_files(path)):
        raise SampleInboxError(f"{path} already holds mail. Name a folder that does not exist yet, or remove that one first.")
    if path.exists() and not is_maildir(path) and any(path.iterdir()):
        raise SampleInboxError(f"{path} is not empty and not a mail folder. Name a folder that does not exist yet.")


def _files(path: Path) -> Iterator[Path]:
    return (each for each in path.rglob("*") if each.is_file() and each.parent.name in {"new", "cur"})


def _post(folder: Path, letter: Letter, number: int, message: bytes, now: datetime) -> None:
    """Deliver as a mail server does: written under `tmp`, then moved into place."""
    at = sent_at(letter, now).timestamp()
    unread = letter.folder == "unread"
    name = f"{int(at)}.M{number:06d}P1.sample" + ("" if unread and not letter.flagged else _info(letter, unread=unread))
    written = folder / "tmp" / name
    written.write_bytes(message)
    os.utime(written, (at, at))
    written.rename(folder / ("new" if unread and not letter.flagged else "cur") / name)


def _info(letter: Letter, *, unread: bool) -> str:
    return ":2," + ("F" if letter.flagged else "") + ("" if unread else "S")
