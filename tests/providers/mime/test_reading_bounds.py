"""However large a message is, reading it ends, takes little, and leaves nothing behind."""

import base64
import os
import signal
from functools import partial
from pathlib import Path

import psutil
import pytest

from briefing.mail import mail_id
from briefing.speech.content.whole_mail import read_in_full
from providers.mime.body import read_body
from providers.mime.charsets import decode_bytes
from providers.mime.headers import MAX_ADDRESSES, read_headers
from providers.mime.language import mail_text
from providers.mime.reading_bounds import MAX_PARTS, READ_AT_ONCE, TooLargeError, cut_to_size, read_within_bounds
from tests.briefing.envelopes import NOW, envelope
from tests.providers.hostile import hostile
from tests.providers.malformed import SOUND, malformed
from tests.providers.sample_copies import sample_mails
from tests.randomness import seed, some, times

HEAD = b"From: anna@example.org\nSubject: Plans\nMIME-Version: 1.0\n"
MIXED = HEAD + b"Content-Type: multipart/mixed; boundary=edge\n\n"
FILE = b"--edge\nContent-Type: application/pdf; name=plan.pdf\nContent-Transfer-Encoding: base64\n\n"
WORDS = "These are the words of a long mail, and they go on. "


def test_text_behind_a_large_attachment_is_read_and_the_attachment_named() -> None:
    raw = MIXED + FILE + base64.encodebytes(bytes(3_000_000)) + b"--edge\nContent-Type: text/plain\n\nRead me.\n--edge--\n"
    body = read_body(raw)
    assert (body.text, body.attachments, body.readable) == ("Read me.", ("plan.pdf",), True)


def test_large_message_without_parts_that_is_a_file_keeps_its_name() -> None:
    raw = (
        HEAD + FILE.removeprefix(b"--edge\n").replace(b"\n\n", b"\nX-Long: " + b"x" * 9_000 + b"\n\n") + base64.encodebytes(bytes(500_000))
    )
    assert read_body(raw).attachments == ("plan.pdf",)


@pytest.mark.parametrize("encoding", ["8bit", "base64"])
def test_long_text_is_read_as_far_as_text_is_considered(encoding: str) -> None:
    text = (WORDS * 4 + "\n").encode() * 2_000
    head = HEAD + b"Content-Type: text/plain\nContent-Transfer-Encoding: " + encoding.encode() + b"\n\n"
    body = read_body(head + (base64.encodebytes(text) if encoding == "base64" else text))
    assert body.readable
    assert body.text.startswith((WORDS * 4).strip())
    assert len(body.text) > 200_000


def test_lines_of_a_text_that_look_like_edges_cut_nothing_off() -> None:
    text = b"--- one\n+++ two\n-- \n" * 300
    filling = b"x" * 60 + b"\n"
    raw = HEAD + b"Content-Type: text/plain\n\n" + filling * (READ_AT_ONCE // len(filling)) + text
    assert cut_to_size(raw) == raw


def test_more_parts_than_any_mail_has_are_too_large_to_read() -> None:
    body = read_body(MIXED + b"--edge\n\nx\n" * (MAX_PARTS * 20))
    assert (body.readable, body.too_large) == (False, True)
    text = mail_text(mail_id("work", "a"), body)
    assert read_in_full(envelope("a"), text) == ["Ben Fuchs sent this mail, but it is too large to read."]


@pytest.mark.parametrize("many", [b"--edge\n\nx\n", b"--edge\nContent-Type: text/html\n\n<p>x\n", b"\n\n"])
def test_a_small_mail_of_many_lines_or_parts_is_read_apart_as_well(many: bytes) -> None:
    raw = (MIXED + many * READ_AT_ONCE)[:READ_AT_ONCE]
    assert read_within_bounds(raw, lambda _: os.getpid()) != os.getpid()
    ordinary = MIXED + b"--edge\nContent-Type: text/html\n\n" + b"<p>These are the words of a mail.</p>\n" * 2_000
    assert read_within_bounds(ordinary, lambda _: os.getpid()) == os.getpid()


@pytest.mark.parametrize(
    "field", [b"text/plain;" + b";" * 90_000, b'text/plain; a="' + b'";' * 45_000, b"text/plain; " + b"a=b; " * 19_000]
)
def test_a_field_that_describes_a_part_is_looked_at_as_far_as_one_goes(field: bytes) -> None:
    assert read_body(HEAD + b"Content-Type: " + field + b"\n\nRead me.").text == "Read me."


@pytest.mark.parametrize("charset", ["punycode", "idna"])
def test_a_charset_of_no_text_is_none(charset: str) -> None:
    assert decode_bytes(b"a-b-" * 1_000, charset) == "a-b-" * 1_000


def test_recipients_are_read_as_far_as_they_are_told() -> None:
    found = read_headers(b"To: " + b"Anna Berg <anna@example.org>, " * 100_000 + b"\nSubject: Plans\n" + b"To: x@example.org\n" * 1_000).to
    assert (len(found), found[0].email) == (MAX_ADDRESSES, "anna@example.org")


def test_reading_that_would_not_end_is_ended() -> None:
    def reading(_: bytes) -> str:
        while True:
            pass

    with pytest.raises(TooLargeError):
        read_within_bounds(HEAD + b"\n" + b"x" * (READ_AT_ONCE + 1), reading)


def test_reading_that_takes_more_memory_than_a_mail_may_take_is_ended() -> None:
    with pytest.raises(TooLargeError):
        read_within_bounds(HEAD + b"\n" + b"x" * (READ_AT_ONCE + 1), lambda raw: len(raw * 3_000))


def test_reading_that_brings_its_process_down_ends_that_process_alone() -> None:
    with pytest.raises(TooLargeError):
        read_within_bounds(HEAD + b"\n" + b"x" * (READ_AT_ONCE + 1), lambda _: os.kill(os.getpid(), signal.SIGKILL))


def test_no_process_and_no_file_is_left_behind() -> None:
    raw = HEAD + b"\n" + (WORDS * 2 + "\n").encode() * 2_000
    open_before, children_before = len([*Path("/dev/fd").iterdir()]), psutil.Process().children()
    assert read_within_bounds(raw, partial(len)) == len(raw)
    assert len([*Path("/dev/fd").iterdir()]) == open_before
    assert psutil.Process().children() == children_before


@pytest.mark.random
@pytest.mark.slow
def test_whatever_is_made_to_take_long_becomes_a_mail() -> None:
    for name, raw in some([*hostile(READ_AT_ONCE - 100)], 10):
        assert read_headers(raw).sender.email in {"anna@example.org", ""}, name
        assert read_body(raw).readable or not read_body(raw).text, name


@pytest.mark.random
@pytest.mark.slow
def test_no_generated_message_stops_the_reading() -> None:
    for raw in malformed(times(120, in_proofs=15_000), seed(), large=True, sound=(*SOUND, *sample_mails(NOW))):
        read_headers(raw)
        body = read_body(raw)
        assert not (body.text and not body.readable)
