"""Words of a reply that the user does not see, has struck out, or has not written: none of them is obeyed."""

import base64

import pytest

from correspondence.new_words import new_words_of
from correspondence.numbered_wishes import numbered_wishes
from correspondence.wishing.meaning import ToChange, meanings
from tests.correspondence.layouts import SENT
from tests.correspondence.numbered import NUMBERS

ORDER = "3 delete"
HIDING = (
    "display:none", "display : none !important", "DISPLAY:NONE", "visibility:hidden", "opacity:0", "opacity: .0", "opacity:0%",
    "font-size:0",
    "font-size:0px", "font-size:1px", "font-size:0.1px", "font-size:.5pt", "font-size:0em", "font-size:0 !important", "mso-hide:all",
    "max-height:0", "max-height:0px;overflow:hidden", "height:0;overflow:hidden", "height:0px; overflow: hidden", "width:0;overflow:hidden",
    "position:absolute;left:-9999px", "position:fixed;top:-5000px", "text-indent:-9999px", "margin-left:-9999px", "clip:rect(0,0,0,0)",
    "clip-path:inset(100%)", "transform:scale(0)", "color:transparent", "color:rgba(0,0,0,0)", "content-visibility:hidden", "zoom:0",
)  # fmt: skip
FAINT = (
    '<span style="color:#fff">{}</span>', '<span style="color:white;">{}</span>', '<span style="color: #FFFFFF">{}</span>',
    '<span style="color:rgb(255, 255, 255)">{}</span>', '<font color="white">{}</font>', '<font color="#ffffff">{}</font>',
    '<p style="color:#fefefe">{}</p>', '<div style="color:white;background:white">{}</div>', '<div style="color:hsl(0,0%,100%)">{}</div>',
)  # fmt: skip
STRUCK = ("<s>{}</s>", "<strike>{}</strike>", "<del>{}</del>", '<span style="text-decoration:line-through">{}</span>',
          '<div style="text-decoration: line-through;">{}</div>', '<span style="text-decoration-line: line-through">{}</span>',
          "<bdo dir=rtl>{}</bdo>")  # fmt: skip
UNSEEN = ("<!-- {} -->", "<template>{}</template>", "<noscript>{}</noscript>", "<div hidden>{}</div>", "<script>{}</script>",
"<title>{}</title>",
          '<input type="hidden" value="{}">', '<img alt="{}" src="cid:x">', "<style>{}</style>", '<a title="{}">x</a>',)  # fmt: skip


def obeyed(raw: bytes) -> list[tuple[int, ...]]:
    """The mails that would be changed without a question."""
    wishes = numbered_wishes(new_words_of(raw, [SENT]), NUMBERS)
    by_number = [each.numbers for each in wishes.wishes if any(isinstance(meant, ToChange) for meant in meanings(each.words))]
    return [*by_number, *((0,) for _ in wishes.described)]


def page(html: str) -> bytes:
    body = base64.encodebytes(f"<html><body><div>Thanks!</div>{html}</body></html>".encode())
    return b'Content-Type: text/html; charset="utf-8"\nContent-Transfer-Encoding: base64\n\n' + body


def text(words: str, kind: str = 'text/plain; charset="utf-8"') -> bytes:
    return f"Content-Type: {kind}\nContent-Transfer-Encoding: base64\n\n".encode() + base64.encodebytes(words.encode())


def mixed(*parts: str, kind: str = "mixed") -> bytes:
    return f"Content-Type: multipart/{kind}; boundary=x\n\n{''.join(f'--x{chr(10)}{each}{chr(10)}' for each in parts)}--x--\n".encode()


@pytest.mark.parametrize("style", HIDING)
def test_what_a_style_hides_is_not_obeyed(style: str) -> None:
    assert obeyed(page(f'<div style="{style}">{ORDER}</div>')) == []


@pytest.mark.parametrize("element", [*FAINT, *STRUCK, *UNSEEN])
def test_nor_what_cannot_be_read_or_is_struck_out(element: str) -> None:
    assert obeyed(page(element.format(ORDER))) == []


@pytest.mark.parametrize("element", STRUCK)
def test_nor_what_only_one_of_two_versions_shows_as_struck_out(element: str) -> None:
    html = f"Content-Type: text/html\n\n<p>2 archive<br>{element.format(ORDER)}</p>\n"
    assert obeyed(mixed(f"Content-Type: text/plain\n\n2 archive\n{ORDER}\n", html, kind="alternative")) == []


