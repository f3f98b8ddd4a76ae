"""Reads a message's header fields: sender, recipients, subject, dates, and what kind of mail it is.

The standard library's structured header parser raises on some address fields and takes seconds for a huge one, and one bad mail must never
stop a sync. So fields are split and limited in length here, and each is parsed on its own with smaller functions of the library; an
unreadable field is empty. Control, bidirectional and zero-width characters are removed from names and subjects.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.header import decode_header
from email.utils import getaddresses, parsedate_to_datetime

from briefing.mail import UNKNOWN_SENDER, Address
from providers.mime.charsets import decode_bytes

MAX_HEAD_BYTES = 262_144
MAX_FIELD = 32_768
MAX_SUBJECT = 500
MAX_NAME = 120
MAX_ADDRESSES = 200
MAX_ADDRESS_TEXT = 16_384
"""Characters of the fields of one name together: room for so many addresses."""
MAX_REFERENCES = 100

EARLIEST = datetime(1995, 1, 1, tzinfo=UTC)
"""A Date before this is a broken clock, not an old mail."""
CLOCK_SKEW = timedelta(days=1)

HEAD_END = re.compile(rb"\r?\n\r?\n|\r\r")
_FOLD = re.compile(rb"\r?\n[ \t]+")
_FIELD_NAME = re.compile(rb"[!-9;-~]{1,80}")
_MESSAGE_ID = re.compile(r"<([^<>\s]{1,400})>")
_BARE_ADDRESS = re.compile(r"[^\s<>()\[\]\",;:@]{1,100}@[\w.-]{1,200}")
_LAST_IN_BRACKETS = re.compile(r"<\s*([^<>\s,;:]{1,100}@[\w.-]{1,200})\s*>\s*$")
_MACHINE = re.compile(
    r"^(?:no[-_.]?reply|do[-_.]?not[-_.]?reply|notifications?|notify|alerts?|mailer-daemon|postmaster|bounces?|automated|robot|bot|builds?|ci)"
    r"(?:[-_+.].*)?$"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MailHeaders:
    """What the header says. `links` are the message ids it refers to, oldest first; `arrival` when the
    topmost Received, which the user's own server wrote, says that it came, and `date` its Date, which is the sender's word.

    `unsubscribe` and `unsubscribe_post` are List-Unsubscribe and List-Unsubscribe-Post as they stand there.
    """

    subject: str = field(default="", repr=False)
    sender: Address = field(default=UNKNOWN_SENDER, repr=False)
    to: tuple[Address, ...] = field(default=(), repr=False)
    cc: tuple[Address, ...] = field(default=(), repr=False)
    bcc: tuple[Address, ...] = field(default=(), repr=False)
    reply_to: tuple[Address, ...] = field(default=(), repr=False)
    message_id: str = field(default="", repr=False)
    links: tuple[str, ...] = field(default=(), repr=False)
    arrival: datetime | None = None
    date: datetime | None = None
    list_id: str = field(default="", repr=False)
    bulk: bool = False
    automatic: bool = False
    unsubscribe: str = field(default="", repr=False)
    unsubscribe_post: str = field(default="", repr=False)

    def received_at(self, *, arrived: datetime, now: datetime) -> datetime:
        """When it came by the user's own server, else its Date if it can be true, else `arrived`, the mailbox's own time of arrival."""
        latest = now + CLOCK_SKEW
        return next((date for date in (self.arrival, self.date) if date is not None and EARLIEST <= date <= latest), arrived)


def read_headers(raw: bytes) -> MailHeaders:
    """Headers of a message, or of its beginning. Never raises; lines that are not header fields are skipped."""
    fields = _fields(raw)
    sender = _sender(fields.get("from", ())) or _sender(fields.get("sender", ())) or UNKNOWN_SENDER
    list_id = _list_id(_first(fields, "list-id")) or _list_address(fields).replace("@", ".")
    return MailHeaders(
        subject=clean_line(decode_words(_first(fields, "subject")))[:MAX_SUBJECT],
        sender=sender,
        to=_addresses(fields.get("to", ())),
        cc=_addresses(fields.get("cc", ())),
        bcc=_addresses(fields.get("bcc", ())),
        reply_to=_addresses(fields.get("reply-to", ())),
        message_id=_message_id(_first(fields, "message-id")),
        links=_links(fields),
        arrival=_date(_first(fields, "received").rpartition(";")[2]),
        date=_date(_first(fields, "date")),
        list_id=list_id,
        bulk=bool(list_id or "list-unsubscribe" in fields or _precedes_as_bulk(fields)),
        automatic=_is_automatic(fields, sender),
        unsubscribe=_first(fields, "list-unsubscribe"),
        unsubscribe_post=_first(fields, "list-unsubscribe-post"),
    )


def clean_line(text: str) -> str:
    """`text` as one line with single spaces, without control, bidirectional, zero-width, private-use and unassigned characters."""
    kept = "".join(each for each in text if unicodedata.category(each) not in {"Cf", "Cn", "Co", "Cs"})
    return " ".join("".join(each if unicodedata.category(each) != "Cc" else " " for each in kept).split())


def head_and_body(raw: bytes) -> tuple[bytes, bytes]:
    """The header, at most `MAX_HEAD_BYTES` long, and the body of a message."""
    end = HEAD_END.search(raw)
    return (raw[: min(end.start(), MAX_HEAD_BYTES)], raw[end.end() :]) if end else (raw[:MAX_HEAD_BYTES], b"")


def header_fields(raw: bytes) -> list[tuple[str, str]]:
    """Every field, from the top: its name in small letters, and its value on one line, in no other way decoded. Never raises.

    A value that is longer than `MAX_FIELD` is cut behind that.
    """
    head, _ = head_and_body(raw[:MAX_HEAD_BYTES].lstrip(b"\r\n"))
    found: list[tuple[str, str]] = []
    for line in _FOLD.sub(b" ", head).splitlines():
        name, colon, value = line.partition(b":")
        name = name.rstrip()
        if colon and _FIELD_NAME.fullmatch(name):
            found.append((name.decode("ascii").lower(), decode_bytes(value.strip()[: MAX_FIELD + 1])))
    return found


def _fields(raw: bytes) -> Mapping[str, Sequence[str]]:
    fields: dict[str, list[str]] = {}
    for name, value in header_fields(raw):
        fields.setdefault(name, []).append(value[:MAX_FIELD].strip())
    return fields


def _first(fields: Mapping[str, Sequence[str]], name: str) -> str:
    return next(iter(fields.get(name, ())), "")


def decode_words(text: str) -> str:
    """`text` with encoded words (RFC 2047) decoded; unchanged if they are malformed."""
    if "=?" not in text:
        return text
    try:
        return "".join(piece if isinstance(piece, str) else _word(piece, charset) for piece, charset in decode_header(text))
    except Exception:  # binascii, LookupError, ValueError and more; a word that cannot be decoded is shown as it stands
        return text


def _word(piece: bytes, charset: str | None) -> str:
    """`decode_header` returns the text between encoded words as bytes with Python's escapes."""
    return piece.decode("raw-unicode-escape") if charset is None else decode_bytes(piece, charset)


