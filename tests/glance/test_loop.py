"""The loop of the analyst: what ends it, what it goes on after, and how its steps are counted."""

import pytest

from glance.given_result import AnalystResult, TriageResult, ending, result_in
from glance.identity import Identity
from glance.loop import StepsSpentError, run
from glance.mail_tools import MailSeen
from glance.stages import ANALYST, RunSettings
from glance.unified_mail import MailOfUser
from inbox.unified import UnifiedInbox
from providers.models.typed.history import AssistantLine, HistoryLine, ToolLine, UserLine
from tests.glance.stage_set import ROBIN, Answer, ScriptedModels, calling, calling_all, mailbox, reads, searches, stays_silent, surfaces
from tests.inbox.memory_mailbox import OWN_ADDRESS

ENDS = ending("finalize_glance", "Ends it.", AnalystResult)


async def ran(*answers: Answer, steps: int = 8) -> tuple[tuple[HistoryLine, ...], ScriptedModels]:
    models = ScriptedModels(*answers)
    seen = MailSeen(MailOfUser(UnifiedInbox([mailbox()]), ROBIN), frozenset({OWN_ADDRESS}))
    settings = RunSettings(stage=ANALYST, identity=ROBIN, step_limit=steps)
    lines = await run(models, settings, UserLine("Find it."), instructions="Look.", ends=ENDS, tools=seen.tools)
    return lines, models


async def test_an_answer_without_a_call_ends_it() -> None:
    lines, models = await ran(AssistantLine("Nothing to see."), surfaces())
    assert (len(lines), len(models.asked)) == (2, 1)


async def test_the_one_call_that_finishes_ends_it() -> None:
    lines, models = await ran(searches(), reads(), surfaces(), searches())
    assert len(models.asked) == 3
    assert [type(line).__name__ for line in lines] == ["UserLine", *["AssistantLine", "ToolLine"] * 3]


async def test_finishing_in_company_does_not_end_it_and_all_calls_run() -> None:
    both = calling_all(("search_email", {"query": "lease"}), ("finalize_glance", {"surface": False}))
    lines, models = await ran(both, surfaces())
    assert len(models.asked) == 2
    answered = [line.tool for line in models.said if isinstance(line, ToolLine)]
    assert answered == ["search_email", "finalize_glance"]
    assert result_in(lines, "finalize_glance", AnalystResult) == AnalystResult.model_validate(dict(surfaces().calls[0].arguments))


async def test_an_unknown_tool_gets_an_error_that_names_it_and_the_run_goes_on() -> None:
    _, models = await ran(calling("send_email", to="<mallory>"), stays_silent())
    last = models.said[-1]
    assert isinstance(last, ToolLine)
    assert "send_email" in last.words
    assert len(models.asked) == 2


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (calling("search_email"), "search_email takes query"),
        (calling("search_email", query=7), "search_email takes query"),
        (calling("read_email_thread", conversation_id="work:lease"), "no search has returned"),
        (calling("read_email_thread", conversation_id="t9"), "no search has returned"),
    ],
)
async def test_a_call_that_does_not_fit_is_answered_and_reads_nothing(call: AssistantLine, told: str) -> None:
    _, models = await ran(call, stays_silent())
    last = models.said[-1]
    assert isinstance(last, ToolLine)
    assert told in last.words


async def test_the_usual_way_takes_six_steps() -> None:
    await ran(searches(), reads(), surfaces(), steps=6)
    with pytest.raises(StepsSpentError):
        await ran(searches(), reads(), surfaces(), steps=5)


async def test_eight_steps_are_four_requests() -> None:
    _, models = await ran(searches(), searches(), reads(), surfaces())
    assert len(models.asked) == 4
    with pytest.raises(StepsSpentError):
        await ran(searches(), searches(), searches(), reads(), surfaces())


async def test_a_run_of_one_user_reads_no_mail_of_another() -> None:
    seen = MailSeen(MailOfUser(UnifiedInbox([mailbox()]), ROBIN), frozenset())
    settings = RunSettings(stage=ANALYST, identity=Identity(user_id="mallory"), step_limit=8)
    with pytest.raises(Exception) as raised:  # noqa: PT011 - its type is what matters
        await run(ScriptedModels(searches()), settings, UserLine(""), instructions="", ends=ENDS, tools=seen.tools)
    assert type(raised.value).__name__ == "NotTheirMailError"


class TestTheResult:
    def test_is_that_of_the_newest_assistant_message_that_holds_the_call(self) -> None:
        older, newer = calling("finalize_glance_triage", digIn=True), calling("finalize_glance_triage", digIn=False)
        found = result_in([older, newer, AssistantLine("done")], "finalize_glance_triage", TriageResult)
        assert found == TriageResult(dig_in=False)

    def test_is_none_where_the_newest_call_does_not_fit_though_an_older_one_does(self) -> None:
        older, newer = calling("finalize_glance_triage", digIn=True), calling("finalize_glance_triage", digIn="no idea")
        assert result_in([older, newer], "finalize_glance_triage", TriageResult) is None

    def test_is_none_without_the_call(self) -> None:
        assert result_in([searches(), AssistantLine("x")], "finalize_glance", AnalystResult) is None
