"""Answers to questions about the team and about what is known, out of the database as it is now."""

from briefing.speech.sentences import about_the_team as words
from briefing.understanding.telling_words import matter_words
from session.call import Call
from session.outcome import Outcome, saying
from session.passages import Passage, PassageRole
from session.skills.team.at_the_desk import desk_of
from session.skills.team.remembering import Noted, insights_about, memories_about, note_spoken_of
from session.skills.team.results import tell_next
from session.skills.team.team_desk import reaching_the_team
from session.untrusted import as_data
from team.records import TaskStatus

MOST_TOLD = 4


async def news(call: Call) -> Outcome:
    """What the team has for the user: the oldest that they have not heard, with the offer to read all of it."""
    desk = desk_of(call)
    async with reaching_the_team():
        await desk.look()
        if desk.unread:
            return await tell_next(call, desk)
        open_work = await desk.under_way()
    return _said(words.no_news([work.matter for work in open_work if work.matter]))


async def working(call: Call) -> Outcome:
    """Who works on what. What one agent gave another may quote mail, and is not told by its words."""
    desk = desk_of(call)
    async with reaching_the_team():
        open_work = await desk.under_way()
        agents = {agent.agent_id: agent for agent in await desk.store.agents.agents(desk.owner)}
        works = await desk.is_anybody_working() and desk.can_work
    told = [
        (agents[work.at.agent_id].name, work.matter, work.at.status is TaskStatus.RUNNING)
        for work in reversed(open_work)
        if work.at.agent_id in agents
    ]
    paused = bool(agents) and all(agent.paused for agent in agents.values())
    pausing = sorted({agent.name for agent in agents.values() if agent.paused} & {who for who, _, _ in told[:MOST_TOLD]})
    said = words.working(told[:MOST_TOLD], more=max(0, len(told) - MOST_TOLD), paused=paused, nobody=not works, pausing=pausing)
    return _said(said)


async def known(call: Call, about: str = "") -> Outcome:
    """What was noted about something: by the agents of their work, and of the user."""
    desk = desk_of(call)
    about = about.strip()
    if not matter_words(about):
        return await about_the_user(call)
    async with reaching_the_team():
        noted: list[Noted] = [*await insights_about(desk, about), *await memories_about(desk, about)]
    if not noted:
        return saying(words.nothing_known(about))
    note_spoken_of(call, noted[:MOST_TOLD])
    told = [each.content for each in noted[:MOST_TOLD]]
    facts = Passage(words.facts(told, more=max(0, len(noted) - MOST_TOLD)), role=PassageRole.RESULT)
    return Outcome(spoken=(Passage(words.noted_about(about)), facts), what="", data=as_data({"noted": told}))


async def about_the_user(call: Call) -> Outcome:
    desk = desk_of(call)
    async with reaching_the_team():
        await desk.remember_anew()
    memories = desk.memories_known[::-1]
    note_spoken_of(call, memories[:MOST_TOLD])
    said = words.known_of_user([each.content for each in memories[:MOST_TOLD]], more=max(0, len(memories) - MOST_TOLD))
    return saying(said, what="", data=as_data({"told_by_the_user": [each.content for each in memories[:MOST_TOLD]]}))


def _said(said: str) -> Outcome:
    """It may name what a mail or a model named, so a model gets it as data."""
    return saying(said, what="", data=as_data({"answer": said}))
