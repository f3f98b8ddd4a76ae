"""Malformed mail by the hundred: sound messages, broken in the ways that mail is broken in. Seeded, so that a failure can be repeated."""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from tests.providers.hostile import hostile
from tests.providers.messages import BROKEN, INVITATION, WITH_ATTACHMENT, message

CHARSETS = (
    b"x-unknown",
    b"utf-16",
    b"utf-7",
    b"hex",
    b"idna",
    b"ascii",
    b"unicode_escape",
    b"\xff\xfe",
    b"undefined",
    b"iso-8859-8-i",
    b"",
)

HTML = b"""From: =?utf-8?B?SsO2cmcgTcO8bGxlcg==?= <jm@example.net>
To: sam@example.com
Subject: =?iso-8859-1?Q?Gr=FC=DFe?= aus Bremen
Date: Wed, 04 Mar 2026 12:00:00 +0100
Message-ID: <html@example.net>
References: <a@example.org> <b@example.org>
MIME-Version: 1.0
Content-Type: multipart/alternative; boundary="=_x"

--=_x
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Moin Sam, die F=C3=A4hre geht um 8.

Am 3. M=C3=A4rz 2026 um 10:00 schrieb Sam:
> Wann?
--=_x
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: base64

PGh0bWw+PGJvZHk+PHA+TW9pbiBTYW0sIGRpZSBGw6RocmUgZ2VodCB1bSA4LjwvcD48ZGl2IGNsYXNzPSJnbWFpbF9xdW90ZSI+PGJsb2Nr
cXVvdGU+V2Fubj88L2Jsb2NrcXVvdGU+PC9kaXY+PC9ib2R5PjwvaHRtbD4=
--=_x--
"""
INNER = b"Subject: outer\nContent-Type: message/rfc822\n\n" + HTML
SOUND = (HTML, INNER, INVITATION, WITH_ATTACHMENT, BROKEN, message("plain", text="Kurz und gut. " * 40), message("empty", text=""))

Breaking = Callable[[random.Random, bytes], bytes]


def malformed(count: int, seed: int | str, *, large: bool = False, sound: Sequence[bytes] = SOUND) -> Iterator[bytes]:
    """`count` messages, each broken in one to three ways; `large` ways as well if they are to take long."""
    draw = random.Random(seed)  # noqa: S311 - broken mails, not secrets
    for _ in range(count):
        raw = draw.choice(sound)
        for breaking in draw.choices((*BREAKINGS, *LARGE) if large else BREAKINGS, k=draw.randint(1, 3)):
            raw = breaking(draw, raw)
        yield raw


def _truncated(draw: random.Random, raw: bytes) -> bytes:
    return raw[: draw.randrange(len(raw) + 1)]


def _beheaded(draw: random.Random, raw: bytes) -> bytes:
    return raw[draw.randrange(len(raw) + 1) :]


def _flipped(draw: random.Random, raw: bytes) -> bytes:
    broken = bytearray(raw)
    for _ in range(draw.randint(1, 60) if broken else 0):
        broken[draw.randrange(len(broken))] = draw.randrange(256)
    return bytes(broken)


def _with_nuls(draw: random.Random, raw: bytes) -> bytes:
    at = draw.randrange(len(raw) + 1)
    return raw[:at] + b"\x00" * draw.randint(1, 3_000) + raw[at:]


def _wrong_charset(draw: random.Random, raw: bytes) -> bytes:
    return re.sub(rb"charset=[^\s;]+|(?<==\?)[\w-]+(?=\?[BQ])", lambda _: b"charset=" + draw.choice(CHARSETS), raw)


def _wrong_encoding(draw: random.Random, raw: bytes) -> bytes:
    wrong = draw.choice((b"base64", b"quoted-printable", b"x-uuencode", b"8bit", b"nonsense"))
    return re.sub(rb"(?i)(content-transfer-encoding: ?)\S+", lambda found: found[1] + wrong, raw)


