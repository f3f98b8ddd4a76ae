"""What leaves is what was said: read back by two parsers, whatever stands in names, subjects, bodies and other people's message ids."""

import unicodedata
from datetime import UTC, datetime
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import compat32, default

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefing.mail import Address
from providers.mime.composition import LONGEST_LINE, compose, envelope_address, new_message_id, one_line
from providers.mime.headers import read_headers
from providers.mime.invisible import visible
from providers.sender import Enclosure, FurtherField, OutgoingMail, Refusal, SendRefusedError

pytestmark = pytest.mark.slow

FIELDS = ["Date", "From", "To", "Cc", "Subject", "Message-ID", "In-Reply-To", "References", "MIME-Version", "Content-Type"]
NASTY = st.text(
    st.one_of(st.characters(codec="utf-8"), st.sampled_from("\r\n\0\t \u2028\u2029\u202e\u200b\x85,;:<>@\"'\\=?_()")), max_size=300
)
IDS = st.text(st.characters(codec="utf-8"), max_size=40)


def mail(**different: object) -> OutgoingMail:
    said: dict[str, object] = {
        "message_id": "one@example.com",
        "from_": Address(email="sam@example.com"),
        "to": (Address(email="anna@example.org"),),
        "subject": "Lunch",
        "body": "Tuesday works.",
        "date": datetime(2026, 3, 4, 9, 0, tzinfo=UTC),
    }
    return OutgoingMail(**(said | different))  # type: ignore[arg-type]


def read(raw: bytes) -> EmailMessage:
    parsed = BytesParser(policy=default).parsebytes(raw)
    assert isinstance(parsed, EmailMessage)
    return parsed


def text_of(part: EmailMessage) -> str:
    content = part.get_content()
    assert isinstance(content, str)
    return content.replace("\r\n", "\n")


def is_well_formed(raw: bytes) -> None:
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert b"\r" not in raw.replace(b"\r\n", b"")
    assert b"\0" not in raw
    assert max(map(len, raw.split(b"\r\n"))) <= LONGEST_LINE


@settings(max_examples=150)
@given(subject=NASTY, name=NASTY, body=NASTY, linked=st.lists(IDS, max_size=3))
def test_whatever_is_said_stays_in_its_place(subject: str, name: str, body: str, linked: list[str]) -> None:
    written = mail(
        subject=subject,
        to=(Address(name=name, email="anna@example.org"), Address(name="Bob", email="bob@example.org")),
        cc=(Address(name=name[::-1], email="eve@example.org"),),
        body=body,
        in_reply_to="".join(linked),
        references=tuple(linked),
    )
    raw = compose(written, with_bcc=True)
    is_well_formed(raw)
    assert [name for name in BytesParser(policy=compat32).parsebytes(raw) if name not in FIELDS] == ["Content-Transfer-Encoding"]
    headers = read_headers(raw)
    assert [each.email for each in headers.to] == ["anna@example.org", "bob@example.org"]
    assert [each.email for each in headers.cc] == ["eve@example.org"]
    assert headers.message_id == "one@example.com"
    assert set(headers.links) <= set(linked) | {"".join(linked)}
    assert " ".join(str(read(raw)["Subject"]).split()) == one_line(subject)
    shown = "".join(each for each in visible(body) if each in "\r\n\t" or unicodedata.category(each) not in {"Cc", "Cs"})
    assert text_of(read(raw)).split() == shown.split()


@pytest.mark.parametrize("subject", ["a" * 10_000, "word " * 2_000, "ä" * 10_000, "wört " * 2_000, "👩‍🚀" * 1_000, "=?utf-8?q?x?="])
def test_a_subject_of_any_length_arrives_whole(subject: str) -> None:
    raw = compose(mail(subject=subject), with_bcc=False)
    is_well_formed(raw)
    assert max(map(len, raw.split(b"\r\n"))) <= 78
    assert str(read(raw)["Subject"]) == subject.strip()


@pytest.mark.parametrize(
    "name",
    [
        "Anna Keller",
        "Keller, Anna",
        'The "Boss"',
        "Müller, Jörg",
        "Анна",
        "O'Neil (Bob) <b@x.org>",
        "back\\slash",
        "=?utf-8?q?x?=",
        "x" * 500,
    ],
)
def test_a_name_is_a_name_whatever_it_holds(name: str) -> None:
    raw = compose(mail(to=(Address(name=name, email="anna@example.org"),)), with_bcc=False)
    is_well_formed(raw)
    (address,) = read(raw)["To"].addresses
    assert address.addr_spec == "anna@example.org"
    # This parser puts a space between the encoded words of a name, which RFC 2047 forbids it to.
    assert address.display_name.replace(" ", "") == name.replace(" ", "")


