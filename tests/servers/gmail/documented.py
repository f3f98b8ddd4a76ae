"""Gmail's API as Google documents it, answered from the third-party server; what is corrected stands in `tests.servers.gmail.proxy`."""

import base64
import html
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode

from pydantic import JsonValue, TypeAdapter

from tests.servers.gmail.answers import Answer, bad_request, json_answer, refusal
from tests.servers.gmail.calls import CallKind
from tests.servers.gmail.faults import REFUSALS, Fault
from tests.servers.gmail.fields import masked
from tests.servers.gmail.payload import payload_of
from tests.servers.gmail.queries import MailFacts, Question, read_query
from tests.servers.gmail.server import GmailServer, MessagePage, MessageReference, StoredMessage

Json = dict[str, JsonValue]
Query = Mapping[str, list[str]]

MOST_RESULTS = 500
WATCH_DAYS = 7
DAY_MS = 86_400_000
# The server's history ids are the milliseconds since 1970 and eight more digits, which is more than the 64 bits of Google's.
IDS_PER_MS = 10**8
FORGOTTEN = 1_000_000
NO_SUCH_ID = "9" * 30
_CHANGES = (CallKind.MODIFY, CallKind.TRASH, CallKind.UNTRASH, CallKind.SEND, CallKind.INSERT)
_OBJECT: TypeAdapter[Json] = TypeAdapter(Json)
_AGAIN = "after-an-empty-page:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A request without its connection."""

    kind: CallKind
    method: str
    path: str
    query: str
    body: bytes = b""

    @property
    def parameters(self) -> Query:
        return parse_qs(self.query, keep_blank_values=True)

    def one(self, name: str, default: str = "") -> str:
        return self.parameters.get(name, [default])[0]


Method = Callable[[Asked, str, Fault | None], Awaitable[Answer]]


