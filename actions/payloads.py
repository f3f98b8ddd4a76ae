"""Exactly what a yes would bring about, its digest, and the question that says it.

The question is composed here from the payload and from nothing else, so what is asked cannot differ from what would happen; the digest
covers every field, so what happens cannot differ from what was asked. Only the words of the sentence are elsewhere.
"""

import hashlib
import json
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum

from actions.deeds import Deed, Tier, tier_of
from briefing.mail import Address, MailId
from briefing.speech import confirming


class WarningKind(StrEnum):
    """Why a recipient has to be pointed out."""

    NEW = "new"
    REPLY_TO_DIFFERS = "reply_to_differs"
    LOOKS_LIKE = "looks_like"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipientWarning:
    """One thing about one recipient that the user has to hear; `resembles` is the known address, for `LOOKS_LIKE` only."""

    kind: WarningKind
    address: str
    resembles: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SendPayload:
    """One mail on its way out. `thread` is the provider's id of the mail thread or empty; without `send_at` it leaves at once."""

    account: str
    to: tuple[Address, ...]
    cc: tuple[Address, ...] = ()
    bcc: tuple[Address, ...] = ()
    subject: str = ""
    body: str = ""
    attachments: tuple[str, ...] = ()
    message_id: str = ""
    thread: str = ""
    in_reply_to: str = ""
    send_at: datetime | None = None
    warnings: tuple[RecipientWarning, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsubscribePayload:
    """Leaving one mailing list by what its own header names: `target` is a `mailto:` or an `https:` address."""

    mail_id: MailId
    list_name: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkPayload:
    """One reversible deed on these mails and no others; `examples` are names of some of them that may be spoken, at most three.

    `label` is the label's or folder's name, or the moment in words, where the deed has one. Any other deed is a `ValueError`.
    """

    deed: Deed
    mails: tuple[MailId, ...]
    examples: tuple[str, ...] = ()
    label: str = ""

    def __post_init__(self) -> None:
        if tier_of(self.deed) is not Tier.REVERSIBLE:
            raise ValueError("only what can be taken back is done in bulk")


Payload = SendPayload | UnsubscribePayload | BulkPayload


def digest(payload: Payload) -> str:
    """SHA-256, in hex, of everything in the payload and of what kind it is. Equal payloads have equal digests in every process."""
    everything = {"payload": type(payload).__name__, **asdict(payload)}
    canonical = json.dumps(everything, sort_keys=True, separators=(",", ":"), default=datetime.isoformat)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def deed_of(payload: Payload) -> Deed:
    """What a yes would do."""
    match payload:
        case SendPayload():
            return Deed.SEND if payload.send_at is None else Deed.SEND_LATER
        case UnsubscribePayload():
            return Deed.UNSUBSCRIBE
        case BulkPayload():
            return payload.deed


def mails_of(payload: Payload) -> frozenset[MailId]:
    """The mails that a yes would change; none for a mail that is sent."""
    match payload:
        case SendPayload():
            return frozenset()
        case UnsubscribePayload():
            return frozenset({payload.mail_id})
        case BulkPayload():
            return frozenset(payload.mails)


def question(payload: Payload) -> str:
    """The sentence that has to be said to its end before a yes means this payload."""
    match payload:
        case SendPayload():
            return confirming.send_question(
                to=[each.email for each in payload.to],
                cc=[each.email for each in payload.cc],
                bcc=[each.email for each in payload.bcc],
                subject=payload.subject,
                body=payload.body,
                attachments=payload.attachments,
                send_at=payload.send_at,
                warnings=[_said(warning) for warning in payload.warnings],
            )
        case UnsubscribePayload():
            return confirming.unsubscribe_question(list_name=payload.list_name, target=payload.target)
        case BulkPayload():
            return confirming.change_question(
                payload.deed.value, mails=len(payload.mails), examples=payload.examples, label=payload.label
            )  # fmt: skip


def _said(warning: RecipientWarning) -> str:
    match warning.kind:
        case WarningKind.NEW:
            return confirming.is_new(warning.address)
        case WarningKind.REPLY_TO_DIFFERS:
            return confirming.reply_to_differs(warning.address)
        case WarningKind.LOOKS_LIKE:
            return confirming.looks_like(warning.address, warning.resembles)
