"""Gmail over HTTP with Google's real client: what is read and changed, and that nothing of it is logged."""

import base64
import logging
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from agent.operations.discreet_logs import discreet
from briefing.mail import mail_id
from providers.gmail.values import HistoryRecord, Named, Part
from providers.gmail.writer import GmailWriter
from providers.mailbox import (
    Account,
    MailboxUnavailableError,
    MailGoneError,
    SyncTokenExpiredError,
)
from providers.mailbox_writing import Change, ChangeKind, ChangeRefusedError
from providers.mime.headers import read_headers
from providers.resilience.priority import Priority
from tests.providers.gmail.doubles.double import (
    ADDRESS,
    RENEWED,
    TOKEN,
    answer_of,
    mail,
    refusal,
)
from tests.providers.gmail.doubles.line import PASSING, opened


async def test_the_profile_keeps_the_whole_history_id() -> None:
    async with opened() as line:
        profile = await line.api.profile()
        assert (profile.address, profile.history_id) == (ADDRESS, "18446744073709551615")
        assert line.units == 1


async def test_a_listing_is_read_page_by_page_and_may_be_empty() -> None:
    async with opened() as line:
        line.double.pages.extend([{"messages": [{"id": "2"}, {"id": "1"}], "nextPageToken": "next"}, {}])
        first = await line.api.list_messages("in:inbox is:unread", most=700)
        last = await line.api.list_messages("in:inbox is:unread", page=first.next_page)
        assert (first.ids, first.next_page, last.ids, last.next_page) == (("2", "1"), "next", (), None)
        assert [each.get("pageToken") for each in line.double.bodies] == [None, "next"]
        assert line.double.bodies[0]["maxResults"] == "500", "the most that Gmail gives"
        assert line.units == 10


async def test_a_query_too_long_for_an_address_is_asked_all_the_same() -> None:
    async with opened() as line:
        line.double.pages.append({"messages": [{"id": "1"}]})
        query = " OR ".join(f"from:somebody{number}@example.com" for number in range(200))
        assert (await line.api.list_messages(query)).ids == ("1",)
        assert line.double.bodies[0]["q"] == query


async def test_a_message_comes_with_its_headers_and_parts_and_without_its_text() -> None:
    async with opened() as line:
        line.double.mails["1"] = mail("1", subject="Grüße\r\nBcc: all@example.com")
        (message,) = (await line.api.messages(["1"])).found.values()
        headers = read_headers(message.headers)
        assert (message.id, message.thread_id, message.snippet) == ("1", "t1", "Text")
        assert message.labels == {"INBOX", "UNREAD"}
        assert message.internal_date == datetime(2026, 2, 25, 6, 13, 20, tzinfo=UTC)
        assert message.parts == (
            Part(mime_type="text/plain", size=4),
            Part(mime_type="application/pdf", filename="offer.pdf", size=9_000),
        )
        assert (headers.subject, headers.sender.email) == ("Grüße Bcc: all@example.com", "ann@example.com")
        assert headers.bcc == (), "a mail cannot add a header by what it writes into another"


async def test_many_messages_are_read_in_batches_of_at_most_fifty_in_the_order_asked_for() -> None:
    async with opened() as line:
        ids = line.double.add(*map(str, range(120)))
        del line.double.mails["7"]
        messages = await line.api.messages(ids)
        assert [*messages.found] == [each for each in ids if each != "7"]
        assert (messages.gone, messages.not_loaded) == (("7",), ())
        assert sorted(line.double.asked) == ["POST batch of 20", "POST batch of 50", "POST batch of 50"]
        assert line.units == 120 * 20


async def test_nothing_is_asked_about_no_message() -> None:
    async with opened() as line:
        assert (await line.api.messages([])).found == {}
        assert (line.double.asked, line.units) == ([], 0)


async def test_labels_are_read_for_many_messages_at_once() -> None:
    async with opened() as line:
        line.double.mails |= {"1": mail("1"), "2": mail("2", labels=())}
        labels = await line.api.labels_of(["1", "2", "3"])
        assert (labels.found, labels.gone) == ({"1": {"INBOX", "UNREAD"}, "2": frozenset()}, ("3",))
        assert line.units == 60


async def test_a_raw_message_is_its_bytes_whatever_they_are() -> None:
    async with opened() as line:
        line.double.add("1")
        assert await line.api.raw("1") == b"Subject: \xff?>\r\n\r\nText"
        with pytest.raises(MailGoneError):
            await line.api.raw("2")
        assert line.units == 40


async def test_a_thread_that_is_gone_is_empty() -> None:
    async with opened() as line:
        line.double.mails |= {"1": mail("1", thread="t"), "2": mail("2", thread="t")}
        assert [each.id for each in await line.api.thread("t")] == ["1", "2"]
        assert await line.api.thread("other") == ()
        assert line.units == 80


