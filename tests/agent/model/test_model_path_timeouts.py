"""A model that is slow, silent, cut off or broken: what the caller hears instead, and when."""

import time
from itertools import pairwise

import pytest
from livekit.agents import APIConnectionError, APIStatusError, APITimeoutError, ModelSettings, llm

from briefing.speech.sentences.about_failures import ONE_MOMENT, REMARKS, Trouble
from session.passages import Passage
from session.timeouts import ANSWER_BEGINS_WITHIN_S, ONE_MOMENT_AFTER_S, PROBE_WITHIN_S
from tests.agent.scripted_model import Step, calling, turns
from tests.inbox.virtual_clock import in_virtual_time, now

FOREVER = 10_000.0
NO_ANSWER, CUT_OFF, NO_WORDS = (REMARKS[trouble].first for trouble in (Trouble.NO_ANSWER, Trouble.CUT_OFF, Trouble.NO_WORDS))
AFTERWARDS = REMARKS[Trouble.NO_ANSWER].after

FAILURES: list[Step] = [
    APIConnectionError("no route"),
    APITimeoutError("late"),
    APIStatusError("wrong key", status_code=401),
    APIStatusError("too many", status_code=429),
    APIStatusError("down", status_code=500),
    RuntimeError("a defect in a client"),
]


def silences(heard: list[tuple[float, str]], begin: float) -> list[float]:
    """The seconds between two things that were heard, from `begin` on."""
    moments = [begin, *(moment for moment, _ in heard if moment >= begin)]
    return [later - earlier for earlier, later in pairwise(moments)]


@in_virtual_time
async def test_a_model_that_answers_in_time_is_left_alone() -> None:
    call = await turns()
    assert await call.turn(2.0, "Anna asks ", 1.0, "about Friday.") == ["Anna asks about Friday."]


@in_virtual_time
async def test_a_slow_model_is_excused_and_then_answers() -> None:
    call = await turns()
    said = await call.turn(5.0, "Anna asks about Friday.")
    assert said == [said[0], "Anna asks about Friday."]
    assert said[0] in ONE_MOMENT
    assert call.heard[0][0] == pytest.approx(ONE_MOMENT_AFTER_S)


@in_virtual_time
async def test_a_silent_model_is_excused_and_then_given_up() -> None:
    call = await turns()
    said = await call.turn(FOREVER)
    assert said[0] in ONE_MOMENT
    assert said[1:] == [NO_ANSWER]
    assert now() == pytest.approx(ANSWER_BEGINS_WITHIN_S)
    assert call.model.ended == 1


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure).__name__)
@in_virtual_time
async def test_a_model_that_fails_is_answered_for_in_one_sentence(failure: Step) -> None:
    call = await turns()
    assert await call.turn(failure) == [NO_ANSWER]
    assert await call.turn("Here I am again.") == ["Here I am again."]
    await call.turn(failure)
    assert call.faults.model_begins_within_s() == ANSWER_BEGINS_WITHIN_S


@pytest.mark.parametrize("rest", [APIConnectionError("cut"), FOREVER], ids=["cut", "stalled"])
@in_virtual_time
async def test_an_answer_that_breaks_off_says_so(rest: Step) -> None:
    call = await turns()
    assert await call.turn("Anna wants to ", rest) == ["Anna wants to ", CUT_OFF]


@in_virtual_time
async def test_what_is_said_of_an_answer_that_broke_off_does_not_run_into_its_last_word() -> None:
    call = await turns()
    assert await call.turn("Anna wants", APIConnectionError("cut")) == ["Anna wants", f" {CUT_OFF}"]


@in_virtual_time
async def test_the_timeout_is_counted_from_the_end_of_speech() -> None:
    call = await turns()
    call.context.items.append(llm.ChatMessage(role="user", content=["and that"], metrics={"stopped_speaking_at": time.time() - 2.0}))
    await call.turn(5.0, "Anna asks about Friday.", same_turn=True)
    assert call.heard[0][0] == pytest.approx(ONE_MOMENT_AFTER_S - 2.0, abs=0.3)


@in_virtual_time
async def test_an_answer_without_words_says_so() -> None:
    call = await turns()
    assert await call.turn() == [NO_WORDS]
    assert await call.turn(" ") != [NO_WORDS]


