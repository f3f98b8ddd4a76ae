"""One stop that the user says is good for one task, of those that their words name; where these leave it open, they are asked."""

from pathlib import Path

import pytest

from briefing.speech.sentences import about_the_team as words
from briefing.speech.sentences import replies
from session.dialogue import Awaits
from session.skills.team.steering import may_stop
from session.tools import use
from team.records import TaskStatus
from tests.session.team.talking import TeamTalk, team_talk
from tests.session.team.test_handing_over import refused
from tests.session.team.test_hiring import names

INVOICES, LEASE, BOILER = "look into the invoices of Brightwave", "find out when the lease ends", "find out what the boiler costs"


async def at_work(talk: TeamTalk) -> set[str]:
    return {task.text for task in await talk.tasks() if task.status is TaskStatus.PENDING}


async def handed_over(talk: TeamTalk, *lines: str) -> None:
    for line in lines:
        await talk.type(line)


@pytest.mark.parametrize("line", ["stop working on that", "stop working on the invoices"])
async def test_a_model_that_repeats_a_plain_stop_stops_nothing_more(tmp_path: Path, line: str) -> None:
    async with team_talk(tmp_path) as talk:
        await handed_over(talk, LEASE, "look into the invoices of Northgate and Brightwave")
        assert (await talk.type(line)).startswith("Stopped:")
        for about in ("", "that", "the lease", "all", "everything", "work", "the invoices"):
            assert await refused(talk.call, {"what": "stop", "about": about})
        assert await at_work(talk) == {LEASE}


