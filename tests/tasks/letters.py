"""The mailbox of the tasks, written by hand in `letters.toml`, as a Maildir; a process writes its messages once."""

import os
import tomllib
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from pathlib import Path

from pydantic import TypeAdapter

from providers.maildir.folders import MaildirFolder
from providers.sample_inbox.letter import Letter
from providers.sample_inbox.post import message_of, sent_at
from tests.agent.typed_call import NOW

FOLDERS = {"unread": "", "read": "", "archive": ".Archive", "sent": ".Sent"}
KEPT_FOLDERS = (*FOLDERS.values(), ".Receipts", ".Trash", ".Junk")


@cache
def letters() -> Mapping[str, Letter]:
    """All letters by key."""
    table = tomllib.loads(Path(__file__).with_name("letters.toml").read_text("utf-8"))
    return {letter.key: letter for letter in TypeAdapter(list[Letter]).validate_python(table["letter"])}


@cache
def names() -> Mapping[str, str]:
    """The unique name in the Maildir of each letter: nothing of the letter can be told from it."""
    return {key: f"{int(sent_at(letter, NOW).timestamp())}.M{number:06d}P1.post" for number, (key, letter) in enumerate(letters().items())}


@cache
def _messages(now: datetime) -> Mapping[str, bytes]:
    return {key: message_of(letter, letters(), now) for key, letter in letters().items()}


def write_mailbox(path: Path, *, now: datetime = NOW) -> None:
    """Make a fresh Maildir at `path` and deliver everything to it. At another `now` the days that the letters name are not theirs."""
    for folder in KEPT_FOLDERS:
        MaildirFolder(path / folder).create()
    for key, letter in letters().items():
        at = sent_at(letter, now).timestamp()
        flags = "" if letter.folder == "unread" else ":2," + ("F" if letter.flagged else "") + "S"
        file = path / FOLDERS[letter.folder] / ("cur" if flags else "new") / f"{names()[key]}{flags}"
        file.write_bytes(_messages(now)[key])
        os.utime(file, (at, at))


def quoted(text: str) -> bool:
    """Whether some mail says this."""
    return any(text in f"{letter.subject} {' '.join(letter.text.split())}" for letter in letters().values())
