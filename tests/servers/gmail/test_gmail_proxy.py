"""The third-party Gmail server behind our proxy answers as Google documents it, asked over plain HTTP without our client."""

import base64
import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import urlencode

import aiohttp
import pytest
import pytest_asyncio
from pydantic import BaseModel, JsonValue, TypeAdapter

from tests.providers.messages import OWN_ADDRESS, WITH_ATTACHMENT, message
from tests.servers.gmail.batch import BOUNDARY
from tests.servers.gmail.calls import CallKind
from tests.servers.gmail.faults import Fault
from tests.servers.gmail.proxy import GmailProxy, gmail_proxy
from tests.servers.gmail.server import CLIENT_ID, CLIENT_SECRET, GmailHands, GmailServer, RunningGmail, SeededMail, Tokens, running_gmail

pytestmark = pytest.mark.server

Json = dict[str, JsonValue]
JSON: TypeAdapter[Json] = TypeAdapter(Json)


class Ids(BaseModel):
    messages: list[dict[str, str]] = []
    nextPageToken: str | None = None  # noqa: N815 - Google's name


class Client:
    """A client that knows nothing but HTTP."""

    def __init__(self, proxy: GmailProxy, http: aiohttp.ClientSession, tokens: Tokens) -> None:
        self.proxy = proxy
        self.http = http
        self.tokens = tokens
        self.access = ""

    async def refresh(self) -> int:
        client = {"client_id": CLIENT_ID, "client_secret": CLIENT_SECRET}
        form = client | {"grant_type": "refresh_token", "refresh_token": self.tokens.refresh_token}
        async with self.http.post(self.proxy.token_url, data=form) as answer:
            if answer.status == 200:
                self.access = str(JSON.validate_json(await answer.read())["access_token"])
            return answer.status

    async def ask(self, method: str, path: str, body: object = None) -> tuple[int, Json]:
        headers = {"Authorization": f"Bearer {self.access}"}
        async with self.http.request(method, f"{self.proxy.url}/gmail/v1/users/me/{path}", json=body, headers=headers) as answer:
            return answer.status, JSON.validate_json(await answer.read() or b"{}")

    async def get(self, path: str, **query: str | int) -> Json:
        status, found = await self.ask("GET", f"{path}?{urlencode(query)}")
        assert status == 200, found
        return found

    async def ids(self, query: str) -> list[str]:
        return [each["id"] for each in Ids.model_validate(await self.get("messages", q=query)).messages]

    async def newest(self) -> str:
        return str((await self.get("profile"))["historyId"])

    async def batch(self, *targets: str) -> list[tuple[str, str, Json]]:
        """Content-ID, status line and answer of each call, as they come."""
        parts = "".join(
            f"--b\r\nContent-Type: application/http\r\nContent-ID: <c{at}>\r\n\r\nGET {each} HTTP/1.1\r\n\r\n\r\n"
            for at, each in enumerate(targets)
        )
        headers = {"Authorization": f"Bearer {self.access}", "Content-Type": "multipart/mixed; boundary=b"}
        async with self.http.post(f"{self.proxy.url}/batch", data=f"{parts}--b--".encode(), headers=headers) as answer:
            assert answer.status == 200, await answer.text()
            found = (await answer.text()).split(f"--{BOUNDARY}")[1:-1]
        heads = [each.split("\r\n\r\n") for each in found]
        return [(head.partition("Content-ID: ")[2], inner.split("\r\n")[0], JSON.validate_json(text)) for head, inner, text in heads]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningGmail]:
    with running_gmail(tmp_path_factory.mktemp("gmail")) as gmail:
        yield gmail


@pytest_asyncio.fixture
async def server(running: RunningGmail) -> AsyncIterator[GmailServer]:
    async with GmailServer.at(running) as connected:
        await connected.hands().empty()
        yield connected


@pytest.fixture
def hands(server: GmailServer) -> GmailHands:
    return server.hands()


@pytest_asyncio.fixture
async def proxy(server: GmailServer) -> AsyncIterator[GmailProxy]:
    async with gmail_proxy(server) as running:
        yield running


