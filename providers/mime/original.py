"""A mail that is answered, forwarded or unsubscribed from: what of it matters for that, read from the message as it came."""

from dataclasses import dataclass, field, fields
from datetime import UTC, datetime

from providers.mime.body import read_body
from providers.mime.headers import MailHeaders, read_headers


@dataclass(frozen=True, slots=True, kw_only=True)
class Original(MailHeaders):
    """Its headers and its words. Message ids stand without angle brackets; `at` is its own date, or none."""

    at: datetime | None = None
    text: str = field(default="", repr=False)
    attachments: tuple[str, ...] = field(default=(), repr=False)


def read_original(raw: bytes) -> Original:
    """Never raises: what cannot be read is empty."""
    headers, body = read_headers(raw), read_body(raw)
    never = datetime.fromtimestamp(0, UTC)
    at = headers.received_at(arrived=never, now=datetime.now(UTC))
    return Original(
        **{each.name: getattr(headers, each.name) for each in fields(headers)},
        at=None if at == never else at,
        text=body.text,
        attachments=body.attachments,
    )
