"""How the user likes to be told: in force at once, said back, and kept for their next calls."""

import logging
from collections.abc import Callable, Collection, Coroutine, Mapping
from dataclasses import replace
from typing import TypedDict

from briefing.speech.sentences import about_likes as words
from briefing.understanding.command_grammar.command_phrases.liking import Liking
from knowledge.likes import MOST_PRODS, Length, Likes
from session.call import Call
from session.outcome import Outcome, SkillRefusedError
from session.passages import Passage, PassageRole
from session.skills.presenting import is_presented, present, what_now
from storage.database import DatabaseUnavailableError

logger = logging.getLogger(__name__)

SOONEST_S, LATEST_S = 5, 120
_LENGTHS = list(Length)


class _Changed(TypedDict, total=False):
    """What of `Likes` becomes otherwise."""

    length: Length
    flows: bool
    prods: int
    prod_after_s: int


_CHOSEN_LENGTH = {Length.HEADLINES: Liking.HEADLINES, Length.SHORTER: Liking.SHORTER, Length.USUAL: Liking.USUAL_LENGTH}
_CHOSEN_PRODS = {0: Liking.NO_PRODS, 1: Liking.ONE_PROD, MOST_PRODS: Liking.PRODS}
_PLAIN: Mapping[Liking, _Changed] = {
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


async def chosen(call: Call, *, length: Length | None, flows: bool | None, prods: int | None) -> str:
    """Tell like this from now on, as the user has set it where it is shown; None stays as it is. Returns what is said to that."""
    said: list[str] = []
    if length is not None:
        said.append(await _change(call, {"length": length}, _CHOSEN_LENGTH[length]))
    if flows is not None:
        said.append(await _change(call, {"flows": flows}, Liking.FLOW if flows else Liking.ASK))
    if prods is not None:
        said.append(await _change(call, {"prods": prods}, _CHOSEN_PRODS[prods]))
    return " ".join(said)


async def _change(call: Call, changed: _Changed, like: Liking) -> str:
    """In force at once, and kept; returns what is said back."""
    call.records.likes = after = replace(call.records.likes, **changed)
    if like is Liking.ASK:
        call.line.time.end()
    call.events.changed.set()
    said = words.said_back(like, after_s=after.prod_after_s)
    if changed.get("flows") and call.line.voice is None:
        said = words.WRITTEN_FLOW
    if like is not Liking.FLOW_FOR_NOW and not await _kept(call, after, changed):
        said = f"{said} {words.FOR_THIS_CALL}"
    return said


def _is_asked(call: Call) -> bool:
    """Whether something is open that the user can still answer, so that nothing else is asked."""
    return call.dialogue.offer is not None or call.dialogue.awaits is not None or call.dialogue.to_ask_again is not None


def _changed(before: Likes, like: Liking, number: int) -> _Changed:
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


async def _kept(call: Call, likes: Likes, changed: Collection[str]) -> bool:
    try:
        await call.records.preferences.keep_likes(call.user_id, likes, changed=changed)
    except DatabaseUnavailableError:
        logger.warning("how the user likes to be told is not kept; it holds for this call")
        return False
    return True
