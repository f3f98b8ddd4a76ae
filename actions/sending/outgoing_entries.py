"""Journal entries for a mail that was put into the outbox, or a list that was left: on which words, and for which payload.

A sent mail has no earlier state to restore, so the entry holds none. Its id is that of the sending, by which undo cancels the mail while it
is held.
"""

from datetime import datetime

from actions.changes.entries import ChangeOutcome, Entry, new_key
from actions.consent.grants import SingleUseGrant
from briefing.mail import MailId
from providers.mailbox_writing import MailAttributes, Place

NO_STATE = MailAttributes(place=Place.ELSEWHERE, read=True, flagged=False)


def outgoing_entry(grant: SingleUseGrant, about: MailId, *, act: str, outcome: ChangeOutcome, at: datetime, call_id: str) -> Entry:
    """`about` is `<account>:<sending id>` for what is in the outbox, else the mail whose list was left."""
    return Entry(
        key=new_key(),
        act=act,
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
