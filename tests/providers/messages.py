"""Raw messages for tests, in the few shapes that the contract asks about."""

from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.policy import default

OWN_ADDRESS = "sam@example.com"
NOON = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


def message(
    name: str,
    *,
    sender: str = "Anna Keller <anna@example.org>",
    to: str = f"Sam <{OWN_ADDRESS}>",
    subject: str = "",
    text: str = "Hello Sam, shall we meet on Thursday?\n",
    answers: tuple[str, ...] = (),
    hours: float = 0,
    headers: dict[str, str] | None = None,
    attached: str = "",
) -> bytes:
    """A plain mail; `name` becomes its Message-ID, `answers` the names of the mails it refers to, `hours` its time after noon.

    `attached` names a file that comes with it.
    """
    mail = EmailMessage(policy=default)
    mail["From"] = sender
    mail["To"] = to
    mail["Subject"] = subject or f"About {name}"
    mail["Date"] = NOON + timedelta(hours=hours)
    mail["Message-ID"] = f"<{name}@example.org>"
    if answers:
        mail["In-Reply-To"] = f"<{answers[-1]}@example.org>"
        mail["References"] = " ".join(f"<{each}@example.org>" for each in answers)
    for field, value in (headers or {}).items():
        mail[field] = value
    mail.set_content(text)
    if attached:
        mail.add_attachment(b"paper", maintype="application", subtype="octet-stream", filename=attached)
    return mail.as_bytes()


BROKEN = b"""From: "Broken Copier" <copier@example.org>
Subject: Scan
Message-ID: <broken@example.org>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="never seen
Content-Transfer-Encoding: base64

\x00\x01\x02\x03\xff\xfe\x00\x00\x80\x81\x00\x02\x03\x04\x05
"""

INVITATION = b"""From: Anna Keller <anna@example.org>
To: sam@example.com
Subject: Planning
Date: Wed, 04 Mar 2026 12:00:00 +0000
Message-ID: <invitation@example.org>
MIME-Version: 1.0
Content-Type: text/calendar; method=REQUEST; charset=utf-8

BEGIN:VCALENDAR
METHOD:REQUEST
BEGIN:VEVENT
DTSTART:20260312T090000
DTEND:20260312T100000
SUMMARY:Planning round
LOCATION:Boathouse
END:VEVENT
END:VCALENDAR
"""

WITH_ATTACHMENT = b"""From: Anna Keller <anna@example.org>
To: sam@example.com
Subject: The plan
Date: Wed, 04 Mar 2026 12:00:00 +0000
Message-ID: <attachment@example.org>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="b1"

--b1
Content-Type: text/plain; charset=utf-8

Here is the plan.
--b1
Content-Type: application/pdf
Content-Disposition: attachment; filename*=utf-8''Plan%20f%C3%BCr%20M%C3%A4rz.pdf
Content-Transfer-Encoding: base64

JVBERi0xLjQK
--b1--
"""