@pytest.mark.parametrize(
    "hidden",
    [
        "".join(chr(0xE0000 + ord(each)) for each in "the code is 4417"),
        "\u200b\u200c\u200d\u2060\ufeff" * 20,
        "\u202eevil\u202c\u2066\u2069\u200e\u061c",
        "\ufe00\ufe0f\U000e0100\U000e01ef",
        "\u00ad\u034f\u115f\u3164\uffa0\u180e",
        "\ue000\U000f0000\ufffe",
    ],
)
def test_nothing_leaves_that_cannot_be_seen(hidden: str) -> None:
    words = "".join(each for each in hidden if each.isascii())
    raw = compose(mail(body=f"Dear Anna,{hidden}\nTues{hidden}day works."), with_bcc=False)
    assert text_of(read(raw)) == f"Dear Anna,{words}\nTues{words}day works.\n"
    assert text_of(read(compose(mail(body=one_line(f"a{hidden}b")), with_bcc=False))) == f"a{words}b\n"


@pytest.mark.parametrize("hidden", ["\u200d\u200c\u200d", "\ufe0f\ufe0e\ufe0f", "\u200c"])
@pytest.mark.parametrize("place", ["a", "\U0001f469", "\u0645", " "])
def test_of_what_joins_no_more_stays_than_one_at_a_place(place: str, hidden: str) -> None:
    assert len(visible(f"{place}{hidden}{place}")) <= 2 * len(place) + 1


@pytest.mark.parametrize(
    "seen",
    [
        *(
            "\U0001f469\U0001f3fd\u200d\U0001f4bb",
            "\u2764\ufe0f\u200d\U0001f525",
            "\U0001f642\u200d\u2194\ufe0f",
            "1\ufe0f\u20e3",
            "\u203c\ufe0f",
        ),
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        *("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0915\u094d\u200d\u0937", "\u0d28\u0d4d\u200d ", "\u0600\u0661"),
    ],
)
def test_emoji_and_scripts_keep_what_joins_them(seen: str) -> None:
    assert text_of(read(compose(mail(body=f"See {seen}."), with_bcc=False))) == f"See {seen}.\n"


@pytest.mark.parametrize("line", ["x" * 5_000, "x" * 998, "ä" * 2_000, "a\0b", "."])
def test_lines_of_a_body_are_never_too_long(line: str) -> None:
    raw = compose(mail(body=f"{line}\n{line}"), with_bcc=False)
    is_well_formed(raw)
    assert raw.isascii()
    assert text_of(read(raw)) == f"{line}\n{line}\n".replace("\0", "")


def test_only_those_who_may_see_them_see_the_blind_recipients() -> None:
    written = mail(bcc=(Address(email="bob@example.org"),))
    assert read(compose(written, with_bcc=False))["Bcc"] is None
    assert str(read(compose(written, with_bcc=True))["Bcc"]) == "bob@example.org"
    alone = compose(mail(to=(), bcc=(Address(email="bob@example.org"),)), with_bcc=False)
    assert b"bob" not in alone
    assert b"To: undisclosed-recipients:;\r\n" in alone


def test_everybody_is_written_to_once() -> None:
    anna = Address(email="anna@example.org")
    assert mail(to=(anna,), cc=(Address(name="A", email="anna@example.org"),), bcc=(anna,)).recipients[0].email == "anna@example.org"
    assert len(mail(to=(anna,), cc=(anna,), bcc=(anna,)).recipients) == 1


def test_a_long_chain_keeps_its_root_and_its_end() -> None:
    chain = tuple(f"{number}@example.org" for number in range(500))
    links = read_headers(compose(mail(references=chain, in_reply_to=chain[-1]), with_bcc=False)).links
    assert (links[0], links[-1], len(links)) == ("0@example.org", "499@example.org", 50)


class TestWholeMails:
    @pytest.mark.parametrize(
        ("original", "kind"),
        [
            (b"Subject: a\r\n\r\nplain\r\n", "message/rfc822"),
            (b"Subject: a\n\nplain\n--=_x\n", "message/rfc822"),
            ("Subject: a\n\nGrüße\n".encode(), "application/octet-stream"),
            (b"Subject: a\n\n" + b"x" * 2_000, "application/octet-stream"),
            (b"Subject: a\n\nnul\0", "application/octet-stream"),
            (b"", "message/rfc822"),
        ],
    )
    def test_a_mail_that_goes_along_arrives_as_it_was(self, original: bytes, kind: str) -> None:
        raw = compose(mail(attachments=(Enclosure(name="Plan für\r\nMärz.eml", content=original),)), with_bcc=False)
        is_well_formed(raw)
        text, enclosed = read(raw).iter_parts()
        assert isinstance(text, EmailMessage)
        assert isinstance(enclosed, EmailMessage)
        assert text_of(text) == "Tuesday works.\n"
        assert (enclosed.get_content_type(), enclosed.get_filename()) == (kind, "Plan für März.eml")
        if kind == "application/octet-stream":
            assert enclosed.get_content() == original
        else:
            assert enclosed.get_content().as_bytes().split() == original.split()


