"""A mail that is answered, forwarded or unsubscribed from: what of it matters for that, read from the message as it came."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from briefing.mail import UNKNOWN_SENDER, Address
from providers.mail_headers import read_headers
from providers.mime import read_body


@dataclass(frozen=True, slots=True, kw_only=True)
class Original:
    """Message ids stand without angle brackets; `links` are those it refers to, oldest first. `at` is its own date, or none.

    `unsubscribe` and `unsubscribe_post` are the header fields of RFC 2369 and RFC 8058 as they stand there.
    """

    message_id: str = field(default="", repr=False)
    links: tuple[str, ...] = field(default=(), repr=False)
    sender: Address = field(default=UNKNOWN_SENDER, repr=False)
    reply_to: tuple[Address, ...] = field(default=(), repr=False)
    to: tuple[Address, ...] = field(default=(), repr=False)
    cc: tuple[Address, ...] = field(default=(), repr=False)
    subject: str = field(default="", repr=False)
    at: datetime | None = None
    text: str = field(default="", repr=False)
    attachments: tuple[str, ...] = field(default=(), repr=False)
    list_id: str = field(default="", repr=False)
    unsubscribe: str = field(default="", repr=False)
    unsubscribe_post: str = field(default="", repr=False)


def read_original(raw: bytes) -> Original:
    """Never raises: what cannot be read is empty."""
    headers, body = read_headers(raw), read_body(raw)
    never = datetime.fromtimestamp(0, UTC)
    at = headers.received_at(arrived=never, now=datetime.now(UTC))
    return Original(
        message_id=headers.message_id,
        links=headers.links,
        sender=headers.sender,
        reply_to=headers.reply_to,
        to=headers.to,
        cc=headers.cc,
        subject=headers.subject,
        at=None if at == never else at,
        text=body.text,
        attachments=body.attachments,
        list_id=headers.list_id,
        unsubscribe=headers.unsubscribe,
        unsubscribe_post=headers.unsubscribe_post,
    )
