"""Stops work, has the team pause, and sets it to work again: what is said of it is what the database holds."""

import re

from briefing.speech.sentences import about_the_team as words
from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from briefing.understanding.commands import CommandKind
from briefing.understanding.telling_words import matter_words
from briefing.words import split_words
from session.call import Call
from session.outcome import CameTo, Outcome, SkillRefusedError, saying
from session.skills.team.at_the_desk import desk_of, the_users_own
from session.skills.team.team_desk import UnderWay, reaching_the_team


async def stop(call: Call, about: str = "") -> Outcome:
    """Stop the work that is named, all of it, the only one there is, or what was handed over last in this call."""
    desk = desk_of(call)
    _is_wanted(call, TeamAsk.STOP, may_name=about)
    async with reaching_the_team():
        under_way, said = await desk.under_way(), _stopped_plainly(call)
        every = _ALL.fullmatch(said)
        meant = under_way if every is not None else _meant(under_way, said or about, handed=desk.handed)
        if len(meant) > (1 if every is None else 2 if every["both"] else len(under_way)):
            return saying(words.which_to_stop([work.matter for work in meant]), happened=CameTo.NOT_POSSIBLE)
        stopped = [work for work in meant if await desk.store.tasks.stop(desk.owner, work.first.task_id)]
        if not stopped:
            raise SkillRefusedError(words.NOTHING_TO_STOP)
    desk.handed.difference_update(work.first.task_id for work in stopped)
    return saying(words.stopped([work.matter for work in stopped]), verbatim=True)


async def pause(call: Call) -> Outcome:
    return await _pause(call, TeamAsk.PAUSE, paused=True)


async def go_on(call: Call) -> Outcome:
    return await _pause(call, TeamAsk.GO_ON, paused=False)


async def _pause(call: Call, ask: TeamAsk, *, paused: bool) -> Outcome:
    desk = desk_of(call)
    _is_wanted(call, ask)
    async with reaching_the_team():
        agents = await desk.store.agents.agents(desk.owner)
        if not agents:
            await desk.store.agents.first_team(desk.owner)
            agents = await desk.store.agents.agents(desk.owner)
        changed = [agent for agent in agents if agent.paused is not paused]
        for agent in changed:
            await desk.store.agents.pause(desk.owner, agent.agent_id, paused=paused)
    if paused:
        return saying(words.PAUSED if changed else words.PAUSED_ALREADY, verbatim=True)
    return saying(words.GOES_ON if changed else words.GOES_ON_ALREADY, verbatim=True)


def _is_wanted(call: Call, ask: TeamAsk, *, may_name: str = "") -> None:
    """Raises `SkillRefusedError` where a model wants it and the user did not say so; loose words stop only what the user has named."""
    last = call.dialogue.last
    plain = last.command is not None and last.command.kind is CommandKind.TEAM and last.command.target == ask
    is_named = bool(matter_words(may_name)) and call.dialogue.evidence.says(may_name)
    loose = is_named and not _MAY_STOP.isdisjoint(split_words(last.words))
    if not the_users_own(call) or not (plain or loose):
        raise SkillRefusedError(words.NOT_SAID)


def _stopped_plainly(call: Call) -> str:
    """What the user's own line says is to be stopped, which a model cannot make more of."""
    command = call.dialogue.last.command
    return command.text.strip() if command is not None and command.target == TeamAsk.STOP else ""


_ALL = re.compile(
    r"(?:all|(?P<both>both)|everything)(?: of)?(?: (?:it|that|this|them|these|those))?(?: (?:the|my|your|their))?"
    r"(?: (?:tasks?|work|research|things?))?(?: i asked for| (?:the team|they) (?:is|are) (?:doing|working on|at))?\W*",
    re.IGNORECASE,
)
_MAY_STOP = frozenset({"stop", "drop", "cancel", "abandon", "forget", "enough", "needed", "need"})


def _meant(under_way: list[UnderWay], about: str, *, handed: set[str]) -> list[UnderWay]:
    if telling := matter_words(about):
        named = [work for work in under_way if telling <= set(split_words(work.matter))]
        return named or [work for work in under_way if telling & set(split_words(work.matter))]
    of_this_call = [work for work in under_way if work.first.task_id in handed]
    return of_this_call[:1] or under_way
