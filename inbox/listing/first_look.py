"""What a first look at the mailboxes is given, and what it finds."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from briefing.agenda import Agenda
from briefing.mail import MailStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class PipelineOptions:
    """How much is read at once, and how patiently.

    A failed request is retried after `retry_after_s` seconds, then with growing delays, until `tries` rounds in a row have brought nothing.
    """

    first_batch: int = 50
    batch: int = 200
    retry_after_s: float = 5.0
    tries: int = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstLook:
    """What is known when the greeting begins. `left_out` counts the unread mails that the ledger knows from earlier calls, by status.

    `complete`: nothing is left to load, neither a page nor an envelope nor a failed account. `not_loaded` counts the mails that could not
    be read. `unread_in_all` is how many unread mails the accounts hold, heard ones and all, where the list goes on and they say it.
    """

    agenda: Agenda
    left_out: Mapping[MailStatus, int]
    last_briefed_at: datetime | None
    memory_partial: bool
    complete: bool
    not_loaded: int = 0
    unread_in_all: int | None = None
