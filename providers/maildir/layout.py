"""Which folder of a Maildir is which place, and the names of its other folders.

Names on the disk are IMAP names: Maildir++ separates levels by dots (`.Work.Offers`), and letters beyond ASCII are written in the modified
UTF-7 of RFC 3501 (`Entw&APw-rfe`). The user says "offers", or sees "Work/Offers" in a mail program.
"""

import base64
import re
from collections.abc import Mapping
from pathlib import Path

from providers.mailbox_writing import ChangeRefusedError, MailAttributes, Place
from providers.maildir.folders import ARCHIVE_NAMES, JUNK_NAMES, SENT_NAMES, TRASH_NAMES, folder_named, is_maildir

_SHIFTED = re.compile(r"&([A-Za-z0-9+,]*)-")


class Layout:
    """The folders of one account as they are on the disk now; keeps nothing."""

    def __init__(self, inbox: Path) -> None:
        self.inbox = inbox

    def places(self) -> dict[Path, Place]:
        """The folders that have a meaning; those other than the inbox need not exist."""
        return {
            self.inbox: Place.INBOX,
            folder_named(self.inbox, ARCHIVE_NAMES): Place.ARCHIVE,
            folder_named(self.inbox, TRASH_NAMES): Place.TRASH,
            folder_named(self.inbox, JUNK_NAMES): Place.SPAM,
        }

    def others(self) -> dict[Path, str]:
        """All other folders that exist, by their names as the user sees them; sent mail is among them."""
        return self._others(self.places())

    def _others(self, places: Mapping[Path, Place]) -> dict[Path, str]:
        inside = {each: each.name[1:].replace(".", "/") for each in _entries(self.inbox) if each.name.startswith(".")}
        beside = {each: each.name for each in _entries(self.inbox.parent)} if self.inbox.name.lower() == "inbox" else {}
        return {path: _decoded(name) for path, name in {**inside, **beside}.items() if path not in places and is_maildir(path)}

    def everywhere(self) -> list[Path]:
        """All folders, in the order in which a mail is looked for: the inbox first."""
        places = self.places()
        last = [path for path, place in places.items() if place in {Place.SPAM, Place.TRASH}]
        return [*(path for path in places if path not in last), *self._others(places), *last]

    def place_of(self, folder: Path) -> tuple[Place, str]:
        """What a folder is, and its name where it is none of the known places."""
        places = self.places()
        place = places.get(folder, Place.ELSEWHERE)
        return place, self._others(places).get(folder, "") if place is Place.ELSEWHERE else ""

    def folder_of(self, state: MailAttributes) -> Path:
        """Where a mail of that state lies. Raises `ChangeRefusedError` if the folder no longer exists."""
        if state.place is not Place.ELSEWHERE:
            return next(path for path, place in self.places().items() if place is state.place)
        found = next((path for path, name in self.others().items() if name == state.folder), None)
        if found is None:
            raise ChangeRefusedError("there is no folder of that name any more")
        return found

    def named(self, name: str) -> str:
        """The full name of the folder that the user means, by its full name or the last part of it.

        Raises `ChangeRefusedError` if no folder or several match, and for the folder of sent mail.
        """
        said = name.strip().casefold()
        sent = folder_named(self.inbox, SENT_NAMES)
        names = {each.casefold(): each for path, each in self.others().items() if path != sent}
        if said in names:
            return names[said]
        ends = [each for folded, each in names.items() if folded.rpartition("/")[2] == said]
        if len(ends) != 1:
            raise ChangeRefusedError("there is no folder of that name, or several")
        return ends[0]


def keywords_between(here: Mapping[str, str], there: Mapping[str, str], flags: frozenset[str]) -> frozenset[str]:
    """Each folder numbers Dovecot's keywords in its own way; a keyword that the target does not know is dropped."""
    if not here:
        return flags
    letters = {word: letter for letter, word in there.items()}
    moved = {letters[here[flag]] for flag in flags if flag in here and here[flag] in letters}
    return frozenset({flag for flag in flags if not flag.islower()} | moved)


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(each for each in folder.iterdir() if each.name not in {"new", "cur", "tmp"})
    except (FileNotFoundError, NotADirectoryError):
        return []


def _decoded(name: str) -> str:
    def shifted(match: re.Match[str]) -> str:
        written = match[1].replace(",", "/")
        if not written:
            return "&"
        try:
            return base64.b64decode(written + "=" * (-len(written) % 4)).decode("utf-16-be")
        except ValueError:  # not modified UTF-7 after all
            return match[0]

    return _SHIFTED.sub(shifted, name)
