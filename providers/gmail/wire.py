"""Gmail's JSON, read strictly into our values, and which fields of it are asked for.

An answer that was cut short, that is no JSON or has the wrong shape is a `GarbledError` and never a half-read value. Most fields may be
missing: Gmail leaves out what is empty (`history`, `messages`, `labelIds`). Servers that do not know `fields` send everything, the text
of mails included; what is not named here is not even built.
"""

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, TypeVar

from pydantic import BaseModel, BeforeValidator, Field, TypeAdapter, ValidationError

from providers.gmail.values import EPOCH, HistoryPage, Message, MessagePage, Part, Profile, WatchLease, moment

PART_DEPTH = 6
"""Parts within parts that are asked for; a mail has seldom more than four, and the mask must end somewhere."""

_LEAF_FIELDS = "mimeType,filename,body/size"


def _part_fields(depth: int) -> str:
    return _LEAF_FIELDS if depth == 0 else f"{_LEAF_FIELDS},parts({_part_fields(depth - 1)})"


PROFILE_FIELDS = "emailAddress,historyId"
LIST_FIELDS = "messages(id,threadId),nextPageToken"
MESSAGE_FIELDS = f"id,threadId,labelIds,snippet,internalDate,payload(headers,{_part_fields(PART_DEPTH)})"
THREAD_FIELDS = f"messages({MESSAGE_FIELDS})"
LABEL_FIELDS = "id,labelIds"
LABEL_NAMES_FIELDS = "labels(id,name,type)"
UNREAD_FIELDS = "messagesUnread"
RAW_FIELDS = "raw"
HISTORY_FIELDS = (
    "historyId,nextPageToken,history(id,messagesAdded/message(id,labelIds),messagesDeleted/message/id,"
    "labelsAdded(labelIds,message/id),labelsRemoved(labelIds,message/id))"
)
SENT_FIELDS = "id"
WATCH_FIELDS = "historyId,expiration"

T = TypeVar("T")
F = TypeVar("F")

_FIELD_NAME = re.compile(r"[!-9;-~]{1,80}")
_LINE_ENDS = re.compile(r"[\r\n\x00]+[ \t]*")


class GarbledError(ValueError):
    """The answer is not what Gmail answers: cut short, not JSON, or of another shape."""


class _Named(BaseModel):
    id: Annotated[str, Field(min_length=1)]
    labels: Annotated[frozenset[str], Field(alias="labelIds")] = frozenset()


class _Listed(BaseModel):
    id: Annotated[str, Field(min_length=1)]
    thread_id: Annotated[str, Field(alias="threadId")] = ""


class _Listing(BaseModel):
    messages: list[_Listed] = []
    next_page: Annotated[str | None, Field(alias="nextPageToken")] = None


@dataclass(slots=True)
class _Header:  # there are thousands of them, and a model for each takes longer
    name: str = ""
    value: str = field(default="", repr=False)


class _Body(BaseModel):
    size: int = 0


class _Part(BaseModel):
    mime_type: Annotated[str, Field(alias="mimeType")] = ""
    filename: str = ""
    body: _Body = _Body()
    parts: list["_Part"] = []


class _Payload(_Part):
    headers: list[_Header] = []


class _Message(_Named):
    thread_id: Annotated[str, Field(alias="threadId", min_length=1)]
    internal_date: Annotated[datetime, Field(alias="internalDate"), BeforeValidator(moment)] = EPOCH
    snippet: str = ""
    payload: _Payload = _Payload()


class _Thread(BaseModel):
    messages: list[_Message] = []


class _Raw(BaseModel):
    raw: str


class _Label(BaseModel):
    id: Annotated[str, Field(min_length=1)]
    name: str
    made_by: Annotated[str, Field(alias="type")] = ""


class _Unread(BaseModel):
    messages_unread: Annotated[int, Field(alias="messagesUnread", ge=0)]


class _Labels(BaseModel):
    labels: list[_Label] = []


def _reading(form: type[F], build: Callable[[F], T]) -> Callable[[bytes], T]:
    adapter = TypeAdapter(form)

    def read(body: bytes) -> T:
        try:
            return build(adapter.validate_json(body))
        except ValidationError:
            raise GarbledError(f"not the {form.__name__.strip('_').lower()} that was asked for") from None

    return read


def _as_it_is(value: T) -> T:
    return value


def _listing(form: _Listing) -> MessagePage:
    return MessagePage(
        ids=tuple(each.id for each in form.messages),
        thread_ids=tuple(each.thread_id for each in form.messages),
        next_page=form.next_page,
    )


def _message(form: _Message) -> Message:
    return Message(
        id=form.id,
        thread_id=form.thread_id,
        labels=form.labels,
        internal_date=form.internal_date,
        snippet=form.snippet,
        headers=_header_block(form.payload.headers),
        parts=tuple(_leaves(form.payload)),
    )


def _header_block(headers: list[_Header]) -> bytes:
    """Headers as a block again. A value stays on its line, so that no mail can add a header by what it writes into one."""
    lines = [f"{each.name}: {_one_line(each.value)}\r\n" for each in headers if _FIELD_NAME.fullmatch(each.name)]
    return "".join(lines).encode("utf-8", "replace")


def _one_line(value: str) -> str:
    return value if value.isprintable() else _LINE_ENDS.sub(" ", value)


def _leaves(part: _Part) -> Iterator[Part]:
    """What a file name makes an attachment is one thing, even a mail with parts of its own."""
    if part.filename or not part.parts:
        yield Part(mime_type=part.mime_type.lower(), filename=part.filename, size=part.body.size)
    else:
        for each in part.parts:
            yield from _leaves(each)


def _decoded(form: _Raw) -> bytes:
    try:
        return base64.b64decode(form.raw + "=" * (-len(form.raw) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise GarbledError("not the message that was asked for") from None


read_profile = _reading(Profile, _as_it_is)
read_listing = _reading(_Listing, _listing)
read_message = _reading(_Message, _message)
read_thread = _reading(_Thread, lambda form: tuple(_message(each) for each in form.messages))
read_labels = _reading(_Named, lambda form: form.labels)
read_id = _reading(_Named, lambda form: form.id)
read_unread = _reading(_Unread, lambda form: form.messages_unread)
read_label_ids = _reading(_Labels, lambda form: {each.name: each.id for each in form.labels if each.made_by == "user"})
read_raw = _reading(_Raw, _decoded)
read_history = _reading(HistoryPage, _as_it_is)
read_watch = _reading(WatchLease, _as_it_is)
