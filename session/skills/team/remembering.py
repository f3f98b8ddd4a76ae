"""Notes what the user tells, corrects it, and forgets it: about themselves for talking with them, about the work for those who do it.

Only the user's own words are noted, whatever a model passes. What is to be forgotten is read back first, and goes at the user's own yes.
"""

import re
from collections.abc import Sequence

from briefing.speech.sentences import about_the_team as words
from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from briefing.understanding.command_grammar.team_words.told_facts import is_a_fact
from briefing.understanding.commands import Command, CommandKind
from briefing.understanding.telling_words import matter_words
from briefing.words import split_words
from knowledge.memories import Memory
from session.call import Call
from session.dialogue import Offer, Offered
from session.outcome import CameTo, Outcome, SkillRefusedError, saying
from session.passages import Passage, PassageRole
from session.skills.team.at_the_desk import desk_of, the_users_own
from session.skills.team.team_desk import SpokenOf, TeamDesk, reaching_the_team
from team.records import Insight

MOST_AT_ONCE = 3
"""Notes that are read back before they go; a yes takes these, and the next are asked about."""
STILL_SPOKEN_OF_FOR = 2
"""Turns after it was told in which "that" may mean a note."""
_ABOUT_US = frozenset({"i", "me", "my", "mine", "we", "us", "our", "myself"})
_ASKS_TO_NOTE = re.compile(
    r"\b(?:remember|mind|note|forget|you should know|next time|in future|the future|from now on|always|never|usually|prefer|keep)\b",
    re.IGNORECASE,
)
Noted = Memory | Insight


async def remember(call: Call) -> Outcome:
    """Something about the user; a habit of somebody they deal with is for those who work with that."""
    desk, said = desk_of(call), _told(call, TeamAsk.REMEMBER, words.SAY_WHAT)
    if is_a_fact(said):
        return await _note_fact(call, desk, said)
    async with reaching_the_team():
        try:
            memory = await desk.memories.add(desk.owner, said)
        except ValueError:
            raise SkillRefusedError(words.TOO_MUCH) from None
        await desk.remember_anew()
    _speaks_of(call, desk, [memory])
    return saying(words.remembered(said), verbatim=True)


async def note_fact(call: Call) -> Outcome:
    return await _note_fact(call, desk_of(call), _told(call, TeamAsk.FACT, words.SAY_WHAT_FACT))


async def _note_fact(call: Call, desk: TeamDesk, said: str) -> Outcome:
    async with reaching_the_team():
        insight = await desk.note_fact(said)
    _speaks_of(call, desk, [insight])
    return saying(words.fact_noted(said), what=words.FACT_NOTED, verbatim=True)


async def forget(call: Call, about: str = "") -> Outcome:
    """Read back what is noted like that, and ask; without words, what was spoken of last."""
    desk = desk_of(call)
    if not the_users_own(call):
        raise SkillRefusedError(words.NOTHING_LIKE_THAT)
    about = _command_text(call, TeamAsk.FORGET) or (about if call.dialogue.evidence.says(about) else "")
    async with reaching_the_team():
        found = await _noted_about(desk, about) if about else list(spoken_of(call))
    if not found:
        raise SkillRefusedError(words.NOTHING_LIKE_THAT)
    return _asked_to_forget(call, desk, found, lead=words.IS_NOTED)


def _asked_to_forget(call: Call, desk: TeamDesk, found: Sequence[Noted], *, lead: str) -> Outcome:
    _speaks_of(call, desk, found)
    first = found[:MOST_AT_ONCE]
    call.dialogue.note(Offered(Offer.FORGET_NOTED, tuple(_id_of(each) for each in first)))
    told = words.read_back([each.content for each in first], more=len(found) - len(first))
    question = Passage(words.to_forget(len(first)), role=PassageRole.QUESTION)
    spoken = call.dialogue.say(Passage(lead), Passage(told, role=PassageRole.RESULT), question)
    return Outcome(spoken=spoken, happened=CameTo.ASKED, what="Asked whether to forget it.", verbatim=True)


async def forget_agreed(call: Call, noted: Sequence[str], *, certain: bool) -> Outcome:
    """Forget it if it is `certain` that the user said yes, and not a model for them; then ask about those that were not read yet."""
    desk = desk_of(call)
    if not certain or not the_users_own(call):
        raise SkillRefusedError(words.KEPT)
    async with reaching_the_team():
        for each in noted:
            kind, _, its_id = each.partition(":")
            await (desk.memories.remove(desk.owner, its_id) if kind == "memory" else desk.store.insights.remove(desk.owner, its_id))
        await desk.remember_anew()
    if rest := [each for each in spoken_of(call) if _id_of(each) not in noted]:
        return _asked_to_forget(call, desk, rest, lead=f"{words.FORGOTTEN} {words.IS_NOTED}")
    desk.spoken_of = None
    return saying(words.FORGOTTEN, verbatim=True)


