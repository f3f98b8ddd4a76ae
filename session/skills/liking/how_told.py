"""How the user likes to be told, and by which clock: in force at once, said back, and kept for their next calls."""

import logging
from collections.abc import Callable, Collection, Coroutine, Mapping
from dataclasses import replace
from typing import TypedDict
from zoneinfo import ZoneInfo

from briefing.speech.sentences import about_likes as words
from briefing.speech.sentences.call_opening import minutes_for
from briefing.speech.wording.languages import language_names, languages_in
from briefing.understanding.command_grammar.command_phrases.liking import Liking
from briefing.understanding.commands import CommandKind
from briefing.understanding.times.zones import place_of, zone_of
from knowledge.likes import MOST_PRODS, Length, Likes
from session.call import Call
from session.outcome import Outcome, SkillRefusedError, saying
from session.passages import Passage, PassageRole
from session.skills.presenting import is_presented, present, what_now
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

SOONEST_S, LATEST_S = 5, 120
_LENGTHS = list(Length)


class ChangedLikes(TypedDict, total=False):
    """What of `Likes` becomes otherwise."""

    length: Length
    flows: bool
    prods: int
    prod_after_s: int
    zone: str
    languages: str


_CHOSEN_LENGTH = {Length.HEADLINES: Liking.HEADLINES, Length.SHORTER: Liking.SHORTER, Length.USUAL: Liking.USUAL_LENGTH}
_CHOSEN_PRODS = {0: Liking.NO_PRODS, 1: Liking.ONE_PROD, MOST_PRODS: Liking.PRODS}
_PLAIN: Mapping[Liking, ChangedLikes] = {
    Liking.HEADLINES: {"length": Length.HEADLINES},
    Liking.USUAL_LENGTH: {"length": Length.USUAL},
    Liking.FLOW: {"flows": True},
    Liking.FLOW_FOR_NOW: {"flows": True},
    Liking.ASK: {"flows": False},
    Liking.NO_PRODS: {"prods": 0},
    Liking.ONE_PROD: {"prods": 1},
}


def liking(like: Liking) -> Callable[..., Coroutine[object, object, Outcome]]:
    """The skill of this wish."""

    async def prefer(call: Call, *, number: int = 0) -> Outcome:
        if not call.dialogue.evidence.prefers(like):
            raise SkillRefusedError(words.SAY_HOW)
        said = await _change(call, _changed(call.records.likes, like, number), like)
        if call.tracker.current() is not None and not is_presented(call):
            return await present(call, lead=said)
        spoken = call.dialogue.say(Passage(said), Passage("" if _is_asked(call) else what_now(call), role=PassageRole.QUESTION))
        return Outcome(spoken=spoken, verbatim=True)

    return prefer


async def chosen(call: Call, *, length: Length | None, flows: bool | None, prods: int | None, after_s: int | None = None) -> str:
    """Tell like this from now on, as the user has set it where it is shown; None stays as it is. Returns what is said to that."""
    said: list[str] = []
    if length is not None:
        said.append(await _change(call, {"length": length}, _CHOSEN_LENGTH[length]))
    if flows is not None:
        said.append(await _change(call, {"flows": flows}, Liking.FLOW if flows else Liking.ASK))
    if prods is not None:
        said.append(await _change(call, {"prods": prods}, _CHOSEN_PRODS[prods]))
    if after_s is not None:
        said.append(await _change(call, {"prod_after_s": after_s}, Liking.PRODS))
    return " ".join(said)


async def _change(call: Call, changed: ChangedLikes, like: Liking) -> str:
    """In force at once, and kept; returns what is said back."""
    after, is_kept = replace(call.records.likes, **changed), True
    if like is Liking.FLOW_FOR_NOW:
        call.records.likes = after
    else:
        is_kept = await _keep(call, changed)
    if like is Liking.ASK:
        call.line.time.end()
    call.events.changed.set()
    said = words.said_back(like, after_s=after.prod_after_s)
    if changed.get("flows") and call.line.voice is None:
        said = words.WRITTEN_FLOW
    return said if is_kept else f"{said} {words.FOR_THIS_CALL}"


