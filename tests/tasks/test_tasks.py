"""What people ask for in whole calls is done, with a model that reads nothing but its requests, and without one."""

from pathlib import Path

import pytest

from tests.servers.openai.double import openai_server
from tests.servers.smtp import smtp_server
from tests.tasks.collection import tasks
from tests.tasks.judging import failures, wrong_recipients
from tests.tasks.script import ByRules, Task
from tests.tasks.stage import play

pytestmark = pytest.mark.slow

TASKS = tasks()


def rarely_asks_the_model(task: Task) -> bool:
    """What rules can do is nearly always done without a request: the same call as without a model."""
    return task.without_model is ByRules.DONE


@pytest.mark.part(0.15)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.proof if rarely_asks_the_model(TASKS[name]) else ()) for name in TASKS]
)
async def test_it_is_done_with_a_model(tmp_path: Path, name: str) -> None:
    async with smtp_server() as desk, openai_server() as openai:
        assert failures(await play(TASKS[name], tmp_path, desk, openai)) == []


@pytest.mark.part(0.15)
@pytest.mark.parametrize("name", TASKS)
async def test_what_rules_can_do_is_done_without_a_model_and_the_rest_is_declined(tmp_path: Path, name: str) -> None:
    async with smtp_server() as desk:
        assert failures(await play(TASKS[name], tmp_path, desk, None)) == []


@pytest.mark.parametrize("with_model", [True, False])
async def test_the_stage_sees_a_mail_that_went_to_the_wrong_person(tmp_path: Path, with_model: bool) -> None:
    task = TASKS["writing: a reply that is dictated"]
    wrong = type(task)(task.name, task.turns, without_model=task.without_model)
    async with smtp_server() as desk, openai_server() as openai:
        played = await play(wrong, tmp_path, desk, openai if with_model else None)
    assert wrong_recipients(played) == ["tomasz.wolski@example.net got a mail"]
    assert any("1 mails left, and 0 should" in failure for failure in failures(played))
