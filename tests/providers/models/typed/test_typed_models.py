"""Models off the voice path, over real HTTP to the scripted server: what they are sent, what may go wrong, and what it costs."""

import asyncio
import logging
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import aclosing, suppress
from dataclasses import replace
from datetime import date, timedelta

import pytest
from pydantic import BaseModel

from providers.models.typed import purposes
from providers.models.typed.chat_messages import ModelAnswer
from providers.models.typed.daily_tokens import DailyTokens, TokenRecords
from providers.models.typed.history import (
    AssistantLine,
    CalledTool,
    HistoryLine,
    ModelRequest,
    ModelStep,
    ModelTool,
    Picture,
    SystemLine,
    ToolLine,
    UserLine,
)
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_errors import AnswerUnusableError, ModelAwayError, RunTooLongError, TypedModelError
from providers.models.typed.typed_metrics import TYPED_METRICS
from providers.models.typed.typed_models import TypedModels
from storage.database import Database
from tests.providers.models.typed.asking import PICK, TODAY, Picked, TokensInMemory, asked, typed_models
from tests.servers.openai.chat import BreakOff, CallToolGarbled, FailQuoting, Fails, Late, Reply
from tests.servers.openai.double import CallTool, OpenAIDouble, Say
from tests.servers.openai.faults import Hang, HangUp, Refuse

pytestmark = pytest.mark.slow

pytest_plugins = ["tests.servers.both_databases"]

GO = {"type": "object", "properties": {"to": {"type": "string"}}}


def tool(run: Callable[[Mapping[str, object]], Awaitable[str]]) -> ModelTool:
    return ModelTool(name="go", description="Goes.", parameters=GO, run=run)


def sample(name: str, **labels: str) -> float:
    return TYPED_METRICS.registry.get_sample_value(name, labels) or 0.0


async def streamed(models: TypedModels, request: ModelRequest) -> str:
    async with aclosing(models.stream(Purpose.ANSWER, request)) as pieces:
        return "".join([piece async for piece in pieces])


async def test_a_typed_answer_is_one_request_to_the_small_model_with_one_tool(server: OpenAIDouble, models: TypedModels) -> None:
    server.replies(CallTool("pick", kind="two"))
    before = sample("aloud_model_tokens_total", purpose="route", direction="sent")
    picture = Picture(data=b"\x89PNG", media_type="image/png")
    answer = await models.ask(Purpose.ROUTE, asked(picture=picture), Picked, PICK)
    assert answer == Picked(kind="two")
    (chat,) = server.chat_requests
    assert (chat.model, chat.tool_names, [message.role for message in chat.messages]) == ("small-model", ("pick",), ["system", "user"])
    assert [message.content for message in chat.messages] == ["Pick one.", "Which one?"]
    assert "image_url" in str(chat.raw["messages"])
    assert chat.raw["tool_choice"] == "required"
    assert sample("aloud_model_tokens_total", purpose="route", direction="sent") > before


async def test_an_answer_may_be_fenced(server: OpenAIDouble, models: TypedModels) -> None:
    server.replies(CallToolGarbled("pick", '```json\n{"kind": "two"}\n```'))
    assert await models.ask(Purpose.ROUTE, asked(), Picked, PICK) == Picked(kind="two")


class _Learned(BaseModel):
    things: tuple[str, ...] = ()


@pytest.mark.parametrize("given", ['{"things": ["cut of', '["x"]', 'Here: {"things": []}', "null"])
async def test_what_is_no_answer_is_not_taken_for_an_empty_one(server: OpenAIDouble, models: TypedModels, given: str) -> None:
    server.replies(CallToolGarbled("pick", given))
    with pytest.raises(AnswerUnusableError):
        await models.ask(Purpose.ROUTE, asked(), _Learned, PICK)


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (Say("I think the second one."), AnswerUnusableError),
        (CallTool("pick", kind="three"), AnswerUnusableError),
        (CallToolGarbled("pick", "{kind: two"), AnswerUnusableError),
        (FailQuoting("a word of Carla's", status=400), ModelAwayError),
        (Fails(Refuse(500)), ModelAwayError),
        (Fails(HangUp()), ModelAwayError),
        (Late(CallTool("pick", kind="two"), after_s=8.0), ModelAwayError),
    ],
)
async def test_whatever_fails_is_one_error_after_one_request_counted_and_without_words_in_the_log(
    server: OpenAIDouble, models: TypedModels, reply: Reply, error: type[TypedModelError], caplog: pytest.LogCaptureFixture
) -> None:
    before = sample("aloud_model_faults_total", purpose="route", fault=error.fault)
    server.replies(reply)
    with pytest.raises(error) as raised:
        await models.ask(Purpose.ROUTE, asked("a word of Carla's"), Picked, PICK)
    assert len(server.chat_requests) == 1
    assert sample("aloud_model_faults_total", purpose="route", fault=error.fault) == before + 1
    logged = [str(vars(record)) for record in caplog.records if record.name.startswith("providers") and record.levelno >= logging.INFO]
    assert logged
    assert "Carla" not in "".join(logged) + str(raised.value)