def _addresses(values: Sequence[str]) -> tuple[Address, ...]:
    found: list[Address] = []
    room = MAX_ADDRESS_TEXT
    for value in values:
        found.extend(_addresses_of(value[:room]))
        room -= len(value)
        if room <= 0:
            break
    return tuple(found[:MAX_ADDRESSES])


def _sender(values: Sequence[str]) -> Address | None:
    """The one address that a server checks: in angle brackets where several stand there; nameless, and none where it is not clear."""
    found = _addresses(values)
    if len({address.email for address in found if address.email}) < 2:
        return next(iter(found), None)
    last = _LAST_IN_BRACKETS.findall(values[0]) if len(values) == 1 else []
    return Address(email=clean_line(last[0]).lower()) if len(last) == 1 and values[0].count("<") == 1 else Address()


def _addresses_of(value: str) -> list[Address]:
    try:
        pairs = getaddresses([value])
    except Exception:  # comments nested a thousand deep end in RecursionError, odd quoting in IndexError
        pairs = []
    found = [_address(name, email) for name, email in pairs if "@" in email]
    if not found and "=?" in value and (decoded := decode_words(value)) != value:
        return _addresses_of(decoded.replace("=?", ""))
    if not found:
        found = [_address("", bare) for bare in _BARE_ADDRESS.findall(value)[:MAX_ADDRESSES]]
    if not found and (name := clean_line(decode_words(value)).strip(" <>\"'")):
        found = [Address(name=name[:MAX_NAME])]
    return found


def _address(name: str, email: str) -> Address:
    spoken = clean_line(decode_words(name)).strip(" '\"")[:MAX_NAME]
    address = clean_line(email).replace(" ", "").lower()
    return Address(name="" if spoken.lower() == address else spoken, email=address)


def _message_id(value: str) -> str:
    found = _MESSAGE_ID.search(value)
    return found[1] if found else clean_line(value)[:400]


def _links(fields: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """References, then In-Reply-To; a very long chain keeps its first and its newest ids."""
    chain = list(dict.fromkeys(_MESSAGE_ID.findall(" ".join(fields.get("references", ())))))
    chain += [each for each in _MESSAGE_ID.findall(_first(fields, "in-reply-to"))[:1] if each not in chain]
    return tuple(chain if len(chain) <= MAX_REFERENCES else [chain[0], *chain[1 - MAX_REFERENCES :]])


def _date(stamp: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(stamp[:200])
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).astimezone(UTC)
    except Exception:  # TypeError, ValueError, IndexError or OverflowError, by the Python version and the kind of nonsense
        return None


def _list_id(value: str) -> str:
    found = re.search(r"<([^<>]{1,200})>", value)
    return clean_line(found[1] if found else value).lower().replace("@", ".")[:200]


def _list_address(fields: Mapping[str, Sequence[str]]) -> str:
    """The address of a list whose software writes no List-Id: where one posts; or where mail to many went and is to be answered."""
    named = (_BARE_ADDRESS.search(_first(fields, name)) for name in ("x-mailing-list", "x-beenthere", "list-post"))
    if found := next(filter(None, named), None):
        return found[0].lower()[:200]
    if fields.keys().isdisjoint({"list-unsubscribe", "precedence"}):
        return ""
    senders, answered, went = ([each.email for each in _addresses(fields.get(name, ()))] for name in ("from", "reply-to", "to"))
    return next((email for email in went if email and email in answered and email not in senders), "")


def _precedes_as_bulk(fields: Mapping[str, Sequence[str]]) -> bool:
    """Whether it calls itself bulk, and not only as programs do that write to one reader (RFC 3834): a tracker that assigns a task."""
    one_of_many = not _first(fields, "auto-submitted").strip().lower().startswith("auto-")
    return one_of_many and _first(fields, "precedence").strip().lower() in {"bulk", "list", "junk"}


def _is_automatic(fields: Mapping[str, Sequence[str]], sender: Address) -> bool:
    submitted = _first(fields, "auto-submitted").strip().lower()
    return (
        (bool(submitted) and not submitted.startswith("no"))
        or not fields.keys().isdisjoint({"x-auto-response-suppress", "x-autoreply", "feedback-id"})
        or _first(fields, "return-path").strip() == "<>"
        or bool(_MACHINE.match(sender.email.partition("@")[0]))
    )
