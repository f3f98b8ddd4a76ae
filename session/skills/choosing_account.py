"""Several accounts in one call: which account a mail lies in, and briefing only one of them.

Mail of the other accounts is not settled by this: it stays pending, and the end of the briefing says so.
"""

from briefing.mail import account_of
from briefing.speech.sentences import about_accounts, what_next
from briefing.understanding.command_grammar.described_mails import described
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.telling_words import of_account
from providers.mailbox import Account
from session.call import Call
from session.dialogue import Awaits
from session.outcome import Outcome, SkillRefusedError, saying
from session.skills.changing.several import are_there
from session.skills.finding import spoken_of
from session.skills.presenting import is_presented, present


def find_account(call: Call, description: str) -> Account | None:
    """The account with this label, or the only one whose label has words of the description; "work", "work mail", "the work account"."""
    wanted = of_account(description)
    fitting = [(account, of_account(account.label)) for account in call.mail.inbox.accounts]
    same = [account for account, words in fitting if words == wanted]
    sharing = [account for account, words in fitting if words & wanted]
    return next((found[0] for found in (same, sharing) if len(found) == 1), None)


ABOUT_A_DRAFT = frozenset({CommandKind.ADD_TEXT, CommandKind.CHANGE_TEXT, CommandKind.READ_DRAFT, CommandKind.CANCEL})


def is_meant(call: Call, command: Command) -> bool:
    """Whether a plain command can be meant: "only my important mail" names no account, and "read it back" needs a draft."""
    if command.kind in ABOUT_A_DRAFT:
        acting = call.acting
        leaving = call.heeds_stop() or (command.kind is CommandKind.CANCEL and acting.outgoing.scheduled)
        return bool(acting.draft or acting.kept or leaving)
    if command.kind is CommandKind.LOOK_UP:
        return call.dialogue.awaits is not Awaits.WORDS  # a reply may well ask "how old is it?"
    if command.kind is CommandKind.ONLY_ACCOUNT:
        return find_account(call, command.target) is not None
    what = described(command.target) if command.kind is CommandKind.BULK else None
    if what is not None and what.listed:
        return bool(call.dialogue.found)  # "archive them", of a list that was told
    if what is not None and what.may_be_a_name:
        return are_there(call, what)
    return command.kind is not CommandKind.ALL_ACCOUNTS or call.tracker.wanted_accounts is not None


async def only_account(call: Call, *, account: str = "") -> Outcome:
    """Brief only one account from now on; all of them again where none is named."""
    if not account:
        return await all_accounts(call)
    found = find_account(call, account)
    if found is None:
        raise SkillRefusedError(about_accounts.no_such_account([one.label for one in call.mail.inbox.accounts]))
    if len(call.mail.inbox.accounts) == 1:
        return saying(about_accounts.only_one(found.label))
    before = call.tracker.current() if is_presented(call) else None
    after = call.tracker.brief_only([found.slug])
    call.told.account = found.slug
    progress = call.tracker.progress()
    if after is None:
        return await present(call, lead=about_accounts.nothing_left_in(found.label))
    stays = before is not None and before.mail_id == after.mail_id
    state = call.tracker.state_of(after.mail_id)
    open_one = 1 if stays and state is not None and state.pending else 0
    return await _go_on(call, about_accounts.only_from_now(found.label, progress.remaining - progress.held_back - open_one), stays=stays)


async def all_accounts(call: Call) -> Outcome:
    """Brief all accounts again, those that were left for later included."""
    if call.tracker.wanted_accounts is None:
        return saying(about_accounts.ALL_MAIL_ALREADY)
    before = call.tracker.current() if is_presented(call) else None
    after = call.tracker.brief_only(None)
    stays = before is not None and after is not None and before.mail_id == after.mail_id
    return await _go_on(call, about_accounts.ALL_MAIL, stays=stays)


async def which_account(call: Call) -> Outcome:
    if len(call.mail.inbox.accounts) == 1:
        return saying(about_accounts.only_one(call.mail.inbox.accounts[0].label))
    mail = spoken_of(call)
    call.told.account = account_of(mail)
    return saying(about_accounts.lies_in(call.mail.inbox.label_of(mail)))


async def _go_on(call: Call, said: str, *, stays: bool) -> Outcome:
    """Stay at the open mail, or present the one under the cursor."""
    return saying(f"{said} {what_next.ask(call.dialogue.questions)}") if stays else await present(call, lead=said)
