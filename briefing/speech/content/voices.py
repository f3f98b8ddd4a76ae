"""Who speaks in a mail: a person, a person through a platform or a list, or a machine.

A platform writes from its own address in the name of the person who commented; a question of that person still counts as a question.
"""

import re

from briefing.mail import Address, Envelope
from briefing.speech.content.names import is_service, writes_through_platform
from briefing.speech.wording.links import organisation_domain
from briefing.words import fold, split_words

_PERSON = re.compile(r"[^\W\d_][\w.'-]*(?: [^\W\d_][\w.'-]*){1,3}")
_MAILER = re.compile(r"mcsv|mailchimp|list-manage|sendgrid|mailjet|sendinblue|brevo|hubspot|constantcontact|klaviyo|substack|cmail|rsgsv")
_ANSWERS = re.compile(r"\s*(?:re|aw|sv|vs|antw|antwort|odp|r)\s?(?:\[\d{1,3}\])?\s?:|\s*\[[^\[\]]{1,60}\]", re.IGNORECASE)
_PROJECT = re.compile(r"\s*+(?>(?:(?:re|fwd?|aw)\s?:\s*+)*)\[[^\[\]/]{1,60}/[^\[\]]{1,60}\]", re.IGNORECASE)
_NAME = r"(?:@[\w-]{1,40}|(?!(?:We|Our|You|They|The|Survey)\b)[A-Z][\w.'-]{1,40})"
_RELAYS = re.compile(
    rf"(?<!\w){_NAME} (?:(?:mentioned|tagged|assigned|asked) you\b|assigned [\w-]{{1,40}} to you\b"
    r"|requested (?:your|a) (?:review|approval)\b"
    r"|(?:sent|left) you a (?:\w{1,20} )?(?:message|comment)\b)"
    r"|\(direct message\)"
)
_RELAYS_WITHIN = 600
_NOTIFIES = re.compile(r"(?:notifications?|notify|no-?reply)@")


def is_machine(envelope: Envelope) -> bool:
    """Whether a program or an office wrote the mail."""
    return (envelope.automatic or is_service(envelope.sender)) and not through_platform(envelope)


def is_discussion(envelope: Envelope) -> bool:
    """Whether a mail to a list is somebody's contribution rather than a newsletter.

    It answers or carries the list's tag; or it comes from somewhere else than the list, sent to the list's own address or by somebody
    who has a person's name.
    """
    if not envelope.list_id or envelope.automatic:
        return False
    if _ANSWERS.match(envelope.subject[:80]):
        return True
    host = organisation_domain(envelope.list_id.strip("<> ").rpartition("<")[2])
    if is_service(envelope.sender):
        return False
    posted = any(_is_list_address(address.email, envelope.list_id) for address in (*envelope.to, *envelope.cc))
    if organisation_domain(envelope.sender.email.rpartition("@")[2]) == host:
        return posted and _bears_own_name(envelope.sender)  # and not an office that tells all parents
    if posted:
        return True
    return bool(_PERSON.fullmatch(envelope.sender.name.strip()[:80])) and not _MAILER.search(envelope.list_id)


def _bears_own_name(sender: Address) -> bool:
    """Whether somebody's address is made of their name: `Hanne Riis <hanne.riis@...>`."""
    local = fold(sender.email.partition("@")[0][:80])
    return any(len(word) > 2 and word in local for word in split_words(sender.name[:80]))


def _is_list_address(address: str, list_id: str) -> bool:
    return bool(address) and address.replace("@", ".") == list_id.strip("<> ").rpartition("<")[2]


def speaks_as_person(envelope: Envelope) -> bool:
    """Whether a mail to a list, or from a platform, is a person's words."""
    return through_platform(envelope) or (is_discussion(envelope) and not is_machine(envelope))


def through_platform(envelope: Envelope) -> bool:
    """Whether a platform's machine writes in the name of a person: `Lena Fox <notifications@github.com>`."""
    if writes_through_platform(envelope.sender):
        return True
    if not _NOTIFIES.match(envelope.sender.email):
        return False
    is_about_project = _PROJECT.match(envelope.subject[:200]) is not None
    is_person = envelope.sender.name.strip().lower() not in {"", "github", "gitlab"}
    return is_about_project and is_person


def relays_a_person(envelope: Envelope, text: str) -> bool:
    """Whether a machine passes on what a person wants of the user: "Tom Reyes mentioned you in a comment"."""
    return (envelope.automatic or is_service(envelope.sender)) and _RELAYS.search(text[:_RELAYS_WITHIN]) is not None


def speaks_to_many(envelope: Envelope) -> bool:
    """Whether questions in the mail are not addressed to the user in particular."""
    return (envelope.bulk or envelope.automatic) and not (through_platform(envelope) or is_discussion(envelope))
