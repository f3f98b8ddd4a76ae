"""What a file name in a Maildir says: the mail's identity, and its flags.

`<unique>:2,<flags>`, as on https://cr.yp.to/proto/maildir.html; `;` stands for `:` where a file system forbids it. The flags change with
every rename, so only the part before them can name a mail. mbsync writes its own `,U=<number>` into that part and rewrites it when the
mail changes folders: it is no part of the identity either.
"""

import os
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

_INFO = re.compile(r"[:;]2,")
_MBSYNC_UID = re.compile(r",U=\d+")
_SAFE_IN_IDS = "!$&'()*+,-./:;<=>?@[]^_`{|}~#\" "
_EARLIEST_NAME_TIME = 100_000_000
"""Smaller leading numbers are counters, not seconds since 1970."""


@dataclass(frozen=True, slots=True)
class MailFile:
    """One file of a Maildir as it was last seen: `arrived` in seconds since 1970, as near as the disk can tell without opening it."""

    directory: Path
    name: str
    arrived: float

    @property
    def path(self) -> Path:
        return self.directory / self.name

    @property
    def in_new(self) -> bool:
        """No mail program has shown it yet."""
        return self.directory.name == "new"

    @property
    def flags(self) -> frozenset[str]:
        """Letters: S seen, F flagged, T trashed, R replied, P passed on, D draft; lower case letters are Dovecot's keywords."""
        return frozenset(_info_of(self.name))

    @property
    def unread(self) -> bool:
        return self.in_new or "S" not in self.flags

    @property
    def flagged(self) -> bool:
        return "F" in self.flags

    @property
    def trashed(self) -> bool:
        """Deleted by another program and only waiting to be swept up: for the user it is gone."""
        return "T" in self.flags


def provider_id(name: str) -> str:
    """The part of a file name that stays the same while the mail is flagged, read or picked up from `new`.

    Bytes that are not UTF-8, control characters and a leading percent sign are written as `%XX`, so that an id can be stored anywhere.
    """
    unique = _MBSYNC_UID.sub("", _unique(name))
    if unique.isprintable() and not unique.startswith("%"):
        return unique
    return "%" + quote(os.fsencode(unique), safe=_SAFE_IN_IDS)


def name_with(name: str, flags: frozenset[str]) -> str:
    """The same mail's file name with other flags; letters in ASCII order, as the format asks."""
    found = _INFO.search(name)
    return f"{_unique(name)}{found[0] if found else ':2,'}{''.join(sorted(flags))}"


def without_uid(name: str) -> str:
    """The file name without mbsync's number, which is only true in the folder where it was given."""
    return _MBSYNC_UID.sub("", _unique(name)) + name[len(_unique(name)) :]


def name_time(name: str) -> float | None:
    """When the name was made, in seconds since 1970, where it begins with that."""
    digits = re.match(r"\d{9,11}(?=\D)", name)
    seconds = float(digits[0]) if digits else 0.0
    return seconds if seconds >= _EARLIEST_NAME_TIME else None


def _unique(name: str) -> str:
    return _INFO.split(name, maxsplit=1)[0]


def _info_of(name: str) -> str:
    parts = _INFO.split(name, maxsplit=1)
    return parts[1] if len(parts) > 1 else ""
