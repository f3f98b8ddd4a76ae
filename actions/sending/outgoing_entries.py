"""What the journal says of what went out: that it was put into the outbox, or that a list was left; on whose words, and for which payload.

A mail that is sent has no state that could be put back, so the entry holds none: its id is that of the sending, by which undo cancels it
for as long as it is held.
"""

from datetime import datetime

from actions.changes.entries import ChangeOutcome, Entry, new_key
from actions.consent.grants import SingleUseGrant
from briefing.mail import MailId
from providers.mailbox_writing import MailAttributes, Place

NO_STATE = MailAttributes(place=Place.ELSEWHERE, read=True, flagged=False)


def outgoing_entry(grant: SingleUseGrant, about: MailId, *, outcome: ChangeOutcome, at: datetime, call_id: str) -> Entry:
    """`about` is `<account>:<sending id>` for what is in the outbox, else the mail whose list was left."""
    return Entry(
        key=new_key(),
        act=new_key(),
        call_id=call_id,
        at=at,
        action=grant.action,
        mail_id=about,
        mail_after=about,
        before=NO_STATE,
        after=NO_STATE,
        words_hash=grant.words_hash,
        digest=grant.digest,
        rule=grant.rule,
        outcome=outcome,
    )
