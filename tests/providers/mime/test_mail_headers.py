"""What a header says, however it is written."""

from datetime import UTC, datetime, timedelta

import pytest

from briefing.mail import Address
from providers.mime.headers import clean_line, read_headers

SENDERS = {
    b"Anna Keller <Anna@Example.ORG>": Address(name="Anna Keller", email="anna@example.org"),
    b"anna@example.org": Address(email="anna@example.org"),
    b'"anna@example.org" <anna@example.org>': Address(email="anna@example.org"),
    b'"Keller, Anna" <anna@example.org>': Address(name="Keller, Anna", email="anna@example.org"),
    b"=?utf-8?Q?M=C3=BCller=2C_J=C3=B6rg?= <jm@example.net>": Address(name="Müller, Jörg", email="jm@example.net"),
    b"=?utf-8?B?SsO2cmc=?= =?utf-8?B?IE3DvGxsZXI=?= <jm@example.net>": Address(name="Jörg Müller", email="jm@example.net"),
    b"=?x-unknown?Q?J=C3=B6rg?= <jm@example.net>": Address(name="Jörg", email="jm@example.net"),
    b"=?utf-8?Q?Anna_=3Canna=40example.org=3E?=": Address(name="Anna", email="anna@example.org"),
    "Jörg Müller <jm@example.net>".encode(): Address(name="Jörg Müller", email="jm@example.net"),
    "Jörg <jm@example.net>".encode("latin-1"): Address(name="Jörg", email="jm@example.net"),
    b"Anna <anna@example.org": Address(name="Anna", email="anna@example.org"),
    b"Anna": Address(name="Anna"),
    "Bank\u202e\u200b\x07 <a@example.org>".encode(): Address(name="Bank", email="a@example.org"),
    b"anna@example.org <anna@example.org>": Address(email="anna@example.org"),
    b"anna@example.org <x@evil.example>": Address(email="x@evil.example"),
    b"Anna anna@example.org <x@evil.example>": Address(email="x@evil.example"),
    b"anna@example.org, x@evil.example": Address(),
    b"Anna <anna@example.org>, Eve <x@evil.example>": Address(),
    b"Anna <anna@example.org> <x@evil.example>": Address(),
    b"<anna@example.org>, x@evil.example": Address(),
    b"anna@example.org\nFrom: x@evil.example": Address(),
    b"": Address(),
    b"<>": Address(),
}


@pytest.mark.parametrize(("value", "expected"), SENDERS.items(), ids=range(len(SENDERS)))
def test_senders_are_read_as_people_write_them(value: bytes, expected: Address) -> None:
    assert read_headers(b"From: " + value + b"\nSubject: x\n\nx").sender == expected


def test_a_subject_is_one_clean_line() -> None:
    raw = "Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\n aus\u202e =?iso-8859-1?Q?K=F6ln?=\n\n".encode()
    assert read_headers(raw).subject == "Grüße aus Köln"
    assert read_headers(b"Subject: =?utf-8?B?broken!?=\n\n").subject
    assert clean_line("a\x00b\nc\u200d") == "a b c"


def test_broken_lines_hide_no_field_below_them() -> None:
    raw = b"\nthis is no field\n\xe4: nor this\nFrom: anna@example.org\nSubject: still here\n\nbody"
    assert (read_headers(raw).sender.email, read_headers(raw).subject) == ("anna@example.org", "still here")


KINDS = {
    b"List-Id: News <news.example.org>": (True, False),
    b"List-Unsubscribe: <https://example.org>": (True, False),
    b"Precedence: bulk": (True, False),
    b"Auto-Submitted: auto-replied": (False, True),
    b"Auto-Submitted: auto-generated\nPrecedence: bulk": (False, True),
    b"Auto-Submitted: auto-generated\nPrecedence: bulk\nList-Unsubscribe: <https://example.org>": (True, True),
    b"Auto-Submitted: no": (False, False),
    b"X-Auto-Response-Suppress: All": (False, True),
    b"Feedback-ID: 1:2:3": (False, True),
    b"Return-Path: <>": (False, True),
    b"X-Priority: 1": (False, False),
}


@pytest.mark.parametrize(("line", "kind"), KINDS.items(), ids=[line.decode() for line in KINDS])
def test_bulk_and_automatic_mail_is_known_by_its_header(line: bytes, kind: tuple[bool, bool]) -> None:
    headers = read_headers(b"From: Anna <anna@example.org>\n" + line + b"\n\nx")
    assert (headers.bulk, headers.automatic) == kind


