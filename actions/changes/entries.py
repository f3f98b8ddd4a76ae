"""One entry of the journal: as a value, as a row of its table, and as what its hash is made of.

An entry never changes. That a change was made is a second entry that settles the first; that it was undone is a third, which names the
second.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any

from briefing.mail import MailId
from briefing.mail_action import MailAction
from providers.mailbox_writing import MailAttributes, Place

_EPOCH = datetime.fromtimestamp(0, UTC)

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
    return {
        "number": entry.number,
        "key": entry.key,
        "act": entry.act,
        "call_id": entry.call_id,
        "at": _milliseconds(entry.at),
        "deed": entry.action.value,
        "mail_id": entry.mail_id,
        "mail_after": entry.mail_after,
        "before": _state_text(entry.before),
        "after": _state_text(entry.after),
        "label": entry.label,
        "until_before": _milliseconds(entry.until_before),
        "until": _milliseconds(entry.until),
        "words_hash": entry.words_hash,
        "digest": entry.digest,
        "rule": str(entry.rule),
        "outcome": entry.outcome.value,
        "settles": entry.settles,
        "undoes_key": entry.undoes_key,
        "undoes": entry.undoes,
        "previous": entry.previous,
        "hash": entry.hash,
    }


def entry_of(stored: Stored) -> Entry:
    """The entry that is stored so. Raises `ValueError` or `KeyError` for what is none."""
    return Entry(
        number=int(stored["number"] or 0),
        key=str(stored["key"]),
        act=str(stored["act"]),
        call_id=str(stored["call_id"]),
        at=_EPOCH + timedelta(milliseconds=int(stored["at"] or 0)),
        action=MailAction(str(stored["deed"])),
        mail_id=MailId(str(stored["mail_id"])),
        mail_after=MailId(str(stored["mail_after"])),
        before=_state_of(str(stored["before"])),
        after=_state_of(str(stored["after"])),
        label=str(stored["label"]),
        until_before=_moment(stored["until_before"]),
        until=_moment(stored["until"]),
        words_hash=str(stored["words_hash"]),
        digest=str(stored["digest"]),
        rule=str(stored["rule"]),
        outcome=ChangeOutcome(str(stored["outcome"])),
        settles=str(stored["settles"]),
        undoes_key=str(stored["undoes_key"]),
        undoes=None if stored["undoes"] is None else int(stored["undoes"]),
        previous=str(stored["previous"]),
        hash=str(stored["hash"]),
    )


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


def _state_text(state: MailAttributes) -> str:
    value = [state.place.value, state.folder, state.read, state.flagged, sorted(state.labels)]
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True)


def _state_of(text: str) -> MailAttributes:
    place, folder, read, flagged, labels = json.loads(text)
    return MailAttributes(place=Place(place), folder=folder, read=read, flagged=flagged, labels=frozenset(labels))


def _milliseconds(at: datetime | None) -> int | None:
    return None if at is None else (at - _EPOCH) // timedelta(milliseconds=1)


def _moment(milliseconds: str | int | None) -> datetime | None:
    return None if milliseconds is None else _EPOCH + timedelta(milliseconds=int(milliseconds))
