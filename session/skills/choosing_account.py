"""Several accounts in one call: which account a mail lies in, and briefing only one of them.

Mail of the other accounts is not settled by this: it stays pending, and the end of the briefing says so.
"""

from briefing.mail import account_of
from briefing.speech.sentences import about_accounts
from briefing.understanding.telling_words import of_account
from providers.mailbox import Account
from session.call import Call
from session.outcome import Outcome, saying
from session.skills.finding import spoken_of


def find_account(call: Call, description: str) -> Account | None:
    """The account with this label, or the only one whose label has words of the description; "work", "work mail", "the work account"."""
    wanted = of_account(description)
    fitting = [(account, of_account(account.label)) for account in call.mail.inbox.accounts]
    same = [account for account, words in fitting if words == wanted]
    sharing = [account for account, words in fitting if words & wanted]
    return next((found[0] for found in (same, sharing) if len(found) == 1), None)


async def accounts(call: Call) -> Outcome:
    return saying(about_accounts.accounts([account.label for account in call.mail.inbox.accounts]))


async def which_account(call: Call) -> Outcome:
    if len(call.mail.inbox.accounts) == 1:
        return saying(about_accounts.only_one(call.mail.inbox.accounts[0].label))
    mail = spoken_of(call)
    call.told.account = account_of(mail)
    return saying(about_accounts.lies_in(call.mail.inbox.label_of(mail)))