async def correct(call: Call) -> Outcome:
    """What was told last is not so: it says from now on what it said, and what the user says instead."""
    desk, right = desk_of(call), call.dialogue.last.corrected if call.dialogue.said else ""
    noted = spoken_of(call)
    if not right or len(noted) != 1 or not the_users_own(call):
        raise SkillRefusedError(words.NOTHING_LIKE_THAT)
    (wrong,) = noted
    before, put_right = wrong.content.rstrip(" ."), f"Put right by the user: {right}"
    content = before if before.endswith(put_right.rstrip(" .")) else f"{before}. {put_right}"
    now: Noted | None
    async with reaching_the_team():
        if isinstance(wrong, Memory):
            now = await desk.memories.correct(desk.owner, wrong.memory_id, content)
            await desk.remember_anew()
        else:
            now = await desk.store.insights.correct(desk.owner, wrong.insight_id, content)
    if now is None:
        raise SkillRefusedError(words.NOTHING_LIKE_THAT)
    _speaks_of(call, desk, [now])
    return saying(words.corrected(right), verbatim=True)


def spoken_of(call: Call) -> tuple[Noted, ...]:
    """The notes that "that" may mean now."""
    desk = call.records.team
    last = desk.spoken_of if desk is not None else None
    return last.noted if last is not None and call.dialogue.turn - last.turn <= STILL_SPOKEN_OF_FOR else ()


def note_spoken_of(call: Call, noted: Sequence[Noted]) -> None:
    if call.records.team is not None:
        _speaks_of(call, call.records.team, noted)


async def memories_about(desk: TeamDesk, about: str) -> list[Memory]:
    """Those that share what the words tell; all of them where they only say that it is about the user."""
    telling, everything = matter_words(about), await desk.memories.all(desk.owner)
    if not telling:
        return everything if not _ABOUT_US.isdisjoint(split_words(about)) else []
    return [each for each in everything if telling <= said_in(each.content, telling)]


async def insights_about(desk: TeamDesk, about: str) -> list[Insight]:
    """Of all agents; those in which all telling words stand, else those with any of them."""
    telling = matter_words(about)
    if not telling:
        return []
    agents = await desk.store.agents.agents(desk.owner)
    everything = [each for agent in agents for each in await desk.store.insights.all(desk.owner, agent.agent_id)]
    of_all = [each for each in everything if telling <= said_in(each.content, telling)]
    return of_all or [each for each in everything if telling & said_in(each.content, telling)]


async def _noted_about(desk: TeamDesk, about: str) -> list[Noted]:
    telling = matter_words(about)
    insights = [each for each in await insights_about(desk, about) if telling <= said_in(each.content, telling)]
    return [*await memories_about(desk, about), *insights]


def said_in(content: str, telling: frozenset[str]) -> frozenset[str]:
    """The telling words that stand in it, in the singular or the plural."""
    there = set(split_words(content))
    return frozenset(word for word in telling if {word, f"{word}s", word.removesuffix("s")} & there)


def _told(call: Call, ask: TeamAsk, otherwise: str) -> str:
    """What the user said is to be noted, in their own words. Raises `SkillRefusedError`."""
    said = _command_text(call, ask) if the_users_own(call) else ""
    if not said and the_users_own(call) and call.dialogue.last.command is None and _ASKS_TO_NOTE.search(call.dialogue.last.words):
        said = call.dialogue.last.words.strip()  # a model has understood what is to be noted; all of the line is the user's
    if not said:
        raise SkillRefusedError(otherwise)
    return said


def _command_text(call: Call, ask: TeamAsk) -> str:
    command: Command | None = call.dialogue.last.command if call.dialogue.said else None
    is_it = command is not None and command.kind is CommandKind.TEAM and command.target in {ask, TeamAsk.FACT, TeamAsk.REMEMBER}
    is_it = is_it and command is not None and (command.target == ask or ask is not TeamAsk.FORGET)
    return command.text.strip() if is_it and command is not None else ""


def _speaks_of(call: Call, desk: TeamDesk, noted: Sequence[Noted]) -> None:
    desk.spoken_of = SpokenOf(call.dialogue.turn, tuple(noted))


def _id_of(noted: Noted) -> str:
    return f"memory:{noted.memory_id}" if isinstance(noted, Memory) else f"insight:{noted.insight_id}"
