"""What the user leaves out until a time to come: at once, in later calls, and until they bring it back. Said or chosen, it ends here."""

import logging
from collections.abc import Awaitable, Collection, Mapping
from datetime import datetime

from briefing.mail import account_of
from briefing.speech.sentences import about_accounts
from briefing.speech.sentences import about_narrowing as words
from briefing.tracking.wanted import Fits, WithoutThese
from briefing.understanding.command_grammar.description import Description
from briefing.understanding.command_grammar.leaving_out import can_last
from briefing.understanding.command_grammar.narrowing import Narrowing, narrowed
from briefing.understanding.telling_words import FUNCTION_WORDS
from briefing.understanding.times.when import ends_at
from briefing.words import split_words
from knowledge.left_out import LONGEST, LeftOut
from session.call import Call
from session.outcome import SkillRefusedError
from session.skills.choosing_account import find_account
from session.skills.liking.meant_mails import meant
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

_NAMES_NO_MAIL = frozenset({"mail", "mails", "everything", "all", "from", "by", "my", "the", "account"})


def leave_out_from_the_start(call: Call, left_out: Collection[LeftOut]) -> None:
    """What the user left out in an earlier call comes in this one neither, while its time lasts."""
    for one in left_out:
        call.mail.wanted.left_out[one.what] = WithoutThese(are_meant=_who_are(call, one.what), until=one.until)
    if call.mail.wanted.left_out:
        call.tracker.brief_only(call.tracker.wanted_accounts, call.mail.wanted.fitting)


async def leave_out(call: Call, what: str, when: str) -> str:
    """Leave out what is called so, chosen where it is shown; returns what is said to that.

    Raises `SkillRefusedError` for what is no name.
    """
    name, until = name_of(" ".join(what.lower().split())), ends_at(when, call.now())
    if until is None or len(name) > LONGEST or _NAMES_NO_MAIL.issuperset(split_words(name)):
        raise SkillRefusedError(words.NAME_WHAT_TO_LEAVE_OUT)
    said = await leave_out_until(call, name, until)
    _take_effect(call)
    return said


async def leave_out_until(call: Call, name: str, until: datetime) -> str:
    """At once and in later calls, until then; also where there is none of it yet. Returns what is said to that."""
    kept = call.records.preferences.leave_out(call.user_id, LeftOut(what=name, until=until), now=call.now())
    said = words.until_then(called(call, name), until, now=call.now(), is_kept=await _is_kept(kept))
    call.mail.wanted.left_out[name] = WithoutThese(are_meant=_who_are(call, name), until=until)
    call.mail.wanted.later.pop(name, None)
    return said


async def back_again(call: Call, name: str) -> str:
    """Tell of it again, chosen where it is shown; returns what is said to that. Raises `SkillRefusedError` if it is not left out."""
    said = await take_back(call, name)
    _take_effect(call)
    return said


def _take_effect(call: Call) -> None:
    """What comes next comes with the next words."""
    call.tracker.brief_only(call.tracker.wanted_accounts, call.mail.wanted.fitting)
    call.events.changed.set()


async def take_back(call: Call, name: str) -> str:
    """In this call and in later ones: what is called exactly so, else all that is called like it. Returns what is said to that."""
    wanted, in_later_calls = call.mail.wanted, [each.what for each in await left_out_for_later(call)]
    every = {*wanted.left_out, *wanted.later, *in_later_calls}
    same = {name} & every or {each for each in every if _is_same(each, name)}
    if not same:
        raise SkillRefusedError(words.not_left_out(called(call, name)))
    kept = [each for each in in_later_calls if each in same]
    are_kept = [await _is_kept(call.records.preferences.bring_back(call.user_id, each, now=call.now())) for each in kept]
    for each in same:
        wanted.left_out.pop(each, None)
        wanted.later.pop(each, None)
    return words.is_back(called(call, name), is_kept=all(are_kept))


def may_be_brought_back(call: Call, name: str) -> bool:
    """Whether something of that name is left out, in this call or in later ones."""
    return any(_is_same(each, name) for each in (*call.mail.wanted.left_out, *call.mail.wanted.later))


def until_when(call: Call) -> Mapping[str, datetime]:
    """What is left out in this call and in later ones, and until when, by what it is called."""
    return {called(call, name): each.until for name, each in call.mail.wanted.left_out.items() if each.until is not None}


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


def name_of(said: str) -> str:
    """`github` of "everything but Github": what is left out is called so."""
    told = said.removeprefix("everything but ").split()
    return " ".join(told[1:] if told[:1] in (["the"], ["my"]) and len(told) > 1 else told)


def _is_same(name: str, other: str) -> bool:
    one, two = ({word for word in split_words(each) if word not in _NAMES_NO_MAIL | FUNCTION_WORDS} for each in (name, other))
    return bool(one and two) and (one <= two or two <= one)


def called(call: Call, name: str) -> str:
    """`Github`, `your work mail`: how it is named to the user."""
    account = find_account(call, name) if narrowed(name) is None else None
    return about_accounts.your(account.label) if account is not None else words.called(name, _lasting(name))


def _who_are(call: Call, name: str) -> Fits:
    """What tells which mails are called so."""
    account = find_account(call, name) if narrowed(name) is None else None
    return meant(call, _lasting(name)) if account is None else lambda mail: account_of(mail) == account.slug


def _lasting(name: str) -> Narrowing:
    """The mails that are called so on any day: a sort of them, else those whose sender or subject has these words ("Next")."""
    found = narrowed(name)
    by_name = Narrowing(what=Description(named=tuple(split_words(name))))
    return found if found is not None and can_last(found) else by_name