@pytest.mark.parametrize("local", ["no-reply", "noreply", "do_not_reply", "notifications", "alerts+x", "mailer-daemon", "no-reply-orders"])
def test_senders_that_are_machines_are_automatic(local: str) -> None:
    assert read_headers(f"From: {local}@example.org\n\n".encode()).automatic


@pytest.mark.parametrize("local", ["noreen", "botany", "alerta.garcia", "nora.ply", "cicero"])
def test_people_with_such_names_are_not(local: str) -> None:
    assert not read_headers(f"From: {local}@example.org\n\n".encode()).automatic


def test_links_run_from_the_root_to_what_is_answered() -> None:
    raw = b"Message-ID: <c@x>\nReferences: <a@x>\n <b@x>\nIn-Reply-To: <b@x> (your mail)\n\n"
    assert (read_headers(raw).message_id, read_headers(raw).links) == ("c@x", ("a@x", "b@x"))
    assert read_headers(b"In-Reply-To: <a@x>\n\n").links == ("a@x",)


def test_a_giant_chain_keeps_its_root_and_its_end() -> None:
    links = read_headers(b"References: " + b" ".join(b"<%d@x>" % number for number in range(1_000)) + b"\n\n").links
    assert len(links) == 100
    assert (links[0], links[-1]) == ("0@x", "999@x")


def test_a_date_that_cannot_be_true_is_passed_over() -> None:
    now = datetime(2026, 3, 4, tzinfo=UTC)
    arrived = now - timedelta(days=2)
    for stamp, expected in {
        "Tue, 03 Mar 2026 23:00:00 +0100": datetime(2026, 3, 3, 22, tzinfo=UTC),
        "Wed, 04 Mar 2026 20:00:00 +0000": datetime(2026, 3, 4, 20, tzinfo=UTC),
        "Fri, 06 Mar 2026 20:00:00 +0000": arrived,
        "Mon, 01 Jan 1900 00:00:00 +0000": arrived,
        "Sat, 01 Jan 1994 00:00:00 +0000": arrived,
        "Tue, 99 Xyz 2026 77:00:00": arrived,
    }.items():
        assert read_headers(f"Date: {stamp}\n\n".encode()).received_at(arrived=arrived, now=now) == expected, stamp


def test_the_servers_word_for_its_arrival_goes_before_the_senders() -> None:
    now = datetime(2026, 3, 4, tzinfo=UTC)
    received = "Received: from a by b; Tue, 03 Mar 2026 08:00:00 +0100\nReceived: from c by a; Mon, 02 Mar 2026 08:00:00 +0100\n"
    for stamp in ("Sat, 03 Mar 2001 08:00:00 +0000", "Wed, 04 Mar 2026 20:00:00 +0000", "Mon, 02 Mar 2026 08:00:00 +0000"):
        headers = read_headers(f"{received}Date: {stamp}\n\n".encode())
        assert headers.received_at(arrived=now, now=now) == datetime(2026, 3, 3, 7, tzinfo=UTC), stamp


def test_giant_and_deeply_nested_fields_are_survived() -> None:
    assert read_headers(b"From: " + b"(" * 100_000 + b"\nSubject: after\n\n").subject == "after"
    assert len(read_headers(b"To: " + b"a@example.org," * 5_000 + b"\n\n").to) == 200


@pytest.mark.parametrize(
    ("header", "list_id"),
    [
        (b"List-Id: Choir <choir@chorale.example>", "choir.chorale.example"),
        (b"X-Mailing-List: choir@chorale.example", "choir.chorale.example"),
        (b"List-Post: <mailto:choir@chorale.example>", "choir.chorale.example"),
        (b"List-Post: NO\nPrecedence: bulk", ""),
        (b"Precedence: bulk\nTo: Choir <choir@chorale.example>\nReply-To: choir@chorale.example", "choir.chorale.example"),
        (b"Precedence: bulk\nTo: choir@chorale.example\nReply-To: desk@chorale.example", ""),
        (b"To: choir@chorale.example\nReply-To: choir@chorale.example", ""),
    ],
)
def test_a_list_is_known_by_its_address_where_its_software_names_no_id(header: bytes, list_id: str) -> None:
    assert read_headers(b"From: Lise Moe <lise@fjord.example>\nSubject: Alto parts\n" + header + b"\n\nx").list_id == list_id
