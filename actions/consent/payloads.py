"""What exactly a yes would do (the payload), its digest, and the question about it.

The question is composed from the payload alone, so it cannot differ from what would happen. The digest covers every field, so what happens
cannot differ from what was asked. The wording is in `briefing.speech.sentences.before_a_change`.
"""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from datetime import datetime
from enum import StrEnum
from urllib.parse import urlsplit

from actions.forwarding import sender_of
from briefing.mail import Address, MailId
from briefing.mail_action import MailAction, Tier, tier_of
from briefing.speech.content.names import spoken_name
from briefing.speech.sentences import before_a_change
from briefing.triage.domains import is_of_a_provider, registrable
from providers.unsubscribe import read_mailto


class WarningKind(StrEnum):
    """Why the user is warned about a recipient."""

    NEW = "new"
    REPLY_TO_DIFFERS = "reply_to_differs"
    LOOKS_LIKE = "looks_like"


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipientWarning:
    """A warning about one recipient; `resembles` is the known address, for `LOOKS_LIKE` only."""

    kind: WarningKind
    address: str = field(repr=False)
    resembles: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SendPayload:
    """A mail to be sent, made from a draft. `thread` is the provider's thread id or empty.

    Without `send_at` it is sent at once. `quoted` is a forwarded mail that follows the words of the `body`, `quote_edited` whether the user
    changed it by hand. `known` are recipients whom the question may name by name; `answers`: the subject is that of the mail that is
    answered, which need not be said.
    """

    account: str
    draft_id: str = ""
    to: tuple[Address, ...] = field(repr=False)
    cc: tuple[Address, ...] = field(default=(), repr=False)
    bcc: tuple[Address, ...] = field(default=(), repr=False)
    subject: str = field(default="", repr=False)
    body: str = field(default="", repr=False)
    quoted: str = field(default="", repr=False)
    quote_edited: bool = False
    attachments: tuple[str, ...] = field(default=(), repr=False)
    message_id: str = field(default="", repr=False)
    thread: str = ""
    in_reply_to: str = field(default="", repr=False)
    send_at: datetime | None = None
    warnings: tuple[RecipientWarning, ...] = field(default=(), repr=False)
    known: tuple[str, ...] = field(default=(), repr=False)
    answers: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RecipientPayload:
    """Whether `mail` is really meant for `address`. A yes sends nothing: the mail is asked about afterwards."""

    mail: SendPayload
    address: str = field(repr=False)

    @property
    def warnings(self) -> tuple[RecipientWarning, ...]:
        return tuple(warning for warning in self.mail.warnings if warning.address == self.address)

    @property
    def findings(self) -> frozenset[tuple[str, RecipientWarning]]:
        """The warnings that have a question of their own, with the draft's id, which stays the same while its text changes.

        That somebody is new is said in the question about the mail.
        """
        return frozenset((self.mail.draft_id, warning) for warning in self.warnings if warning.kind is not WarningKind.NEW)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsubscribePayload:
    """Leaving a mailing list through the `target` in its own header, a `mailto:` or `https:` address; `sender` is whose mail it was."""

    mail_id: MailId
    list_name: str = field(repr=False)
    target: str = field(repr=False)
    sender: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkPayload:
    """One reversible action on these mails and no others; `examples` are names of some of them that may be spoken, at most three, and
    `left_out` the sender's name of each mail that the user excepted.

    `label` is the label's or folder's name, or the moment in words, where the action has one, and `until` that moment. `entries` are the
    keys of the journal's entries that are to be undone. Any other action is a `ValueError`.
    """

    action: MailAction
    mails: tuple[MailId, ...]
    examples: tuple[str, ...] = field(default=(), repr=False)
    label: str = field(default="", repr=False)
    until: datetime | None = None
    entries: tuple[str, ...] = ()
    left_out: tuple[str, ...] = field(default=(), repr=False)

    def __post_init__(self) -> None:
        if tier_of(self.action) is not Tier.REVERSIBLE:
            raise ValueError("only what can be taken back is done in bulk")


Payload = SendPayload | UnsubscribePayload | BulkPayload
About = Payload | RecipientPayload
"""What a question can be about."""


