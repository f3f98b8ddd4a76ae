"""Going on with some of the mails only: of one account, from people, of this topic, due today; and with all of them again.

What is left out stays pending: it is counted, and the end of the narrowed part offers it. A new call begins with everything, but for what
was left out until a time to come.
"""

import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime

from briefing.agenda import TopicKind
from briefing.mail import MailId, account_of
from briefing.speech.sentences import about_accounts
from briefing.speech.sentences import about_narrowing as words
from briefing.tracking.wanted import Fits, WithoutThese
from briefing.triage.grouping import kind_alone
from briefing.triage.mail_groups import groups_of
from briefing.understanding.command_grammar.leaving_out import can_last, parted
from briefing.understanding.command_grammar.matching_mails import matching
from briefing.understanding.command_grammar.narrowing import ALL_OF_THEM, AT_FIRST, Narrowing, narrowed
from briefing.understanding.commands import CommandKind
from briefing.understanding.telling_words import FUNCTION_WORDS
from briefing.understanding.times.when import ends_at
from briefing.words import split_words
from knowledge.left_out import LONGEST, LeftOut
from session.call import Call
from session.outcome import Outcome, SkillRefusedError, saying
from session.skills.changing.several import at_hand
from session.skills.choosing_account import find_account
from session.skills.finding import find_topic
from session.skills.presenting import is_presented, present, what_now
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

_NAMES_NO_MAIL = frozenset({"mail", "mails", "everything", "all", "from", "by", "my", "the", "account"})


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
        call.mail.wanted.called = words.of(about_accounts.your(account.label), without=without)
        return await _go_on_with(call, call.mail.wanted.called, slugs)
    if found is None or not is_there(call, found):
        if not {"account", "mailbox", "inbox"}.isdisjoint(split_words(said)):
            raise SkillRefusedError(about_accounts.no_such_account([one.label for one in call.mail.inbox.accounts]))
        raise SkillRefusedError(words.CANNOT_TELL if found is None else words.NONE_LEFT)
    if found.without and not found.is_certain and not is_there(call, replace(found, without=False)):
        raise SkillRefusedError(words.NONE_LEFT)  # a sort of mail may still come; a name that nobody has was hardly meant
    wanted = call.mail.wanted
    if found.without:
        wanted.left_out[_name(said.removesuffix(AT_FIRST))] = WithoutThese(are_meant=_meant(call, replace(found, without=False)))
    else:
        wanted.for_this_call()
        wanted.only, wanted.called = _meant(call, found), words.named(found)
        if wanted.lasts and not _is_anything_left(call, wanted.fitting):
            wanted.leave_nothing_out()  # they ask for the very mails that they leave out
    if said.endswith(AT_FIRST) and not found.without:
        first = words.called(said.removesuffix(AT_FIRST), found)
        wanted.called = f"{first}{AT_FIRST}"
        return await _go_on_with(call, first, call.tracker.wanted_accounts, say=words.first_of_all)
    return await _go_on_with(call, words.named(found), call.tracker.wanted_accounts)


async def all_again(call: Call) -> Outcome:
    """Brief all mail again, what was left for later included; what is left out until a time to come is so again in later calls."""
    if not is_narrowed(call):
        return saying(about_accounts.ALL_MAIL_ALREADY)
    later = until_when(call)
    call.mail.wanted.everything()
    lead = f"{about_accounts.ALL_MAIL} {words.left_out_later(later, now=call.now())}".rstrip()
    return await _go_on_with(call, "", None, lead=lead)


def leave_out_from_the_start(call: Call, left_out: Collection[LeftOut]) -> None:
    """What the user left out in an earlier call comes in this one neither, while its time lasts."""
    for one in left_out:
        if (are_meant := _who_are(call, one.what)) is not None:
            call.mail.wanted.left_out[one.what] = WithoutThese(are_meant=are_meant, until=one.until)
    if call.mail.wanted.left_out:
        call.tracker.brief_only(call.tracker.wanted_accounts, call.mail.wanted.fitting)


async def _leave_out_until(call: Call, said: str, when: str) -> Outcome:
    """At once and in later calls, until then; also where there is none of it yet."""
    name, until = _name(said), ends_at(when, call.now())
    found, are_meant = narrowed(name), _who_are(call, name)
    if until is None or are_meant is None or len(name) > LONGEST or (found is not None and not can_last(found)):
        raise SkillRefusedError(words.CANNOT_TELL)
    if not call.dialogue.evidence.says(name):
        raise SkillRefusedError(words.SAY_WHAT_TO_LEAVE_OUT)
    kept = call.records.preferences.leave_out(call.user_id, LeftOut(what=name, until=until), now=call.now())
    lead = words.until_then(_shown(call, name), until, now=call.now(), is_kept=await _is_kept(kept))
    call.mail.wanted.left_out[name] = WithoutThese(are_meant=are_meant, until=until)
    return await _go_on_with(call, "", call.tracker.wanted_accounts, lead=lead)


async def bring_back(call: Call, *, name: str = "") -> Outcome:
    """What was left out by this name is told again, in this call and in later ones."""
    if not call.dialogue.evidence.commands(CommandKind.BRING_BACK, name):
        raise SkillRefusedError(words.SAY_WHAT_TO_LEAVE_OUT)
    return await _go_on_with(call, "", call.tracker.wanted_accounts, lead=await _back(call, name))


