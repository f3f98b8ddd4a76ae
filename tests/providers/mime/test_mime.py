"""From a raw message to the words in it."""

from email.message import EmailMessage

import pytest

from providers.mime.body import read_body

PLAIN, RICH = "The plain words.", "<p>The <b>rich</b> words.</p>"


def both(plain: str, rich: str) -> bytes:
    mail = EmailMessage()
    mail.set_content(plain)
    mail.add_alternative(rich, subtype="html")
    return mail.as_bytes()


def test_plain_text_is_preferred() -> None:
    assert read_body(both(PLAIN, RICH)).text == PLAIN


@pytest.mark.parametrize(
    "stub",
    [
        " ",
        "To view this mail, please open it in your browser: https://example.org/1",
        "Your mail program does not support HTML.",
        "Diese Mail im Browser ansehen",
        "https://example.org/" + "x" * 200 + " Shop now",
    ],
)
def test_a_plain_part_that_says_nothing_gives_way(stub: str) -> None:
    assert read_body(both(stub, RICH)).text == "The rich words."


CHARSETS = {
    "declared": (b"charset=iso-8859-15", "Größe: 5 €".encode("iso-8859-15")),
    "undeclared utf-8": (b"", "Größe: 5 €".encode()),
    "utf-8 declared as latin-1": (b"charset=iso-8859-1", "Größe: 5 €".encode()),
    "windows declared as latin-1": (b"charset=iso-8859-1", "Größe: 5 €".encode("cp1252")),
    "windows declared as ascii": (b"charset=us-ascii", "Größe: 5 €".encode("cp1252")),
    "unknown name": (b"charset=x-sys-default", "Größe: 5 €".encode()),
    "no charset at all": (b"charset=hex", "Größe: 5 €".encode()),
}


@pytest.mark.parametrize(("charset", "data"), CHARSETS.values(), ids=CHARSETS.keys())
def test_text_is_decoded_whatever_its_header_claims(charset: bytes, data: bytes) -> None:
    raw = b"Content-Type: text/plain; " + charset + b"\nContent-Transfer-Encoding: 8bit\n\n" + data
    assert read_body(raw).text == "Größe: 5 €"


def test_an_undeclared_alphabet_is_guessed() -> None:
    words = "Здравствуйте, завтра в десять часов утра мы ждём вас в нашем офисе на встречу. Пожалуйста, возьмите ваши документы."
    assert read_body(b"Content-Type: text/plain\n\n" + words.encode("koi8-r")).text == words


def test_attachments_are_named_and_inlaid_pictures_are_not() -> None:
    mail = EmailMessage()
    mail.set_content(PLAIN)
    mail.add_attachment(b"1", maintype="application", subtype="pdf", filename="Rechnung für März.pdf")
    mail.add_attachment(b"2", maintype="application", subtype="zip", filename="..\\..\\evil\u202egpj.zip")
    mail.add_attachment(b"3", maintype="image", subtype="png", cid="<logo>", disposition="inline")
    mail.add_attachment(b"4", maintype="audio", subtype="ogg")
    mail.add_attachment("a,b\n", subtype="csv", filename="list.csv")
    body = read_body(mail.as_bytes())
    assert body.attachments == ("Rechnung für März.pdf", "evilgpj.zip", "a recording", "list.csv")
    assert body.text == PLAIN


