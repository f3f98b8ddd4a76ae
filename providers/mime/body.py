"""Reads the text and the attachment names from a raw message's body.

Parsed with the standard library's lenient policy (`compat32`), because the newer policy parses each part's headers strictly and raises on
real mail. Each part is decoded on its own, so that a broken part does not affect the others. A message without any readable part is
returned with `readable` false and is still presented.
"""

import re
from dataclasses import dataclass, field
from email.message import Message

from providers.mime.attributions import forwards
from providers.mime.charsets import decode_bytes
from providers.mime.flowed import reflowed
from providers.mime.garbled import CONTROLS, is_garbled
from providers.mime.headers import clean_line, decode_words, read_headers
from providers.mime.html_flat import STRUCK, tidy
from providers.mime.html_text import MAX_HTML, html_to_text
from providers.mime.invitation import read_invitation
from providers.mime.parser import parsed, with_its_boundary
from providers.mime.quotes import own_words
from providers.mime.reading_bounds import TooLargeError, read_within_bounds

MAX_TEXT = 262_144
"""Characters of text of one part that are considered."""
MAX_DEPTH = 30
MAX_ATTACHMENTS = 50
MAX_FILE_NAME = 120
SNIPPET_CHARACTERS = 300

_STUB = re.compile(
    r"(?:view|read|see|open|display).{0,40}(?:html|browser|online)|(?:not|n't) (?:support|display|able to (?:view|read)).{0,30}html"
    r"|html.{0,30}(?:anzeigen|darstellen|ansicht)|im browser (?:ansehen|anzeigen|öffnen)|version (?:html|en ligne)|versión (?:html|online)",
    re.IGNORECASE | re.DOTALL,
)
_STUB_CHARACTERS = 250
_URL = re.compile(r"https?://\S+")
_MOSTLY_URLS = 0.5
_TEXT_AS_FILE = frozenset({"text/csv", "text/vcard", "text/x-vcard", "text/directory", "text/css", "text/rtf"})
_SEALED = frozenset({"application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime", "application/ms-tnef"})
_SEALS = frozenset({"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature"})
_PLAIN_TYPE = re.compile(r"[a-z0-9][a-z0-9.+-]{0,39}")
_SAYS_WHEN = re.compile(r"^[>* \t]*(?:when|time|date|wann|quand|zeit|datum|cuándo|quando)\*?[ \t]*:", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class MailBody:
    """`text` is without signature and quoted mails (`quoted`: one was removed); `attachments` are decoded, cleaned names.

    `too_large`: not readable because reading it would take more time or memory than any mail may take.
    """

    text: str = field(default="", repr=False)
    quoted: bool = False
    attachments: tuple[str, ...] = field(default=(), repr=False)
    invitation: bool = False
    readable: bool = True
    too_large: bool = False

    @property
    def snippet(self) -> str:
        return snippet_of(" ".join(self.text[: 2 * SNIPPET_CHARACTERS].split()))


def snippet_of(line: str) -> str:
    """The beginning of a line, cut between two words."""
    return line if len(line) <= SNIPPET_CHARACTERS else line[:SNIPPET_CHARACTERS].rpartition(" ")[0] or line[:SNIPPET_CHARACTERS]


def read_body(raw: bytes) -> MailBody:
    """The body of a message, or of its beginning if `raw` is cut off. Never raises; an empty message is not readable."""
    if not raw or raw.isspace():
        return MailBody(readable=False)
    try:
        return read_within_bounds(raw, read_without_bounds)
    except TooLargeError:
        return MailBody(readable=False, too_large=True)


def read_whole_text(raw: bytes) -> str:
    """The text that was written, with all that it quotes in marked lines, what is struck out marked, and no file's. Never raises; empty if
    it cannot be read."""
    try:
        return read_within_bounds(
            raw, lambda cut: "\n\n".join(found.whole) if (found := _found(cut, marks_struck=True)) is not None else ""
        )
    except TooLargeError:
        return ""


def read_without_bounds(raw: bytes) -> MailBody:
    found = _found(raw)
    return _body(found) if found is not None else MailBody(readable=False)


def _found(raw: bytes, *, marks_struck: bool = False) -> "_Found | None":
    raw = raw.lstrip(b"\r\n")
    try:
        found = _Found(subject=read_headers(raw).subject, marks_struck=marks_struck)
        _collect(parsed(raw), found, 0)
    except MemoryError:
        raise
    except Exception:  # one malformed mail must never stop a sync, and the parser raises a dozen kinds (RecursionError too)
        return None
    return found


@dataclass(slots=True, kw_only=True)
class _Found:
    """What the walk over the parts has gathered so far."""

    subject: str = field(default="", repr=False)
    marks_struck: bool = False
    texts: list[str] = field(default_factory=list, repr=False)
    whole: list[str] = field(default_factory=list, repr=False)
    quoted: bool = False
    attachments: list[str] = field(default_factory=list, repr=False)
    invitation: bool = False
    invitation_text: str = field(default="", repr=False)
    invited_for: str = field(default="", repr=False)
    inner: str = ""
    sealed: bool = False
    understood: bool = False
    unread_bytes: bool = False


def _body(found: _Found) -> MailBody:
    text = "\n\n".join(piece for piece in found.texts if piece)
    if text and found.invited_for and not _SAYS_WHEN.search(text):
        text = f"{found.invited_for}\n\n{text}"  # first, so that the beginning of the mail tells when it is
    text = text or found.invitation_text or found.inner
    garbled = is_garbled(text)
    empty_handed = not text and (found.sealed or (found.unread_bytes and not found.understood))
    return MailBody(
        text="" if garbled else tidy(CONTROLS.sub("", text)),
        quoted=found.quoted and not garbled,
        attachments=tuple(dict.fromkeys(found.attachments))[:MAX_ATTACHMENTS],
        invitation=found.invitation,
        readable=not (garbled or empty_handed),
    )


def _collect(part: Message, found: _Found, depth: int) -> None:
    if depth > MAX_DEPTH:
        found.unread_bytes = True
        return
    kind = part.get_content_type()
    children = _children(part)
    if kind == "message/rfc822" and children:
        _collect_passed_on(children[0], found, depth)
    elif kind == "multipart/alternative" and children:
        _collect_alternative(children, found, depth)
    elif children:
        found.sealed |= kind == "multipart/encrypted"
        written = len(found.whole)
        for child in children:
            _collect(child, found, depth + 1)
        if kind.startswith("message/"):
            del found.whole[written:]
    elif kind.startswith("multipart/"):
        _collect_unbounded(part, found, depth)
    else:
        _collect_leaf(part, kind, found)


def _children(part: Message) -> list[Message]:
    payload = part.get_payload()
    return [child for child in payload if isinstance(child, Message)] if isinstance(payload, list) else []


def _collect_alternative(children: list[Message], found: _Found, depth: int) -> None:
    """Take the plain-text version, unless it is empty, only points to the HTML version, or is mostly URLs."""
    plain, rich = (_Found(subject=found.subject, marks_struck=found.marks_struck) for _ in range(2))
    for child in children:
        _collect(child, plain if child.get_content_type() == "text/plain" else rich, depth + 1)
    words = "\n\n".join(plain.texts)
    chosen = rich if not words or (any(rich.texts) and _says_little(words)) else plain
    found.texts += chosen.texts
    found.whole += rich.whole if any(STRUCK in each for each in rich.whole) else chosen.whole  # plain words do not show it
    found.quoted |= chosen.quoted
    for side in (plain, rich):
        found.attachments += side.attachments
        found.invitation |= side.invitation
        found.invitation_text = found.invitation_text or side.invitation_text
        found.invited_for = found.invited_for or side.invited_for
        found.inner = found.inner or side.inner
        found.sealed |= side.sealed
        found.understood |= side.understood
        found.unread_bytes |= side.unread_bytes


def _says_little(plain: str) -> bool:
    stripped = plain.strip()
    if not stripped:
        return True
    urls = sum(len(url) for url in _URL.findall(stripped))
    return urls / len(stripped) > _MOSTLY_URLS or (len(stripped) < _STUB_CHARACTERS and bool(_STUB.search(stripped)))


def _collect_passed_on(inner: Message, found: _Found, depth: int) -> None:
    """An attached mail: named by its subject. Its text is used if the outer mail has none."""
    headers = read_headers("\r\n".join(f"{name}: {value}" for name, value in inner.items()).encode("utf-8", "surrogateescape"))
    found.attachments.append(headers.subject or "forwarded mail")
    below = _Found()
    _collect(inner, below, depth + 1)
    if words := "\n\n".join(piece for piece in below.texts if piece):
        found.inner = found.inner or f"Forwarded message from {headers.sender.name or headers.sender.email or 'someone'}:\n{words}"
    found.attachments += below.attachments


def _collect_unbounded(part: Message, found: _Found, depth: int) -> None:
    """A multipart whose declared boundary does not occur: look for one in the text, else treat the part as text."""
    del part["Content-Transfer-Encoding"]  # RFC 2045 allows none here that would change the bytes
    data = _payload(part)
    if (repaired := with_its_boundary(data)) is not None:
        _collect(repaired, found, depth + 1)
        return
    _add_text(decode_bytes(data), found)
    found.unread_bytes |= bool(data.strip())


def _collect_leaf(part: Message, kind: str, found: _Found) -> None:
    name = _file_name(part)
    attached = part.get_content_disposition() == "attachment" or kind in _TEXT_AS_FILE
    if kind in {"text/calendar", "application/ics"}:
        _add_invitation(part, found)
    elif kind == "text/html" and not attached:
        _add_html(part, found, written=not name)
    elif kind.startswith("text/") and not attached and not (name and kind != "text/plain"):
        _add_text(reflowed(_text(part)[:MAX_TEXT], part), found, written=not name and kind == "text/plain")
        found.unread_bytes |= bool(_as_sent(part).strip())
    elif kind not in _SEALS and not _is_inlaid_picture(part, kind):
        found.sealed |= kind in _SEALED
        found.attachments.append(name or _unnamed(kind))
        found.understood |= kind not in _SEALED


def _add_text(text: str, found: _Found, *, written: bool = True) -> None:
    words = own_words(text, forwarded=forwards(found.subject, text))
    found.whole += [text] if written else []
    found.texts.append(words.text)
    found.quoted |= words.quoted


def _add_html(part: Message, found: _Found, *, written: bool) -> None:
    html = _text(part)[:MAX_HTML]
    forwarded = forwards(found.subject, html)
    flat = html_to_text(html, forwarded=forwarded, marks_struck=found.marks_struck)
    words = own_words(flat.text[:MAX_TEXT], forwarded=forwarded)
    found.whole += [flat.text[:MAX_TEXT]] if written else []
    found.texts.append(words.text)
    found.quoted |= flat.quoted or words.quoted
    found.understood |= "<" in html


def _add_invitation(part: Message, found: _Found) -> None:
    invitation = read_invitation(_text(part)[:MAX_TEXT])
    found.invitation |= invitation.asks
    found.invitation_text = found.invitation_text or invitation.text
    found.invited_for = found.invited_for or (invitation.when if invitation.asks else "")
    found.understood = True


def _text(part: Message) -> str:
    charset = part.get_param("charset")
    return decode_bytes(_payload(part)[: 4 * MAX_HTML], charset if isinstance(charset, str) else "").replace("\x00", "")


def _payload(part: Message) -> bytes:
    """The bytes of a leaf with its transfer encoding undone, as far as it can be."""
    try:
        data = part.get_payload(decode=True)
    except Exception:  # an unknown charset, non-ASCII in base64, a lone surrogate: the raw characters are the best there is
        data = _as_sent(part)
    return data if isinstance(data, bytes) else b""


def _as_sent(part: Message) -> bytes:
    """A leaf with its transfer encoding still applied."""
    return str(part.get_payload() or "").encode("utf-8", "surrogateescape")


def _file_name(part: Message) -> str:
    try:
        name = part.get_filename("") or ""
    except Exception:  # broken RFC 2231 parameters raise; a nameless attachment is still an attachment
        return ""
    return clean_line(decode_words(str(name))).replace("\\", "/").rpartition("/")[2][-MAX_FILE_NAME:]


def _unnamed(kind: str) -> str:
    major, _, minor = kind.partition("/")
    if spoken := {"image": "a picture", "audio": "a recording", "video": "a video"}.get(major):
        return spoken
    return f"a file ({minor})" if _PLAIN_TYPE.fullmatch(minor) else "a file"


def _is_inlaid_picture(part: Message, kind: str) -> bool:
    return kind.startswith("image/") and "content-id" in part and part.get_content_disposition() != "attachment"