async def back_again(call: Call, name: str) -> str:
    """The same, chosen where it is shown; what comes next comes with the next words. Returns what is said to that."""
    said = await _back(call, name)
    call.tracker.brief_only(call.tracker.wanted_accounts, call.mail.wanted.fitting)
    call.events.changed.set()
    return said


async def _back(call: Call, name: str) -> str:
    here = [each for each in call.mail.wanted.left_out if _is_same(each, name)]
    kept = [each.what for each in await left_out_for_later(call) if _is_same(each.what, name)]
    if not here and not kept:
        raise SkillRefusedError(words.not_left_out(_shown(call, name)))
    are_kept = [await _is_kept(call.records.preferences.bring_back(call.user_id, each, now=call.now())) for each in kept]
    for each in here:
        del call.mail.wanted.left_out[each]
    for each in [later for later in call.mail.wanted.later if _is_same(later, name)]:
        del call.mail.wanted.later[each]
    return words.is_back(_shown(call, name), is_kept=all(are_kept))


def may_be_brought_back(call: Call, name: str) -> bool:
    """Whether something of that name is left out, in this call or in later ones."""
    return any(_is_same(each, name) for each in (*call.mail.wanted.left_out, *call.mail.wanted.later))


async def what_is_left_out(call: Call) -> Outcome:
    """Name it, each with its time; also what comes in this call because all mail was asked for again."""
    until = {each.what: each.until for each in await left_out_for_later(call)}
    until |= {name: each.until for name, each in call.mail.wanted.left_out.items()}
    return saying(words.what_is_left_out({_shown(call, name): at for name, at in until.items()}, now=call.now()))


def until_when(call: Call) -> Mapping[str, datetime]:
    """What is left out in this call and in later ones, and until when, by what it is called."""
    return {_shown(call, name): each.until for name, each in call.mail.wanted.left_out.items() if each.until is not None}


async def left_out_for_later(call: Call) -> tuple[LeftOut, ...]:
    """What is left out in later calls too; none while that is not known."""
    try:
        return await call.records.preferences.left_out(call.user_id, now=call.now())
    except DatabaseUnavailableError:
        return ()


async def _is_kept(work: Awaitable[None]) -> bool:
    try:
        await work
    except DatabaseUnavailableError:
        logger.warning("what the user leaves out is not kept; it holds for this call")
        return False
    return True


def _name(said: str) -> str:
    """`github` of "everything but Github": what is left out is called so."""
    told = said.removeprefix("everything but ").split()
    return " ".join(told[1:] if told[:1] in (["the"], ["my"]) and len(told) > 1 else told)


def _is_same(name: str, other: str) -> bool:
    one, two = ({word for word in split_words(each) if word not in _NAMES_NO_MAIL | FUNCTION_WORDS} for each in (name, other))
    return bool(one and two) and (one <= two or two <= one)


def _shown(call: Call, name: str) -> str:
    account = find_account(call, name) if narrowed(name) is None else None
    return about_accounts.your(account.label) if account is not None else words.called(name, narrowed(name))


def _who_are(call: Call, name: str) -> Fits | None:
    """What tells which mails are called so; none where the words mean no mails that could be left out for longer."""
    found = narrowed(name)
    if found is not None:
        return _meant(call, found)
    account = find_account(call, name)
    return None if account is None else lambda mail: account_of(mail) == account.slug


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


def is_there(call: Call, found: Narrowing) -> bool:
    """Whether anything that is left to be told is meant."""
    try:
        fits = _meant(call, found)
    except SkillRefusedError:
        return False  # no such topic
    return _is_anything_left(call, fits)


def _is_anything_left(call: Call, fits: Fits | None) -> bool:
    mails = (mail for topic in call.tracker.snapshot().topics for mail in topic.mails if fits is None or fits(mail))
    return any(call.tracker.wants_account_of(mail) and (one := call.tracker.state_of(mail)) and one.pending for mail in mails)


def _meant(call: Call, found: Narrowing) -> Fits:
    """Tells which mails are meant. A mail that has not loaded is not, until it has; from then on the answer stays the same, unless its
    sender or a word of it comes to matter.

    Raises `SkillRefusedError` for a topic that is not there.
    """
    around, now = replace(at_hand(call)[1], here=_topic(call, found)), call.now()
    known: dict[tuple[MailId, bool], bool] = {}

    def fits(mail: MailId) -> bool:
        envelope, state = call.mail.pipeline.envelopes.get(mail), call.tracker.state_of(mail)
        if envelope is None or state is None or not state.mail.loaded:
            return False
        key = mail, state.mail.important
        if key not in known:
            if found.group is not None:
                is_meant = found.group in groups_of(state.mail, envelope, now=now)
            elif found.what is not None:
                letters = {mail} if kind_alone(envelope, state.mail) is TopicKind.NEWSLETTERS else set()
                is_meant = bool(matching(found.what, [envelope], replace(around, newsletters=letters)))
            else:
                is_meant = mail in around.here
            known[key] = is_meant is not found.without
        return known[key]

    return fits


def _topic(call: Call, found: Narrowing) -> frozenset[MailId]:
    """The mails of the topic that was named, else of the one that is open."""
    number = find_topic(call, found.topic) if found.topic else call.tracker.progress().topic_number
    topics = (frozenset(topic.mails) for topic in call.tracker.snapshot().topics)
    return next(
        (mails for mails in topics if any((one := call.tracker.topic_of(mail)) and one.number == number for mail in mails)), frozenset()
    )