def test_an_invitation_alone_speaks_for_itself() -> None:
    event = (
        "BEGIN:VEVENT\nDTSTART;TZID=Europe/Berlin:20260312T090000\nDTEND:20260312T103000\nSUMMARY:Planning\\, part 2\nLOCATION:Boathouse\n"
    )
    for method, asks in {"REQUEST": True, "REPLY": False, "CANCEL": False}.items():
        calendar = f"BEGIN:VCALENDAR\nMETHOD:{method}\n{event}END:VEVENT\nEND:VCALENDAR\n"
        body = read_body(f"Content-Type: text/calendar; method={method}\n\n{calendar}".encode())
        assert body.invitation is asks
        assert body.text == "Planning, part 2\nWhen: Thursday, 12 March 2026, 09:00 to 10:30\nWhere: Boathouse"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("Please come.", "When: Thursday, 12 March 2026, 14:00 to 15:00\nWhere: Boathouse\n\nPlease come."),
        ("Please come.\n\nWhen: Thursday at two", "Please come.\n\nWhen: Thursday at two"),
    ],
)
def test_an_invitation_whose_words_do_not_say_when_it_is_begins_with_that(words: str, text: str) -> None:
    mail = EmailMessage()
    mail.set_content(words)
    event = "BEGIN:VEVENT\nDTSTART:20260312T140000\nDTEND:20260312T150000\nSUMMARY:x\nLOCATION:Boathouse\nEND:VEVENT"
    mail.add_alternative(f"BEGIN:VCALENDAR\nMETHOD:REQUEST\n{event}\nEND:VCALENDAR\n", subtype="calendar")
    assert read_body(mail.as_bytes()).text == text


def test_an_invitation_with_words_keeps_the_words() -> None:
    mail = EmailMessage()
    mail.set_content("Please come.")
    mail.add_alternative("BEGIN:VCALENDAR\nMETHOD:REQUEST\nBEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\nEND:VCALENDAR\n", subtype="calendar")
    body = read_body(mail.as_bytes())
    assert (body.text, body.invitation, body.attachments) == ("Please come.", True, ())


def test_an_attached_mail_is_named_and_speaks_where_the_outer_one_is_silent() -> None:
    inner = EmailMessage()
    inner["From"], inner["Subject"] = "Bo Berg <bo@example.org>", "Rent"
    inner.set_content("The rent goes up.")
    for words, expected in {"": "Forwarded message from Bo Berg:\nThe rent goes up.", "See below.": "See below."}.items():
        outer = EmailMessage()
        outer.set_content(words)
        outer.add_attachment(inner)
        body = read_body(outer.as_bytes())
        assert (body.text, body.attachments) == (expected, ("Rent",))


def test_flowed_lines_are_joined() -> None:
    raw = b"Content-Type: text/plain; format=flowed\n\nOne line that \ngoes on.\n\nAnother.\n-- \nAnna\n"
    assert read_body(raw).text == "One line that goes on.\n\nAnother."


def test_a_boundary_that_was_lost_is_found_again() -> None:
    raw = b"Content-Type: multipart/mixed; boundary=gone\n\n--real\nContent-Type: text/plain\n\nStill here.\n--real--\n"
    assert (read_body(raw).text, read_body(raw).readable) == ("Still here.", True)


UNREADABLE = {
    "nothing": b"",
    "binary as text": b"Content-Type: text/plain\n\n" + bytes(range(256)) * 8,
    "base64 that nobody declared": b"Subject: x\n\n" + b"QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5\n" * 9,
    "base64 that is none": b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n\x00\x01\x02\x03",
    "encrypted": b"Content-Type: multipart/encrypted; boundary=b\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b--\n",
    "sealed by outlook": b'Content-Type: application/ms-tnef; name="winmail.dat"\nContent-Transfer-Encoding: base64\n\neJ8+Ig==\n',
}


@pytest.mark.parametrize("raw", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_what_cannot_be_read_says_so(raw: bytes) -> None:
    body = read_body(raw)
    assert (body.text, body.readable) == ("", False)


def test_a_mail_without_words_is_readable() -> None:
    for raw in (b"Subject: done\n\n", b"Content-Type: text/html\n\n<html><body></body></html>"):
        assert (read_body(raw).text, read_body(raw).readable) == ("", True)


def test_a_cut_off_message_still_gives_its_beginning() -> None:
    raw = both("Words first. " * 20, RICH)
    assert read_body(raw[: len(raw) // 2]).text.startswith("Words first.")


def test_a_snippet_is_short_and_on_one_line() -> None:
    snippet = read_body(b"Subject: x\n\n" + b"one two\nthree " * 200).snippet
    assert snippet.startswith("one two three one two")
    assert len(snippet) <= 300
    assert "\n" not in snippet
