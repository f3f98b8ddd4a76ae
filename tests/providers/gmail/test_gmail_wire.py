"""Gmail's JSON and its batches, whole and damaged: a value is read whole or not at all."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from providers.gmail.batch import read_batch
from providers.gmail.verdicts import Answer, Verdict, judge
from providers.gmail.wire import GarbledError, read_history, read_labels, read_message, read_profile, read_raw
from providers.mime.headers import read_headers
from providers.resilience.retry import seconds_asked_for
from tests.providers.gmail.doubles.double import error_body, mail
from tests.servers.gmail.batch import BOUNDARY, InnerAnswer, write_batch

MESSAGE = json.dumps(mail("1")).encode()
NUMBERS = [InnerAnswer(content_id=str(place), status=200, body=json.dumps({"id": str(place)}).encode()) for place in range(5)]
BATCH = write_batch(NUMBERS)
CONTENT_TYPE = f'multipart/mixed; boundary="{BOUNDARY}"'


@given(st.integers(0, len(MESSAGE) - 1))
def test_a_message_that_was_cut_off_is_not_read(length: int) -> None:
    with pytest.raises(GarbledError):
        read_message(MESSAGE[:length])


@pytest.mark.parametrize("body", [b"null", b"[]", b"{}", b'{"id": ""}', b'{"id": "1", "threadId": null}', b'{"id": "1", "threadId": 7}'])
def test_json_of_another_shape_is_no_message(body: bytes) -> None:
    with pytest.raises(GarbledError):
        read_message(body)


@pytest.mark.parametrize("history_id", [b"", b"12x", b"-1", b"123456789012345678901"])
def test_a_history_id_that_is_no_number_is_none(history_id: bytes) -> None:
    with pytest.raises(GarbledError):
        read_profile(b'{"emailAddress": "a@example.com", "historyId": "%b"}' % history_id)
    with pytest.raises(GarbledError):
        read_history(b'{"historyId": "%b"}' % history_id)


@pytest.mark.parametrize("raw", [b"{}", b'{"raw": "a"}', b'{"raw": "a b*"}', b'{"raw": "\xc3\xa4"}'])
def test_a_raw_message_that_is_not_encoded_as_one_is_not_read(raw: bytes) -> None:
    with pytest.raises(GarbledError):
        read_raw(raw)


def test_what_is_empty_may_be_missing() -> None:
    message = read_message(b'{"id": "1", "threadId": "2"}')
    assert (message.labels, message.parts[0].size, message.headers, message.internal_date.year) == (frozenset(), 0, b"", 1970)
    assert read_labels(b'{"id": "1"}') == frozenset()


@given(st.lists(st.tuples(st.text(), st.text()), max_size=6))
def test_no_header_can_add_another(headers: list[tuple[str, str]]) -> None:
    parts = {"headers": [{"name": name, "value": value} for name, value in [*headers, ("Subject", "Mine")]]}
    try:
        body = json.dumps({"id": "1", "threadId": "1", "payload": parts}).encode()
        block = read_message(body).headers
    except GarbledError:
        return  # half of a surrogate pair
    lines = block.split(b"\r\n")
    assert lines[-2:] == [b"Subject: Mine", b""]
    assert len(lines) - 1 <= len(headers) + 1
    assert not any(byte in line for line in lines for byte in (b"\r", b"\n", b"\0"))
    if not any(name.strip().lower() == "bcc" for name, _ in headers):
        assert read_headers(block).bcc == ()


def test_a_mail_attached_to_a_mail_is_one_part() -> None:
    message = mail("1")
    message["payload"]["parts"] = [{"mimeType": "message/rfc822", "filename": "old.eml", "parts": [mail("2")["payload"]]}]
    (part,) = read_message(json.dumps(message).encode()).parts
    assert (part.mime_type, part.filename) == ("message/rfc822", "old.eml")


def _places(body: bytes, content_type: str = CONTENT_TYPE) -> dict[int, bytes]:
    answer = Answer(200, body, content_type=content_type)
    return {place: inner.body for place, inner in read_batch(answer).items()}


def test_the_answers_of_a_batch_are_known_by_their_names_not_by_their_order() -> None:
    assert _places(BATCH) == {place: answer.body for place, answer in enumerate(NUMBERS)}


@given(st.integers(0, len(BATCH)))
def test_of_a_batch_that_was_cut_off_only_whole_answers_are_left(length: int) -> None:
    whole = _places(BATCH)
    try:
        left = _places(BATCH[:length])
    except GarbledError:
        left = {}
    assert left.items() <= whole.items()


@pytest.mark.parametrize("content_type", ["text/html", "multipart/mixed", "application/json; boundary=batch_of_answers", ""])
def test_what_is_no_batch_is_not_read_as_one(content_type: str) -> None:
    with pytest.raises(GarbledError):
        _places(BATCH, content_type)


@pytest.mark.parametrize(
    ("status", "reason", "verdict"),
    [
        (200, "", Verdict.DONE),
        (204, "", Verdict.DONE),
        (302, "", Verdict.REFUSED),
        (400, "invalidArgument", Verdict.REFUSED),
        (401, "authError", Verdict.SIGNED_OUT),
        (403, "userRateLimitExceeded", Verdict.THROTTLED),
        (403, "dailyLimitExceeded", Verdict.WITHHELD),
        (403, "accessNotConfigured", Verdict.WITHHELD),
        (403, "domainPolicy", Verdict.WITHHELD),
        (403, "insufficientPermissions", Verdict.NOT_ALLOWED),
        (404, "notFound", Verdict.NOT_THERE),
        (409, "aborted", Verdict.BROKEN),
        (410, "deleted", Verdict.NOT_THERE),
        (418, "", Verdict.REFUSED),
        (429, "rateLimitExceeded", Verdict.THROTTLED),
        (599, "", Verdict.BROKEN),
    ],
)
def test_each_status_means_one_thing_to_do(status: int, reason: str, verdict: Verdict) -> None:
    assert judge(Answer(status, json.dumps(error_body(status, reason)).encode())) is verdict


def test_a_scope_that_was_not_given_is_known_by_its_details_too() -> None:
    error = {"code": 403, "status": "PERMISSION_DENIED", "details": [{"reason": "ACCESS_TOKEN_SCOPE_INSUFFICIENT"}]}
    assert judge(Answer(403, json.dumps({"error": error}).encode())) is Verdict.NOT_ALLOWED


@given(st.text(max_size=40))
def test_any_retry_after_is_a_number_of_seconds(value: str) -> None:
    assert seconds_asked_for(value, datetime(2026, 3, 1, tzinfo=UTC)) >= 0
