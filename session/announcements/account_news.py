"""News of accounts, told once at the next boundary: one needs a new sign-in, one is back, or mail does not load.

The user hears once each time an account has to be connected again, and once in a call that mail did not load, be it from the greeting, from
a mail that is passed over, or from here. An account that was away when the call began is back once its mail is on the agenda.
"""

from collections import Counter
from collections.abc import Callable

from briefing.mail import account_of
from briefing.speech.sentences.about_accounts import are_back, did_not_load, sign_in_needed
from session.call import Call


def untold_of_accounts(call: Call) -> bool:
    """Whether there is something to tell. An account that works again is told of anew if it fails again."""
    call.told.closed_accounts.intersection_update(call.mail.inbox.sign_in_needed)
    call.mail.unlisted.update(call.mail.inbox.behind)
    return bool(_closed(call) or _back(call)) or _stubborn(call) > 0


def tell_of_accounts(call: Call) -> str:
    """One sentence, which counts as told; nothing where there is nothing to tell."""
    if closed := _closed(call):
        call.told.closed_accounts.update(closed)
        return sign_in_needed(list(closed.values()))
    if back := tell_of_return(call):
        return back
    mails = _stubborn(call)
    call.told.not_loaded = call.told.not_loaded or mails > 0
    return did_not_load(mails)


def as_told_until_now(call: Call) -> Callable[[], None]:
    """What takes back that anything was told of accounts from here on: it was cut off."""
    closed, unlisted, not_loaded = set(call.told.closed_accounts), set(call.mail.unlisted), call.told.not_loaded

    def take_back() -> None:
        call.told.closed_accounts.intersection_update(closed)
        call.mail.unlisted.update(unlisted)
        call.told.not_loaded = not_loaded

    return take_back


def tell_of_return(call: Call) -> str:
    """Which accounts are back, and with how many mails; that counts as told. Nothing where none is."""
    back = _back(call)
    call.mail.unlisted.difference_update(back)
    mails = Counter(account_of(mail.mail_id) for mail in call.tracker.pending_mails())
    return are_back({account.label: mails[account.slug] for account in call.mail.inbox.accounts if account.slug in back})


def _back(call: Call) -> set[str]:
    return call.mail.unlisted - call.mail.inbox.behind - call.mail.inbox.away.keys() - call.mail.inbox.sign_in_needed.keys()


def _closed(call: Call) -> dict[str, str]:
    return {slug: account.label for slug, account in call.mail.inbox.sign_in_needed.items() if slug not in call.told.closed_accounts}


def _stubborn(call: Call) -> int:
    return 0 if call.told.not_loaded else call.mail.pipeline.stubborn