def _is_asked(call: Call) -> bool:
    """Whether something is open that the user can still answer, so that nothing else is asked."""
    return call.dialogue.offer is not None or call.dialogue.awaits is not None or call.dialogue.to_ask_again is not None


def _changed(before: Likes, like: Liking, number: int) -> ChangedLikes:
    """Raises `SkillRefusedError` for what is as short or as long as it gets."""
    if like in {Liking.SHORTER, Liking.LONGER}:
        return {"length": _step(before.length, 1 if like is Liking.LONGER else -1)}
    if like in {Liking.PRODS, Liking.LATER_PRODS}:
        wanted_s = before.prod_after_s * 2 if like is Liking.LATER_PRODS else number or Likes().prod_after_s
        return {"prods": MOST_PRODS, "prod_after_s": min(max(wanted_s, SOONEST_S), LATEST_S)}
    return _PLAIN[like]


def _step(length: Length, by: int) -> Length:
    at = _LENGTHS.index(length) + by
    if not 0 <= at < len(_LENGTHS):
        raise SkillRefusedError(words.NO_SHORTER if at < 0 else words.NO_LONGER)
    return _LENGTHS[at]


async def _keep(call: Call, changed: ChangedLikes) -> bool:
    """In force at once; returns whether it is so in later calls too."""
    call.records.likes = replace(call.records.likes, **changed)
    try:
        await call.records.preferences.keep_likes(call.user_id, call.records.likes, changed=changed)
    except DatabaseUnavailableError:
        logger.warning("how the user likes to be told is not kept; it holds for this call")
        return False
    return True


async def be_in(call: Call, *, name: str = "") -> Outcome:
    """Go by the clock of this place from now on; without one, by that of the settings again."""
    if not call.dialogue.evidence.commands(CommandKind.WHEREABOUTS, name):
        raise SkillRefusedError(words.SAY_WHERE)
    zone = zone_of(name) if name else None
    if name and zone is None:
        raise SkillRefusedError(words.NO_SUCH_PLACE)
    return saying(f"{await go_by(call, zone)} {what_now(call)}".strip())


async def go_by(call: Call, zone: ZoneInfo | None) -> str:
    """The same, as it is chosen; returns what is said to that."""
    call.now.zone = zone
    kept = await _keep(call, {"zone": zone.key if zone is not None else ""})
    call.events.changed.set()
    said = words.by_the_clock_of(place_of(call.now().tzinfo), call.now())
    return said if kept else f"{said} {words.FOR_THIS_CALL}"


async def understands(call: Call, *, name: str = "") -> Outcome:
    """Mail in these languages is told in its own words from now on."""
    if not call.dialogue.evidence.commands(CommandKind.LANGUAGE, name):
        raise SkillRefusedError(words.SAY_WHICH_LANGUAGE)
    said = await speak_languages(call, {*call.records.likes.languages.split(), *languages_in(name.split())})
    return saying(f"{said} {what_now(call)}".strip())


async def understands_no_more(call: Call, *, name: str = "") -> Outcome:
    if not call.dialogue.evidence.commands(CommandKind.NO_LANGUAGE, name):
        raise SkillRefusedError(words.SAY_WHICH_LANGUAGE)
    said = await speak_languages(call, set(call.records.likes.languages.split()) - {*languages_in(name.split())})
    return saying(f"{said} {what_now(call)}".strip())


async def speak_languages(call: Call, codes: Collection[str]) -> str:
    """Mail in these languages alone is told in its own words; returns what is said to that."""
    kept = await _keep(call, {"languages": " ".join(sorted(codes))})
    call.events.changed.set()
    said = words.in_own_words(language_names(sorted(codes)), can_say=call.line.polyglot)
    return said if kept else f"{said} {words.FOR_THIS_CALL}"


async def which_zone(call: Call) -> Outcome:
    return saying(words.by_the_clock_of(place_of(call.now().tzinfo), call.now()))


async def time_left(call: Call) -> Outcome:
    progress = call.tracker.progress()
    left = progress.remaining - progress.held_back
    return saying(words.takes_so_long(minutes_for(left), left))


async def in_a_hurry(_: Call) -> Outcome:
    return saying(words.IN_A_HURRY)
