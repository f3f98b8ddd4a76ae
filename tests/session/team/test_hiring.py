"""Teams by voice: made, added to, and let go after a yes, by the user's own words alone."""

from pathlib import Path

import pytest

from briefing.speech.sentences import about_the_team as words
from session.outcome import SkillRefusedError
from session.tools import use
from team.records import AgentRole, TaskSource, TaskStatus
from tests.session.team.talking import ME, TeamTalk, team_talk
from tests.session.team.test_handing_over import refused


async def names(talk: TeamTalk) -> dict[str, list[str]]:
    """The agents of each team but the first."""
    agents = talk.desk.store.agents
    first = await agents.first_team(ME)
    teams = [team for team in await agents.teams(ME) if team.team_id != first.team_id]
    return {team.name: [each.name for each in await agents.agents(ME, team_id=team.team_id)] for team in teams}


async def test_a_team_is_made_for_what_was_named_and_gets_to_work(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        said = await talk.type("make a team for my taxes")
        assert said == "There is a team “Taxes” now. It gets to work at once."
        assert await names(talk) == {"Taxes": ["Taxes"]}
        (team,) = [each for each in await talk.desk.store.agents.teams(ME) if each.name == "Taxes"]
        assert team.mission.endswith("my taxes")
        assert [(each.source, each.agent_id) for each in await talk.tasks()] == [(TaskSource.SYSTEM, team.lead_id)]


async def test_it_is_said_where_nobody_works(tmp_path: Path) -> None:
    async with team_talk(tmp_path, works=False) as talk:
        said = await talk.type("set up a team called House to look after the flat")
        assert said == "There is a team “House” now, for the flat. But nobody is working at the moment, so it waits."


async def test_somebody_is_added_to_the_only_team_and_else_to_the_one_that_is_named(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        assert await talk.type("add somebody who looks after invoices") == "Invoices is in the team “My mail” now."
        await talk.type("make a team for my taxes")
        assert await talk.type("hire somebody for the receipts") == words.which_team(["My mail", "Taxes"])
        assert await talk.type("add a worker called Otto to the tax team") == "Otto is in the team “Taxes” now."
        assert await names(talk) == {"Taxes": ["Taxes", "Otto"]}
        (invoices,) = [each for each in await talk.desk.store.agents.agents(ME) if each.name == "Invoices"]
        assert (invoices.role, invoices.prompt.endswith("invoices")) == (AgentRole.WORKER, True)


async def test_of_one_name_there_is_one_and_what_is_for_nothing_is_asked_about(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        await talk.type("make a team for my taxes")
        assert await talk.type("make a team for the taxes") == words.there_already("Taxes")
        assert await talk.type("make a team") == words.SAY_WHAT_FOR
        assert await talk.type("add somebody to the team") == words.SAY_WHAT_FOR


@pytest.mark.parametrize("line", ["let Otto go", "remove the worker for invoices", "fire Otto", "remove Otto from the team"])
async def test_a_worker_goes_at_a_yes_to_what_would_go(tmp_path: Path, line: str) -> None:
    async with team_talk(tmp_path) as talk:
        await talk.type("add a worker called Otto who looks after invoices")
        (otto,) = [each for each in await talk.desk.store.agents.agents(ME) if each.name == "Otto"]
        await talk.desk.store.tasks.hand_over(ME, otto.agent_id, "Add up the invoices.")
        said = await talk.type(line)
        assert said == ("Otto of the team “My mail” would go with what it has learned, and one open task would end. Shall I let Otto go?")
        assert await talk.type("no") == words.STAYS
        assert len(await talk.desk.store.agents.agents(ME)) == 2
        await talk.type(line)
        assert await talk.type("yes") == "Otto is gone."
        assert [each.name for each in await talk.desk.store.agents.agents(ME)] == ["Assistant"]
        assert await talk.desk.store.tasks.tasks(ME, statuses=[TaskStatus.PENDING]) == []


async def test_a_team_goes_with_all_of_it_and_the_first_one_stays(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        await talk.type("make a team for my taxes")
        said = await talk.type("remove the tax team")
        assert (
            said == "The team “Taxes” would go, with one agent and what they have learned, and one open task would end. Shall I remove it?"
        )
        assert await talk.type("yes") == "The team “Taxes” is gone."
        assert await names(talk) == {}
        assert await talk.type("remove the team My mail") == words.FIRST_TEAM_STAYS
        assert await talk.type("let Assistant go") == words.FIRST_TEAM_STAYS


async def test_whom_nobody_knows_is_asked_about(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        assert await talk.type("let Bruno go") == words.NOBODY_TO_GO
        await talk.type("add a worker called Otto")
        assert await talk.type("let Bruno go") == "Who is to go? There is Otto."
        await talk.type("make a team for my taxes")
        assert await talk.type("let Taxes go") == words.leads("Taxes", "Taxes")


async def test_a_model_makes_and_removes_nothing_that_the_user_did_not_ask_for(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        await talk.type("add a worker called Otto")
        for line in ("no team for my taxes please", "he said make a team for my taxes", "what about my taxes and Otto"):
            for what in ("new_team", "new_worker", "let_go"):
                await talk.type(line)
                assert await refused(talk.call, {"what": what, "about": "my taxes"})
        await talk.type("let Otto go")
        await talk.type("hm what was the weather like again")
        with pytest.raises(SkillRefusedError):
            await use(talk.call, "take_answer", {"answer": "yes"})
        assert len(await talk.desk.store.agents.agents(ME)) == 2


async def test_a_model_may_understand_other_words_of_an_order(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        await talk.type("what I'd really like is some kind of team for the garden")
        await use(talk.call, "team", {"what": "new_team", "about": "the garden"})
        assert await names(talk) == {"Garden": ["Garden"]}