async def test_streamed_words_and_tools_with_a_tail_that_is_new_in_each_request_and_in_no_history(
    server: OpenAIDouble, models: TypedModels
) -> None:
    ran: list[Mapping[str, object]] = []

    async def go(arguments: Mapping[str, object]) -> str:
        ran.append(arguments)
        return "went"

    def tail() -> list[HistoryLine]:
        mail = CalledTool(call_id="open_mail", tool="open_mail")
        return [
            AssistantLine("", (mail,)),
            ToolLine(call_id="open_mail", tool="open_mail", words="its text"),
            SystemLine(f"cursor {len(ran)}"),
        ]

    earlier = CalledTool(call_id="c1", tool="go", arguments={"to": "back"})
    history = (
        UserLine("hello"),
        AssistantLine("Let me see.", (earlier,)),
        ToolLine(call_id="c1", tool="go", words="done"),
        AssistantLine("Hi."),
    )
    server.replies(CallTool("go", to="next"), Say("All is well and good."))
    said = await streamed(models, asked("Go on.", history=history, tools=(tool(go),), tail=tail))
    assert (said, ran) == ("All is well and good.", [{"to": "next"}])
    first, second = server.chat_requests
    old = ["Pick one.", "hello", "Let me see.", "done", "Hi.", "Go on."]
    assert [each.content for each in first.messages] == [*old, "", "its text", "cursor 0"]
    assert [each.content for each in second.messages] == [*old, "", "went", "", "its text", "cursor 1"]
    assert [each.role for each in second.messages].count("system") == 2
    assert first.model == "large-model"
    assert first.stream


async def test_a_run_is_over_before_its_next_request_where_it_need_not_go_on(server: OpenAIDouble, models: TypedModels) -> None:
    done: list[str] = []

    async def go(_: Mapping[str, object]) -> str:
        done.append("gone")
        return "went"

    server.replies(CallTool("go"))
    said = await streamed(models, asked(tools=(tool(go),), goes_on=lambda: not done))
    assert (said, done, len(server.chat_requests)) == ("", ["gone"], 1)


async def test_a_tool_called_with_no_json_is_not_run_and_the_model_is_told(server: OpenAIDouble, models: TypedModels) -> None:
    async def go(_: Mapping[str, object]) -> str:
        raise AssertionError

    server.replies(CallToolGarbled("go", '{"to": "ne'), Say("Where to?"))
    assert await streamed(models, asked(tools=(tool(go),))) == "Where to?"
    assert [each.content for each in server.chat_requests[-1].messages[-2:]] == [
        "",
        "The arguments were no JSON object. Call the tool again.",
    ]


async def test_what_a_model_thinks_aloud_is_not_said(server: OpenAIDouble, models: TypedModels) -> None:
    server.replies(Say("<think> They ask about the lease. </think> It ends in May."), Say("<think> Hm. </think> It ends."))
    assert await streamed(models, asked()) == "It ends in May."
    step = ModelStep(user_id="anna", instructions="Go on.", lines=(UserLine("When?"),))
    assert (await models.step(Purpose.WORK, step)).words == "It ends."


def test_what_a_model_thinks_is_not_said_however_it_is_cut() -> None:
    answer = ModelAnswer()
    pieces = ["\n", "<", "think", "> They", " ask.", "</th", "ink>", "\n\nIt", " ends."]
    assert [answer.write(each) for each in pieces] == ["", "", "", "", "", "", "", "It", " ends."]
    answer = ModelAnswer()
    assert "".join(map(answer.write, ["<", "b>", " is a tag."])) == "<b> is a tag."


