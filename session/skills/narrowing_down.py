"""Going on with some of the mails only: of one account, from people, of this topic, due today; and with all of them again.

What is left out stays pending: it is counted, and the end of the narrowed part offers it. A new call begins with everything, but for what
was left out until a time to come.
"""

from collections.abc import Callable, Collection
from dataclasses import replace

from briefing.speech.sentences import about_accounts
from briefing.speech.sentences import about_narrowing as words
from briefing.speech.wording.counts import joined
from briefing.tracking.wanted import WithoutThese
from briefing.understanding.command_grammar.leaving_out import can_last, parted
from briefing.understanding.command_grammar.narrowing import ALL_OF_THEM, AT_FIRST, narrowed
from briefing.understanding.commands import CommandKind
from briefing.understanding.times.when import ends_at
from briefing.words import split_words
from knowledge.left_out import LONGEST
from session.call import Call
from session.outcome import Outcome, SkillRefusedError, saying
from session.skills.choosing_account import find_account
from session.skills.liking.left_out_mails import called, leave_out_until, left_out_for_later, name_of, take_back, until_when
from session.skills.liking.meant_mails import is_anything_left, is_there, meant
from session.skills.presenting import is_presented, present, what_now


async def brief_only(call: Call, *, mails: str = "") -> Outcome:
    """Go on with these only, as the user named them; with all again where none are named. What was left out for another reason stays so."""
    said = " ".join(mails.lower().replace("\u2019", "'").split())
    if not said or said in ALL_OF_THEM:
        return await all_again(call)
    told, when = parted(said)
    if when:
        return await _leave_out_until(call, told, when)
    found = narrowed(said)
    account = None if found is not None and found.what is not None and found.what.subject else find_account(call, said)
    if account is not None:
        every = [one.slug for one in call.mail.inbox.accounts]
        if len(every) == 1:
            return saying(about_accounts.only_one(account.label))
        without = found is not None and found.without
        call.told.account = "" if without else account.slug
        slugs = [slug for slug in every if (slug == account.slug) != without]
        sort, alone = call.mail.wanted.called, words.of(about_accounts.your(account.label), without=without)
        return await _go_on_with(call, words.of_accounts(sort, _names_of(call, slugs)) if sort else alone, slugs)
    if found is None or not is_there(call, found):
        if not {"account", "mailbox", "inbox"}.isdisjoint(split_words(said)):
            raise SkillRefusedError(about_accounts.no_such_account([one.label for one in call.mail.inbox.accounts]))
        raise SkillRefusedError(words.CANNOT_TELL if found is None else words.NONE_LEFT)
    if found.without and not found.is_certain and not is_there(call, replace(found, without=False)):
        raise SkillRefusedError(words.NONE_LEFT)  # a sort of mail may still come; a name that nobody has was hardly meant
    wanted = call.mail.wanted
    if found.without:
        wanted.left_out[name_of(said.removesuffix(AT_FIRST))] = WithoutThese(are_meant=meant(call, replace(found, without=False)))
    else:
        wanted.for_this_call()
        wanted.only, wanted.called = meant(call, found), words.named(found)
        if wanted.lasts and not is_anything_left(call, wanted.fitting):
            wanted.leave_nothing_out()  # they ask for the very mails that they leave out
    accounts = call.tracker.wanted_accounts
    if said.endswith(AT_FIRST) and not found.without:
        first = words.called(said.removesuffix(AT_FIRST), found)
        wanted.called = f"{first}{AT_FIRST}"
        return await _go_on_with(call, words.of_accounts(first, _names_of(call, accounts)), accounts, say=words.first_of_all)
    return await _go_on_with(call, words.of_accounts(words.named(found), _names_of(call, accounts)), accounts)


def which_mails(call: Call) -> str:
    """Which mails alone come for now, by their sort and their account, in words; empty for all."""
    sort, accounts = call.mail.wanted.called, _names_of(call, call.tracker.wanted_accounts)
    return words.of_accounts(sort, accounts).removesuffix(",") if sort else accounts and words.of(accounts, without=False)


def _names_of(call: Call, accounts: Collection[str] | None) -> str:
    """`your work mail and your home mail`; empty for all accounts."""
    named = [about_accounts.your(one.label) for one in call.mail.inbox.accounts if one.slug in (accounts or ())]
    return joined(list(dict.fromkeys(named)))


async def all_again(call: Call) -> Outcome:
    """Brief all mail again, what was left for later included; what is left out until a time to come is so again in later calls."""
    if not is_narrowed(call):
        return saying(about_accounts.ALL_MAIL_ALREADY)
    later = until_when(call)
    call.mail.wanted.everything()
    lead = f"{about_accounts.ALL_MAIL} {words.left_out_later(later, now=call.now())}".rstrip()
    return await _go_on_with(call, "", None, lead=lead)


async def _leave_out_until(call: Call, said: str, when: str) -> Outcome:
    name, until = name_of(said), ends_at(when, call.now())
    found = narrowed(name)
    means_mails = can_last(found) if found is not None else find_account(call, name) is not None
    if until is None or not means_mails or len(name) > LONGEST:
        raise SkillRefusedError(words.CANNOT_TELL)
    if not call.dialogue.evidence.says(name):
        raise SkillRefusedError(words.SAY_WHAT_TO_LEAVE_OUT)
    return await _go_on_with(call, "", call.tracker.wanted_accounts, lead=await leave_out_until(call, name, until))


async def bring_back(call: Call, *, name: str = "") -> Outcome:
    """What was left out by this name is told again, in this call and in later ones."""
    if not call.dialogue.evidence.commands(CommandKind.BRING_BACK, name):
        raise SkillRefusedError(words.SAY_WHAT_TO_LEAVE_OUT)
    return await _go_on_with(call, "", call.tracker.wanted_accounts, lead=await take_back(call, name))


async def what_is_left_out(call: Call) -> Outcome:
    """Name it, each with its time; also what comes in this call because all mail was asked for again."""
    here = {name: each.until for name, each in call.mail.wanted.left_out.items()}
    later = {called(call, each.what): each.until for each in await left_out_for_later(call) if each.what not in here and each.until}
    said = "" if later and not here else words.what_is_left_out({called(call, name): at for name, at in here.items()}, now=call.now())
    return saying(f"{said} {words.left_out_later(later, now=call.now())}".strip())


async def _go_on_with(
    call: Call, what: str, accounts: Collection[str] | None, *, lead: str = "", say: Callable[[str, int, int], str] = words.only_from_now
) -> Outcome:
    """Stay at the open mail if it is one of those, else present the next of them."""
    before = call.tracker.current() if is_presented(call) else None
    after = call.tracker.brief_only(accounts, call.mail.wanted.fitting)
    progress = call.tracker.progress()
    due = progress.remaining - progress.held_back
    said = lead or (say(what, due, progress.remaining) if what else about_accounts.ALL_MAIL)
    if before is None or after is None or before.mail_id != after.mail_id:
        return await present(call, lead=said)
    return saying(f"{said} {what_now(call)}".strip())


def is_narrowed(call: Call) -> bool:
    return call.tracker.wanted_accounts is not None or call.tracker.fitting is not None
