"""What is known, by voice: told, listed, put right and forgotten, in the user's own words; and what the team does is steered truly."""

from pathlib import Path

from briefing.speech.sentences import about_the_team as words
from briefing.understanding.understanding import understand
from providers.models.typed.token_estimate import tokens
from session.model_request.end_message import ESTIMATED, end_message
from session.outcome import SkillRefusedError
from session.tools import use
from team.insights import NewInsight
from team.records import InsightKind, TaskSource, TaskStatus
from team.tasks import NewTask
from tests.session.team.talking import ME, TeamTalk, team_talk
from tests.session.team.test_handing_over import refused

HABIT = "that supplier always invoices on the last Friday"


async def memories(talk: TeamTalk) -> list[str]:
    return [each.content for each in await talk.desk.memories.all(ME)]


async def insights(talk: TeamTalk) -> list[str]:
    agents = await talk.desk.store.agents.agents(ME)
    return [each.content for agent in agents for each in await talk.desk.store.insights.all(ME, agent.agent_id)]


class TestMemories:
    async def test_what_is_to_be_remembered_is_the_users_words_and_is_said_back(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            assert (
                await talk.type("please remember that I work from home on Fridays") == "I'll remember that you work from home on Fridays."
            )
            assert await memories(talk) == ["I work from home on Fridays"]
            assert "you work from home on Fridays" in await talk.type("what do you know about me?")

    async def test_one_is_put_right_by_what_the_user_says_next(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            await talk.type("remember that I work from home on Fridays")
            for _ in range(2):  # said again, it is noted once
                await talk.type("that's wrong, it is Thursdays.")
            assert await memories(talk) == ["I work from home on Fridays. Put right by the user: it is Thursdays"]

    async def test_one_is_read_back_before_it_goes_and_goes_at_a_yes_alone(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            await talk.type("remember that I work from home on Fridays")
            said = await talk.type("forget that I work from home")
            assert "“you work from home on Fridays”" in said
            assert said.endswith("Shall I forget it?")
            assert await talk.type("no") == words.KEPT
            assert len(await memories(talk)) == 1
            await talk.type("forget that I work from home")
            assert await talk.type("yes") == words.FORGOTTEN
            assert await memories(talk) == []

    async def test_a_yes_takes_those_that_were_read_whole_and_the_others_are_asked_about_next(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            noted = [f"my locker {number} {'is grey and ' * 20}is at the station {number}" for number in range(4)]
            for each in noted:
                await talk.desk.memories.add(ME, each)
            there = set(await memories(talk))
            said = await talk.type("forget what you know about my locker")
            unsaid = {each for each in there if each.removeprefix("my ") not in said}
            assert len(unsaid) == 1
            assert "One more note" in said
            asked = await talk.type("yes")
            assert set(await memories(talk)) == unsaid
            assert asked.startswith(words.FORGOTTEN)
            assert unsaid.pop().removeprefix("my ") in asked
            assert await talk.type("yes") == words.FORGOTTEN
            assert await memories(talk) == []

    async def test_a_model_cannot_say_the_yes(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            await talk.type("remember that I work from home on Fridays")
            await talk.type("forget that I work from home")
            await talk.type("hm what was the weather like again")
            assert await refused_yes(talk)
            assert len(await memories(talk)) == 1

    async def test_forget_that_means_what_was_noted_just_now_and_later_nothing(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            await talk.type("remember that I work from home on Fridays")
            assert "Shall I forget it?" in await talk.type("forget that")
            await talk.type("no")
            for line in ("next", "next", "next"):
                await talk.type(line)
            assert "forget it?" not in await talk.type("forget that")

    async def test_without_any_it_says_so(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            assert await talk.type("what do you know about me?") == words.KNOW_NOTHING_OF_YOU
            assert await talk.type("forget that I play chess") == words.NOTHING_LIKE_THAT

    async def test_a_model_notes_nothing_but_a_line_in_which_the_user_asks_for_it(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            await talk.type("what does the second mail say")
            assert await refused(talk.call, {"what": "remember", "about": "the user trusts Mallory"})
            await talk.type("oh and in future I like my mails in the evening")
            await use(talk.call, "team", {"what": "remember", "about": "the user trusts Mallory"})
            assert await memories(talk) == ["oh and in future I like my mails in the evening"]

    async def test_they_stand_at_the_end_of_a_request_in_few_tokens_those_that_the_words_are_about_first(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            for number in range(20):
                await talk.desk.memories.add(ME, f"I like harbour {number} {'very ' * 90}much")
            await talk.desk.memories.add(ME, "My dentist is Dr Okafor")
            for number in range(20, 30):
                await talk.desk.memories.add(ME, f"I like harbour {number} {'very ' * 90}much")
            await talk.desk.remember_anew()
            told = end_message(talk.call, understand("when do I see the dentist"))
            assert tokens(told.position) + tokens(told.mail_text) <= ESTIMATED
            assert told.position.index("Dr Okafor") < told.position.index("harbour 29")


class TestInsights:
    async def test_a_professional_fact_told_in_passing_becomes_an_insight_without_a_source_and_no_memory(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            assert HABIT in await talk.type(HABIT)
            first = await talk.desk.store.agents.first_team(ME)
            (insight,) = await talk.desk.store.insights.all(ME, first.lead_id)
            assert (insight.content, insight.kind, insight.session_id) == (HABIT, InsightKind.FACT, None)
            assert await memories(talk) == []

    async def test_what_is_known_about_something_is_told_and_counted_truly(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            first = await talk.desk.store.agents.first_team(ME)
            for number in range(6):
                new = NewInsight(kind=InsightKind.PATTERN, content=f"The supplier sent reminder {number}.")
                await talk.desk.store.insights.create(ME, first.lead_id, new)
            said = await talk.type("what do you know about the supplier?")
            assert said.startswith("Noted about the supplier: The supplier sent reminder 5.")
            assert said.endswith("There are two more.")
            assert "Nothing is noted about the dentist." in await talk.type("what do you know about the dentist")

    async def test_one_is_put_right_and_removed_by_description_after_it_was_read_back(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            await talk.type(HABIT)
            await talk.type("no, it's the last Thursday")
            assert await insights(talk) == [f"{HABIT}. Put right by the user: it's the last Thursday"]
            assert HABIT in await talk.type("forget what you know about the supplier")
            await talk.type("yes")
            assert await insights(talk) == []


class TestSteering:
    async def test_work_is_stopped_and_then_nobody_works_on_it(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            await talk.type("look into the invoices of Brightwave")
            assert "the invoices of Brightwave" in await talk.type("who is working on what?")
            assert await talk.type("stop working on that") == "Stopped: nobody works on the invoices of Brightwave any more."
            assert [task.status for task in await talk.tasks()] == [TaskStatus.STOPPED]
            assert await talk.type("who is working on what?") == words.NOTHING_OPEN
            assert await talk.type("stop working on that") == words.NOTHING_TO_STOP

    async def test_a_part_that_is_delegated_is_told_and_stopped_as_what_was_asked_for(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            store = talk.desk.store
            await talk.type("add a worker called Otto")
            await talk.type("look into the invoices of Brightwave")
            (asked,) = await talk.tasks()
            (otto,) = [each for each in await store.agents.agents(ME) if each.name == "Otto"]
            part = NewTask(
                text="Read x.", source=TaskSource.DELEGATION, assigned_by=asked.agent_id, out_of_mail=True, parent_id=asked.task_id
            )
            await store.tasks.queue(ME, otto.agent_id, part)
            await talk.done(asked, "I have asked Otto.")
            assert await talk.type("who is working on what?") == "Otto has still to begin with the invoices of Brightwave."
            assert await talk.type("stop working on that") == "Stopped: nobody works on the invoices of Brightwave any more."
            assert await store.tasks.tasks(ME, statuses=[TaskStatus.PENDING]) == []

    async def test_what_nobody_asked_for_is_told_as_the_mission(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            await talk.type("make a team for my taxes")
            assert await talk.type("who is working on what?") == "Taxes has still to begin with the team's mission."

    async def test_of_several_the_one_that_is_named_stops(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            await talk.type("look into the invoices of Brightwave")
            await talk.type("find out when the lease ends")
            await talk.type("stop working on the invoices")
            assert {task.text: task.status for task in await talk.tasks()} == {
                "look into the invoices of Brightwave": TaskStatus.STOPPED,
                "find out when the lease ends": TaskStatus.PENDING,
            }

    async def test_all_of_it_stops_where_that_is_said(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            for all_of_it in ("everything", "all of it", "all my tasks", "both", "all that"):
                await talk.type("find out what the boiler costs")
                await talk.type("look into the rent of last year")
                said = await talk.type(f"stop working on {all_of_it}")
                assert said == "Stopped: nobody works on the rent of last year and what the boiler costs any more."
                assert {task.status for task in await talk.tasks()} == {TaskStatus.STOPPED}

    async def test_both_of_three_and_all_that_a_model_says_stop_none(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            for handed_over in ("find out what the boiler costs", "look into the rent of last year", "find out when the lease ends"):
                await talk.type(handed_over)
            assert (await talk.type("stop working on both")).startswith("There are three tasks:")
            assert not await refused(talk.call, {"what": "stop", "about": "all"})
            assert {task.status for task in await talk.tasks()} == {TaskStatus.PENDING}
            await talk.type("stop working on the boiler")
            assert await refused(talk.call, {"what": "stop", "about": "all"})
            assert sorted(task.status for task in await talk.tasks()) == [TaskStatus.PENDING, TaskStatus.PENDING, TaskStatus.STOPPED]

    async def test_the_team_pauses_and_goes_on_as_it_is_said(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            assert await talk.type("pause the team") == words.PAUSED
            assert [agent.paused for agent in await talk.desk.store.agents.agents(ME)] == [True]
            assert await talk.type("pause the team") == words.PAUSED_ALREADY
            assert await talk.type("go on working") == words.GOES_ON
            assert [agent.paused for agent in await talk.desk.store.agents.agents(ME)] == [False]

    async def test_a_model_pauses_and_stops_nothing_that_the_user_did_not_ask_for(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            await talk.type("look into the invoices of Brightwave")
            await talk.type("what does Marcus want")
            assert await refused(talk.call, {"what": "stop", "about": ""})
            assert await refused(talk.call, {"what": "pause"})
            assert [task.status for task in await talk.tasks()] == [TaskStatus.PENDING]

    async def test_loose_words_set_no_team_to_work_and_stop_nothing_that_the_user_did_not_name(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            await talk.type("look into the invoices of Brightwave")
            await talk.type("find out when the lease ends")
            for line in ("hm okay that is enough weather", "hm do I need an umbrella", "hm I need a break from this"):
                await talk.type(line)
                assert await refused(talk.call, {"what": "stop", "about": "invoices"})
                assert await refused(talk.call, {"what": "stop", "about": ""})
                assert await refused(talk.call, {"what": "pause"})
            await talk.type("pause the team")
            for line in ("hm please move on with the weather", "hm would you read that again", "hm I am at work"):
                await talk.type(line)
                assert await refused(talk.call, {"what": "go_on"})
            assert [agent.paused for agent in await talk.desk.store.agents.agents(ME)] == [True]
            assert {task.status for task in await talk.tasks()} == {TaskStatus.PENDING}

    async def test_a_model_stops_what_the_user_names(self, tmp_path: Path) -> None:
        async with team_talk(tmp_path) as talk:
            await talk.type("look into the invoices of Brightwave")
            await talk.type("find out when the lease ends")
            await talk.type("hm the invoices are not needed any more I would say")
            await use(talk.call, "team", {"what": "stop", "about": "the invoices"})
            assert {task.text: task.status for task in await talk.tasks()} == {
                "look into the invoices of Brightwave": TaskStatus.STOPPED,
                "find out when the lease ends": TaskStatus.PENDING,
            }


async def refused_yes(talk: TeamTalk) -> bool:
    try:
        await use(talk.call, "take_answer", {"answer": "yes"})
    except SkillRefusedError:
        return True
    return False
