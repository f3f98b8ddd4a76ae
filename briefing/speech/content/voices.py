"""Who speaks in a mail: a person, a person through a platform or a list, or a machine.

A platform writes from its own address in the name of the person who commented; a question of that person still counts as a question.
"""

import re

from briefing.mail import Envelope
from briefing.speech.content.names import is_service, spoken_name
from briefing.speech.content.topics import subject_of

_NOTIFIES = re.compile(r"(?:notifications?|notify|no-?reply)@")


def is_machine(envelope: Envelope) -> bool:
    """Whether a program or an office wrote the mail."""
    return (envelope.automatic or is_service(envelope.sender)) and not through_platform(envelope)


def is_discussion(envelope: Envelope) -> bool:
    """Whether a mail to a list is somebody's contribution rather than a newsletter: it answers, or carries the list's tag."""
    subject = subject_of(envelope.subject)
    return bool(envelope.list_id) and not envelope.automatic and (subject.reply or bool(subject.tags))


def through_platform(envelope: Envelope) -> bool:
    """Whether a platform's machine writes in the name of a person: `Lena Fox <notifications@github.com>`."""
    if " on " in spoken_name(envelope.sender):
        return True
    is_about_project = any("/" in tag for tag in subject_of(envelope.subject).tags)
    is_person = envelope.sender.name.strip().lower() not in {"", "github", "gitlab"}
    return is_about_project and is_person and bool(_NOTIFIES.match(envelope.sender.email))


def speaks_to_many(envelope: Envelope) -> bool:
    """Whether questions in the mail are not addressed to the user in particular."""
    return (envelope.bulk or envelope.automatic) and not (through_platform(envelope) or is_discussion(envelope))
