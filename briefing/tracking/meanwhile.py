"""What the user dealt with between two calls: mail that waited when the last call ended, and is no longer unread."""

from collections.abc import Collection

from briefing.mail import MailId, account_of


def handled_elsewhere(
    left_open: Collection[MailId], *, unread: Collection[MailId], marked: Collection[MailId], unseen_accounts: Collection[str] = ()
) -> int:
    """How many mails that were pending at the end of the last call have been read, archived or deleted in another program since.

    `unread` are all unread ids of today, so the whole list must have been read. `marked` are ids with a mark in the ledger: those were
    heard or acted on in a call. Mail in an account that could not be listed (`unseen_accounts`, slugs) may still be unread, and does not
    count.
    """
    still_there, ours, unseen = set(unread), set(marked), set(unseen_accounts)
    return sum(1 for mail in set(left_open) - still_there - ours if account_of(mail) not in unseen)