@pytest_asyncio.fixture
async def client(proxy: GmailProxy, hands: GmailHands) -> AsyncIterator[Client]:
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=20)) as http:
        client = Client(proxy, http, await hands.grant())
        assert await client.refresh() == 200
        proxy.reset()
        yield client


async def test_the_profile_has_the_address_and_a_history_id_of_64_bits(client: Client, hands: GmailHands) -> None:
    before = int(await client.newest())
    await hands.insert(message("a"))
    profile = await client.get("profile")
    assert (profile["emailAddress"], profile["messagesTotal"]) == (OWN_ADDRESS, 1)
    assert before < int(str(profile["historyId"])) < 2**64


async def test_a_message_has_every_header_every_part_and_its_own_date(client: Client, hands: GmailHands) -> None:
    mail = await hands.insert(WITH_ATTACHMENT.replace(b"Subject:", b"List-Id: <plans.example.org>\nSubject:"))
    found = json.dumps(await client.get(f"messages/{mail}", format="full"), ensure_ascii=False)
    assert all(text in found for text in ("<plans.example.org>", "application/pdf", "Plan für März.pdf", "Wed, 04 Mar 2026 12:00:00 +0000"))
    raw = await client.get(f"messages/{mail}", format="raw")
    assert base64.urlsafe_b64decode(str(raw["raw"])).startswith(b"From: Anna Keller")
    assert set(await client.get(f"messages/{mail}", format="minimal")) >= {"id", "labelIds", "snippet", "internalDate"}
    assert "payload" not in await client.get(f"messages/{mail}", format="minimal")


async def test_fields_leave_out_what_was_not_asked_for(client: Client, hands: GmailHands) -> None:
    mail = await hands.insert(WITH_ATTACHMENT)
    found = await client.get(f"messages/{mail}", fields="id,payload(mimeType,parts(filename,body/size))")
    parts: list[JsonValue] = [{"filename": "", "body": {"size": 17}}, {"filename": "Plan für März.pdf", "body": {"size": 9}}]
    assert found == {"id": mail, "payload": {"mimeType": "multipart/mixed", "parts": parts}}
    assert await client.get("messages", fields="messages/id") == {"messages": [{"id": mail}]}


async def test_queries_mean_what_gmail_means_by_them(client: Client, hands: GmailHands) -> None:
    anna = await hands.insert(message("anna", text="Die Fähre kostet 40 Euro.\n"))
    bo = await hands.insert(message("bo", sender="Bo <bo@example.net>", to="team@example.net"), "INBOX", "UNREAD", "STARRED")
    read = await hands.insert(message("read", sender="cy@example.net"), "INBOX")
    sent = await hands.insert_sent(message("sent", sender=OWN_ADDRESS, to="bo@example.net"))
    gone = await hands.insert(message("gone"))
    await hands.trash(gone)
    unread = "in:inbox is:unread"
    for query, expected in {
        unread: {anna, bo},
        f"{unread} is:starred": {bo},
        f"{unread} {{from:anna@example.org from:cy@example.net}}": {anna},
        f"{unread} (to:me OR cc:me)": {anna},
        f"{unread} -from:(anna bo)": {anna, bo},
        f"{unread} -{{from:anna from:bo}}": set(),
        "in:sent": {sent},
        "fahre 40": {anna},
        "ahre": set(),
        "rfc822msgid:read@example.org": {read},
        "newer_than:1d": set(),
        "newer_than:90y from:anna": {anna},
        "in:anywhere from:anna": {anna, gone},
        "is:read -in:sent": {read},
    }.items():
        assert set(await client.ids(query)) == expected, query


async def test_lists_and_history_come_in_pages_and_leave_out_what_is_empty(client: Client, hands: GmailHands, proxy: GmailProxy) -> None:
    start = await client.newest()
    assert set(await client.get("messages", q="is:unread")) == {"resultSizeEstimate"}
    assert "history" not in await client.get("history", startHistoryId=start)
    mails = [await hands.insert(message(f"m{number}", hours=number)) for number in range(5)]
    proxy.gmail.page_size = 2
    pages = [await client.get("messages", q="is:unread")]
    while "nextPageToken" in pages[-1]:
        pages.append(await client.get("messages", q="is:unread", pageToken=str(pages[-1]["nextPageToken"])))
    assert [each["id"] for page in pages for each in Ids.model_validate(page).messages] == mails[::-1]
    history = await client.get("history", startHistoryId=start)
    assert json.dumps(history["history"]).count("messagesAdded") == 2
    assert "nextPageToken" in history


