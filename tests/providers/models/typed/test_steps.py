"""One step of a loop that somebody else runs, over real HTTP: what is asked, and what of the answer is handed back."""

import asyncio
import logging

import pytest

from providers.models.typed import purposes
from providers.models.typed.history import AssistantLine, CalledTool, ModelStep, Picture, ToolDescription, ToolLine, UserLine
from providers.models.typed.purposes import Purpose
from providers.models.typed.typed_errors import ModelAwayError, RunTooLongError, TypedModelError
from providers.models.typed.typed_models import TypedModels
from tests.providers.models.typed.asking import TokensInMemory, typed_models
from tests.servers.openai.chat import CallToolGarbled, CallUnknownTool, FailQuoting, Fails, Late, Reply
from tests.servers.openai.double import CallTool, CallTools, OpenAIDouble, Say
from tests.servers.openai.faults import Hang, HangUp, Refuse

pytestmark = pytest.mark.slow

FRAME = Picture(data=b"\xff\xd8 a frame", media_type="image/jpeg")
LOOK = ToolDescription(name="look", description="Looks.", parameters={"type": "object", "properties": {"at": {"type": "string"}}})
EARLIER = (
    UserLine("Find it.", FRAME),
    AssistantLine("", (CalledTool(call_id="c1", tool="look", arguments={"at": "one"}),)),
    ToolLine(call_id="c1", tool="look", words="nothing"),
)


def step(*lines: UserLine | AssistantLine | ToolLine, must_call: bool = False) -> ModelStep:
    return ModelStep(user_id="anna", instructions="Be brief.", lines=lines or EARLIER, tools=(LOOK,), must_call=must_call)


async def test_a_step_is_one_request_with_all_lines_the_picture_where_it_stands_and_its_tools(
    server: OpenAIDouble, models: TypedModels
) -> None:
    server.replies(CallTool("look", at="two"))
    answer = await models.step(Purpose.GLANCE, step())
    assert [(call.tool, dict(call.arguments)) for call in answer.calls] == [("look", {"at": "two"})]
    assert answer.calls[0].call_id
    (chat,) = server.chat_requests
    assert (chat.model, chat.tool_names) == ("vision-model", ("look",))
    assert [(each.role, each.content) for each in chat.messages] == [
        ("system", "Be brief."),
        ("user", "Find it."),
        ("assistant", ""),
        ("tool", "nothing"),
    ]
    assert str(chat.raw["messages"]).count("image_url") == 2  # the part and its field
    assert chat.raw.get("tool_choice", "auto") == "auto"


async def test_the_small_model_for_pictures_must_call_where_that_is_asked(server: OpenAIDouble, models: TypedModels) -> None:
    server.replies(CallTool("look"))
    await models.step(Purpose.SCREEN, step(UserLine("See.", FRAME), must_call=True))
    (chat,) = server.chat_requests
    assert (chat.model, chat.raw["tool_choice"]) == ("small-vision-model", "required")


@pytest.mark.parametrize(
    ("reply", "words", "calls"),
    [
        (Say("Nothing there."), "Nothing there.", []),
        (CallTools([CallTool("look", at="one"), CallTool("look", at="two")]), "", [("look", {"at": "one"}), ("look", {"at": "two"})]),
        (CallUnknownTool("send_email"), "", [("send_email", {})]),
        (CallToolGarbled("look", "{at: one"), "", [("look", {})]),
        (CallToolGarbled("look", '["one"]'), "", [("look", {})]),
    ],
)
async def test_words_several_calls_unknown_tools_and_broken_arguments_come_back_as_they_are(
    server: OpenAIDouble, models: TypedModels, reply: Reply, words: str, calls: list[tuple[str, dict[str, object]]]
) -> None:
    server.replies(reply)
    answer = await models.step(Purpose.GLANCE, step())
    assert (answer.words, [(call.tool, dict(call.arguments)) for call in answer.calls]) == (words, calls)


@pytest.mark.parametrize("reply", [Fails(Refuse(500)), Fails(HangUp()), FailQuoting("a word of Carla's", status=400)])
async def test_what_fails_is_one_error_after_one_request_without_words_in_the_log(
    server: OpenAIDouble, models: TypedModels, reply: Reply, caplog: pytest.LogCaptureFixture
) -> None:
    server.replies(reply)
    with pytest.raises(TypedModelError) as raised:
        await models.step(Purpose.GLANCE, step(UserLine("a word of Carla's", FRAME)))
    assert len(server.chat_requests) == 1
    logged = [str(vars(record)) for record in caplog.records if record.name.startswith("providers") and record.levelno >= logging.INFO]
    assert "Carla" not in "".join(logged) + str(raised.value)
    assert "a frame" not in "".join(logged)


async def test_a_step_that_is_cancelled_ends_its_request(server: OpenAIDouble, models: TypedModels) -> None:
    server.replies(Fails(Hang()))
    asked = asyncio.create_task(models.step(Purpose.GLANCE, step()))
    while not server.chat_requests:  # noqa: ASYNC110 - what a server was asked
        await asyncio.sleep(0.01)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked


async def test_a_step_costs_its_tokens_and_none_begins_where_the_share_of_the_day_is_spent(server: OpenAIDouble) -> None:
    records = TokensInMemory()
    server.always(Say("Nothing."))
    async with typed_models(server, records=records, most=100) as models:
        while True:
            try:
                await models.step(Purpose.SCREEN, step())
            except RunTooLongError:
                break
        assert server.chat_requests
    (spent,) = records.kept.values()
    assert spent >= 100 * purposes.LIMITS[Purpose.SCREEN].of_day


async def test_agents_that_used_all_they_may_leave_summaries_and_answers_to_who_is_there() -> None:
    of_agents = [purposes.LIMITS[each].of_day for each in (Purpose.WORK, Purpose.COMPACT, Purpose.LEARN, Purpose.BRIEF)]
    of_users = [purposes.LIMITS[each].of_day for each in (Purpose.SUMMARISE, Purpose.ANSWER, Purpose.SCREEN, Purpose.GLANCE)]
    assert max(of_agents) < min(of_users)


async def test_no_picture_is_sent_to_a_model_that_nobody_has_named_for_it(server: OpenAIDouble) -> None:
    async with typed_models(server, vision=None) as models:
        assert not models.has_model_for(Purpose.GLANCE)
        with pytest.raises(ModelAwayError):
            await models.step(Purpose.GLANCE, step())
    assert server.chat_requests == []


async def test_the_triage_is_given_up_after_five_seconds(server: OpenAIDouble, models: TypedModels) -> None:
    server.replies(Late(CallTool("look"), after_s=8.0))
    with pytest.raises(ModelAwayError):
        await models.step(Purpose.SCREEN, step())
