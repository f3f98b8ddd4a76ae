"""Makes teams, adds workers to them, and lets workers and teams go: in the user's own words, and what goes is asked about first."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from briefing.speech.sentences import about_the_team as words
from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from briefing.understanding.command_grammar.team_words.making_teams import wanted_of, who_goes
from briefing.understanding.commands import CommandKind
from briefing.understanding.telling_words import matter_words
from briefing.words import split_words
from prompts import render
from session.call import Call
from session.dialogue import Offer, Offered
from session.outcome import CameTo, Outcome, SkillRefusedError, saying
from session.passages import Passage, PassageRole
from session.skills.team.at_the_desk import desk_of, the_users_own
from session.skills.team.team_desk import UNDER_WAY, TeamDesk, reaching_the_team
from team.agents import NewTeam
from team.records import Team, TeamAgent, TeamError

_Named = TypeVar("_Named", Team, TeamAgent)

_MAY_ORDER = re.compile(
    r"\b(?:make|set up|create|start|build|form|add|hire|recruit|take on|need|want|like|let|fire|sack|dismiss|remove|delete|drop|disband"
    r"|dissolve|get rid)\b",
    re.IGNORECASE,
)
_ONE_OF_THEM = re.compile(r"\b(?:teams?|workers?|agents?|assistants?|somebody|someone|anybody|go)\b", re.IGNORECASE)
_ORDERS_NOTHING = re.compile(
    r"\b(?:not|never|no|nobody|cannot|\w+n['\u2019]t|if|when|unless|whether|said|says|asked|asks|wrote|writes|should i|why|how)\b",
    re.IGNORECASE,
)
"""What a model may take for an order has a word of the first kind, one of the second behind it, and none of the third."""


async def make_team(call: Call, about: str = "") -> Outcome:
    desk, wanted = desk_of(call), wanted_of(_said(call, TeamAsk.NEW_TEAM, about))
    if not wanted.called:
        raise SkillRefusedError(words.SAY_WHAT_FOR)
    async with reaching_the_team():
        if _named(await desk.store.agents.teams(desk.owner), wanted.called):
            raise SkillRefusedError(words.there_already(wanted.called))
        mission = render("team_told_mission", matter=wanted.matter or wanted.called)
        new = NewTeam(name=wanted.called, mission=mission, lead_name=wanted.called)
        try:
            await desk.store.agents.create_team(desk.owner, new)
        except TeamError:
            raise SkillRefusedError(words.TOO_MANY) from None
        desk.done[TeamAsk.NEW_TEAM, call.dialogue.turn] += 1
        works = desk.can_work and await desk.is_anybody_working()
    desk.stirred.set()
    return saying(words.team_made(wanted.called, wanted.matter if wanted.name else "", works=works), verbatim=True)


async def add_worker(call: Call, about: str = "") -> Outcome:
    """To the team that is named; else to the only one there is."""
    desk, wanted = desk_of(call), wanted_of(_said(call, TeamAsk.NEW_WORKER, about))
    if not wanted.called:
        raise SkillRefusedError(words.SAY_WHAT_FOR)
    async with reaching_the_team():
        await desk.store.agents.first_team(desk.owner)
        teams = await desk.store.agents.teams(desk.owner)
        meant = _teams_called(teams, wanted.team) if wanted.team else teams
        if len(meant) != 1:
            return saying(words.which_team([team.name for team in teams]), happened=CameTo.NOT_POSSIBLE, verbatim=True)
        (team,) = meant
        if _named(await desk.store.agents.agents(desk.owner), wanted.called):
            raise SkillRefusedError(words.there_already(wanted.called))
        prompt = render("team_told_worker", matter=wanted.matter) if wanted.matter else ""
        try:
            await desk.store.agents.add_worker(desk.owner, team.team_id, name=wanted.called, prompt=prompt)
        except TeamError:
            raise SkillRefusedError(words.TOO_MANY) from None
    desk.done[TeamAsk.NEW_WORKER, call.dialogue.turn] += 1
    return saying(words.worker_added(wanted.called, wanted.matter if wanted.name else "", team.name), verbatim=True)


async def let_go(call: Call, about: str = "") -> Outcome:
    """Say who would go, with what, and ask."""
    desk, (who, of_team) = desk_of(call), who_goes(_said(call, TeamAsk.LET_GO, about))
    async with reaching_the_team():
        meant = await _meant(desk, who, of_team)
        if len(meant.agents) + len(meant.teams) != 1:
            return saying(await _whom(desk, meant), happened=CameTo.NOT_POSSIBLE, verbatim=True)
        if meant.teams:
            question, about_it = await _asks_about_team(desk, meant.teams[0])
        else:
            question, about_it = await _asks_about_worker(desk, meant.agents[0])
    call.dialogue.note(Offered(Offer.LET_GO, (about_it,)))
    spoken = call.dialogue.say(Passage(question, role=PassageRole.QUESTION))
    return Outcome(spoken=spoken, happened=CameTo.ASKED, what="Asked whether that shall go.", verbatim=True)


async def let_go_agreed(call: Call, about: Sequence[str], *, certain: bool) -> Outcome:
    """Remove it if it is `certain` that the user said yes, and not a model for them."""
    desk = desk_of(call)
    if not certain or not the_users_own(call):
        raise SkillRefusedError(words.STAYS)
    kind, _, its_id = about[0].partition(":")
    agents = desk.store.agents
    async with reaching_the_team():
        if kind == "team":
            said = words.team_gone((await agents.team(desk.owner, its_id)).name)
            await agents.delete_team(desk.owner, its_id)
        else:
            said = words.gone((await agents.agent(desk.owner, its_id)).name)
            await agents.remove_worker(desk.owner, its_id)
    return saying(said, verbatim=True)


@dataclass(frozen=True, slots=True)
class _Meant:
    agents: Sequence[TeamAgent]
    teams: Sequence[Team]


async def _meant(desk: TeamDesk, who: str, of_team: str) -> _Meant:
    """By name, else by what they are for; only teams where a team is spoken of."""
    teams, agents = await desk.store.agents.teams(desk.owner), await desk.store.agents.agents(desk.owner)
    said = split_words(who)
    if "team" in said:
        name = " ".join(word for word in said if word != "team")
        return _Meant((), _named(teams, name) or _fitting([(team, f"{team.name} {team.mission}") for team in teams], who))
    if of_team:
        own = {team.team_id for team in _teams_called(teams, of_team)}
        agents = [agent for agent in agents if agent.team_id in own]
    if exact := _named(agents, who):
        return _Meant(exact, ())
    workers = [agent for agent in agents if not agent.is_lead]
    return _Meant(_fitting([(agent, f"{agent.name} {agent.prompt}") for agent in workers], who), () if workers else _named(teams, who))


def _named(there: Sequence[_Named], name: str) -> list[_Named]:
    wanted = split_words(name)
    return [each for each in there if wanted and split_words(each.name) == wanted]


def _fitting(there: Sequence[tuple[_Named, str]], who: str) -> list[_Named]:
    """Those in which all that tells somebody apart stands."""
    telling = matter_words(who) - {"worker", "workers", "agent", "agents", "team", "called", "named"}
    return [each for each, told in there if telling and all(_stands(word, split_words(told)) for word in telling)]


def _stands(word: str, there: Sequence[str]) -> bool:
    """In it, in any number: the tax team is the one called "Taxes"."""
    return any(each == word or (min(len(each), len(word)) > 2 and (each.startswith(word) or word.startswith(each))) for each in there)


def _teams_called(teams: Sequence[Team], name: str) -> list[Team]:
    return _named(teams, name) or _fitting([(team, team.name) for team in teams], name)


async def _whom(desk: TeamDesk, meant: _Meant) -> str:
    first = await desk.store.agents.first_team(desk.owner)
    agents, teams = meant.agents, meant.teams
    if not agents and not teams:
        agents = [each for each in await desk.store.agents.agents(desk.owner) if not each.is_lead]
        teams = [each for each in await desk.store.agents.teams(desk.owner) if each.team_id != first.team_id]
    return words.whom([each.name for each in agents], [each.name for each in teams])


async def _asks_about_team(desk: TeamDesk, team: Team) -> tuple[str, str]:
    """Raises `SkillRefusedError` for the first one."""
    if team.team_id == (await desk.store.agents.first_team(desk.owner)).team_id:
        raise SkillRefusedError(words.FIRST_TEAM_STAYS)
    agents = await desk.store.agents.agents(desk.owner, team_id=team.team_id)
    open_tasks = [await _open_tasks(desk, each) for each in agents]
    return words.to_remove_team(team.name, len(agents), sum(open_tasks)), f"team:{team.team_id}"


async def _asks_about_worker(desk: TeamDesk, agent: TeamAgent) -> tuple[str, str]:
    """Raises `SkillRefusedError` for a lead."""
    team = await desk.store.agents.team(desk.owner, agent.team_id)
    if agent.is_lead:
        is_first = team.team_id == (await desk.store.agents.first_team(desk.owner)).team_id
        raise SkillRefusedError(words.FIRST_TEAM_STAYS if is_first else words.leads(agent.name, team.name))
    return words.to_let_go(agent.name, team.name, await _open_tasks(desk, agent)), f"agent:{agent.agent_id}"


async def _open_tasks(desk: TeamDesk, agent: TeamAgent) -> int:
    return len(await desk.store.tasks.tasks(desk.owner, agent_id=agent.agent_id, statuses=UNDER_WAY))


def _may_order(said: str) -> bool:
    verb = _MAY_ORDER.search(said)
    return verb is not None and _ONE_OF_THEM.search(said, verb.end()) is not None and _ORDERS_NOTHING.search(said) is None


def _said(call: Call, ask: TeamAsk, about: str) -> str:
    """What the user said it is about: in a plain command, or what a model took of an order. Raises `SkillRefusedError`."""
    if the_users_own(call):
        last = call.dialogue.last
        if last.command is not None and last.command.kind is CommandKind.TEAM and last.command.target == ask:
            return last.command.text
        is_new = not desk_of(call).done[ask, call.dialogue.turn]
        if is_new and last.command is None and _may_order(last.words) and matter_words(about) and call.dialogue.evidence.says(about):
            return about
    raise SkillRefusedError(words.NOT_SAID)