class TestSecondBody:
    @settings(max_examples=80)
    @given(body=NASTY, html=NASTY.filter(str.strip))
    def test_both_bodies_arrive_whatever_they_hold_and_the_html_is_last(self, body: str, html: str) -> None:
        raw = compose(mail(body=body, html=html), with_bcc=False)
        is_well_formed(raw)
        parsed = read(raw)
        assert parsed.get_content_type() == "multipart/alternative"
        parts = [part for part in parsed.iter_parts() if isinstance(part, EmailMessage)]
        assert [part.get_content_type() for part in parts] == ["text/plain", "text/html"]
        for part, said in zip(parts, (body, html), strict=True):
            shown = "".join(each for each in visible(said) if each in "\r\n\t" or unicodedata.category(each) not in {"Cc", "Cs"})
            assert text_of(part).split() == shown.split()

    def test_a_whole_mail_goes_along_beside_both_bodies(self) -> None:
        enclosed = Enclosure(name="a.eml", content=b"Subject: a\r\n\r\nplain\r\n")
        parsed = read(compose(mail(html="<p>Tuesday works.</p>", attachments=(enclosed,)), with_bcc=False))
        assert [part.get_content_type() for part in parsed.iter_parts()] == ["multipart/alternative", "message/rfc822"]

    def test_a_mail_without_html_is_plain_text(self) -> None:
        assert read(compose(mail(), with_bcc=False)).get_content_type() == "text/plain"


class TestFurtherFields:
    def test_they_stand_in_the_head_on_one_line_each(self) -> None:
        fields = (
            (FurtherField.LIST_ID, "Aloud\r\nBcc: eve@example.org <aloud.example.com>"),
            (FurtherField.AUTO_SUBMITTED, "auto-generated"),
        )
        parsed = read(compose(mail(headers=fields), with_bcc=True))
        assert parsed["List-Id"] == "Aloud Bcc: eve@example.org <aloud.example.com>"
        assert parsed["Auto-Submitted"] == "auto-generated"
        assert parsed["Bcc"] is None

    def test_none_of_those_that_may_stand_there_names_a_recipient_or_a_sender(self) -> None:
        assert {each.value for each in FurtherField} == {"List-Id", "Auto-Submitted"}


class TestAddresses:
    @pytest.mark.parametrize(
        ("said", "written"),
        [
            ("anna@example.org", "anna@example.org"),
            ("anna@bücher.example", "anna@xn--bcher-kva.example"),
            ("anna@BÜCHER.example", "anna@xn--bcher-kva.example"),
            ("anna@例え.jp", "anna@xn--r8jz45g.jp"),
            ("anna.b+c@example.org", "anna.b+c@example.org"),
            ("jörg@example.org", "jörg@example.org"),
        ],
    )
    def test_a_domain_is_written_in_ascii(self, said: str, written: str) -> None:
        assert envelope_address(said) == written

    @pytest.mark.parametrize(
        "wrong",
        ["", "anna", "@example.org", "anna@", "a b@example.org", "a\nb@example.org", "a@b@example.org", "a,b@example.org", "a@exa mple.org",
         "a@example..org", "a@-example.org", ".a@example.org", "a.@example.org", "<a@example.org>", "a@[127.0.0.1]",
         f"{'a' * 65}@example.org", f"a@{'b' * 64}.org", f"a@{'b.' * 130}org", "a@exam\u202eple.org", "\u200ba@example.org"],
    )  # fmt: skip
    def test_what_is_no_address_is_refused(self, wrong: str) -> None:
        with pytest.raises(SendRefusedError) as refused:
            envelope_address(wrong)
        assert refused.value.refusal is Refusal.ADDRESS
        with pytest.raises(SendRefusedError):
            compose(mail(to=(Address(email=wrong),)), with_bcc=False)

    def test_a_message_id_is_new_and_in_the_domain(self) -> None:
        assert new_message_id("sam@bücher.example").endswith("@xn--bcher-kva.example")
        assert new_message_id("abc@example.org").endswith("@example.org")
        assert new_message_id("nothing at all").endswith("@localhost")
        assert len({new_message_id("sam@example.com") for _ in range(100)}) == 100
