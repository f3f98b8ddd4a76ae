"""Writes an outgoing mail (RFC 5322) so that no value in it can break out of its field.

Header fields are written here because the standard library's newer policy refuses a line break in a subject where we want a space, folds
quoted names wrongly, and writes lines of any length for a word without spaces. Here every value becomes one line first; then plain ASCII is
folded at spaces, and everything else becomes encoded words, which have no line breaks and no specials. The standard library writes the
body and chooses the encoding that keeps lines short.
"""

import re
import secrets
from collections.abc import Sequence
from email.charset import QP, Charset
from email.header import Header
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import encode_rfc2231, format_datetime
from textwrap import TextWrapper

import idna

from briefing.mail import Address
from providers.mime.invisible import visible
from providers.sender import Enclosure, OutgoingMail, Refusal, SendRefusedError

LINE = 76
LONGEST_LINE = 998
"""Octets without the line break: RFC 5322, section 2.1.1."""
MOST_REFERENCES = 50
LONGEST_ADDRESS = 254
LONGEST_LOCAL_PART = 64
LONGEST_FILE_NAME = 100

_ATOM = r"[\w!#$%&'*+/=?^`{|}~-]+"
_LOCAL_PART = re.compile(rf"{_ATOM}(?:\.{_ATOM})*")
_MESSAGE_ID = re.compile(r"[!-;=?-~]{1,400}")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9 !#$%&'*+/=?^_`{|}~-]*")
_NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_BODY = SMTP.clone(cte_type="7bit")
_WORDS = Charset("utf-8")
_WORDS.header_encoding = QP


def compose(mail: OutgoingMail, *, with_bcc: bool) -> bytes:
    """The message with CRLF line endings, in ASCII except for other letters before an address's @.

    `with_bcc` adds the Bcc field: for a provider that takes the recipients from the message, and for the user's own copy. Raises
    `SendRefusedError` for an invalid address.
    """
    head = [
        f"Date: {format_datetime(mail.date)}",
        _addresses("From", [mail.from_]),
        _addresses("To", mail.to) if mail.to else "To: undisclosed-recipients:;",
        *([_addresses("Cc", mail.cc)] if mail.cc else []),
        *([_addresses("Bcc", mail.bcc)] if with_bcc and mail.bcc else []),
        f"Subject: {_text(one_line(mail.subject), len('Subject: '))}",
        f"Message-ID: <{mail.message_id}>",
        *_links(mail),
        *(f"{name.value}: {_text(one_line(value), len(name) + 2)}" for name, value in mail.headers),
        "MIME-Version: 1.0",
    ]
    return "".join(f"{line}\r\n" for line in head).encode() + _content(mail)


def one_line(text: str) -> str:
    """`text` as one line: line breaks and control characters become spaces, and invisible characters are removed."""
    return " ".join(_CONTROLS.sub(" ", visible(text)).split())


def as_sent(body: str) -> str:
    """The words of a body as they leave: without what cannot be seen or is no text."""
    return _NO_TEXT.sub("", visible(body).replace("\r\n", "\n").replace("\r", "\n"))


def envelope_address(email: str) -> str:
    """An address for the SMTP envelope: the domain in ASCII (IDNA 2008). Raises `SendRefusedError` for an invalid address."""
    local, _, domain = email.rpartition("@")
    try:
        address = f"{local}@{idna.encode(domain, uts46=True).decode('ascii')}"
    except (idna.IDNAError, UnicodeError):
        raise SendRefusedError(Refusal.ADDRESS) from None
    if not _LOCAL_PART.fullmatch(local) or len(local.encode()) > LONGEST_LOCAL_PART or len(address.encode()) > LONGEST_ADDRESS:
        raise SendRefusedError(Refusal.ADDRESS)
    return address


def new_message_id(like: str) -> str:
    """A unique Message-ID in the domain of an address or of another Message-ID, without angle brackets."""
    domain = like.rpartition("@")[2]
    try:
        return f"{secrets.token_hex(16)}@{idna.encode(domain, uts46=True).decode('ascii')}"
    except (idna.IDNAError, UnicodeError):
        return f"{secrets.token_hex(16)}@localhost"


