"""The recipients, subject and threading headers of a reply. Pure.

Most mail programs go by In-Reply-To and References (RFC 5322, section 3.6.4), Gmail by the subject and its own thread id as well; a
reply has all of them.
"""

import re
from collections.abc import Set
from dataclasses import dataclass, field

from briefing.mail import Address
from providers.mime.original import Original

_PREFIXES = re.compile(r"^(?:\s*(?:re|aw|antw|sv|vs|rif|res|odp|ynt)(?:\[\d{1,3}\]|\^\d{1,3})?\s*:)+\s*", re.IGNORECASE)
_FORWARDED = re.compile(r"^\s*(?:fwd?|wg|tr|i|rv|enc)\s*:", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyHeaders:
    """Ids stand without angle brackets. `reply_to_differs`: the answer goes to another address than the mail came from."""

    to: tuple[Address, ...] = field(repr=False)
    cc: tuple[Address, ...] = field(repr=False)
    subject: str = field(repr=False)
    in_reply_to: str = field(repr=False)
    references: tuple[str, ...] = field(repr=False)
    reply_to_differs: bool


def reply_headers(original: Original, own_addresses: Set[str], *, everyone: bool = False) -> ReplyHeaders:
    """The headers of a reply, or of a reply to everyone. `own_addresses` are in lower case.

    A reply to the user's own mail goes to the recipients of that mail. If no other address is left, it goes to the sender, even if that is
    the user.
    """
    sender = original.reply_to or (original.sender,)
    others = _without(sender, own_addresses)
    first = others or _without(original.to, own_addresses) or _without(original.cc, own_addresses) or sender
    to = _once(first if not everyone or not others else (*first, *_without(original.to, own_addresses)))
    named = {address.email for address in to}
    cc = tuple(address for address in _once(_without(original.cc, own_addresses)) if address.email not in named) if everyone else ()
    chain = [each for each in original.links if each != original.message_id]
    return ReplyHeaders(
        to=tuple(address for address in to if address.email),
        cc=cc,
        subject=reply_subject(original.subject),
        in_reply_to=original.message_id,
        references=(*chain, original.message_id) if original.message_id else tuple(chain),
        reply_to_differs=bool(others) and {address.email for address in sender} != {original.sender.email},
    )


def reply_subject(subject: str) -> str:
    """The subject with a single "Re: ", whatever reply prefix it had, in any language."""
    return f"Re: {without_reply_prefix(subject)}".strip()


def without_reply_prefix(subject: str) -> str:
    return _PREFIXES.sub("", subject)


def forward_subject(subject: str) -> str:
    """The subject with "Fwd: " in front, once."""
    return subject if _FORWARDED.match(subject) else f"Fwd: {subject}".strip()


def _without(addresses: tuple[Address, ...], own: Set[str]) -> tuple[Address, ...]:
    return tuple(address for address in addresses if address.email and address.email.lower() not in own)


def _once(addresses: tuple[Address, ...]) -> tuple[Address, ...]:
    return tuple({address.email: address for address in reversed(addresses)}.values())[::-1]
