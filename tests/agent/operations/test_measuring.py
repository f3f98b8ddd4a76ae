"""Calls, turns, waiting times and faults are counted from what a session tells of itself."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry
from pydantic import SecretStr

from agent.operations.measuring import CallCounter, measure_the_call
from agent.tools.running import INSTANT
from briefing.speech.sentences import what_next
from providers.settings import Settings
from session.metrics import CallMetrics, Service, TurnInput
from tests.agent.typed_call import TypedCall, sample_settings, typed_call
from tests.servers.openai.double import CallTool, Say, openai_server

COUNTS = ("aloud_turns_total", "aloud_calls_total", "aloud_calls_ended_total", "aloud_faults_total", "aloud_first_audio_seconds_count")


def counts(registry: CollectorRegistry) -> dict[str, float]:
    return {
        " ".join([sample.name.removeprefix("aloud_"), *sample.labels.values()]): sample.value
        for family in registry.collect()
        for sample in family.samples
        if sample.name in COUNTS
    }


class Turns:
    """A `CallCounter` and what it has counted."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.metrics = CallMetrics(self.registry)
        self.counter = CallCounter(self.metrics)

    @property
    def counted(self) -> dict[str, float]:
        return {name: value for name, value in counts(self.registry).items() if name != "calls_total"}

    def typed(self) -> None:
        self.counter.user_said(made=TurnInput.TYPED, ended_at=10.0)


@pytest.mark.parametrize(
    ("evidence", "kind"),
    [
        (lambda turns: turns.tools_ran([f"{INSTANT}1"]), "instant"),
        (lambda turns: turns.tools_ran(["call_1"]), "model"),
        (lambda turns: turns.model_was_asked(), "model"),
        (lambda turns: turns.agent_said("You can say next."), "instant"),
        (lambda turns: turns.agent_said(f"{what_next.not_understood()} You can say next."), "not_understood"),
    ],
)
def test_who_answered_a_turn_shows_in_what_follows_it(evidence: Callable[[CallCounter], None], kind: str) -> None:
    turns = Turns()
    turns.typed()
    evidence(turns.counter)
    turns.counter.agent_said("And so on.")
    turns.counter.close()
    assert turns.counted == {f"turns_total {kind} typed": 1}


def test_a_turn_that_got_no_answer_is_counted_when_the_next_one_comes() -> None:
    turns = Turns()
    turns.typed()
    turns.typed()
    turns.counter.close()
    turns.counter.close()
    assert turns.counted == {"turns_total unanswered typed": 2}


def test_the_first_evidence_decides_and_a_turn_is_counted_once() -> None:
    turns = Turns()
    turns.typed()
    turns.counter.model_was_asked()
    turns.counter.tools_ran(["call_1"])
    turns.counter.model_was_asked()
    turns.counter.agent_said("Done.")
    turns.counter.agent_ended()
    turns.typed()
    turns.counter.tools_ran([f"{INSTANT}1"])
    turns.counter.close()
    assert turns.counted == {"turns_total model typed": 1, "turns_total instant typed": 1}


def test_a_model_that_is_quicker_than_the_news_of_its_turn_is_still_counted_there() -> None:
    turns = Turns()
    turns.counter.model_was_asked()
    turns.typed()
    turns.counter.agent_said("Done.")
    turns.counter.close()
    assert turns.counted == {"turns_total model typed": 1}


def test_the_wait_is_from_the_end_of_the_turn_to_the_first_sound_whichever_is_known_first() -> None:
    turns = Turns()
    turns.counter.user_said(made=TurnInput.SPOKEN, ended_at=10.0)
    turns.counter.agent_began(at=10.4)
    turns.counter.model_was_asked()
    turns.counter.agent_began(at=12.0)
    turns.counter.user_said(made=TurnInput.SPOKEN, ended_at=20.0)
    turns.counter.tools_ran([f"{INSTANT}1"])
    turns.counter.agent_began(at=20.1)
    labels = {"input": "spoken"}
    waited = [turns.registry.get_sample_value("aloud_first_audio_seconds_sum", labels | {"kind": kind}) for kind in ("model", "instant")]
    assert waited == [pytest.approx(0.4), pytest.approx(0.1)]
    assert turns.counted["first_audio_seconds_count model spoken"] == 1


def test_a_model_that_failed_was_asked() -> None:
    turns = Turns()
    turns.counter.began()
    turns.typed()
    turns.metrics.count_fault(Service.MAILBOX)
    turns.metrics.count_fault(Service.LLM)
    turns.counter.agent_said("I cannot think right now.")
    turns.counter.close()
    assert turns.counted == {"turns_total model typed": 1, "faults_total llm": 1, "faults_total mailbox": 1}


def test_a_caller_who_is_turned_away_is_a_call_that_ended() -> None:
    registry = CollectorRegistry()
    CallMetrics(registry).count_turned_away()
    assert counts(registry) == {"calls_total": 1, "calls_ended_total turned_away": 1}


def test_what_the_agent_says_of_itself_is_no_answer() -> None:
    turns = Turns()
    turns.counter.agent_began(at=1.0)
    turns.counter.agent_said("Good morning.")
    turns.counter.close()
    assert turns.counted == {}


@asynccontextmanager
async def measured_call(settings: Settings, registry: CollectorRegistry) -> AsyncIterator[TypedCall]:
    async with typed_call(settings) as call:
        measure_the_call(call.session, call.call, CallMetrics(registry))
        yield call


async def test_a_call_without_a_model(tmp_path: Path) -> None:
    registry = CollectorRegistry()
    async with measured_call(sample_settings(tmp_path, unread=5), registry) as call:
        await call.greet()
        await call.type("next")
        await call.type("help")
        await call.type("please consider the xylophone")
        await call.type("archive it")
    assert counts(registry) == {
        "calls_total": 1,
        "calls_ended_total user_initiated": 1,
        "turns_total instant typed": 3,
        "turns_total not_understood typed": 1,
        "first_audio_seconds_count instant typed": 3,
        "first_audio_seconds_count not_understood typed": 1,
    }


async def test_a_call_with_a_model(tmp_path: Path) -> None:
    registry = CollectorRegistry()
    async with openai_server() as openai:
        openai.replies(CallTool("change_mail", action="flag"), Say("Flagged."), Say("It is from Anna."))
        settings = sample_settings(tmp_path, unread=5, openai_api_key=SecretStr("sk-test"), openai_base_url=openai.url)
        async with measured_call(settings, registry) as call:
            await call.greet()
            await call.type("this one matters a lot to me")
            await call.type("next")
            await call.type("who wrote that again")
    found = counts(registry)
    assert found["turns_total model typed"] == 2
    assert found["turns_total instant typed"] == 1
    assert found["first_audio_seconds_count model typed"] == 2
