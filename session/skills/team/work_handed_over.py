"""Hands work over to the team, in the user's own words and on nobody else's, and says what will be done.

The task is queued first: a model that words the acknowledgement may fail, and costs at most its second.
"""

import asyncio
import logging
import re

from briefing.speech.sentences import about_the_team as words
from briefing.understanding.command_grammar.command_phrases.team_talk import TeamAsk
from briefing.understanding.command_grammar.team_words.wanted_work import matter_of
from briefing.understanding.commands import CommandKind
from briefing.understanding.understanding import Understanding
from conversations.acknowledging import acknowledge_task
from session.call import Call
from session.dialogue import Asked, Interrupted, Offered
from session.outcome import Outcome, SkillRefusedError, saying
from session.skills.team.at_the_desk import desk_of, the_users_own
from session.skills.team.team_desk import TeamDesk, reaching_the_team
from team.records import TeamAgent

logger = logging.getLogger(__name__)

STORED_WITHIN_S = 1.0
_MAY_ASK_FOR_WORK = re.compile(
    r"\b(?:find|look|check|investigat\w*|research|figure|work|follow|team|agents?|assistant|somebody|someone|later"
    r"|meanwhile|background|let me know"
    r"|get back|come back|collect|gather|prepare|compile|compare|summari[sz]e|list|overview|every|all|keep|watch"
    r"|monitor|track|tell me|report|sort"
    r"|go through|dig|count|calculate|add up|draft)\b",
    re.IGNORECASE,
)
"""What a line has that a model may take for work; anything less was not asked for."""
_IS_AN_ACTION = re.compile(
    r"(?:^|\b(?:and|then) )(?:(?:please|then|also) )?(?:send|reply|respond|answer|write (?:back|to)|e-?mail|message|forward"
    r"|tell (?!me\b|us\b)|text|call|phone|ring|invite|remind|book|order|buy|pay|transfer|sign|cancel|unsubscribe|archive|delete|move)\b",
    re.IGNORECASE,
)
"""What no agent can do: promised without a word, it would be waited for."""
_POINTS = re.compile(
    r"\b(?:this|that|it|its|these|those|h(?:e|im|is)|she|hers?|the(?:y|m|ir)|the (?:mail|e-?mail|message|sender))\b", re.IGNORECASE
)
"""It may mean what is open: "look into this", "have somebody check what they still owe us"."""


async def hand_over(call: Call) -> Outcome:
    desk = desk_of(call)
    asked, turn = _asked_for(call)
    if desk.done[TeamAsk.WORK, turn]:
        raise SkillRefusedError(words.HANDED_OVER_ALREADY)
    if not desk.can_work:
        raise SkillRefusedError(words.NO_MODEL)
    wording = asyncio.create_task(_worded(call, desk, asked), name="word an acknowledgement")
    try:
        async with reaching_the_team():
            agents = await _agents(desk)
            agent = await _for_whom(desk, asked, agents)
            place = await _conversation(call)
            mail = call.it if _POINTS.search(asked) else None
            kept = place is not None
            task = await desk.store.tasks.hand_over(desk.owner, agent.agent_id, asked, place, words_are_kept=kept, mail_id=mail)
            works = await desk.is_anybody_working()
    except BaseException:
        wording.cancel()
        raise
    desk.handed.add(task.task_id)
    desk.done[TeamAsk.WORK, turn] += 1
    desk.stirred.set()
    said = await wording
    pausing = "" if not agent.paused else "the team" if all(each.paused for each in agents) else agent.name
    told = said if works and not pausing else words.noted_only(matter_of(asked), paused=pausing)
    return saying(f"{told} {words.ONLY_DRAFTS}" if _IS_AN_ACTION.search(matter_of(asked)) else told, verbatim=True)


def _asked_for(call: Call) -> tuple[str, int]:
    """The user's own words that ask for work, and their turn. Raises `SkillRefusedError` where they did not ask, or it may have been our
    own voice."""
    turn = call.dialogue.turn
    said = call.dialogue.said[-1] if call.dialogue.said else None
    if said is None or not the_users_own(call):
        raise SkillRefusedError(words.NOT_ASKED_FOR)
    if _is_work(said):
        return said.words.strip(), turn
    before = call.dialogue.said[-2] if len(call.dialogue.said) > 1 else None
    answers_ours = isinstance(call.told.open_then, Offered | Asked | Interrupted)
    if said.is_idle_yes and not answers_ours and before is not None and _may_be_work(before):
        return before.words.strip(), turn - 1  # "shall I have somebody look into it?" "yes, please"
    if not _may_be_work(said):
        raise SkillRefusedError(words.NOT_ASKED_FOR)
    return said.words.strip(), turn


def _may_be_work(said: Understanding) -> bool:
    return said.command is None and said.small_talk is None and _MAY_ASK_FOR_WORK.search(said.words) is not None


def _is_work(said: Understanding) -> bool:
    return said.command is not None and said.command.kind is CommandKind.TEAM and said.command.target == TeamAsk.WORK


async def _agents(desk: TeamDesk) -> list[TeamAgent]:
    """All of them, the first team's too, which is made where it is not there yet. Raises `DatabaseUnavailableError`."""
    await desk.store.agents.first_team(desk.owner)
    return await desk.store.agents.agents(desk.owner)


async def _for_whom(desk: TeamDesk, asked: str, agents: list[TeamAgent]) -> TeamAgent:
    """The agent, or the lead of the team, that is named; else the first team's lead. Raises `DatabaseUnavailableError`."""
    first = await desk.store.agents.first_team(desk.owner)
    said = f" {' '.join(asked.casefold().split())} "
    teams = await desk.store.agents.teams(desk.owner)
    named = [agent.agent_id for agent in agents if re.search(rf"\b(?:ask|have|get|let|tell) {re.escape(agent.name.casefold())}\b", said)]
    named += [
        team.lead_id for team in teams if team.team_id != first.team_id and re.search(rf"\b{re.escape(team.name.casefold())}\b", said)
    ]
    wanted = named[0] if named else first.lead_id
    return next(agent for agent in agents if agent.agent_id == wanted)


async def _conversation(call: Call) -> str | None:
    """Where the user asked for it, once that is known; their words are written there anyway."""
    talk = call.records.talk
    if talk is None:
        return None
    if talk.active_id is None:
        await talk.drain(within_s=STORED_WITHIN_S)
    return talk.active_id


async def _worded(call: Call, desk: TeamDesk, asked: str) -> str:
    """By the small model, where one is set, answers in time and names the matter; else composed of the user's own words."""
    said = call.dialogue.last
    own = words.acknowledged(said.command.text if _is_work(said) and said.command is not None else asked)
    try:
        async with asyncio.timeout(desk.worded_within_s):
            remembered = [each.content for each in desk.memories_known]
            return await acknowledge_task(desk.acknowledges, call.user_id, asked, agent="Aloud", memories=remembered, otherwise=own)
    except TimeoutError:
        return own
    except Exception as error:  # whatever fails, the task is queued and said
        logger.warning("work is acknowledged by rule", extra={"error": type(error).__name__})
        return own
