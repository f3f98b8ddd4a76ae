"""A collector that speaks OTLP/HTTP: keeps the bytes as they came, and can tell the spans in them."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

from aiohttp import web
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest, ExportTraceServiceResponse
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from tests.servers.http_server import http_server

TIMEOUT_S = 30.0


class Collector:
    """What was exported to it. `url` is what `OTEL_EXPORTER_OTLP_ENDPOINT` should be; `received` are the bodies, uncompressed."""

    def __init__(self) -> None:
        self.url = ""
        self.received: list[bytes] = []
        self._news = asyncio.Condition()

    def spans(self) -> Iterator[Span]:
        """Every span, in the order in which they came."""
        for body in self.received:
            for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
                for scope in resource.scope_spans:
                    yield from scope.spans

    async def wait_for(self, name: str) -> None:
        """Return once a span of that name has come."""
        async with asyncio.timeout(TIMEOUT_S), self._news:
            await self._news.wait_for(lambda: name in {span.name for span in self.spans()})

    async def take(self, request: web.Request) -> web.Response:
        """Of one batch: all of it."""
        assert request.headers.get("Content-Encoding", "identity") == "identity", "compressed: nothing could be found in it"
        async with self._news:
            self.received.append(await request.read())
            self._news.notify_all()
        return web.Response(body=ExportTraceServiceResponse().SerializeToString(), content_type="application/x-protobuf")


@asynccontextmanager
async def otlp_collector() -> AsyncIterator[Collector]:
    """A collector on a free loopback port until the block ends."""
    collector = Collector()
    application = web.Application()
    application.add_routes([web.post("/v1/traces", collector.take)])
    async with http_server(application) as collector.url:
        yield collector
