"""Exports traces of calls over OTLP/HTTP to the operator of the worker; off unless an address is set.

The spans are LiveKit's and carry private text: transcripts, prompts, arguments and results of tools, errors that quote them. LiveKit is
told to leave these out, but what it counts among them may change with its next version. So every span is rebuilt here from allow-lists: its
name, its times, its place in the trace, and attributes that are numbers or one word of a fixed vocabulary. Everything else is dropped.
"""

import re
import threading
from collections.abc import Mapping, Sequence
from multiprocessing.util import Finalize

from livekit.agents.telemetry import set_tracer_provider
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import Event, ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.util.instrumentation import InstrumentationScope
from opentelemetry.trace import SpanContext, Status

from agent.operations.traced import EVENTS, NUMBERS, SPANS, TOOL_NAME, WORDS
from providers.settings import Settings
from session.tools import TOOLS

UNKNOWN = "other"
"""The name of a span that is on no list."""

FLUSH_TIMEOUT_S = 3.0
"""How long the end of a call may wait for a collector. LiveKit gives a process ten seconds to end."""

_ONE_WORD = re.compile(r"[\w.:/+-]{1,80}")


class DiscreetSpanExporter(SpanExporter):
    """Exports of each span only what is on the lists."""

    def __init__(self, inner: SpanExporter) -> None:
        self._inner = inner

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return self._inner.export([discreet_span(span) for span in spans])

    def shutdown(self) -> None:
        self._inner.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        return self._inner.force_flush(timeout_millis)


def discreet_span(span: ReadableSpan) -> ReadableSpan:
    """A copy of `span` with what may leave."""
    scope = span.instrumentation_scope
    return ReadableSpan(
        name=span.name if span.name in SPANS else UNKNOWN,
        context=_bare(span.context),
        parent=_bare(span.parent),
        resource=span.resource,
        attributes=_discreet_attributes(span.attributes or {}),
        events=[Event(event.name, timestamp=event.timestamp) for event in span.events if event.name in EVENTS],
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=InstrumentationScope(scope.name, scope.version) if scope else None,
    )


def _bare(context: SpanContext | None) -> SpanContext | None:
    """Only the ids: a trace state could carry any text."""
    return context and SpanContext(context.trace_id, context.span_id, context.is_remote, context.trace_flags)


def _discreet_attributes(attributes: Mapping[str, object]) -> dict[str, str | int | float]:
    return {name: value for name, value in attributes.items() if isinstance(value, str | int | float) and _may_leave(name, value)}


def _may_leave(name: str, value: str | float) -> bool:
    if not isinstance(value, str):
        return name in NUMBERS
    if name == TOOL_NAME:
        return value in TOOLS  # a model may make a name up
    return name in WORDS and _ONE_WORD.fullmatch(value) is not None


def export_traces(settings: Settings) -> None:
    """Export the spans of this process from now on, if an address is set. Call it once, after the fork.

    Spans that wait when the process ends are sent by a `multiprocessing` finalizer: the span of the call ends later than anything else that
    we could hook into, and a child of `multiprocessing` does not run `atexit`.
    """
    if settings.otel_exporter_otlp_endpoint is None:
        return
    exporter = OTLPSpanExporter(endpoint=f"{settings.otel_exporter_otlp_endpoint.rstrip('/')}/v1/traces", timeout=FLUSH_TIMEOUT_S)
    provider = TracerProvider(resource=Resource.create({"service.name": "aloud"}), shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(DiscreetSpanExporter(exporter)))
    set_tracer_provider(provider, allow_pii=False)
    Finalize(None, _flush, args=(provider,), exitpriority=10)


def _flush(provider: TracerProvider) -> None:
    """With a limit: a collector that does not answer must not keep a process alive."""
    flushing = threading.Thread(target=provider.shutdown, name="send the last spans", daemon=True)
    flushing.start()
    flushing.join(FLUSH_TIMEOUT_S)
