"""What wishes are carried out with: the code that may change the user's mail, made by whoever puts the parts together.

No model gets any of this. Each wish gets hands of its own, with a consent that has heard nothing else, so that no words are leave for what
other words asked for.
"""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol

from actions.changes.undo import Undo
from actions.consent.consent import Consent
from actions.sending.drafts import Drafts
from actions.sending.outbox import Outbox
from actions.sending.unsubscriber import Unsubscriber
from correspondence.answering.looking_up import OpenCalendars, no_calendars
from inbox.carrying_out import MailActions
from inbox.ledger.briefed_emails import BriefedEmailStore
from inbox.unified import UnifiedInbox
from providers.sender import Senders


@dataclass(frozen=True, slots=True, kw_only=True)
class Hands:
    consent: Consent
    actions: MailActions
    undo: Undo
    drafts: Drafts
    outbox: Outbox
    unsubscriber: Unsubscriber


async def nothing_is_kept(_words: str) -> str:
    return "I cannot remember that from here."


@dataclass(frozen=True, slots=True, kw_only=True)
class UserDesk:
    """One user's mail while a run lasts. `now` is the user's wall clock; `own_addresses` are in lower case. `answers_thanks`: a reply that
    only thanks is answered too. `remember` keeps what the user stated, and says so; `calendars` opens theirs, for reading."""

    user_id: str
    inbox: UnifiedInbox
    own_addresses: frozenset[str] = field(repr=False)
    hands: Callable[[], Hands]
    senders: Senders
    ledger: BriefedEmailStore
    now: Callable[[], datetime]
    answers_thanks: bool = True
    remember: Callable[[str], Awaitable[str]] = nothing_is_kept
    calendars: OpenCalendars = no_calendars


class OpenDesk(Protocol):
    def __call__(self, user_id: str, /) -> AbstractAsyncContextManager[UserDesk]:
        """May raise `DatabaseUnavailableError`."""
