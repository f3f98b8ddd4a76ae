"""What is told once of accounts, at the next boundary: one that is closed to us, and mail that does not load.

Each time that an account has to be connected again the user hears of it once; mail that did not load they hear of once in a call, whether
the greeting, a mail that was passed over or this tells of it.
"""

from agent.call import Call
from briefing.speech.accounts import did_not_load, sign_in_needed


def untold_of_accounts(call: Call) -> bool:
    """Whether there is something to tell. What works again may be told of anew."""
    call.told_closed.intersection_update(call.inbox.sign_in_needed)
    return bool(_closed(call)) or _stubborn(call) > 0


def tell_of_accounts(call: Call) -> str:
    """One sentence, which counts as told; nothing where there is nothing to tell."""
    if closed := _closed(call):
        call.told_closed.update(closed)
        return sign_in_needed(list(closed.values()))
    mails = _stubborn(call)
    call.told_not_loaded = call.told_not_loaded or mails > 0
    return did_not_load(mails)


def _closed(call: Call) -> dict[str, str]:
    return {slug: account.label for slug, account in call.inbox.sign_in_needed.items() if slug not in call.told_closed}


def _stubborn(call: Call) -> int:
    return 0 if call.told_not_loaded else call.pipeline.stubborn