async def test_history_is_refused_when_it_is_too_old_or_unknown_and_goes_on_from_a_new_id(
    client: Client, hands: GmailHands, proxy: GmailProxy
) -> None:
    mail = await hands.insert(message("a"))
    old = await client.newest()
    await hands.mark_read(mail)
    await proxy.gmail.forget_history(hands.user)
    for start, expected in ((old, 404), (str(2**63), 404), ("0", 404), ("yesterday", 400), (await client.newest(), 200)):
        status, _ = await client.ask("GET", f"history?startHistoryId={start}")
        assert status == expected, start
    new = await client.newest()
    await hands.flag(mail)
    assert "STARRED" in json.dumps(await client.get("history", startHistoryId=new))


async def test_a_batch_answers_each_call_under_its_content_id(client: Client, hands: GmailHands, proxy: GmailProxy) -> None:
    first, second = await hands.insert(message("a")), await hands.insert(message("b"))
    proxy.faults.fail(lambda call: call.inner == 2, Fault.TOO_MANY_REQUESTS)
    targets = [f"/gmail/v1/users/me/messages/{each}?format=minimal" for each in (first, second, "never")]
    answers = {name.strip("<>"): (status, found.get("id")) for name, status, found in await client.batch(*targets)}
    assert answers == {
        "response-c0": ("HTTP/1.1 200 OK", first),
        "response-c1": ("HTTP/1.1 429 Too Many Requests", None),
        "response-c2": ("HTTP/1.1 404 Not Found", None),
    }
    assert (proxy.units, len(proxy.requests), proxy.requests[-1].calls) == (60, 1, 3)


async def test_a_change_is_seen_by_others_unless_it_is_ignored_or_a_lie(client: Client, hands: GmailHands, proxy: GmailProxy) -> None:
    mail = await hands.insert(message("a"))
    archive = ("POST", f"messages/{mail}/modify", {"removeLabelIds": ["INBOX"]})
    for fault, shown in ((Fault.IGNORED, ["INBOX", "UNREAD"]), (Fault.LIE, ["UNREAD"])):
        proxy.faults.fail(CallKind.MODIFY, fault)
        assert (await client.ask(*archive))[1]["labelIds"] == shown
        assert await hands.labels(mail) == {"INBOX", "UNREAD"}
    assert await client.ask(*archive) == (200, {"id": mail, "threadId": mail, "labelIds": ["UNREAD"]})
    assert await hands.labels(mail) == {"UNREAD"}


async def test_only_tokens_count_that_were_issued_and_are_still_good(client: Client, proxy: GmailProxy) -> None:
    proxy.tokens.expire()
    assert (await client.ask("GET", "profile"))[0] == 401
    assert await client.refresh() == 200
    assert (await client.ask("GET", "profile"))[0] == 200
    good, client.access = client.access, "anything"
    assert (await client.ask("GET", "profile"))[0] == 401
    client.access = good
    async with client.http.post(proxy.revoke_url, params={"token": client.tokens.refresh_token}) as answer:
        assert answer.status == 200
    assert (await client.ask("GET", "profile"))[0] == 401
    assert await client.refresh() == 400


async def test_a_grant_for_sending_alone_may_not_read(client: Client, hands: GmailHands) -> None:
    client.tokens = await hands.grant(scope="https://www.googleapis.com/auth/gmail.send")
    assert await client.refresh() == 200
    status, found = await client.ask("GET", "messages")
    assert (status, "insufficientPermissions" in json.dumps(found)) == (403, True)


async def test_a_minutes_units_are_spent_and_then_refused(client: Client, proxy: GmailProxy) -> None:
    proxy.units_per_minute = 11
    assert [(await client.ask("GET", "messages"))[0] for _ in range(3)] == [200, 200, 403]