@in_virtual_time
async def test_a_tool_that_may_no_longer_be_called_is_no_answer() -> None:
    call = await turns()
    assert await call.turn(calling("go"), tool_choice="none") == [NO_WORDS]


@pytest.mark.parametrize("rest", [APIConnectionError("cut"), FOREVER], ids=["cut", "stalled"])
@in_virtual_time
async def test_a_tool_that_was_called_speaks_for_itself(rest: Step) -> None:
    call = await turns()
    assert await call.turn(calling("go"), rest) == []


@in_virtual_time
async def test_what_a_tool_has_done_is_told_in_its_own_words_when_the_model_fails_after_it() -> None:
    done = Passage("Archived."), Passage("Anna Berg asks about Friday.")
    call = await turns(own_words=lambda call_id: done if call_id == "call-change_mail" else ())
    await call.turn(calling("change_mail"))
    call.context.items += [
        llm.FunctionCall(call_id="call-change_mail", name="change_mail", arguments="{}"),
        llm.FunctionCallOutput(call_id="call-change_mail", name="change_mail", output="Archived.", is_error=False),
    ]
    assert await call.turn(APIConnectionError("down"), same_turn=True) == ["Archived. ", "Anna Berg asks about Friday."]
    call.faults.failed_unheard(Trouble.NO_ANSWER)
    assert call.faults.model_begins_within_s() == PROBE_WITHIN_S, "the first failure counts, though nobody heard of it"
    await call.turn("I see.")
    assert "Anna Berg" not in str([item for item in call.model.requests[-1].items if getattr(item, "role", "") == "assistant"])


@in_virtual_time
async def test_no_two_apologies_and_no_two_equal_sentences_follow_each_other() -> None:
    call = await turns()
    said = [(await call.turn(failure))[-1] for failure in [*FAILURES, *FAILURES]]
    assert said[0] == NO_ANSWER
    assert set(said[1:]) <= set(AFTERWARDS)
    assert all(earlier != later for earlier, later in pairwise(said))


@in_virtual_time
async def test_after_something_else_was_said_a_fault_is_apologised_for_again() -> None:
    call = await turns()
    said = []
    for script in (["Yes."], [FAILURES[0]], ["Yes."], [FAILURES[0]]):
        said += await call.turn(*script)
    assert said == ["Yes.", NO_ANSWER, "Yes.", NO_ANSWER]


@in_virtual_time
async def test_a_model_that_failed_twice_is_not_waited_for_again_until_it_is_back() -> None:
    call = await turns()
    for _ in range(2):
        await call.turn(FOREVER)
    begin = now()
    await call.turn(FOREVER)
    assert now() - begin == pytest.approx(PROBE_WITHIN_S)
    assert await call.turn(1.0, "Back.") == ["Back."]
    begin = now()
    await call.turn(FOREVER)
    assert now() - begin == pytest.approx(ANSWER_BEGINS_WITHIN_S)


@in_virtual_time
async def test_a_model_that_has_become_slow_for_good_comes_back_all_the_same() -> None:
    call = await turns()
    for _ in range(2):
        await call.turn(FOREVER)
    said: list[str] = []
    while "Slow." not in said:
        said = await call.turn(2.5, "Slow.")
    assert now() < 60


@in_virtual_time
async def test_silence_is_counted_over_the_steps_of_a_turn() -> None:
    call = await turns()
    begin = now()
    for step, wait in enumerate((2.9, 2.9, 2.9, FOREVER)):
        await call.turn(wait, calling("go"), same_turn=step > 0)
    assert max(silences(call.heard, begin)) < 7.0


@in_virtual_time
async def test_an_excuse_is_never_sent_as_the_models_own_words() -> None:
    call = await turns()
    await call.turn(5.0, "Anna asks about Friday.")
    await call.turn("Yes.")
    (own,) = [item for item in call.model.requests[-1].items if isinstance(item, llm.ChatMessage) and item.role == "assistant"]
    assert own.text_content == "Anna asks about Friday."


@in_virtual_time
async def test_whoever_stops_listening_ends_the_request() -> None:
    call = await turns()
    call.model.scripts.append(["Anna asks ", FOREVER])
    answer = call.path.answer(call.context, [], ModelSettings())
    assert await anext(answer)
    await answer.aclose()
    assert call.model.ended == 1
