"""Making mails as people and machines write them.

The senders, companies and sums are invented. `NOW` is a Thursday morning in Berlin.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from briefing.agenda import MailRef, Reason
from briefing.mail import Address, Envelope, MailText, ThreadId, mail_id

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 3, 12, 9, 30, tzinfo=BERLIN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifelike:
    """One mail; `unheard` must not be in its presentation, whatever the wording becomes."""

    name: str
    envelope: Envelope
    text: MailText
    unheard: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def ref(self) -> MailRef:
        """The mail as the agenda would hold it."""
        return MailRef(
            mail_id=self.envelope.mail_id,
            thread_id=self.envelope.thread_id,
            subject=self.envelope.subject,
            sender=self.envelope.sender,
            received_at=self.envelope.received_at,
            reasons=self.reasons,
        )


def lifelike(
    name: str,
    sender: str,
    subject: str,
    text: str,
    *,
    language: str = "en",
    hours_ago: float = 1,
    kind: str = "",
    list_id: str = "",
    attachments: tuple[str, ...] = (),
    readable: bool = True,
    unheard: Sequence[str] = (),
    reasons: tuple[Reason, ...] = (),
) -> Lifelike:
    """A mail from `sender` ("Name <address>"); `kind` holds the words bulk, automatic, answers, invitation as they apply."""
    display, _, email = sender.rpartition(" <")
    mail = mail_id("a1", name.replace(" ", "-"))
    return Lifelike(
        name=name,
        envelope=Envelope(
            mail_id=mail,
            thread_id=ThreadId(f"a1:t-{name}"),
            subject=subject,
            sender=Address(name=display, email=email.rstrip(">")),
            received_at=NOW - timedelta(hours=hours_ago),
            bulk="bulk" in kind,
            automatic="automatic" in kind,
            answers_me="answers" in kind,
            invitation="invitation" in kind,
            list_id=list_id,
            attachments=attachments,
            readable=readable,
        ),
        text=MailText(mail_id=mail, text=text, language=language, attachments=attachments, readable=readable),
        unheard=tuple(unheard),
        reasons=reasons,
    )
