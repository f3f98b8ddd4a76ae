"""What of a briefing does not come now: what the user left for later, what they leave out until a time to come, and what did not load."""

from briefing.speech.sentences import about_accounts, about_narrowing
from session.call import Call


def left_for_later(call: Call) -> frozenset[str]:
    """What the user left for later and is still to be told: accounts, and how many other mails."""
    held, others = call.tracker.held_back(), _others_for_later(call)
    return frozenset([*held.elsewhere, *([str(others)] if others else [])])


def _others_for_later(call: Call) -> int:
    """How many mails are left for later in this call; what is left out until a time to come is not offered."""
    return max(0, call.tracker.held_back().others - _left_out_until(call))  # one may have been asked for all the same


def _left_out_until(call: Call) -> int:
    if not call.mail.wanted.lasts:
        return 0
    leaves_out = call.mail.wanted.leaves_out
    mails = (mail for topic in call.tracker.snapshot().topics for mail in topic.mails if leaves_out(mail, lastingly=True))
    return sum(1 for mail in mails if call.tracker.wants_account_of(mail) and (state := call.tracker.state_of(mail)) and state.pending)


def waiting(call: Call) -> str:
    """What was held back and is still to be told: what the user left for later, and mail that did not load."""
    held = call.tracker.held_back()
    labels = {account.slug: account.label for account in call.mail.inbox.accounts}
    elsewhere = about_accounts.waiting_elsewhere({labels[slug]: mails for slug, mails in held.elsewhere.items() if slug in labels})
    others = about_narrowing.left_out(_others_for_later(call))
    lasting = about_narrowing.stay_left_out(_left_out_until(call))
    said = (elsewhere, others, lasting, about_accounts.still_not_loaded(held.not_loaded))
    return " ".join(filter(None, said))