def _lost_boundary(draw: random.Random, raw: bytes) -> bytes:
    return re.sub(rb'boundary="[^"]*"', draw.choice((b'boundary="gone"', b"boundary=", b'boundary="', b"", b'boundary="-- "')), raw)


def _giant_header(draw: random.Random, raw: bytes) -> bytes:
    piece = draw.choice((b"x", b"(", b"=?utf-8?Q?=41?= ", b"a@example.org, ", b'"', b"<", b"\n ", b"\xff", b"\\"))
    name = draw.choice((b"Subject", b"From", b"To", b"References", b"Content-Type", b"X-Anything", b"Date", b"Received"))
    return name + b": " + piece * draw.randint(100, 9_000) + b"\n" + raw


def _blank_line_in_the_header(draw: random.Random, raw: bytes) -> bytes:
    lines = raw.split(b"\n")
    lines.insert(draw.randrange(min(10, len(lines))), draw.choice((b"", b"no colon here", b": nameless", b"\xe4: umlaut")))
    return b"\n".join(lines)


def _nested(draw: random.Random, raw: bytes) -> bytes:
    for depth in range(draw.choice((3, 40, 400))):
        edge = b"n%d" % depth
        raw = b'Content-Type: multipart/mixed; boundary="' + edge + b'"\n\n--' + edge + b"\n" + raw
    return b"From: deep@example.org\nSubject: deep\n" + raw


def _bottomless_html(draw: random.Random, raw: bytes) -> bytes:
    return (
        b"From: html@example.org\nContent-Type: text/html\n\n" + draw.choice((b"<div>", b"<b a=1>", b"<", b"<!--", b"&#x0;")) * 9_000 + raw
    )


def _monotonous(draw: random.Random, raw: bytes) -> bytes:
    piece = draw.choice(
        (b"-", b" ", b'"', b"> ", b"a", b"A1", b"a/", b"x wrote:\n", b"\n", b"-- \n", b"From: x\n", b"On ", b"<p", b"a@", b". ")
    )
    kind = draw.choice((b"plain", b"html", b"calendar"))
    return b"From: one@example.org\nContent-Type: text/" + kind + b"\n\n" + piece * draw.randint(100, 60_000) + raw


def _many_parts(draw: random.Random, raw: bytes) -> bytes:
    head = b"From: many@example.org\nContent-Type: multipart/mixed; boundary=m\n\n"
    part = draw.choice(
        (b"--m\n\nx\n", b"--m\nContent-Type: text/html\n\n<p>x\n", b"--m\nContent-Type: message/rfc822\n\n" + raw[:300] + b"\n")
    )
    return head + (b"--m\n" + part) * draw.choice((50, 900, 20_000)) + raw


@cache
def _hostile_forms() -> list[bytes]:
    return [raw for _, raw in hostile(60_000)]


def _hostile(draw: random.Random, raw: bytes) -> bytes:
    form = draw.choice(_hostile_forms())
    at = draw.randrange(len(form))
    return form[:at] + raw + form[at:]


def _other_line_ends(draw: random.Random, raw: bytes) -> bytes:
    return raw.replace(b"\n", draw.choice((b"\r\n", b"\r", b"\n\n", b"\r\r\n")))


def _broken_addresses(draw: random.Random, raw: bytes) -> bytes:
    field = draw.choice(
        (b"<>", b"a@", b"@b", b'"unclosed <a@example.org>', b"a b c <a@example.org", b"=?utf-8?Q?bad", b"group: a@b, c@d;", b",,,")
    )
    return re.sub(rb"(?m)^From: .*$", lambda _: b"From: " + field, raw)


def _nothing(_: random.Random, __: bytes) -> bytes:
    return b""


BREAKINGS: tuple[Breaking, ...] = (
    _truncated,
    _beheaded,
    _flipped,
    _with_nuls,
    _wrong_charset,
    _wrong_encoding,
    _lost_boundary,
    _giant_header,
    _blank_line_in_the_header,
    _nested,
    _bottomless_html,
    _other_line_ends,
    _broken_addresses,
    _nothing,
)
LARGE: tuple[Breaking, ...] = (_monotonous, _many_parts, _hostile)
