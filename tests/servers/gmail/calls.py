"""What a request asks of Gmail, and what Google charges for it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class CallKind(StrEnum):
    PROFILE = "getProfile"
    LIST = "messages.list"
    GET = "messages.get"
    THREAD = "threads.get"
    HISTORY = "history.list"
    MODIFY = "messages.modify"
    BATCH_MODIFY = "messages.batchModify"
    TRASH = "messages.trash"
    UNTRASH = "messages.untrash"
    SEND = "messages.send"
    INSERT = "messages.insert"
    LABELS = "labels.list"
    LABEL = "labels.get"
    WATCH = "watch"
    STOP = "stop"
    BATCH = "batch"
    TOKEN = "token"
    REVOKE = "revoke"
    UNKNOWN = "unknown"


# Google's table "Per-method quota usage" for projects since May 2026; a batch costs what its calls cost.
UNITS: Mapping[CallKind, int] = {
    CallKind.PROFILE: 1,
    CallKind.LIST: 5,
    CallKind.GET: 20,
    CallKind.THREAD: 40,
    CallKind.HISTORY: 2,
    CallKind.MODIFY: 5,
    CallKind.BATCH_MODIFY: 50,
    CallKind.TRASH: 5,
    CallKind.UNTRASH: 5,
    CallKind.SEND: 100,
    CallKind.INSERT: 25,
    CallKind.LABELS: 1,
    CallKind.LABEL: 1,
    CallKind.WATCH: 100,
    CallKind.STOP: 50,
}

_MAILBOX = r"/gmail/v1/users/[^/]+"
_ROUTES: tuple[tuple[str, str, CallKind], ...] = (
    ("GET", rf"{_MAILBOX}/profile", CallKind.PROFILE),
    ("GET", rf"{_MAILBOX}/messages", CallKind.LIST),
    ("POST", rf"{_MAILBOX}/messages", CallKind.INSERT),
    ("POST", rf"{_MAILBOX}/messages/batchModify", CallKind.BATCH_MODIFY),
    ("POST", rf"(/upload)?{_MAILBOX}/messages/send", CallKind.SEND),
    ("GET", rf"{_MAILBOX}/messages/[^/]+", CallKind.GET),
    ("POST", rf"{_MAILBOX}/messages/[^/]+/modify", CallKind.MODIFY),
    ("POST", rf"{_MAILBOX}/messages/[^/]+/trash", CallKind.TRASH),
    ("POST", rf"{_MAILBOX}/messages/[^/]+/untrash", CallKind.UNTRASH),
    ("GET", rf"{_MAILBOX}/threads/[^/]+", CallKind.THREAD),
    ("GET", rf"{_MAILBOX}/history", CallKind.HISTORY),
    ("GET", rf"{_MAILBOX}/labels", CallKind.LABELS),
    ("GET", rf"{_MAILBOX}/labels/[^/]+", CallKind.LABEL),
    ("POST", rf"{_MAILBOX}/watch", CallKind.WATCH),
    ("POST", rf"{_MAILBOX}/stop", CallKind.STOP),
    ("POST", r"/batch(/gmail/v1)?", CallKind.BATCH),
    ("POST", r"/token|/oauth2/token|/oauth2/v4/token", CallKind.TOKEN),
    ("POST", r"/revoke|/oauth2/revoke|/o/oauth2/revoke", CallKind.REVOKE),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """One thing asked: an HTTP request, or one of those inside a batch.

    `number` counts HTTP requests from 1; `inner` is the place in a batch from 1, or 0; `calls` how many a batch held. `at` is the time
    of the event loop in seconds. `units` are Google's, 0 for the batch itself since its calls stand for themselves.
    """

    number: int
    kind: CallKind
    method: str
    path: str
    query: str
    units: int
    at: float
    inner: int = 0
    calls: int = 0

    @property
    def name(self) -> str:
        """The last part of the path: a message id, where one was asked for."""
        return self.path.rpartition("/")[2]


def kind_of(method: str, path: str) -> CallKind:
    return next((kind for verb, route, kind in _ROUTES if verb == method and re.fullmatch(route, path)), CallKind.UNKNOWN)