class DocumentedGmail:
    """The mailboxes of one server. `page_size` makes pages of lists and of history smaller than the client wants them."""

    def __init__(self, server: GmailServer) -> None:
        self.page_size = MOST_RESULTS
        self._server = server
        self._facts: dict[str, MailFacts] = {}
        self._ids_begin = (int(time.time() * 1000) - DAY_MS) * IDS_PER_MS
        self._oldest = 1
        self._methods: Mapping[CallKind, Method] = {
            CallKind.PROFILE: self._profile,
            CallKind.LIST: self._list,
            CallKind.GET: self._get,
            CallKind.THREAD: self._thread,
            CallKind.HISTORY: self._history,
            CallKind.WATCH: self._watch,
        } | dict.fromkeys(_CHANGES, self._change)

    async def forget_history(self, user: str) -> None:
        """Make every history id that was ever given out too old, as after a week; ids given out from now on are good."""
        self._ids_begin -= FORGOTTEN
        self._oldest = self._shown(await self._newest(user))

    async def answer(self, asked: Asked, user: str, fault: Fault | None) -> Answer:
        """Raises `QueryError` and `FieldsError` for what Gmail would not understand."""
        answer = await self._methods.get(asked.kind, self._plain)(asked, user, fault)
        fields = asked.one("fields")
        if not fields or answer.status != 200:
            return answer
        return json_answer(masked(_OBJECT.validate_json(answer.body), fields))

    async def _plain(self, asked: Asked, user: str, _: Fault | None) -> Answer:
        return await self._forward(asked, user)

    async def _forward(self, asked: Asked, user: str, *, query: str | None = None) -> Answer:
        """What the server itself says."""
        url = f"{self._server.url}{asked.path}?{asked.query if query is None else query}"
        headers = {"Authorization": f"Bearer {self._server.token(user)}", "Content-Type": "application/json"}
        async with self._server.http.request(asked.method, url, data=asked.body or None, headers=headers) as answer:
            return Answer(status=answer.status, body=await answer.read())

    async def _read(self, path: str, user: str, **query: str) -> Answer:
        asked = Asked(kind=CallKind.UNKNOWN, method="GET", path=f"/gmail/v1/users/me/{path}", query="")
        return await self._forward(asked, user, query=urlencode(query))

    async def _profile(self, _asked: Asked, user: str, _: Fault | None) -> Answer:
        listed = _OBJECT.validate_json((await self._read("messages", user, maxResults="1")).body)
        total = listed["resultSizeEstimate"]
        newest = str(self._shown(await self._newest(user)))
        return json_answer({"emailAddress": user, "messagesTotal": total, "threadsTotal": total, "historyId": newest})

    async def _list(self, asked: Asked, user: str, _: Fault | None) -> Answer:
        question = read_query(asked.one("q"), me=user, now_s=time.time())
        most = min(int(asked.one("maxResults", "100")), self.page_size, MOST_RESULTS)
        at = int(asked.one("pageToken", "0"))
        if question.holds is None:
            page = await self._server_page(asked, user, question, at=at, most=most)
        else:
            page = await self._own_page(asked, user, question, at=at, most=most)
        messages: list[JsonValue] = [{"id": each.id, "threadId": each.thread_id} for each in page.messages]
        shown: Json = {"messages": messages} if messages else {}
        if page.next_page is not None:
            shown["nextPageToken"] = page.next_page
        return json_answer(shown | {"resultSizeEstimate": len(messages)})

    async def _own_page(self, asked: Asked, user: str, question: Question, *, at: int, most: int) -> MessagePage:
        """Of what the server finds for its half of the question, that for which the other half holds; no further than this page goes."""
        assert question.holds is not None
        holding: list[MessageReference] = []
        page = MessagePage(nextPageToken="0")
        while page.next_page is not None and len(holding) <= at + most:
            page = await self._server_page(asked, user, question, at=int(page.next_page), most=MOST_RESULTS)
            holding += [each for each in page.messages if question.holds(await self._facts_of(each.id, user))]
        further = str(at + most) if at + most < len(holding) else None
        return MessagePage(messages=holding[at : at + most], nextPageToken=further)

    async def _server_page(self, asked: Asked, user: str, question: Question, *, at: int, most: int) -> MessagePage:
        anywhere = question.anywhere or asked.one("includeSpamTrash") == "true"
        page = {"q": question.server_query, "pageToken": at, "maxResults": most, "includeSpamTrash": str(anywhere).lower()}
        query = urlencode([*page.items(), *(("labelIds", label) for label in asked.parameters.get("labelIds", []))])
        return MessagePage.model_validate_json((await self._forward(asked, user, query=query)).body)

    async def _get(self, asked: Asked, user: str, _: Fault | None) -> Answer:
        answer = await self._forward(asked, user, query="format=minimal")
        if answer.status != 200:
            return answer
        return json_answer(await self._message(_OBJECT.validate_json(answer.body), asked, user))

    async def _thread(self, asked: Asked, user: str, _: Fault | None) -> Answer:
        answer = await self._forward(asked, user, query="format=minimal")
        if answer.status != 200:
            return answer
        thread = _OBJECT.validate_json(answer.body)
        messages = TypeAdapter(list[Json]).validate_python(thread["messages"])
        shown: list[JsonValue] = [await self._message(each, asked, user) for each in messages]
        return json_answer({"id": thread["id"], "historyId": self._shown_text(thread["historyId"]), "messages": shown})

    async def _message(self, stored: Json, asked: Asked, user: str) -> Json:
        """A message in the format asked for; the server says what stands beside the mail, and the mail itself says the rest."""
        message: Json = {name: stored[name] for name in ("id", "threadId", "internalDate")}
        message["historyId"] = self._shown_text(stored["historyId"])
        message["snippet"] = html.escape(str(stored["snippet"])).replace("&#x27;", "&#39;")
        if stored["labelIds"]:
            message["labelIds"] = stored["labelIds"]
        raw = await self._raw(str(stored["id"]), user)
        message["sizeEstimate"] = len(raw)
        match asked.one("format", "full"):
            case "full":
                message["payload"] = payload_of(raw)
            case "metadata":
                chosen = frozenset(name.lower() for name in asked.parameters.get("metadataHeaders", []))
                message["payload"] = payload_of(raw, only_headers=True, chosen=chosen)
            case "raw":
                message["raw"] = base64.urlsafe_b64encode(raw).decode()
            case _:
                pass
        return message

    async def _history(self, asked: Asked, user: str, fault: Fault | None) -> Answer:
        start, page, newest = asked.one("startHistoryId"), asked.one("pageToken", "0"), await self._newest(user)
        if not start.isdecimal():
            return bad_request("Invalid startHistoryId")
        if not self._oldest <= int(start) <= self._shown(newest):
            return refusal(REFUSALS[Fault.HISTORY_EXPIRED])
        if fault is Fault.EMPTY_HISTORY_PAGE:
            return json_answer({"historyId": str(self._shown(newest)), "nextPageToken": f"{_AGAIN}{page}"})
        most = min(int(asked.one("maxResults", "100")), self.page_size, MOST_RESULTS)
        kept = [(name, value) for name in ("historyTypes", "labelId") for value in asked.parameters.get(name, [])]
        begin = int(start) + self._ids_begin
        query = urlencode([("startHistoryId", begin), ("pageToken", page.removeprefix(_AGAIN)), ("maxResults", most), *kept])
        found = _OBJECT.validate_json((await self._forward(asked, user, query=query)).body)
        records = [self._record(record) for record in TypeAdapter(list[Json]).validate_python(found.pop("history"))]
        if fault is Fault.DUPLICATED_RECORDS:
            records = [record for record in records for _ in range(2)]
        shown: Json = {"history": [*records]} if records else {}
        return json_answer(shown | found | {"historyId": self._shown_text(found["historyId"])})

    def _record(self, record: Json) -> Json:
        """Of a message, history names the id, the thread and the labels."""
        shown: Json = {}
        for name, value in record.items():
            if isinstance(value, list):
                shown[name] = [_hint(each) for each in value]
        return shown | {"id": self._shown_text(record["id"])}

    async def _change(self, asked: Asked, user: str, fault: Fault | None) -> Answer:
        if fault in {Fault.IGNORED, Fault.LIE}:
            answer = await self._read(f"messages/{asked.path.split('/')[-2]}", user, format="minimal")
        else:
            answer = await self._forward(asked, user)
        if answer.status != 200:
            return answer
        stored = StoredMessage.model_validate_json(answer.body)
        labels = _pretended(stored.label_ids, asked) if fault is Fault.LIE else stored.label_ids
        return json_answer({"id": stored.id, "threadId": stored.thread_id} | ({"labelIds": [*labels]} if labels else {}))

    async def _watch(self, asked: Asked, user: str, _: Fault | None) -> Answer:
        answer = await self._forward(asked, user)
        if answer.status != 200:
            return answer
        expires = int(time.time() * 1000) + WATCH_DAYS * DAY_MS
        return json_answer({"historyId": str(self._shown(await self._newest(user))), "expiration": str(expires)})

    async def _newest(self, user: str) -> int:
        """The server's newest history id, 0 where nothing ever happened."""
        answer = await self._read("history", user, startHistoryId=NO_SUCH_ID)
        return int(str(_OBJECT.validate_json(answer.body)["historyId"]))

    def _shown(self, history_id: int) -> int:
        return max(self._oldest, history_id - self._ids_begin)

    def _shown_text(self, history_id: JsonValue) -> str:
        return str(self._shown(int(str(history_id))))

    async def _raw(self, message: str, user: str) -> bytes:
        """The text of a mail, which never changes."""
        if message not in self._server.raws:
            answer = await self._read(f"messages/{message}", user, format="raw")
            self._server.raws[message] = base64.urlsafe_b64decode(StoredMessage.model_validate_json(answer.body).raw + "==")
        return self._server.raws[message]

    async def _facts_of(self, message: str, user: str) -> MailFacts:
        if message not in self._facts:
            self._facts[message] = MailFacts(await self._raw(message, user))
        return self._facts[message]


def _hint(value: JsonValue) -> JsonValue:
    """A message as history tells of it, alone or in one of the lists of changes."""
    if not isinstance(value, dict):
        return value
    shown = {name: each for name, each in value.items() if name in {"id", "threadId", "labelIds"}}
    if "message" in value:
        shown["message"] = _hint(value["message"])
    return shown


def _pretended(labels: list[str], asked: Asked) -> list[str]:
    """The labels as they would be, had the change been made."""
    body = TypeAdapter(dict[str, list[str]]).validate_json(asked.body or b"{}")
    add = ["TRASH"] if asked.kind is CallKind.TRASH else body.get("addLabelIds", [])
    remove = {"INBOX"} if asked.kind is CallKind.TRASH else set(body.get("removeLabelIds", []))
    return [label for label in dict.fromkeys([*labels, *add]) if label not in remove]
