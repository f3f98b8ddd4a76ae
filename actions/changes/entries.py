"""One entry of the journal: as a value, as a row of its table, and as what its hash is made of.

An entry never changes. That a change was made is a second entry that settles the first; that it was undone is a third, which names the
second.
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
from providers.mailbox_writing import MailAttributes, Place
from storage.epoch import moment_of_ms, ms_of

Stored = Mapping[Any, Any]
"""An entry as it is stored: the columns of its row but the user's, as a driver gives them."""


class ChangeOutcome(StrEnum):
    """How far a change has come."""

    INTENDED = "intended"
    DONE = "done"
    FAILED = "failed"
    UNKNOWN = "unknown"  # it went out, and no answer came that says what it did
    UNDONE = "undone"  # an undoing that is done


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What was done to one mail, or meant to be. `number` and the hashes are empty until the journal has taken it.

    `before` and `after` differ in what the change is about, and in nothing else. `mail_after` is the id that the mail has since. `until`
    and `until_before` are when it wakes, and would have woken before (UTC). `act` is the same for all that one intent did.

    `key` names the entry wherever it is kept. `settles` is the key of the intention whose end this is; `undoes_key` that of the entry
    which is taken back, and `undoes` its number.
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


def new_key() -> str:
    """A name for an entry or an act that nothing else has."""
    return secrets.token_hex(12)


def written(entry: Entry) -> dict[str, str | int | None]:
    """The entry as it is stored."""
    return {_COLUMN.get(each.name, each.name): _stored(getattr(entry, each.name)) for each in fields(entry)}


def entry_of(stored: Stored) -> Entry:
    """The entry that is stored so. Raises `ValueError` or `KeyError` for what is none."""
    columns = ((each.name, stored[_COLUMN.get(each.name, each.name)]) for each in fields(Entry))
    values: Stored = {name: None if value is None else _READ.get(name, str)(value) for name, value in columns}
    return Entry(**values)


def chain_hash(user_id: str, stored: Stored) -> str:
    """The hash over all that is stored of an entry, the hash of the one before included, and nothing else."""
    covered = [[name, stored[name]] for name in sorted(stored) if name not in {"hash", "user_id"}]
    return hashlib.sha256(json.dumps([user_id, covered], separators=(",", ":")).encode()).hexdigest()


def first_break(user_id: str, stored: Iterable[Stored], *, last: int, last_hash: str) -> int | None:
    """The number of the first entry that was changed, is missing or was put in between; `stored` in order, the head says what is last."""
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
            state = [value.place.value, value.folder, value.read, value.flagged, sorted(value.labels)]
            return json.dumps(state, separators=(",", ":"), ensure_ascii=True)
        case _:
            return str(value)


def _state_of(text: str) -> MailAttributes:
    place, folder, read, flagged, labels = json.loads(text)
    return MailAttributes(place=Place(place), folder=folder, read=read, flagged=flagged, labels=frozenset(labels))


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
"""How what is no text is read."""
