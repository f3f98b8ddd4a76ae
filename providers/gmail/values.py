"""What Gmail tells, as values, and the questions that bring them: nothing outside this package ever sees its JSON.

Ids here are Gmail's own, without the account in front. History ids are numbers of up to 64 bits and are kept as text: compare them as
`int`, never as text. The names of the fields in Gmail's JSON stand beside ours; `wire` reads them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Annotated, Generic, Protocol, TypeVar

from pydantic import AliasChoices, AliasPath, BeforeValidator, Field

from providers.resilience.priority import Priority

T = TypeVar("T")

HistoryId = Annotated[str, Field(validation_alias="historyId", pattern=r"^\d{1,20}$")]
EPOCH = datetime.fromtimestamp(0, UTC)


def moment(milliseconds: object) -> object:
    """A time as Gmail gives it; one that no calendar has is the earliest."""
    if not isinstance(milliseconds, int | str):
        return milliseconds
    try:
        return datetime.fromtimestamp(int(milliseconds) / 1000, UTC)
    except (ValueError, OverflowError, OSError):
        return EPOCH


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Whose mailbox it is, and the id of its newest history record."""

    address: Annotated[str, Field(validation_alias="emailAddress")] = field(repr=False)
    history_id: HistoryId


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
class Several(Generic[T]):
    """The answer to a question for many messages: what was found, by id in the order asked for.

    `gone` is no longer there; `not_loaded` could not be read now: ask again.
    """

    found: Mapping[str, T] = field(default_factory=dict)
    gone: tuple[str, ...] = ()
    not_loaded: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """A message in a history record, with the labels that the record names for it."""

    id: Annotated[str, Field(validation_alias=AliasPath("message", "id"), min_length=1)]
    labels: Annotated[frozenset[str], Field(validation_alias=AliasChoices("labelIds", AliasPath("message", "labelIds")))] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryRecord:
    """One change of the mailbox; a record may name several messages, and the same one in several ways.

    `added` carries the labels a message had when the record was written, where Gmail names them.
    """

    id: str = "0"
    added: Annotated[tuple[Named, ...], Field(validation_alias="messagesAdded")] = ()
    deleted: Annotated[tuple[Named, ...], Field(validation_alias="messagesDeleted")] = ()
    labels_added: Annotated[tuple[Named, ...], Field(validation_alias="labelsAdded")] = ()
    labels_removed: Annotated[tuple[Named, ...], Field(validation_alias="labelsRemoved")] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryPage:
    """One page of history, oldest first. `history_id` is where the mailbox is now: keep it only once all pages are applied."""

    records: Annotated[tuple[HistoryRecord, ...], Field(validation_alias="history")] = ()
    history_id: HistoryId
    next_page: Annotated[str | None, Field(validation_alias="nextPageToken")] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchLease:
    """Google will send notifications until `expires_at` (UTC); ask again before."""

    history_id: HistoryId
    expires_at: Annotated[datetime, Field(validation_alias="expiration"), BeforeValidator(moment)]


class GmailReads(Protocol):
    """The reading half of `GmailApi`: whoever reads mail cannot change it, and a model of Gmail can stand in for the real one.

    Every method may raise `MailboxUnavailableError` or `SignInNeededError`.
    """

    async def profile(self, *, priority: Priority = ...) -> Profile: ...
    async def list_messages(self, query: str, *, page: str | None = None, most: int = 500, priority: Priority = ...) -> MessagePage: ...
    async def unread_in_inbox(self, *, priority: Priority = ...) -> int: ...
    async def messages(self, ids: Sequence[str], *, priority: Priority = ...) -> Several[Message]: ...
    async def labels_of(self, ids: Sequence[str], *, priority: Priority = ...) -> Several[frozenset[str]]: ...
    async def raw(self, message: str) -> bytes: ...
    async def thread(self, thread: str) -> tuple[Message, ...]: ...
    async def history(self, since: str, *, page: str | None = None, priority: Priority = ...) -> HistoryPage: ...
    async def aclose(self) -> None: ...
