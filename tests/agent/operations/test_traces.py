"""What leaves a machine in a trace: names that are on a list, numbers, times; whatever LiveKit puts into its spans."""

import asyncio
import socket
import sys

import pytest
from livekit.agents.telemetry import trace_types, tracer
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import Link, SpanContext, Status, StatusCode, TraceFlags, TraceState, set_span_in_context

from agent.operations.traced import EVENTS, NUMBERS, SPANS, TOOL_NAME, WORDS
from agent.operations.traces import UNKNOWN, DiscreetSpanExporter, export_traces
from providers.settings import Settings
from tests.servers.livekit import ROOT
from tests.servers.otlp import otlp_collector

PRIVATE = "zephyranthes"
SENTENCE = f"Mr Grant brings the {PRIVATE} on Thursday"
NAMES = sorted(
    {value for name, value in vars(trace_types).items() if name.startswith(("ATTR_", "EVENT_", "METRIC_")) and isinstance(value, str)}
)
"""Every attribute that LiveKit knows."""


@pytest.fixture
def exported() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture
def provider(exported: InMemorySpanExporter) -> TracerProvider:
    provider = TracerProvider(resource=Resource({"service.name": "aloud"}), shutdown_on_exit=False)
    provider.add_span_processor(SimpleSpanProcessor(DiscreetSpanExporter(exported)))
    return provider


def test_no_attribute_carries_a_sentence(provider: TracerProvider, exported: InMemorySpanExporter) -> None:
    tracer = provider.get_tracer("livekit-agents")
    for name in [*NAMES, "lk.made.up.by.the.next.version", "db.statement"]:
        tracer.start_span("agent_turn", attributes={name: SENTENCE, f"{name}.parts": [SENTENCE]}).end()
    spans = exported.get_finished_spans()
    assert len(spans) == len(NAMES) + 2
    assert [dict(span.attributes or {}) for span in spans if span.attributes] == []


def test_an_attribute_that_is_on_no_list_does_not_carry_a_word_either(provider: TracerProvider, exported: InMemorySpanExporter) -> None:
    unlisted = sorted(set(NAMES) - WORDS)
    tracer = provider.get_tracer("livekit-agents")
    for name in unlisted:
        tracer.start_span("agent_turn", attributes={name: PRIVATE}).end()
    spans = exported.get_finished_spans()
    assert len(spans) == len(unlisted) > 100
    assert [dict(span.attributes or {}) for span in spans if span.attributes] == []


def test_the_lists_hold_only_names_that_livekit_still_has() -> None:
    stamped_on_everything = {"job_id", "room_id"}
    assert (NUMBERS | WORDS | {TOOL_NAME}) - set(NAMES) == stamped_on_everything


def test_errors_events_links_and_unknown_names_lose_their_text(provider: TracerProvider, exported: InMemorySpanExporter) -> None:
    tracer = provider.get_tracer("livekit-agents", attributes={"said": PRIVATE})
    state = TraceState([("said", PRIVATE)])
    outer = SpanContext(7, 8, is_remote=True, trace_flags=TraceFlags(TraceFlags.SAMPLED), trace_state=state)
    span = tracer.start_span(f"say {PRIVATE}", links=[Link(outer, {"said": PRIVATE})])
    span.add_event(f"heard {PRIVATE}")
    span.add_event("generation", {"said": PRIVATE})
    span.record_exception(ValueError(SENTENCE))
    span.set_status(Status(StatusCode.ERROR, SENTENCE))
    span.end()
    (told,) = exported.get_finished_spans()
    assert PRIVATE not in told.to_json()
    assert (told.name, told.status.status_code, [event.name for event in told.events]) == (
        UNKNOWN,
        StatusCode.ERROR,
        ["generation", "exception"],
    )


def test_names_numbers_times_and_places_in_the_trace_are_kept(provider: TracerProvider, exported: InMemorySpanExporter) -> None:
    tracer = provider.get_tracer("livekit-agents", "1.8.9")
    turn = tracer.start_span("agent_turn", attributes={"lk.speech_id": "speech_1a2b", "lk.e2e_latency": 0.25, "job_id": "AJ_1"})
    tool = tracer.start_span("function_tool", context=set_span_in_context(turn), attributes={TOOL_NAME: "change_mail"})
    tool.add_event("generation", timestamp=5)
    tool.end()
    turn.end()
    inner, outer = exported.get_finished_spans()
    assert (inner.name, outer.name) == ("function_tool", "agent_turn")
    assert outer.attributes == {"lk.speech_id": "speech_1a2b", "lk.e2e_latency": 0.25, "job_id": "AJ_1"}
    assert inner.attributes == {TOOL_NAME: "change_mail"}
    assert inner.parent == outer.context
    assert [(event.name, event.timestamp) for event in inner.events] == [("generation", 5)]
    assert inner.resource.attributes["service.name"] == "aloud"


def test_a_tool_that_a_model_made_up_has_no_name(provider: TracerProvider, exported: InMemorySpanExporter) -> None:
    provider.get_tracer("livekit-agents").start_span("function_tool", attributes={TOOL_NAME: PRIVATE}).end()
    (span,) = exported.get_finished_spans()
    assert not span.attributes


def test_what_is_on_a_list_is_a_plain_name() -> None:
    assert all(name.isascii() and " " not in name for name in SPANS | EVENTS | NUMBERS | WORDS)
    assert not NUMBERS & WORDS


async def test_a_collector_gets_them_over_http() -> None:
    async with otlp_collector() as collector:
        provider = TracerProvider(resource=Resource({"service.name": "aloud"}), shutdown_on_exit=False)
        provider.add_span_processor(SimpleSpanProcessor(DiscreetSpanExporter(OTLPSpanExporter(endpoint=f"{collector.url}/v1/traces"))))
        span = provider.get_tracer("livekit-agents").start_span("agent_turn", attributes={"lk.pii.user_input": SENTENCE})
        await asyncio.to_thread(span.end)
        await asyncio.to_thread(provider.shutdown)
        assert [span.name for span in collector.spans()] == ["agent_turn"]
        assert PRIVATE.encode() not in b"".join(collector.received)


def trace_one_span(url: str) -> None:
    """As a job process does: set up after it was started, and ended without a word to the exporter."""
    export_traces(Settings.load(env_file=None).model_copy(update={"otel_exporter_otlp_endpoint": url}))
    tracer.start_span("job_entrypoint", attributes={"lk.pii.room_name": PRIVATE, "lk.job_id": "AJ_1"}).end()


FORKED = """
import multiprocessing, sys
from tests.agent.operations.test_traces import trace_one_span
processes = [multiprocessing.get_context("fork").Process(target=trace_one_span, args=[url]) for url in sys.argv[1:]]
for process in processes:
    process.start()
for process in processes:
    process.join()
sys.exit(any(process.exitcode for process in processes))
"""


@pytest.mark.slow
async def test_what_still_waits_when_a_process_ends_is_sent_then_and_a_collector_that_does_not_answer_keeps_none_alive() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        async with otlp_collector() as collector, asyncio.timeout(60):
            urls = collector.url, f"http://127.0.0.1:{silent.getsockname()[1]}"
            parent = await asyncio.create_subprocess_exec(sys.executable, "-c", FORKED, *urls, env={"PYTHONPATH": str(ROOT)})
            assert await parent.wait() == 0
            assert [span.name for span in collector.spans()] == ["job_entrypoint"]
            assert PRIVATE.encode() not in b"".join(collector.received)