async def test_a_model_that_repeats_what_it_understood_stops_nothing_more(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        await handed_over(talk, LEASE, INVOICES, BOILER)
        await talk.type("hm the boiler and the lease are not needed any more I would say")
        await use(talk.call, "team", {"what": "stop", "about": "the boiler"})
        assert await refused(talk.call, {"what": "stop", "about": "the lease"})
        await talk.type("hm do I need an umbrella")  # the names of the line before are no names of this one
        assert await refused(talk.call, {"what": "stop", "about": "the lease"})
        assert await at_work(talk) == {LEASE, INVOICES}


async def test_words_that_are_nobodys_name_no_task(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        await handed_over(talk, LEASE, INVOICES, BOILER)
        talk.desk.handed.clear()  # of an earlier call
        assert (await talk.type("stop working on that")).startswith("There are three tasks:")
        assert not await refused(talk.call, {"what": "stop", "about": "the lease"})
        assert await at_work(talk) == {LEASE, INVOICES, BOILER}


async def test_each_that_a_line_stops_stops(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        await handed_over(talk, LEASE, INVOICES, BOILER)
        await talk.type("stop working on the lease and stop working on the boiler")
        assert await at_work(talk) == {INVOICES}


async def test_those_that_are_named_by_and_stop_together(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        await handed_over(talk, LEASE, INVOICES, BOILER)
        said = await talk.type("stop working on the lease and the boiler")
        assert said == "Stopped: nobody works on when the lease ends and what the boiler costs any more."
        assert await at_work(talk) == {INVOICES}


@pytest.mark.part(0.4)
@pytest.mark.parametrize(
    ("answer", "left"),
    [
        ("the one from Brightwave", {"look into the invoices of Northgate", LEASE}),
        ("Northgate", {INVOICES, LEASE}),
        ("the first one", {INVOICES, LEASE}),
        ("the second", {"look into the invoices of Northgate", LEASE}),
        ("both of them", {LEASE}),
        ("no", {INVOICES, LEASE, "look into the invoices of Northgate"}),
        ("not Northgate", {INVOICES, LEASE, "look into the invoices of Northgate"}),
        ("the lease", {INVOICES, LEASE, "look into the invoices of Northgate"}),
        *(
            (line, {INVOICES, LEASE, "look into the invoices of Northgate"})
            for line in (
                "what about Northgate?",
                "what is the Northgate task?",
                "tell me about Northgate",
                "why Northgate?",
                "what Northgate?",
                "how is the Northgate one going",
                "go on with Northgate",
                "I like the Northgate one",
            )
        ),
    ],
)
async def test_which_one_is_asked_and_the_next_words_say_it(tmp_path: Path, answer: str, left: set[str]) -> None:
    async with team_talk(tmp_path) as talk:
        await handed_over(talk, LEASE, INVOICES, "look into the invoices of Northgate")
        asked = await talk.type("stop working on the invoices")
        assert asked == "There are two tasks: the invoices of Northgate and the invoices of Brightwave. Which one shall stop?"
        assert talk.call.dialogue.awaits is Awaits.WHICH_TASK
        await talk.type(answer)
        assert await at_work(talk) == left


@pytest.mark.parametrize(
    ("answer", "stopped"),
    [("the third one", {"look into the invoices of Vale"}), ("the last one", set[str]()), ("the Brightwave one", {INVOICES})],
)
async def test_of_more_than_are_told_the_last_one_names_none(tmp_path: Path, answer: str, stopped: set[str]) -> None:
    async with team_talk(tmp_path) as talk:
        await handed_over(talk, INVOICES, *(f"look into the invoices of {name}" for name in ("Northgate", "Vale", "Hall", "Moss")))
        before = await at_work(talk)
        assert " and two more. Which one shall stop?" in await talk.type("stop working on the invoices")
        await talk.type(answer)
        assert before - await at_work(talk) == stopped


async def test_what_is_only_like_it_is_asked_about(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        await handed_over(talk, INVOICES)
        asked = words.not_quite_that("the invoices of Brightwave")
        assert await talk.type("stop working on the invoices of Northgate") == asked
        assert await talk.type("no") == replies.ALL_RIGHT
        assert await at_work(talk) == {INVOICES}
        assert await talk.type("stop working on the invoices of Northgate") == asked
        assert (await talk.type("yes")).startswith("Stopped: nobody works on the invoices of Brightwave")
        assert await at_work(talk) == set()


async def test_a_question_that_is_over_is_answered_by_nothing(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        await handed_over(talk, INVOICES, "look into the invoices of Northgate")
        await talk.type("stop working on the invoices")
        await talk.type("next")
        await talk.type("Northgate")
        assert await refused(talk.call, {"what": "stop", "about": "Northgate"})
        assert len(await at_work(talk)) == 2


async def test_a_task_is_named_in_the_singular_too(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        await handed_over(talk, LEASE, INVOICES)
        await talk.type("stop working on the invoice thing")
        assert await at_work(talk) == {LEASE}


def test_loose_words_let_a_model_stop_only_what_nobody_wants_any_more() -> None:
    for line in ("hm the invoices are not needed any more", "well we don't really need the lease now", "enough of the boiler I think"):
        assert may_stop(line)
    for line in (
        "hm I still need the invoices", "hm I really need the lease by Friday", "well don't drop the invoices",
        "did Anna cancel the boiler", "he said stop the boiler", "should I cancel the lease", "hm never forget the invoices",
        "if we drop the boiler what then", "Anna told me to drop the invoices", "my boss wants us to stop the invoices",
        "Anna will cancel the roof repair", "is it a good idea to stop the boiler research", "do I need to cancel the boiler",
        "the team does not need to look into the boiler right now", "no need for the boiler before Friday",
    ):  # fmt: skip
        assert not may_stop(line)


async def test_one_line_hands_over_one_task_however_often_a_model_does_it(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        line = "hm I would really like to have all the parcels of this year in a list"
        await talk.type(line)
        await use(talk.call, "team", {"what": "work"})
        assert await refused(talk.call, {"what": "work"})
        await talk.type("yes")
        assert await refused(talk.call, {"what": "work"})
        await talk.type(BOILER)
        assert await refused(talk.call, {"what": "work"})
        assert await at_work(talk) == {line, BOILER}


async def test_one_order_makes_one_team_and_adds_one_worker(tmp_path: Path) -> None:
    async with team_talk(tmp_path) as talk:
        await talk.type("what I'd really like is some kind of team for the garden")
        await use(talk.call, "team", {"what": "new_team", "about": "the garden"})
        assert await refused(talk.call, {"what": "new_team", "about": "some kind of garden"})
        assert await names(talk) == {"Garden": ["Garden"]}
