"""What Gmail tells, as values: nothing outside this package ever sees its JSON.

Ids here are Gmail's own, without the account in front. History ids are numbers of up to 64 bits and are kept as text: compare them as
`int`, never as text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

LabelChange = tuple[str, frozenset[str]]
"""A message id with the labels that a record names for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Whose mailbox it is, and the id of its newest history record."""

    address: str = field(repr=False)
    history_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MessagePage:
    """One page of a listing, newest first; `thread_ids` are the threads that `ids` belong to, in the same order (a list names both)."""

    ids: tuple[str, ...] = ()
    thread_ids: tuple[str, ...] = ()
    next_page: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One leaf of a message's structure; `size` is in bytes, `filename` empty for what is no attachment."""

    mime_type: str
    filename: str = field(default="", repr=False)
    size: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message without its text. `internal_date` (UTC) is when Google took it in; `headers` is a header block for `read_headers`.

    `parts` are the leaves of its structure in their order, down to the depth that was asked for; `snippet` is its beginning as plain text.
    """

    id: str
    thread_id: str
    labels: frozenset[str] = frozenset()
    internal_date: datetime
    snippet: str = field(default="", repr=False)
    headers: bytes = field(default=b"", repr=False)
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Messages:
    """The answer to a question for many messages, each kind in the order asked for.

    `gone` is no longer there; `not_loaded` could not be read now: ask again.
    """

    found: tuple[Message, ...] = ()
    gone: tuple[str, ...] = ()
    not_loaded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelSets:
    """Like `Messages`, with nothing but the labels of each message that was found."""

    found: Mapping[str, frozenset[str]]
    gone: tuple[str, ...] = ()
    not_loaded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryRecord:
    """One change of the mailbox; a record may name several messages, and the same one in several ways.

    `added` carries the labels a message had when the record was written, where Gmail names them.
    """

    id: str
    added: tuple[LabelChange, ...] = ()
    deleted: tuple[str, ...] = ()
    labels_added: tuple[LabelChange, ...] = ()
    labels_removed: tuple[LabelChange, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    """One page of history, oldest first. `history_id` is where the mailbox is now: keep it only once all pages are applied."""

    records: tuple[HistoryRecord, ...] = ()
    history_id: str
    next_page: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchLease:
    """Google will send notifications until `expires_at` (UTC); ask again before."""

    history_id: str
    expires_at: datetime