def test_what_is_struck_out_takes_back_what_stands_beside_it() -> None:
    assert obeyed(page("<div>2 <s>archive</s> delete</div>")) == []
    assert obeyed(page("<div>2, <s>3</s> archive</div>")) == []
    assert obeyed(page("<div><s>2</s> 3 archive</div>")) == []


def test_what_is_plainly_there_is_obeyed() -> None:
    for html in (
        f"<div>{ORDER}</div>", f'<div style="color:#000">{ORDER}</div>', f'<p style="font-size:12px;margin-left:0">{ORDER}</p>',
        f'<span style="max-height:100px;opacity:1">{ORDER}</span>',
        f'<div style="background:#000"><span style="color:#fff">{ORDER}</span></div>',
        f'<div dir="rtl">{ORDER}</div>', f'<font color="#333333">{ORDER}</font>',
        f'<div style="line-height:0.9;font-size:0.9em">{ORDER}</div>',
        f'<div style="left:0;text-indent:-10px;font-size:10.0px">{ORDER}</div>', f'<div style="height:0.5in">{ORDER}</div>',
    ):  # fmt: skip
        assert obeyed(page(html)) == [(3,)], html


@pytest.mark.parametrize(
    "order", ['<div style="color:#fff">{}</div>', '<span style="color:white">{}</span><font color="#ffffff"> .</font>']
)
def test_where_all_of_it_is_white_none_is_doubted(order: str) -> None:
    quoted = '<div class="gmail_quote">On Monday Aloud wrote:<blockquote>4. Corner Shop: Offers</blockquote></div>'
    for below in ("", quoted):
        raw = page(f"{order.format(ORDER)}{below}")
        assert obeyed(raw) == [], "beside other words"
        body = base64.encodebytes(f"<html><body>{order.format(ORDER)}{below}</body></html>".encode())
        assert obeyed(b"Content-Type: text/html\nContent-Transfer-Encoding: base64\n\n" + body) == [(3,)]


def test_a_white_run_without_words_doubts_nothing() -> None:
    assert obeyed(page(f'<div>{ORDER}</div><div style="color:#fff"> <span style="color:white">.</span></div>')) == [(3,)]


@pytest.mark.parametrize(
    "mark",
    ["> ", ">", "\u00a0> ", "\t> ", "\u200b> ", "\ufeff> ", " \u00a0 > ", "\uff1e ", "\u00bb ", "\u203a ", "| ", "\u2502 ", ": ",
    ">\u00a0", "AB> ", "] ",
     "\u2003> ", "&gt; ", "> > ", "\u276f ", "\u258c "],
)  # fmt: skip
def test_no_line_is_obeyed_that_bears_a_mark_of_quotation(mark: str) -> None:
    assert obeyed(text(f"Thanks!\n\n{mark}{ORDER}\n{mark}4 archive\n")) == []


@pytest.mark.parametrize(
    "signature",
    ["Best\nAnna\n| +49 30 1234567", "Anna Berg | Berg GmbH\n| Berlin", "\u203a www.berg.example",
     "Best\nAnna\n| Tel. 030/123 45 67\n| Berlin",
     "| Berlin\n| 10115 Berlin"],
)  # fmt: skip
def test_a_signature_in_marked_lines_doubts_nothing(signature: str) -> None:
    assert obeyed(text(f"3 delete\n\n{signature}\n")) == [(3,)]
    assert obeyed(text(f"3 delete\n\n{signature}\n| 4 archive\n")) == [(3,)]


@pytest.mark.parametrize(
    "words",
    [
        "\u202e3 delete\u202c", "\u202eeteled 3\u202c", "\u202d3 delete\u202c", "3 \u202eeteled\u202c", "\u2066\u202e3 delete\u202c\u2069",
        "3 delete\u0000 not", "\x083 delete", "\x1b[8m3 delete\x1b[0m", "3 de\u0336l\u0336e\u0336t\u0336e\u0336", "\U000e0033 delete",
    ],
)  # fmt: skip
def test_nor_words_that_look_otherwise_than_they_are_written(words: str) -> None:
    assert obeyed(text(f"Thanks!\n\n{words}")) == []


NOTE = "Content-Type: text/plain\n\nThanks!\n"


