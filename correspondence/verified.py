"""Whose reply it is: the user's own, or not, and why not.

A reply counts if all of this holds; anything in doubt is not from the user, does nothing, and is told with its reason:

- it has one From with one plain address, which is the user's, and nothing that a machine, a list or a mail of ours has;
- it answers a mail of ours: In-Reply-To or References hold an id whose token is right;
- it is addressed to the correspondence, and is no forwarded mail;
- it comes from the user: by the results of the server that receives for the user, or as the copy in the account's own folder of sent mail.

Whose results count is set when the account is connected (`Trust`) and never taken from the mail.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from correspondence.message_ids import Letter


class Folder(StrEnum):
    INBOX = "inbox"
    SENT = "sent"
    """The account's own folder of sent mail: nobody but who may use the account can put a mail there."""


class NotFromUser(StrEnum):
    """Why a mail does not count. The page has a sentence for each."""

    NO_SENDER = "no_sender"
    """No From, several, or one that can be read in two ways."""
    OTHER_SENDER = "other_sender"
    SENT_FOR_THEM = "sent_for_them"
    """Sender names somebody else."""
    OWN_MAIL = "own_mail"
    AUTOMATIC = "automatic"
    LIST = "list"
    NO_REPLY_OF_OURS = "no_reply_of_ours"
    """It answers nothing that we have sent to this user."""
    FORWARDED = "forwarded"
    TO_OTHERS = "to_others"
    NO_ID = "no_id"
    """Without an id of its own, or with several, it could not be counted once."""
    SEEN = "seen"
    NOT_AUTHENTICATED = "not_authenticated"
    """The user's own server says nothing that would show who sent it."""
    FAILED = "failed"
    """The user's own server says that it is not from where it claims to be."""
    REPLAYABLE = "replayable"
    """It was passed on, and its signature does not cover what makes it a reply to us."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrival:
    """One mail as it lies in the mailbox: its raw bytes, of which only the header is read, and where it lies."""

    raw: bytes = field(repr=False)
    folder: Folder = Folder.INBOX


@dataclass(frozen=True, slots=True, kw_only=True)
class Trust:
    """What is known of the user's account since it was connected.

    `addresses` are the user's own; `to` are those that our mails can be answered to. `servers` are the ids (RFC 8601, authserv-id) under
    which the server that receives for the account writes its results, `fields` how many such fields it writes into one mail, and `above`
    how many Received fields that tell where a mail came from may stand above them: 1 where it writes them below its own, as Gmail does.
    `one_mailbox`: our mails come from the account to itself, so that replies may be copies in its own folder of sent mail.
    `replaced` are the ids that the service gave to mails of ours in place of the ids that we chose.
    """

    key: bytes = field(repr=False)
    user_id: str
    addresses: frozenset[str] = field(repr=False)
    to: frozenset[str] = field(repr=False)
    servers: frozenset[str] = frozenset()
    fields: int = 1
    above: int = 1
    one_mailbox: bool = False
    replaced: Mapping[str, Letter] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """From the user, in reply to `letter`; or not, because of `refused`, and then it does nothing."""

    message_id: str = field(default="", repr=False)
    letter: Letter | None = None
    refused: NotFromUser | None = None

    @property
    def from_user(self) -> bool:
        return self.refused is None and self.letter is not None


def verified(arrival: Arrival, trust: Trust, *, recorded: Collection[str] = ()) -> Verdict:
    """Whether it is a reply of the user's. `recorded` are the message ids of replies that are kept already. Never raises."""
    raise NotImplementedError
