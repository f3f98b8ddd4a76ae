"""Gmail in memory behind Gmail's wire protocol: the rules of `gmail_model`, over HTTP, with one request of a call failing.

Requests are known by what they ask and how often that was asked before, and not by their number: some are made beside each other, and
come in any order.
"""

import base64
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from aiohttp import web

from providers.gmail.values import HistoryRecord, Named
from providers.mailbox import SyncTokenExpiredError
from tests.providers.gmail.doubles.double import Fails, GmailDouble, Json, error_body, kind_of
from tests.providers.gmail.doubles.model import GmailModel
from tests.servers.gmail.payload import payload_of

TOKEN_ADDRESS = "the token address"

Moment = tuple[str, int]
"""What is asked, and how often it was asked before."""


@dataclass
class ServedGmail(GmailDouble):
    """`fault` happens to the request at `fault_at`, and to the next `lasting` ones that ask the same."""

    model: GmailModel = field(default_factory=GmailModel)
    fault: Fails | None = None
    fault_at: Moment | None = None
    lasting: int = 0
    happened: int = 0
    moments: Counter[str] = field(default_factory=Counter)

    def failing(self, target: str) -> Fails | None:
        """By what is asked."""
        return self._fault(_about(target))

    async def refresh(self, request: web.Request) -> web.StreamResponse:
        """The token address, which may fail like any other."""
        fault = self._fault(TOKEN_ADDRESS)
        return await (fault(request) if fault else super().refresh(request))

    def answer(self, method: str, target: str, body: bytes) -> tuple[int, Json]:
        """From the model."""
        kind, _, name = kind_of(target).partition(" ")
        query = {key: values[0] for key, values in parse_qs(urlsplit(target).query).items()}
        if kind in {"message", "modify"} and self.model.labels(name) is None:
            return 404, error_body(404, "notFound")
        match kind:
            case "profile":
                return 200, {"emailAddress": self.model.address, "historyId": str(self.model.newest_id)}
            case "list":
                return 200, self._listing(query)
            case "history":
                return self._history(query)
            case "thread":
                return 200, {"messages": [self._message(message.id, "full") for message in self.model.thread(name)]}
        if kind == "modify":
            change = json.loads(body)
            self.model.relabel(name, add=change["addLabelIds"], remove=change["removeLabelIds"])
        return 200, self._message(name, query.get("format", "minimal"))

    def _fault(self, about: str) -> Fails | None:
        before = self.moments[about]
        self.moments[about] += 1
        if self.fault_at is None or about != self.fault_at[0] or not 0 <= before - self.fault_at[1] <= self.lasting:
            return None
        self.happened += 1
        return self.fault

    def _listing(self, query: Mapping[str, str]) -> Json:
        page = self.model.list_page_at(query["q"], query.get("pageToken"), int(query["maxResults"]))
        messages = [{"id": message, "threadId": thread} for message, thread in zip(page.ids, page.thread_ids, strict=True)]
        return _without_nothing({"messages": messages, "nextPageToken": page.next_page})

    def _message(self, name: str, form: str) -> Json:
        message = self.model.message(name)
        named = {"id": name, "threadId": message.thread_id, "labelIds": sorted(message.labels)}
        if form == "minimal":
            return named
        raw = self.model.raw(name)
        if form == "raw":
            return {**named, "raw": base64.urlsafe_b64encode(raw).decode()}
        date = str(int(message.internal_date.timestamp() * 1000))
        return {**named, "internalDate": date, "snippet": message.snippet, "payload": payload_of(raw)}

    def _history(self, query: Mapping[str, str]) -> tuple[int, Json]:
        try:
            page = self.model.history_page_at(query["startHistoryId"], query.get("pageToken"))
        except SyncTokenExpiredError:
            return 404, error_body(404, "notFound")
        history = [_record(record) for record in page.records]
        return 200, _without_nothing({"historyId": page.history_id, "history": history, "nextPageToken": page.next_page})


def _about(target: str) -> str:
    """What a request asks, without the ids that differ from call to call."""
    if urlsplit(target).path.startswith("/batch"):
        return "batch"
    kind = kind_of(target).partition(" ")[0]
    query = parse_qs(urlsplit(target).query)
    return f"list {query['q'][0]}" if kind == "list" else kind


def _record(record: HistoryRecord) -> Json:
    return _without_nothing(
        {
            "id": record.id,
            "messagesAdded": [{"message": {"id": mail.id, "labelIds": sorted(mail.labels)}} for mail in record.added],
            "messagesDeleted": [{"message": {"id": mail.id}} for mail in record.deleted],
            "labelsAdded": _labelled(record.labels_added),
            "labelsRemoved": _labelled(record.labels_removed),
        }
    )


def _labelled(changes: tuple[Named, ...]) -> list[Json]:
    return [{"message": {"id": mail.id}, "labelIds": sorted(mail.labels)} for mail in changes]


def _without_nothing(answer: Json) -> Json:
    """Gmail leaves out what is empty."""
    return {name: value for name, value in answer.items() if value not in (None, [])}