async def test_history_is_read_with_every_kind_of_change_and_may_have_none() -> None:
    record = {
        "id": "12",
        "messagesAdded": [{"message": {"id": "1", "labelIds": ["INBOX", "UNREAD"]}}],
        "messagesDeleted": [{"message": {"id": "2"}}],
        "labelsAdded": [{"message": {"id": "3"}, "labelIds": ["STARRED"]}],
        "labelsRemoved": [{"message": {"id": "4"}, "labelIds": ["UNREAD"]}],
    }
    async with opened() as line:
        line.double.pages.extend([{"history": [record, {"id": "13"}], "historyId": "20", "nextPageToken": "p2"}, {"historyId": "21"}])
        first, last = await line.api.history("9"), await line.api.history("9", page="p2")
        assert first.records == (
            HistoryRecord(
                id="12",
                added=(Named("1", frozenset({"INBOX", "UNREAD"})),),
                deleted=(Named("2"),),
                labels_added=(Named("3", frozenset({"STARRED"})),),
                labels_removed=(Named("4", frozenset({"UNREAD"})),),
            ),
            HistoryRecord(id="13"),
        )
        assert (first.history_id, first.next_page, last.records, last.history_id) == ("20", "p2", (), "21")
        assert {each["startHistoryId"] for each in line.double.bodies} == {"9"}
        assert line.quota.spent_by[Priority.POLLING] == 4


@pytest.mark.parametrize("status", [400, 404])
async def test_a_forgotten_point_of_the_history_is_told_as_such(status: int) -> None:
    async with opened() as line:
        line.double.always_fails = refusal(status, "notFound")
        with pytest.raises(SyncTokenExpiredError):
            await line.api.history("9")
        assert len(line.double.asked) == 1


async def test_changes_answer_with_the_labels_that_are_there_now() -> None:
    async with opened() as line:
        line.double.add("1")
        assert await line.api.modify("1", add=["STARRED"], remove=["UNREAD"]) == {"INBOX", "STARRED"}
        assert await line.api.trash("1") == {"TRASH"}
        with pytest.raises(MailGoneError):
            await line.api.modify("2", remove=["INBOX"])
        assert line.units == 15


async def test_history_that_is_withheld_is_not_forgotten() -> None:
    async with opened() as line:
        line.double.always_fails = refusal(403, "accessNotConfigured")
        with pytest.raises(MailboxUnavailableError):
            await line.api.history("9")


@pytest.mark.parametrize("kind", [ChangeKind.LABEL, ChangeKind.UNLABEL])
@pytest.mark.parametrize("name", ["Trash", "SPAM", " inbox ", "Unread"])
async def test_a_label_of_gmails_own_is_never_put_on_or_taken_off_by_its_name(name: str, kind: ChangeKind) -> None:
    async with opened() as line:
        line.double.add("1")
        writer = GmailWriter(line.api, account=Account(slug="gm0a1b2c3d", label="work"))
        with pytest.raises(ChangeRefusedError):
            await writer.apply(Change(mail_id=mail_id("gm0a1b2c3d", "1"), kind=kind, label=name))
        assert line.double.asked == ["GET labels"]


async def test_only_labels_that_the_user_made_are_known_by_their_names() -> None:
    async with opened() as line:
        assert await line.api.label_ids() == {"Receipts": "Label_7"}
        assert line.units == 1


async def test_a_watch_tells_when_it_ends() -> None:
    async with opened() as line:
        lease = await line.api.watch("projects/p/topics/t")
        assert (lease.history_id, lease.expires_at) == ("77", datetime(2026, 3, 4, 4, 53, 20, tzinfo=UTC))
        assert line.double.bodies == [{"topicName": "projects/p/topics/t"}]
        assert line.units == 100


# What is logged


@pytest.fixture
def logged() -> Iterator[list[logging.LogRecord]]:
    """Every record of every logger, libraries at their most talkative."""
    records: list[logging.LogRecord] = []

    class Keeping(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record)

    handler, root = Keeping(), logging.getLogger()
    level = root.level
    root.addHandler(handler)
    root.setLevel(logging.DEBUG)
    yield records
    root.removeHandler(handler)
    root.setLevel(level)


async def test_logs_hold_no_token_address_or_id(logged: list[logging.LogRecord]) -> None:
    secret = "18c0ffee18c0ffee"
    async with opened() as line:
        line.double.add(secret)
        line.double.token = RENEWED
        line.double.fails.extend([*PASSING.values()][:4])
        line.double.refuse_in_batch(secret, 429, "rateLimitExceeded")
        assert (await line.api.messages([secret], priority=Priority.PREFETCH)).found
        line.double.always_fails = answer_of(403, f"<html>{ADDRESS}</html>")
        for question in (line.api.raw(secret), line.api.modify(secret, add=["STARRED"]), line.api.list_messages(f"from:{ADDRESS}")):
            with pytest.raises(MailboxUnavailableError) as failed:
                await question
            assert not any(word in str(failed.value) for word in (secret, ADDRESS))
    assert {"providers", "googleapiclient", "httpx2"} <= {record.name.partition(".")[0] for record in logged}
    raw = [str(vars(record)) + record.getMessage() for record in logged]
    kept = [str(vars(record)) + record.getMessage() for record in map(discreet, logged)]
    words = (secret, ADDRESS, TOKEN, RENEWED, "canary-refresh", "canary-secret", base64.b64encode(b"canary").decode())
    assert any(secret in text for text in raw), "the libraries would have told"
    assert not [text for text in kept if any(word in text for word in words)]
    ours = [text for record, text in zip(logged, raw, strict=True) if record.name.startswith("providers")]
    assert not [text for text in ours if any(word in text for word in words)]