def _addresses(field: str, addresses: Sequence[Address]) -> str:
    return f"{field}: " + ",\r\n ".join(_address(address, len(field) + 2) for address in addresses)


def _address(address: Address, indent: int) -> str:
    email, name = envelope_address(address.email), one_line(address.name)
    if not name:
        return email
    if not _PLAIN_NAME.fullmatch(name) and name.isascii() and len(name) <= LINE:
        escaped = name.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"\r\n <{email}>'
    return f"{_text(name, indent)}\r\n <{email}>"


def _text(text: str, indent: int) -> str:
    """One line of text, folded: unchanged if it is short ASCII words, else as encoded words (RFC 2047)."""
    words = text.split(" ")
    if text.isascii() and "=?" not in text and max(map(len, words)) <= LINE:
        # The indent stands for the field's name, which is on the first line already.
        folding = TextWrapper(LINE, initial_indent=" " * indent, subsequent_indent=" ", break_long_words=False, break_on_hyphens=False)
        return "\r\n".join(folding.wrap(text))[indent:]
    return Header(text, charset=_WORDS, maxlinelen=LINE, header_name="x" * (indent - 2)).encode(linesep="\r\n")


def _links(mail: OutgoingMail) -> list[str]:
    """In-Reply-To and References. Ids are untrusted text: one that could end its line, or hide another, is left out."""
    chain = [each for each in mail.references if _MESSAGE_ID.fullmatch(each)]
    if len(chain) > MOST_REFERENCES:
        chain = [chain[0], *chain[1 - MOST_REFERENCES :]]
    lines = [f"In-Reply-To: <{mail.in_reply_to}>"] if _MESSAGE_ID.fullmatch(mail.in_reply_to) else []
    return [*lines, *(["References: " + "\r\n ".join(f"<{each}>" for each in chain)] if chain else [])]


def _content(mail: OutgoingMail) -> bytes:
    text = _text_part(mail.body)
    if mail.html:
        # The last is what a program shows that can show it: RFC 2046, section 5.1.4.
        text = _multipart("alternative", [text, _text_part(mail.html, subtype="html")])
    return _multipart("mixed", [text, *map(_enclosed, mail.attachments)]) if mail.attachments else text


def _multipart(kind: str, parts: Sequence[bytes]) -> bytes:
    boundary = f"=_{secrets.token_hex(16)}"
    inside = b"".join(f"--{boundary}\r\n".encode() + part + b"\r\n" for part in parts)
    return f'Content-Type: multipart/{kind};\r\n boundary="{boundary}"\r\n\r\n'.encode() + inside + f"--{boundary}--\r\n".encode()


def _text_part(body: str, *, subtype: str = "plain") -> bytes:
    part = EmailMessage(policy=_BODY)
    part.set_content(as_sent(body), subtype=subtype, charset="utf-8")
    del part["MIME-Version"]
    return part.as_bytes()


def _enclosed(enclosure: Enclosure) -> bytes:
    """A whole message; as a file if servers might change it, because a part of type message/rfc822 must not be encoded."""
    lines = enclosure.content.splitlines()
    passes = enclosure.content.isascii() and b"\0" not in enclosure.content and max(map(len, lines), default=0) <= LONGEST_LINE
    name = encode_rfc2231(one_line(enclosure.name)[:LONGEST_FILE_NAME] or "mail.eml", "utf-8")
    disposition = f"Content-Disposition: attachment;\r\n filename*={name}\r\n".encode()
    if passes:
        return b"Content-Type: message/rfc822\r\n" + disposition + b"\r\n" + b"".join(line + b"\r\n" for line in lines)
    part = EmailMessage(policy=_BODY)
    part.set_content(enclosure.content, maintype="application", subtype="octet-stream")
    del part["MIME-Version"]
    return disposition + part.as_bytes()
