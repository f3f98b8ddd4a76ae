"""Messages that are made to take long or much to read, each as large as one likes."""

import base64
from collections.abc import Iterator

HEAD = b"From: anna@example.org\nTo: sam@example.com\nSubject: Plans\nMIME-Version: 1.0\n"
PLAIN, HTML, CALENDAR = (HEAD + b"Content-Type: text/" + kind + b"\n\n" for kind in (b"plain", b"html", b"calendar"))
MIXED = HEAD + b"Content-Type: multipart/mixed; boundary=edge\n\n"
LOST = HEAD + b"Content-Type: multipart/mixed; boundary=gone\n\n"
_REPEATED = {
    "text": (PLAIN, b"These are the words of a long mail. \n"),
    "one line": (PLAIN, b"These are the words of a long mail. "),
    "empty lines": (PLAIN, b"\n"),
    "carriage returns": (PLAIN, b"a\r"),
    "attributions": (PLAIN, b"x wrote:\n"),
    "attributions in one line": (PLAIN, b"schrieb "),
    "dated attributions": (PLAIN, b"On 1.1.2020 a@b\n"),
    "copied headers": (PLAIN, b"From: x\n"),
    "quotations": (PLAIN, b"> > x\n\n"),
    "hyphens": (PLAIN, b"-"),
    "invisible": (PLAIN, "\u200b\u00ad\u200d".encode()),
    "signatures": (PLAIN, b"-- \n"),
    "blobs": (PLAIN, b"A" * 60 + b" "),
    "events": (CALENDAR, b"BEGIN:VEVENT\nSUMMARY:a\n b\n"),
    "parts": (MIXED, b"--edge\n\nx\n"),
    "parts of HTML": (MIXED, b"--edge\nContent-Type: text/html\n\n<p>x\n"),
    "passed on": (MIXED, b"--edge\nContent-Type: message/rfc822\n\nSubject: a\nContent-Type: multipart/mixed; boundary=edge\n\nhello\n"),
    "attachments": (MIXED, b"--edge\nContent-Type: application/pdf; name=a.pdf\n\n" + b"A" * 20_000 + b"\n"),
    "an attachment": (MIXED + b"--edge\nContent-Type: application/pdf; name=a.pdf\n\n", b"A" * 76 + b"\n"),
    "lost boundaries": (LOST, b"--a\nContent-Type: multipart/mixed; boundary=gone\n\n"),
    "messages in messages": (HEAD, b"Content-Type: message/rfc822\n\n"),
    "reports": (HEAD + b"Content-Type: message/delivery-status\n\n", b"a: b\n\n"),
    "a digest": (HEAD + b"Content-Type: multipart/digest; boundary=e\n\n", b"--e\n\nSubject: a\n\nb\n"),
    "recipients": (b"To: ", b"Anna Berg <anna@example.org>, "),
    "signs for recipients": (b"To: ", b"@"),
    "encoded words": (b"Subject: ", b"=?utf-8?Q?=41?= "),
    "a folded subject": (b"Subject: ", b"x\n "),
    "references": (b"References: ", b"<a@b.c> "),
    "fields": (b"", b"X-A: b\n"),
    "parameters": (HEAD + b"Content-Type: text/plain; ", b"a=b; "),
    "semicolons": (HEAD + b"Content-Type: text/plain", b";"),
    "quoted-printable": (HEAD + b"Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n", b"=41=\n"),
    "uuencode": (HEAD + b"Content-Type: text/plain\nContent-Transfer-Encoding: x-uuencode\n\nbegin 644 a\n", b"#0V%T\n"),
    "flowed": (HEAD + b"Content-Type: text/plain; format=flowed\n\n", b"a \n"),
    "zeros": (b"", b"\0"),
    "high bytes": (PLAIN, bytes(range(128, 256))),
    **{
        f"in {charset.decode()}": (HEAD + b"Content-Type: text/plain; charset=" + charset + b"\n\n", b"\xe4 +AGE- ~{ xn--a \\u00e4\n")
        for charset in (b"utf-7", b"punycode", b"unicode_escape", b"iso-2022-jp", b"x-unknown")
    },
    "preformatted spaces": (HTML + b"<pre>", b" "),
    "styles": (HTML + b"<style>", b"a{color:red}\n"),
    "a style": (HTML + b"<p style='", b"display :"),
    "attributes": (HTML + b"<p ", b"a%d=b "),
    "formatting": (HTML + b"<b>" * 39, b"<p>x"),
    "in 900 elements": (HTML + b"<div>" * 900, b"<p>x</p>"),
    "deep": (HTML + b"<div>" * 100_000, b"<div>"),
    **{
        f"HTML {piece.decode()}": (HTML, piece)
        for piece in (
            *(b"<p>a</p>", b"<div>", b"<b>", b"<table><tr><td>", b"<td><table>", b"<ul><li>", b"<b><p></b>", b"<div></x>", b"<b a></i>"),
            *(
                b"<a><div></a>",
                b"x:<br>",
                b"<p>x:</p><blockquote>a</blockquote>",
                b"<p style='display:none'>x</p>",
                b"&#x0;",
                b"<!--",
                b"<p> ",
            ),
        )
    },
}


def hostile(size: int) -> Iterator[tuple[str, bytes]]:
    """Each with its name, of `size` bytes or little more."""
    for name, (before, piece) in _REPEATED.items():
        numbered = b"".join(piece % at for at in range(size // 12)) if b"%d" in piece else b""
        yield name, (before + (numbered or piece * (size // len(piece))))[: max(size, len(before))] + b"\nSubject: x\n\nhello\n"
    yield (
        "base64",
        HEAD + b"Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n" + base64.encodebytes(b"<p>a" * (size * 3 // 16)),
    )
    nested = (b'Content-Type: multipart/mixed; boundary="n%d"\n\n--n%d\n' % (at, at) for at in range(size // 60))
    yield "parts in parts", HEAD + b"".join(nested) + b"\nhello\n"
    alternatives = (b"Content-Type: multipart/alternative; boundary=n%d\n\n--n%d\n" % (at, at) for at in range(28))
    yield "alternatives in alternatives", HEAD + b"".join(alternatives) + b"Content-Type: text/html\n\n" + b"<p>a" * (size // 4)