async def test_an_answer_without_a_word_is_none(server: OpenAIDouble, models: TypedModels) -> None:
    server.replies(Say(""))
    with pytest.raises(AnswerUnusableError):
        await streamed(models, asked())


async def test_a_request_that_fails_is_repeated_and_the_tools_before_it_are_not(server: OpenAIDouble, models: TypedModels) -> None:
    ran = 0

    async def go(_: Mapping[str, object]) -> str:
        nonlocal ran
        ran += 1
        return "went"

    server.replies(CallTool("go"), Fails(Refuse(503)), Fails(HangUp()), Say("Done."))
    assert await streamed(models, asked(tools=(tool(go),))) == "Done."
    assert (ran, len(server.chat_requests)) == (1, 4)


async def test_an_answer_that_breaks_off_raises_after_its_words(server: OpenAIDouble, models: TypedModels) -> None:
    server.replies(BreakOff("It was about the lease."))
    words: list[str] = []

    async def read() -> None:
        async for piece in models.stream(Purpose.ANSWER, asked()):
            words.append(piece)

    with pytest.raises(TypedModelError):
        await read()
    assert "".join(words) == "It was about t"


async def test_a_run_that_never_ends_is_ended(server: OpenAIDouble, models: TypedModels) -> None:
    async def go(_: Mapping[str, object]) -> str:
        return "again"

    server.always(CallTool("go"))
    with pytest.raises(RunTooLongError):
        await streamed(models, asked(tools=(tool(go),)))
    assert len(server.chat_requests) == purposes.LIMITS[Purpose.ANSWER].requests


async def test_what_is_broken_off_costs_about_what_was_sent_and_received_of_it(server: OpenAIDouble) -> None:
    records = TokensInMemory()
    async with typed_models(server, records=records) as models:
        await models.load()
        server.replies(Late(CallTool("pick", kind="one"), after_s=2.0))
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.5):
                await models.ask(Purpose.ROUTE, asked("Which one? " * 100, user_id="anna"), Picked, PICK)
        assert len(server.chat_requests) == 1
        server.replies(Say("One sentence. " * 40))
        async with aclosing(models.stream(Purpose.ANSWER, asked("Which one? " * 100, user_id="ben"))) as pieces:
            assert await anext(pieces)
        server.replies(BreakOff("One sentence. " * 40))
        with pytest.raises(TypedModelError):
            await streamed(models, asked("Which one?", user_id="carla"))
        server.replies(Fails(Refuse(400)), Say("One."))
        with pytest.raises(TypedModelError):
            await streamed(models, asked("Which one? " * 100, user_id="dora"))
        await streamed(models, asked("Which one?", user_id="eva"))
    spent = {user_id: tokens for (user_id, _), tokens in records.kept.items()}
    assert 250 < spent["anna"] < 500
    assert 250 < spent["ben"] < 500
    assert 60 < spent["carla"] < 150
    assert "dora" not in spent
    assert 0 < spent["eva"] < 60


@pytest.mark.parametrize("reply", [BreakOff("A word. " * 400, pause_s=0.1), BreakOff("A word.", hangs=True)])
async def test_a_streamed_run_has_an_end_however_slowly_it_comes(server: OpenAIDouble, reply: Reply) -> None:
    limits = dict(purposes.LIMITS)
    limits[Purpose.ANSWER] = replace(limits[Purpose.ANSWER], run_s=1.0)
    server.always(reply)
    words: list[str] = []
    async with typed_models(server, limits=limits) as models, asyncio.timeout(5.0):

        async def read() -> None:
            async for piece in models.stream(Purpose.ANSWER, asked()):
                words.append(piece)

        await models.load()
        with pytest.raises(ModelAwayError):
            await read()
    assert words


async def test_a_model_that_hangs_is_given_up_and_none_is_asked_where_none_is_set(server: OpenAIDouble) -> None:
    server.chat_fault = Hang()
    async with typed_models(server) as models:
        with pytest.raises(ModelAwayError):
            await models.ask(Purpose.ROUTE, asked(), Picked, PICK)
    asked_before = len(server.chat_requests)
    async with typed_models(server, small=None) as models:
        assert not models.has_model_for(Purpose.ROUTE)
        assert models.has_model_for(Purpose.ANSWER)
        with pytest.raises(ModelAwayError):
            await models.ask(Purpose.ROUTE, asked(), Picked, PICK)
    assert len(server.chat_requests) == asked_before


