"""What kind of mail it is, as far as that changes how it is presented.

A person who asks something is presented as asking, even if an invoice is attached. So the kinds that machines send are considered only if
no person asks.
"""

import re
from enum import StrEnum

from briefing.mail import Envelope, MailText
from briefing.speech.content.idioms import somewhere
from briefing.speech.content.signals import REQUEST
from briefing.speech.content.summary import Summary
from briefing.speech.content.topics import Subject
from briefing.speech.content.voices import is_discussion, is_machine, through_platform

_RECEIPT = somewhere(
    r"receipt|order confirm\w+|payment (?:received|confirm\w+)|your (?:order|purchase)|thanks for (?:your|riding|shopping|buying)",
    r"your payment (?:of|to|was received|has been received)",
    r"thank you for your (?:order|purchase|payment)",
    r"quittung|bestellbestätigung|zahlungsbestätigung|reçu|confirmation de (?:commande|paiement)",
)
_INVOICE = somewhere(r"invoice|rechnung|facture|bill|statement|payment (?:due|reminder)|amount due|mahnung")
_STATEMENT = somewhere(r"statement|kontoauszug\w*|kreditkartenabrechnung|relevé de compte|estado de cuenta|estratto conto")
_TROUBLE = somewhere(
    r"could not|declin\w+|fail\w*|rejected|unsuccessful|overdue|penalt\w+|appeal|court|summons|tax|notice of|statement of claim",
    r"strafe|bußgeld|gericht\w*|ladung|rechtsstreit|mahnbescheid|schaden\w*|fehlt|fehlgeschlagen|abgelehnt|bescheid|widerspr\w+",
    r"refus\w+|échou\w+|amende|tribunal|impôts?|multa|tribunale|juzgado",
)
_PAY = somewhere(r"pay|transfer|settle|überweisen|zahlen|begleichen|régler|payer|virer")
_CODE = somewhere(
    r"(?:verification|security|login|log-?in|sign-?in|one-?time|access|confirmation|authentication) (?:pass)?code",
    r"passcode|otp|one-?time password",
    r"(?:bestätigungs|sicherheits|anmelde|einmal)\w*code|code de (?:vérification|sécurité)",
)
_OFFICE = re.compile(r"(?:office|admin|support|security|reception|secretary|sekretariat|hr|it|facilities)@")
_OFFER = somewhere(
    r"[0-9]+ percent (?:off|rabatt)|sale|deals?|discount|rabatt|angebote?|coupon|voucher|save [0-9]+|free shipping|last chance|promo\w*"
)
SPELLED_CODE = re.compile(r"\b(?:[A-Z0-9] ){2,40}[A-Z0-9](?:, (?:[A-Z0-9] ){1,40}[A-Z0-9]){0,9}\b")


class MailKind(StrEnum):
    CODE = "code"
    RECEIPT = "receipt"
    INVOICE = "invoice"
    STATEMENT = "statement"
    ADVERTISING = "advertising"
    NEWSLETTER = "newsletter"
    DISCUSSION = "discussion"
    NOTICE = "notice"
    PERSON = "person"


def tells_code(envelope: Envelope, text: MailText) -> bool:
    """Whether a mail has anything to do with a code to sign in."""
    return bool(_CODE.search(f"{envelope.subject[:300]} . {text.text[:6_000]}"))


def occasion_of(envelope: Envelope, subject: Subject, summary: Summary) -> MailKind:
    """The kind of any mail but a calendar mail."""
    machine = is_machine(envelope)
    words = f"{subject.title} . {summary.sentence}"
    if _CODE.search(words) and SPELLED_CODE.search(words) and (machine or not summary.question):
        return MailKind.CODE
    asked = summary.question or REQUEST.search(summary.sentence)
    if machine or envelope.bulk or not asked or (_PAY.search(summary.sentence) and not summary.question):
        plain = summary.amount and not _TROUBLE.search(words)  # a court names a sum as well, and sends no invoice
        if plain and _INVOICE.search(words) and (machine or _INVOICE.search(subject.title) or not asked):
            return MailKind.STATEMENT if _STATEMENT.search(subject.title) else MailKind.INVOICE
        if plain and (machine or envelope.bulk) and _RECEIPT.search(words):
            return MailKind.RECEIPT
    return _impersonal(envelope, words) if not through_platform(envelope) else MailKind.PERSON


def _impersonal(envelope: Envelope, words: str) -> MailKind:
    """The kind of a mail that is neither bill nor code."""
    if not envelope.bulk:
        return MailKind.NOTICE if is_machine(envelope) else MailKind.PERSON
    if is_discussion(envelope) and not is_machine(envelope):
        return MailKind.DISCUSSION
    if envelope.automatic or _OFFICE.match(envelope.sender.email):
        return MailKind.NOTICE
    return MailKind.ADVERTISING if _OFFER.search(words) else MailKind.NEWSLETTER
