"""Reads a raw message for what a reply, a forward or an unsubscription needs of it."""

from dataclasses import dataclass, field, fields
from datetime import UTC, datetime

from providers.mime.body import read_body
from providers.mime.headers import MailHeaders, read_headers


@dataclass(frozen=True, slots=True, kw_only=True)
class Original(MailHeaders):
    """Headers and text of a mail. Message ids are without angle brackets; `at` is when it came or was written, or None."""

    at: datetime | None = None
    text: str = field(default="", repr=False)
    attachments: tuple[str, ...] = field(default=(), repr=False)


def read_original(raw: bytes) -> Original:
    """Never raises; an unreadable field is empty."""
    headers, body = read_headers(raw), read_body(raw)
    never = datetime.fromtimestamp(0, UTC)
    at = headers.received_at(arrived=never, now=datetime.now(UTC))
    return Original(
        **{each.name: getattr(headers, each.name) for each in fields(headers)},
        at=None if at == never else at,
        text=body.text,
        attachments=body.attachments,
    )