async def test_who_has_spent_the_day_is_asked_for_nothing_and_others_and_tomorrow_are_not_touched(server: OpenAIDouble) -> None:
    records, today = TokensInMemory(), TODAY
    server.always(CallTool("pick", kind="one"))
    async with typed_models(server, records=records, most=20, today=lambda: today) as models:
        await models.ask(Purpose.ROUTE, asked(), Picked, PICK)
        with pytest.raises(RunTooLongError):
            await models.ask(Purpose.ROUTE, asked(), Picked, PICK)
        await models.ask(Purpose.ROUTE, asked(user_id="ben"), Picked, PICK)
    async with typed_models(server, records=records, most=20, today=lambda: today) as elsewhere:
        with pytest.raises(RunTooLongError):
            await elsewhere.ask(Purpose.ROUTE, asked(), Picked, PICK)
        today = TODAY + timedelta(days=1)
        await elsewhere.ask(Purpose.ROUTE, asked(), Picked, PICK)
    assert len(server.chat_requests) == 3


async def test_what_was_spent_is_kept_for_the_day_by_user_on_both_databases(database: Database) -> None:
    records = TokenRecords(database)
    day = TODAY.toordinal()
    for _ in range(2):
        async with DailyTokens(records, 100, lambda: TODAY) as tokens:
            assert await tokens.are_left("anna")
            tokens.spend("anna", 30)
            tokens.spend("ben", 5)
    assert (await records.spent("anna", day), await records.spent("ben", day), await records.spent("anna", day + 1)) == (60, 10, 0)
    async with DailyTokens(records, 60, lambda: TODAY) as tokens:
        assert not await tokens.are_left("anna")
        assert await tokens.are_left("ben")
    async with DailyTokens(records, 60, lambda: date(2026, 3, 3)) as tokens:
        tokens.spend("anna", 1)
    assert await records.spent("anna", day) == 0, "the days before are forgotten"
    assert (await records.forget("anna"), await records.forget("anna"), await records.spent("ben", day)) == (1, 0, 10)


class Slow(TokensInMemory):
    """A database that is busy until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.may_answer = asyncio.Event(), asyncio.Event()

    async def spent(self, user_id: str, day: int) -> int:
        self.asked.set()
        await self.may_answer.wait()
        return await super().spent(user_id, day)


async def test_while_the_database_is_slow_who_is_waited_for_goes_on_and_who_works_ahead_waits() -> None:
    records = Slow()
    async with DailyTokens(records, 100, lambda: TODAY) as tokens:
        ahead = asyncio.create_task(tokens.are_left("anna", of_day=0.5))
        await records.asked.wait()
        assert await tokens.are_left("anna")
        assert not ahead.done()
        records.may_answer.set()
        assert await ahead


def test_what_asks_models_is_loaded_with_the_first_request_and_livekit_never() -> None:
    probe = (
        "import sys, providers.models.typed.typed_models as typed\n"
        "print('openai' in sys.modules)\n"
        "import providers.models.typed.engine\n"
        "print('openai' in sys.modules, any(name.split('.')[0] == 'livekit' for name in sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, timeout=60, check=True)
    assert run.stdout.split() == ["False", "True", "False"]


async def test_a_run_that_is_cancelled_at_any_moment_leaves_no_task(server: OpenAIDouble) -> None:
    """The watch over all tests tells of one that is left."""

    async def read() -> None:
        async with aclosing(models.stream(Purpose.ANSWER, asked())) as words:
            async for _ in words:
                pass

    async with typed_models(server) as models:
        await models.load()
        for steps in range(160):
            server.replies(Fails(Hang()))
            run = asyncio.create_task(read() if steps % 2 else models.ask(Purpose.ROUTE, asked(), Picked, PICK))
            for _ in range(steps // 2):
                await asyncio.sleep(0)
            run.cancel()
            with suppress(asyncio.CancelledError):
                await run
            server.drop_replies()