@pytest.mark.parametrize(
    ("fault", "status"),
    [
        (Fault.RATE_LIMITED, 403),
        (Fault.USER_RATE_LIMITED, 403),
        (Fault.TOO_MANY_REQUESTS, 429),
        (Fault.SERVER_ERROR, 500),
        (Fault.UNAVAILABLE, 503),
    ],
)
async def test_a_refusal_comes_once_and_is_known_to_have_happened(client: Client, proxy: GmailProxy, fault: Fault, status: int) -> None:
    proxy.retry_after_s = 7
    proxy.faults.fail(2, fault)
    assert [(await client.ask("GET", "profile"))[0] for _ in range(3)] == [200, status, 200]
    assert [(call.number, each) for call, each in proxy.faults.happened] == [(2, fault)]


@pytest.mark.parametrize("fault", [Fault.CUT_BEFORE, Fault.CUT_AFTER, Fault.CUT_WITHIN])
async def test_a_cut_connection_has_no_answer_and_may_have_done_its_work(
    client: Client, hands: GmailHands, proxy: GmailProxy, fault: Fault
) -> None:
    mail = await hands.insert(message("a"))
    proxy.faults.fail(CallKind.MODIFY, fault)
    with pytest.raises(aiohttp.ClientError):
        await client.ask("POST", f"messages/{mail}/modify", {"addLabelIds": ["STARRED"]})
    assert ("STARRED" in await hands.labels(mail)) is (fault is not Fault.CUT_BEFORE)


@pytest.mark.parametrize("fault", [Fault.TRUNCATED, Fault.GARBAGE])
async def test_a_spoilt_answer_is_not_json(client: Client, proxy: GmailProxy, fault: Fault) -> None:
    proxy.faults.fail(CallKind.PROFILE, fault)
    with pytest.raises(ValueError, match="Invalid JSON"):
        await client.ask("GET", "profile")


async def test_no_answer_lasts_until_the_client_gives_up(client: Client, proxy: GmailProxy) -> None:
    proxy.faults.fail(CallKind.PROFILE, Fault.NO_ANSWER)
    with pytest.raises(TimeoutError):
        await client.http.get(f"{proxy.url}/gmail/v1/users/me/profile", timeout=aiohttp.ClientTimeout(total=0.1))
    assert await client.newest()


async def test_another_program_can_act_just_before_a_call(client: Client, hands: GmailHands, proxy: GmailProxy) -> None:
    mail = await hands.insert(message("a"))
    proxy.faults.before(CallKind.GET, lambda: hands.delete(mail))
    assert (await client.ask("GET", f"messages/{mail}"))[0] == 404


async def test_records_of_history_come_twice_or_after_an_empty_page(client: Client, hands: GmailHands, proxy: GmailProxy) -> None:
    start = await client.newest()
    mail = await hands.insert(message("a"))
    proxy.faults.fail(CallKind.HISTORY, Fault.EMPTY_HISTORY_PAGE)
    proxy.faults.fail(CallKind.HISTORY, Fault.DUPLICATED_RECORDS)
    empty = await client.get("history", startHistoryId=start)
    assert "history" not in empty
    full = await client.get("history", startHistoryId=start, pageToken=str(empty["nextPageToken"]))
    assert json.dumps(full["history"]).count("messagesAdded") == 2
    assert mail in json.dumps(full)


async def test_what_gmail_would_not_understand_fails_the_test(server: GmailServer) -> None:
    async def ask_for_nothing() -> int:
        async with gmail_proxy(server) as proxy, aiohttp.ClientSession() as http, http.get(f"{proxy.url}/gmail/v9/nothing") as answer:
            return answer.status

    with pytest.raises(AssertionError, match="would not have understood"):
        await ask_for_nothing()


async def test_a_server_starts_with_the_mail_of_several_users(tmp_path: Path) -> None:
    mails = [SeededMail(raw=message("a")), SeededMail(raw=message("b"), labels=("SENT",), user="bo@example.net")]
    async with GmailServer.started(tmp_path, users=(OWN_ADDRESS, "bo@example.net"), mails=mails) as server:
        mine, his = await server.hands().ids("INBOX"), await server.hands("bo@example.net").ids()
        assert [server.raws[each] for each in (*mine, *his)] == [mail.raw for mail in mails]
        assert await server.hands("bo@example.net").ids("INBOX") == []
