"""A message at Gmail as an envelope: what it says stands in its headers and labels, and no text is read for it.

Gmail's snippet is the beginning of the text, escaped as in HTML and with quotations still in it, so it is cut where an earlier mail is
introduced. Names of attachments come from the structure; a signature's logo, which mail programs number, is none.
"""

import html
import re
from collections.abc import Sequence, Set
from datetime import UTC, datetime

from briefing.mail import Envelope, ThreadId, mail_id
from providers.gmail.history_records import AWAY_LABELS, STAR
from providers.gmail.values import Message, Part
from providers.mime.body import MAX_ATTACHMENTS, MAX_FILE_NAME, snippet_of
from providers.mime.headers import clean_line, read_headers

SENT = "SENT"

_INVITATIONS = frozenset({"text/calendar", "application/ics"})
_SEALED = frozenset({"multipart/encrypted", "application/pgp-encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"})
_LOGO = re.compile(r"image\d{3}\.(?:png|jpe?g|gif)", re.IGNORECASE)
_QUOTED = re.compile(
    r"\s(?:(?:On|Am|Le|El|Il|Op|Em|Den)\s[^\n]{6,100}"
    r"\s(?:wrote|a écrit|escribió|ha scritto|escreveu|schrieb\s.{1,80}|schreef\s.{1,80}|skrev\s.{1,80}|geschrieben|geschreven)\s?:"
    r"|-{3,} ?(?:Original Message|Ursprüngliche Nachricht|Message d.origine|Mensaje original|Messaggio originale) ?-{3,}).*",
    re.DOTALL,
)


def envelope_of(message: Message, *, slug: str, written_in: Set[str]) -> Envelope:
    """The envelope of a message of the account `slug`; `written_in` are the threads in which the user has written."""
    headers = read_headers(message.headers)
    return Envelope(
        mail_id=mail_id(slug, message.id),
        thread_id=ThreadId(f"{slug}:{message.thread_id}"),
        subject=headers.subject,
        sender=headers.sender,
        to=headers.to,
        cc=headers.cc,
        received_at=headers.received_at(arrived=message.internal_date, now=datetime.now(UTC)),
        flagged=STAR in message.labels,
        important="IMPORTANT" in message.labels,
        answers_me=bool(headers.links) and message.thread_id in written_in and SENT not in message.labels,
        bulk=headers.bulk,
        automatic=headers.automatic,
        list_id=headers.list_id,
        invitation=any(part.mime_type in _INVITATIONS for part in message.parts),
        attachments=_attachments(message.parts),
        snippet=_snippet(message.snippet),
        readable=_is_readable(message.parts),
    )


def is_away(message: Message) -> bool:
    """Whether it lies in the trash or among the spam, from where Google deletes it."""
    return not message.labels.isdisjoint(AWAY_LABELS)


def _attachments(parts: Sequence[Part]) -> tuple[str, ...]:
    names = (clean_line(part.filename)[-MAX_FILE_NAME:] for part in parts if part.filename and not _is_logo(part))
    return tuple(dict.fromkeys(name for name in names if name))[:MAX_ATTACHMENTS]


def _is_logo(part: Part) -> bool:
    return part.mime_type.startswith("image/") and bool(_LOGO.fullmatch(part.filename))


def _snippet(text: str) -> str:
    return snippet_of(clean_line(_QUOTED.sub("", html.unescape(text))))


def _is_readable(parts: Sequence[Part]) -> bool:
    """Whether there are words, or an attachment to name: a structure that Google could not read has no leaves."""
    leaves = [part for part in parts if not part.mime_type.startswith("multipart/")]
    return bool(leaves) and not all(part.mime_type in _SEALED for part in leaves)