@pytest.mark.parametrize(
    "part",
    [
        f"Content-Type: message/rfc822\n\nSubject: x\n\n{ORDER}\n",
        f"Content-Type: message/rfc822\n\nContent-Type: text/html\n\n<p>{ORDER}</p>\n",
        f"Content-Type: text/plain; name=a.txt\n\n{ORDER}\n", f"Content-Type: text/plain\nContent-Disposition: attachment\n\n{ORDER}\n",
        f"Content-Type: text/plain\nContent-Disposition: inline; filename=a.txt\n\n{ORDER}\n",
        f"Content-Type: text/html; name=a.html\n\n<p>{ORDER}</p>\n",
        f"Content-Type: text/html\nContent-Disposition: inline; filename=a.html\n\n<p>{ORDER}</p>\n",
        f"Content-Type: text/csv\n\n{ORDER}\n",
        f"Content-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\nMETHOD:REPLY\nBEGIN:VEVENT\nSUMMARY:{ORDER}\nDESCRIPTION:{ORDER}\n"
        "END:VEVENT\nEND:VCALENDAR\n", f"Content-Type: text/rfc822-headers\n\nSubject: {ORDER}\n",
        f"Content-Type: message/delivery-status\n\n{ORDER}\n",
        f"Content-Type: multipart/digest; boundary=y\n\n--y\n\nSubject: x\n\n{ORDER}\n--y--\n",
        f"Content-Type: application/octet-stream\n\n{ORDER}\n",
        f"Content-Type: message/external-body; access-type=url\n\nContent-Type: text/plain\n\n{ORDER}\n",
        f"Content-Type: text/x-amp-html\n\n<p>{ORDER}</p>\n",
        f"Content-Type: text/enriched\nContent-Disposition: attachment\n\n{ORDER}\n", f"Content-Type: text/markdown\n\n{ORDER}\n",
        f"Content-Type: text/watch-html\n\n<p>{ORDER}</p>\n", f"Content-Type: text/vcard\n\nNOTE:{ORDER}\n",
    ],
)  # fmt: skip
def test_nor_what_another_part_of_the_mail_holds(part: str) -> None:
    assert obeyed(mixed(NOTE, part)) == []
    assert obeyed(mixed(part, NOTE)) == []


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("text/plain; charset=utf-7", b"Thanks!\n\n+AD4- 3 delete\n"),
        ("text/plain; charset=utf-7", b"Thanks!\n\n> 3 delete\n+AD4-4 archive\n"),
        ("text/plain; charset=utf-16", "Thanks!\n\n> 3 delete\n".encode("utf-16")),
        ("text/plain; charset=utf-16le", "> 3 delete\n".encode("utf-16le")),
        ("text/plain; charset=cp037", "Thanks!\n\n> 3 delete\n".encode("cp037")),
        ("text/plain; charset=x-nobody", b"Thanks!\n\n\xa0> 3 delete\n"),
        ("text/plain; charset=iso-8859-1", b"Thanks!\n\n\xa0> 3 delete\n"),
        ("text/plain; charset=windows-1252", b"Thanks!\n\n\xbb 3 delete\n"),
        ("text/plain; charset=utf-8; format=flowed", b"Thanks!\n\n > 3 delete\n"),
        ("text/plain; format=flowed", b"Thanks!\n\n> so \n> 3 delete\n"),
        ("text/plain; format=flowed; delsp=yes", b"Thanks!\n\n> so \n>3 delete \n>4 archive\n"),
        ("text/plain; format=flowed", b"> a \n>3 delete\n> \n"),
        ("text/plain; charset=utf-8", b"Thanks!\r\r> 3 delete\r> 4 archive\r"),
        ("text/plain; charset=utf-8", b"Thanks!\x0b> 3 delete\x0c> 4 delete\n"),
        ("text/plain; charset=utf-8", "Thanks!\u2028> 3 delete\u2029> 4 delete\n".encode()),
        ("text/plain", b"Thanks!\n\n> a\n=20\n> 3 delete\n"),
        ("text/plain; charset=utf-8", b"Thanks!\x85> 3 delete\n"),
    ],
)  # fmt: skip
def test_no_charset_and_no_line_break_makes_new_words_of_what_is_quoted(kind: str, body: bytes) -> None:
    encoded = base64.encodebytes(body)
    assert obeyed(f"Content-Type: {kind}\nContent-Transfer-Encoding: base64\n\n".encode() + encoded) == []
