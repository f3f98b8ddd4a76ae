"""What the user dealt with between two calls: mail that waited when the last call ended, and is no longer unread."""

from collections.abc import Collection

from briefing.mail import MailId, account_of


def handled_elsewhere(
    left_open: Collection[MailId], *, unread: Collection[MailId], marked: Collection[MailId], unseen_accounts: Collection[str] = ()
) -> int:
    """How many mails that were pending at the end of the last call have been read, archived or deleted in another program since.

    `unread` are all unread ids of today, so that nothing can be said before the whole list was read. `marked` are ids that the ledger has
    marks of: those were heard or acted on with us. What lies in an account that could not be listed (`unseen_accounts`, slugs) may be
    there still, and does not count.
    """
    still_there, ours, unseen = set(unread), set(marked), set(unseen_accounts)
    return sum(1 for mail in set(left_open) - still_there - ours if account_of(mail) not in unseen)
