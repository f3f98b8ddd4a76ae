"""The nouns every package shares: a mail, who wrote it, what it says.

These are values without behaviour. Providers build them, the rules in this package read them; a Gmail dict or an SQL row never gets
this far.
"""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NewType

from briefing.mail_action import MailAction

MailId = NewType("MailId", str)
"""`<account>:<provider id>`, unique over all of a user's accounts. The account part is an opaque slug, never an address."""

ThreadId = NewType("ThreadId", str)
"""`<account>:<provider thread id>`: the messages that a provider groups as one exchange."""


def mail_id(account: str, provider_id: str) -> MailId:
    """The id of a provider's mail; `account` is a slug without a colon."""
    return MailId(f"{account}:{provider_id}")


def account_of(mail: MailId) -> str:
    return mail.partition(":")[0]


def provider_id_of(mail: MailId) -> str:
    """What the provider itself calls the mail; may hold colons."""
    return mail.partition(":")[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """A mail address as a header gives it: `email` in lower case, `name` decoded and possibly empty.

    `claimed`: it is a stranger's, and the name is that of somebody known. So it is found in triage, and said wherever the name is.
    """

    name: str = ""
    email: str = ""
    claimed: bool = field(default=False, compare=False)

    @property
    def written(self) -> str:
        """As it is written for a model: "Anna Alm (anna@alm.example)", or the one of the two that is known."""
        return f"{self.name} ({self.email})" if self.name and self.email else self.name or self.email


UNKNOWN_SENDER = Address()
"""A mail whose From line is missing, unreadable or not loaded yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """What can be known about a mail without reading all of its body.

    `snippet` is the first few hundred characters of the sender's own new text where that was cheap to get, else empty.
    `answers_me` says that it replies to a mail the user sent. `bulk` covers mailing lists, newsletters and marketing
    (List-Id, List-Unsubscribe, Precedence), `automatic` machines that report (Auto-Submitted, no-reply senders).
    `readable` is false for a mail whose MIME could not be parsed: it is still presented, as one that could not be read.
    """

    mail_id: MailId
    thread_id: ThreadId
    subject: str
    sender: Address
    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    received_at: datetime
    flagged: bool = False
    important: bool = False
    answers_me: bool = False
    bulk: bool = False
    automatic: bool = False
    list_id: str = ""
    invitation: bool = False
    attachments: tuple[str, ...] = ()
    snippet: str = ""
    readable: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class MailText:
    """The words of one mail, ready to be made speakable: plain text, quotes and signature cut (never to nothing).

    `language` is an ISO 639-1 code, or empty when the text is too short to tell. `quoted` says that an earlier mail was cut off.
    `too_large`: not readable because it would take more time or memory than any mail may take.
    """

    mail_id: MailId
    text: str
    language: str = ""
    attachments: tuple[str, ...] = ()
    quoted: bool = False
    readable: bool = True
    too_large: bool = False


class MailStatus(StrEnum):
    """Where one mail stands in the briefing; every mail has exactly one. `NO_NEWS` is what the user and we wrote to one another: it is
    never told, and nobody has heard it."""

    PENDING = "pending"
    BRIEFED = "briefed"
    ACTIONED = "actioned"
    SKIPPED = "skipped"
    NO_NEWS = "no_news"


REMEMBERED_FOR = timedelta(days=7)
"""A mark is forgotten this long after it was made, each by itself; mail that has waited longer is never called new."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """One entry of the ledger: what became of a mail, and when.

    `PENDING` as the status means that an earlier mark is withdrawn (the user went back, or undid).
    """

    mail_id: MailId
    status: MailStatus
    at: datetime
    action: MailAction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """What the user told us about what matters: addresses of people (lower case) and words of their own."""

    vips: frozenset[str] = frozenset()
    keywords: tuple[str, ...] = ()
    own_addresses: frozenset[str] = field(default_factory=frozenset)