def digest(payload: About) -> str:
    """SHA-256 in hex over the kind of the payload and all its fields; equal payloads have equal digests in every process.

    What was only found out about an address is left out: it may be found out between the question and its answer.
    """
    told = asdict(payload, dict_factory=lambda fields: {name: value for name, value in fields if name != "claimed"})
    everything = {"payload": type(payload).__name__, **told}
    canonical = json.dumps(everything, sort_keys=True, separators=(",", ":"), default=datetime.isoformat)
    return hashlib.sha256(canonical.encode("ascii")).hexdigest()


def action_of(payload: About) -> MailAction:
    """The action that a yes would allow, at once or after another question."""
    match payload:
        case SendPayload():
            return MailAction.SEND if payload.send_at is None else MailAction.SEND_LATER
        case RecipientPayload():
            return action_of(payload.mail)
        case UnsubscribePayload():
            return MailAction.UNSUBSCRIBE
        case BulkPayload():
            return payload.action


def mails_of(payload: About) -> frozenset[MailId]:
    """The mails that a yes would change; none for a mail that is sent."""
    match payload:
        case SendPayload() | RecipientPayload():
            return frozenset()
        case UnsubscribePayload():
            return frozenset({payload.mail_id})
        case BulkPayload():
            return frozenset(payload.mails)


def question(payload: About, *, now: datetime | None = None, heard: int = 0) -> tuple[str, ...]:
    """The question, in pieces, that must be played to its end before a yes counts. A time in the year of `now` is said without the year.

    A mail is read with it, but for as many of its `words_of` as were `heard` before.
    """
    match payload:
        case SendPayload():
            return before_a_change.send_question(
                to=[_named(each, payload) for each in payload.to],
                cc=[_named(each, payload) for each in payload.cc],
                bcc=[_named(each, payload) for each in payload.bcc],
                subject="" if payload.answers else payload.subject,
                attachments=payload.attachments,
                send_at=payload.send_at,
                now=now,
                words=words_of(payload),
                heard=heard,
            )
        case RecipientPayload():
            return (before_a_change.recipient_question(payload.address, [_said(warning) for warning in payload.warnings]),)
        case UnsubscribePayload():
            return (_before_unsubscribing(payload),)
        case BulkPayload():
            return (
                before_a_change.change_question(
                    payload.action, mails=len(payload.mails), examples=payload.examples, label=payload.label, left_out=payload.left_out
                ),
            )  # fmt: skip


def words_of(payload: About) -> tuple[str, ...]:
    """The pieces of the question that are the words of the mail."""
    if not isinstance(payload, SendPayload):
        return ()
    return before_a_change.mail_words(
        payload.body, quoted_mail=payload.quoted, quoted_from=sender_of(payload.quoted), edited=payload.quote_edited
    )


def text_of(payload: About) -> tuple[str, str]:
    """The draft and a hash of its text; to whom it goes and when is said in each question about it."""
    if not isinstance(payload, SendPayload):
        return "", ""
    return payload.draft_id, hashlib.sha256("\0".join(words_of(payload)).encode("utf-8", "surrogatepass")).hexdigest()


def _before_unsubscribing(payload: UnsubscribePayload) -> str:
    """Told of is the address as it will be written to, or the server that will be asked; and whether it is not the list's own."""
    mail, home = read_mailto(payload.target), payload.sender.rpartition("@")[2].lower()
    to = mail.address if mail else urlsplit(payload.target).hostname or ""
    is_its_own = not is_of_a_provider(home) and registrable(to.rpartition("@")[2])[1] == registrable(home)[1]
    return before_a_change.unsubscribe_question(
        list_name=payload.list_name,
        to=to,
        code=mail.code if mail else "",
        instead_of="" if is_its_own or to == payload.sender.lower() else home,
    )


def _named(address: Address, mail: SendPayload) -> str:
    """By name where the address is known, and nothing is to be pointed out about it."""
    warned = {warning.kind for warning in mail.warnings if warning.address == address.email.lower()}
    if warned == {WarningKind.NEW}:
        return before_a_change.never_written_to(address.email)
    by_name = not warned and address.email in mail.known
    return spoken_name(address) if by_name else before_a_change.spoken_address(address.email)


def _said(warning: RecipientWarning) -> str:
    match warning.kind:
        case WarningKind.NEW:
            return before_a_change.is_new(warning.address)
        case WarningKind.REPLY_TO_DIFFERS:
            return before_a_change.reply_to_differs(warning.address)
        case WarningKind.LOOKS_LIKE:
            return before_a_change.looks_like(warning.address, warning.resembles)
