"""How the user wants to be briefed by mail: said back, and kept for the process that sends it. Nothing is sent from here."""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from dataclasses import replace
from datetime import time

from briefing.speech.sentences import about_accounts
from briefing.speech.sentences import about_likes as words
from briefing.understanding.command_grammar.command_phrases.mail_wishing import MailWish
from briefing.understanding.commands import CommandKind
from briefing.understanding.times.clock_times import clock_time
from briefing.understanding.times.when import moment_of
from knowledge.mail_wishes import EVERY_DAY, WEEKDAYS, MailLength, MailWay, MailWishes, at_another_time
from session.call import Call
from session.outcome import Outcome, SkillRefusedError, saying
from session.skills.choosing_account import find_account
from session.skills.presenting import what_now
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

_LENGTHS = list(MailLength)
_NOON = 12
_WAYS_WITHIN_S = 2.0
_WAYS = {MailWish.FROM_MINE: MailWay.OWN, MailWish.FROM_YOURS: MailWay.INSTALLATION}
_COMES = {MailWay.OWN: words.FROM_YOUR_ACCOUNT, MailWay.INSTALLATION: words.FROM_MY_ADDRESS}
_ONLY = {MailWay.OWN: words.ONLY_FROM_YOUR_ACCOUNT, MailWay.INSTALLATION: words.ONLY_FROM_MY_ADDRESS}


def wishing(wish: MailWish) -> Callable[..., Coroutine[object, object, Outcome]]:
    """The skill of this wish."""

    async def by_mail(call: Call, *, name: str = "") -> Outcome:
        if not call.dialogue.evidence.commands(CommandKind.BY_MAIL, wish):
            raise SkillRefusedError(words.SAY_HOW_BY_MAIL)
        try:
            said = await _wished(call, wish, name)
        except DatabaseUnavailableError:
            logger.warning("wishes about the briefing by mail cannot be stored")
            raise SkillRefusedError(words.MAIL_NOT_KEPT) from None
        return saying(f"{said} {what_now(call)}".strip())

    return by_mail


async def _wished(call: Call, wish: MailWish, name: str) -> str:
    preferences = call.records.preferences
    before = await preferences.mail_wishes(call.user_id)
    ways = await _ways(call)
    if wish is MailWish.HOW:
        return f"{_how(before, call)} {_comes(before, ways)}".strip() if before.on else words.NO_MAIL_BRIEFING
    if ways and (way := _WAYS.get(wish)) is not None and way not in ways:
        raise SkillRefusedError(_ONLY[next(iter(ways))])
    at = _time_of_day(name, call) if wish is MailWish.AT else None
    after = replace(_with(before, wish, at, call), accounts=_accounts(before, wish, name, call))
    changed = [name for name in MailWishes.__dataclass_fields__ if getattr(after, name) != getattr(before, name)]
    await preferences.keep_mail_wishes(call.user_id, after, changed=changed)
    if wish is MailWish.OFF:
        return words.MAIL_STOPPED
    said = words.MAIL_NOW if wish is MailWish.NOW else _how(after, call)
    if ways is not None and not ways:
        return f"{said} {words.NO_SENDING}"
    return f"{said} {_comes(after, ways)}" if wish in _WAYS else said


def _with(before: MailWishes, wish: MailWish, at: time | None, call: Call) -> MailWishes:
    now = call.now()
    match wish:
        case MailWish.OFF:
            return replace(before, on=False, asked_on=None)
        case MailWish.NOW:
            return replace(before, asked_on=now.date())
        case MailWish.SHORTER | MailWish.LONGER:
            place = _LENGTHS.index(before.length) + (1 if wish is MailWish.LONGER else -1)
            before = replace(before, length=_LENGTHS[min(max(place, 0), len(_LENGTHS) - 1)])
        case MailWish.EVERY_DAY | MailWish.WEEKDAYS:
            before = replace(before, days=WEEKDAYS if wish is MailWish.WEEKDAYS else EVERY_DAY)
        case MailWish.QUIET | MailWish.NOT_QUIET:
            before = replace(before, quiet=wish is MailWish.QUIET)
        case MailWish.FROM_MINE | MailWish.FROM_YOURS:
            before = replace(before, way=_WAYS[wish])
        case MailWish.ON | MailWish.AT | MailWish.ACCOUNTS | MailWish.ALL_ACCOUNTS | MailWish.HOW:
            pass
    return at_another_time(before, on=True, at=at or before.at, now=now)


def _accounts(before: MailWishes, wish: MailWish, name: str, call: Call) -> tuple[str, ...]:
    """The slugs of those that are told of. Raises `SkillRefusedError` where one that is named is none of the user's."""
    if wish is not MailWish.ACCOUNTS:
        return () if wish is MailWish.ALL_ACCOUNTS else before.accounts
    found = [find_account(call, each) for each in name.split(" and ")]
    slugs = tuple(dict.fromkeys(account.slug for account in found if account is not None))
    if not all(found) or not slugs:
        raise SkillRefusedError(about_accounts.no_such_account([one.label for one in call.mail.inbox.accounts]))
    return slugs


def _time_of_day(words_said: str, call: Call) -> time | None:
    """Of one hour of twelve the one in the morning, when briefings are read: "at seven"."""
    if not words_said:
        return None
    told = tuple(words_said.split())
    found = clock_time(told[1:] if told[0] in {"at", "around", "about", "by"} else told)
    if found is not None:
        _, clock = found
        return time(clock.hour if clock.certain or clock.hour == _NOON else clock.hour % _NOON, clock.minute)
    moment = moment_of(words_said, call.now())
    return moment.time().replace(second=0, microsecond=0) if moment is not None else None


def _how(wishes: MailWishes, call: Call) -> str:
    of = [one.label for one in call.mail.inbox.accounts if one.slug in wishes.accounts]
    return words.briefed_by_mail(wishes.at, wishes.days, length=wishes.length, quiet=wishes.quiet, of=of)


def _comes(wishes: MailWishes, ways: Collection[MailWay] | None) -> str:
    """From where; empty where nothing can be sent, or nobody knows."""
    way = wishes.way_among(ways or ())
    return "" if way is None else _COMES[way]


async def _ways(call: Call) -> Collection[MailWay] | None:
    """In which it can come; None where that cannot be found out now."""
    try:
        async with asyncio.timeout(_WAYS_WITHIN_S):
            return await call.acting.ways()
    except (DatabaseUnavailableError, TimeoutError):
        return None
