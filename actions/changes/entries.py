"""An entry of the journal: its values, its stored form, and its hash.

An entry never changes. A second entry records the end of a change and settles the first; a third one records the undo and names the second.
"""

import hashlib
import json
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from enum import StrEnum
from typing import Any

from briefing.mail import MailId
from briefing.mail_action import MailAction
from providers.mailbox_writing import MARKS, MailAttributes, Place
from storage.epoch import moment_of_ms, ms_of

Stored = Mapping[Any, Any]
"""The columns of an entry's row except the user's, as a driver returns them."""


class ChangeOutcome(StrEnum):
    INTENDED = "intended"
    DONE = "done"
    FAILED = "failed"
    UNKNOWN = "unknown"  # the request went out, but no answer said what it did
    UNDONE = "undone"  # the end of an undo that succeeded


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What was done to one mail, or was intended. `number` and the hashes are empty until the journal has stored the entry.

    `before` and `after` differ only in what the change is about. `mail_after` is the mail's id after the change. `until` is when a snoozed
    mail wakes, `until_before` when it would have woken before (both UTC). All entries of one intent share an `act`,
    and all acts of one turn of the user's what stands before the dot in it.

    `key` identifies the entry in every store. `settles` is the key of the intention that this entry ends. `undoes_key` and `undoes` are the
    key and the number of the entry that it takes back.
    """

    number: int = 0
    key: str
    act: str
    call_id: str
    at: datetime
    action: MailAction
    mail_id: MailId
    mail_after: MailId
    before: MailAttributes
    after: MailAttributes
    label: str = field(default="", repr=False)
    until_before: datetime | None = None
    until: datetime | None = None
    words_hash: str
    digest: str
    rule: str
    outcome: ChangeOutcome
    settles: str = ""
    undoes_key: str = ""
    undoes: int | None = None
    previous: str = ""
    hash: str = ""

    @property
    def turn(self) -> str:
        """In which turn of the user's it was done; what was done without one stands by itself."""
        return self.act.partition(".")[0]

    @property
    def about(self) -> str:
        """What of a mail this changed: the last change of the same thing is what the mail is now."""
        before, after = self.before, self.after
        if (before.place, before.folder) != (after.place, after.folder):
            return "place"
        return next((mark for mark in MARKS if getattr(before, mark) != getattr(after, mark)), self.label or self.action)


def new_key() -> str:
    """A unique key for an entry, or for an act outside of all turns."""
    return secrets.token_hex(12)


def written(entry: Entry) -> dict[str, str | int | None]:
    return {_COLUMN.get(each.name, each.name): _stored(getattr(entry, each.name)) for each in fields(entry)}


def entry_of(stored: Stored) -> Entry:
    """Raises `ValueError` or `KeyError` for what is no entry."""
    columns = ((each.name, stored[_COLUMN.get(each.name, each.name)]) for each in fields(Entry))
    values: Stored = {name: None if value is None else _READ.get(name, str)(value) for name, value in columns}
    return Entry(**values)


def chain_hash(user_id: str, stored: Stored) -> str:
    """The hash over everything that is stored of an entry, including the hash of the entry before."""
    covered = [[name, stored[name]] for name in sorted(stored) if name not in {"hash", "user_id"}]
    return hashlib.sha256(json.dumps([user_id, covered], separators=(",", ":")).encode()).hexdigest()


def first_break(user_id: str, stored: Iterable[Stored], *, last: int, last_hash: str) -> int | None:
    """The number of the first entry that was altered, deleted or inserted; `stored` is in order, `last` and `last_hash` are the head's."""
    expected, previous = 1, ""
    for row in stored:
        if row["number"] != expected or row["previous"] != previous or row["hash"] != chain_hash(user_id, row):
            return expected
        expected, previous = expected + 1, str(row["hash"])
    return None if (expected - 1, previous) == (last, last_hash) else expected


def _stored(value: object) -> str | int | None:
    match value:
        case None | int():
            return value
        case datetime():
            return ms_of(value)
        case MailAttributes():
            state = [getattr(value, each.name) for each in fields(value)]
            return json.dumps(state, default=sorted, separators=(",", ":"), ensure_ascii=True)
        case _:
            return str(value)


def _state_of(text: str) -> MailAttributes:
    # A former entry lacks the attributes that were added since; they have their defaults.
    read = dict(zip((each.name for each in fields(MailAttributes)), json.loads(text), strict=False))
    return MailAttributes(**{**read, "place": Place(read["place"]), "labels": frozenset(read["labels"])})


_COLUMN = {"action": "deed"}

_READ: Mapping[str, Callable[[Any], Any]] = {
    "number": int,
    "at": moment_of_ms,
    "action": MailAction,
    "before": _state_of,
    "after": _state_of,
    "until_before": moment_of_ms,
    "until": moment_of_ms,
    "outcome": ChangeOutcome,
    "undoes": int,
}
"""How columns that are no text are read."""
